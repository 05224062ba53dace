import { Button, Modal, PasswordInput } from '@mantine/core';
import { useState } from 'react';
import type { HookProvider } from '../../schemas/inbound/provider-hooks.js';
import { useAct } from '../api/act.js';
import { usePages } from '../api/ask.js';
import type { Answer } from '../api/names.js';
import { useMay } from '../api/session.js';
import { AskFirst } from '../parts/ask-first.js';
import { Chip } from '../parts/chip.js';
import { filledIn } from '../parts/field.js';
import { Icon } from '../parts/icons.js';
import { Listed } from '../parts/listed.js';
import { Empty, Page } from '../parts/page.js';
import { Remove } from '../parts/remove.js';
import { Copyable } from '../parts/secret.js';
import { Select } from '../parts/select.js';
import { When } from '../parts/when.js';
import { ChannelTabs } from './tabs.js';

type Made = Answer<'createHook'>;

const PROVIDERS = {
  email: 'E-mail, signed by yourself',
  postmark: 'Postmark',
  meta_cloud: 'WhatsApp of Meta',
  voice: 'Calls, signed by yourself',
  retell: 'Retell',
} as const satisfies Record<HookProvider, string>;

/** What the secret is to whoever sets the provider up. */
const SECRETS = {
  email: 'The secret that requests are signed with.',
  postmark: 'The password of HTTP basic authentication; any user name will do.',
  meta_cloud: 'The app secret of Meta.',
  voice: 'The secret that requests are signed with.',
  retell: 'The API key of Retell.',
} as const satisfies Record<HookProvider, string>;

function Add({ onMade }: { onMade: (made: Made) => void }) {
  const create = useAct('createHook');
  return (
    <AskFirst
      title="Add a hook"
      submit="Make it"
      variant="filled"
      icon={<Icon name="plus" size={16} />}
      onSubmit={async (values) => {
        const made = await create.do({ body: filledIn(values) as never });
        create.forget();
        onMade(made);
      }}
    >
      {(errorOf) => (
        <>
          <Select
            name="provider"
            label="Who sends events"
            data={Object.entries(PROVIDERS).map(([value, label]) => ({ value, label }))}
            defaultValue="email"
            error={errorOf('provider')}
          />
          <PasswordInput
            name="secret"
            label="Secret, where the provider names it"
            description="Meta’s app secret or Retell’s API key; made here where it is empty."
            autoComplete="off"
            error={errorOf('secret')}
          />
        </>
      )}
    </AskFirst>
  );
}

/** Where a provider sends events and what proves them, shown this once. */
const Shown = ({ made, onStored }: { made: Made | undefined; onStored: () => void }) => (
  <Modal
    opened={made !== undefined}
    onClose={() => undefined}
    withCloseButton={false}
    closeOnClickOutside={false}
    closeOnEscape={false}
    title="Set the provider up"
    size="lg"
  >
    {made && (
      <div className="stack">
        <p className="quiet">Give these to {PROVIDERS[made.hook.provider]}. They are not shown again.</p>
        <div>
          <h3>Address</h3>
          <Copyable value={made.url} label="Copy the address" />
        </div>
        <div>
          <h3>Secret</h3>
          <p className="faint">{SECRETS[made.hook.provider]}</p>
          <Copyable value={made.secret} label="Copy the secret" />
        </div>
        {made.verify_token && (
          <div>
            <h3>Verify token</h3>
            <Copyable value={made.verify_token} label="Copy the verify token" />
          </div>
        )}
        <div className="row modal-buttons">
          <Button onClick={onStored}>I have stored it</Button>
        </div>
      </div>
    )}
  </Modal>
);

/** The addresses that providers send events to: replies, bounces, deliveries, calls. */
export function HooksPage() {
  const may = useMay();
  const mayChange = may('webhooks:write');
  const pages = usePages('listHooks', { query: { limit: 50 } });
  const [made, setMade] = useState<Made>();
  return (
    <Page title="Hooks" actions={mayChange && <Add onMade={setMade} />}>
      <ChannelTabs />
      <Listed
        pages={pages}
        rows={(page) => page.hooks}
        label="Hooks"
        empty={
          <Empty title="No hook yet">
            <p>
              A provider tells here what came in and what became of what was sent.{' '}
              <a href="docs/webhooks-in">The guide</a> says what each sends.
            </p>
          </Empty>
        }
      >
        {({ id, provider, created_at }) => (
          <div className="line meeting key">
            <span className="grow">
              <strong className="cut">{PROVIDERS[provider]}</strong>{' '}
              <span className="faint">
                made <When at={created_at} />
              </span>
            </span>
            <Chip who="ok" label="Takes events" />
            {mayChange && (
              <Remove
                operation="deleteHook"
                id={id}
                name={PROVIDERS[provider]}
                means="Nothing is taken at its address any more. A new one has another address and secret."
              />
            )}
          </div>
        )}
      </Listed>
      <Shown made={made} onStored={() => setMade(undefined)} />
    </Page>
  );
}
