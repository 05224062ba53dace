import { Button, Modal, PasswordInput } from '@mantine/core';
import { useState } from 'react';
import type { HookProvider } from '../../../schemas/inbound/provider-hooks.js';
import type { Answer } from '../../api/operation-types.js';
import { usePermission } from '../../api/session.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiList } from '../../api/use-api-query.js';
import { Chip } from '../../components/chip.js';
import { ConfirmForm } from '../../components/confirm-form.js';
import { DeleteButton } from '../../components/delete-button.js';
import { formValues } from '../../components/form-field.js';
import { Icon } from '../../components/icons.js';
import { Empty, Page } from '../../components/page.js';
import { PagedList } from '../../components/paged-list.js';
import { Copyable } from '../../components/secret-once.js';
import { Select } from '../../components/select.js';
import { Timestamp } from '../../components/time/timestamp.js';
import * as words from '../../words/en/channels.js';
import { ChannelTabs } from './channel-tabs.js';

type Made = Answer<'createHook'>;

const PROVIDERS = {
  email: words.emailSignedRequests,
  postmark: words.postmark,
  ses: words.amazonSes,
  sendgrid: words.sendGrid,
  mailgun: words.mailgun,
  resend: words.resend,
  meta_cloud: words.whatsappMeta,
  voice: words.callsSignedRequests,
  retell: words.retell,
} as const satisfies Record<HookProvider, string>;

/** The meaning of the secret for the user who configures the provider. */
const SECRETS = {
  email: words.theSecretThatRequestsAreSigned,
  postmark: words.thePasswordForHttpBasic,
  ses: words.theArnOfTheSnsTopic,
  sendgrid: words.theVerificationKeyOfSendGrid,
  mailgun: words.theWebhookSigningKeyOfMailgun,
  resend: words.theSigningSecretOfResend,
  meta_cloud: words.yourMetaAppSecret,
  voice: words.theSecretThatRequestsAreSigned,
  retell: words.yourRetellApiKey,
} as const satisfies Record<HookProvider, string>;

/** The providers whose own value is the secret: one that we generate is of no use to them. */
const THEIR_SECRETS: readonly HookProvider[] = ['ses', 'sendgrid', 'mailgun', 'resend'];

/** Replaces the secret of a hook, for providers that show theirs only once they know the URL. */
function ChangeSecret({ id, provider }: { id: string; provider: HookProvider }) {
  const change = useApiMutation('setHookSecret');
  return (
    <ConfirmForm
      title={words.changeSecret}
      submit={words.changeSecret}
      onSubmit={async (values) => {
        await change.mutateAsync({ params: { id }, body: { secret: values.secret ?? '' } });
        change.reset();
      }}
    >
      {(errorOf) => (
        <PasswordInput
          name="secret"
          label={words.secretFromTheProvider}
          description={SECRETS[provider]}
          autoComplete="off"
          required
          error={errorOf('secret')}
        />
      )}
    </ConfirmForm>
  );
}

function Add({ onMade }: { onMade: (made: Made) => void }) {
  const create = useApiMutation('createHook');
  return (
    <ConfirmForm
      title={words.addWebhook}
      submit={words.createWebhook}
      variant="filled"
      icon={<Icon name="plus" size={16} />}
      onSubmit={async (values) => {
        const made = await create.mutateAsync({ body: formValues(values) });
        create.reset();
        onMade(made);
      }}
    >
      {(errorOf) => (
        <>
          <Select
            name="provider"
            label={words.provider}
            data={Object.entries(PROVIDERS).map(([value, label]) => ({ value, label }))}
            defaultValue="email"
            error={errorOf('provider')}
          />
          <PasswordInput
            name="secret"
            label={words.secretFromTheProvider}
            description={words.theMetaAppSecretOrRetell}
            autoComplete="off"
            error={errorOf('secret')}
          />
        </>
      )}
    </ConfirmForm>
  );
}

/** The URL for a provider's events and their secret, shown once. */
const Shown = ({ made, onStored }: { made: Made | undefined; onStored: () => void }) => (
  <Modal
    opened={made !== undefined}
    onClose={() => undefined}
    withCloseButton={false}
    closeOnClickOutside={false}
    closeOnEscape={false}
    title={words.setUpTheProvider}
    size="lg"
  >
    {made && (
      <div className="stack">
        <p className="quiet">{words.enterTheseValuesInTheSettings(PROVIDERS[made.hook.provider])}</p>
        <div>
          <h3>{words.url}</h3>
          <Copyable value={made.url} label={words.copyUrl} />
        </div>
        <div>
          <h3>{words.secret}</h3>
          <p className="faint">{SECRETS[made.hook.provider]}</p>
          {THEIR_SECRETS.includes(made.hook.provider) ? (
            <p>{words.setTheSecretOnceTheProviderShowsIt}</p>
          ) : (
            <Copyable value={made.secret} label={words.copySecret} />
          )}
        </div>
        {made.verify_token && (
          <div>
            <h3>{words.verifyToken}</h3>
            <Copyable value={made.verify_token} label={words.copyVerifyToken} />
          </div>
        )}
        <div className="row modal-buttons">
          <Button onClick={onStored}>{words.iveStoredThem}</Button>
        </div>
      </div>
    )}
  </Modal>
);

/** The addresses that providers send events to: replies, bounces, deliveries, calls. */
export function HooksPage() {
  const may = usePermission();
  const mayChange = may('webhooks:write');
  const pages = useApiList('listHooks', { query: { limit: 50 } });
  const [made, setMade] = useState<Made>();
  return (
    <Page title={words.inboundWebhooks} create={mayChange && <Add onMade={setMade} />}>
      <ChannelTabs />
      <PagedList
        pages={pages}
        rows={(page) => page.hooks}
        label={words.inboundWebhooks}
        empty={
          <Empty title={words.noWebhooksYet} first>
            <p>
              {words.providersReportRepliesDeliveries} <a href="docs/webhooks-in">{words.seeTheGuide}</a>.
            </p>
          </Empty>
        }
      >
        {({ id, provider, created_at }) => (
          <div className="line meeting key">
            <span className="grow">
              <strong className="cut">{PROVIDERS[provider]}</strong>{' '}
              <span className="faint">
                {words.created}
                <Timestamp at={created_at} />
              </span>
            </span>
            <Chip who="ok" label={words.receivingEvents} />
            {mayChange && <ChangeSecret id={id} provider={provider} />}
            {mayChange && (
              <DeleteButton
                operation="deleteHook"
                id={id}
                name={PROVIDERS[provider]}
                means={words.eventsSentToItsUrlAre}
              />
            )}
          </div>
        )}
      </PagedList>
      <Shown made={made} onStored={() => setMade(undefined)} />
    </Page>
  );
}
