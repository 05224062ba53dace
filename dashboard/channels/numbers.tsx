import { useState } from 'react';
import { useAct } from '../api/act.js';
import { useAsk } from '../api/ask.js';
import type { Answer } from '../api/names.js';
import { useMay } from '../api/session.js';
import { AskFirst } from '../parts/ask-first.js';
import { Asked } from '../parts/asked.js';
import { Chip } from '../parts/chip.js';
import { changedIn, Field, filledIn } from '../parts/field.js';
import { Icon } from '../parts/icons.js';
import { Empty, Page } from '../parts/page.js';
import { Remove } from '../parts/remove.js';
import { Copyable } from '../parts/secret.js';
import { When } from '../parts/when.js';
import { NUMBERS, QUALITIES } from '../words/channels.js';
import { type Health, HealthFacts, HeldBack, useHealth } from './health.js';
import { Provider } from './provider.js';
import { ChannelTabs } from './tabs.js';
import { TryNumber } from './try-number.js';

type WhatsAppNumber = Answer<'getWhatsAppNumber'>['whatsapp_number'];
type ProviderName = WhatsAppNumber['provider'];
const PROVIDERS = { meta_cloud: 'Meta', twilio: 'Twilio', sandbox: 'Sandbox, which sends nothing' } as const;
const NUMERIC = ['throughput_per_second'];

interface FieldsProps {
  provider: ProviderName;
  number?: WhatsAppNumber;
  errorOf: (name: string) => string | undefined;
}

/** What each provider needs to know of a number. */
const ProviderFields = ({ provider, number, errorOf }: FieldsProps) => (
  <>
    <Field name="display_name" label="Shown as" value={number?.display_name} errorOf={errorOf} />
    {provider === 'meta_cloud' && (
      <>
        <Field
          name="provider_phone_number_id"
          label="Meta’s id of the number"
          value={number?.provider_phone_number_id}
          errorOf={errorOf}
        />
        <Field name="waba_id" label="Meta’s id of the business account" value={number?.waba_id} errorOf={errorOf} />
        <Field
          name="access_token"
          label="Access token"
          type="password"
          autoComplete="new-password"
          placeholder={number?.access_token_set ? 'As it is' : ''}
          errorOf={errorOf}
        />
      </>
    )}
    {provider === 'twilio' && (
      <>
        <Field name="account_sid" label="Account SID" value={number?.account_sid} errorOf={errorOf} />
        <Field name="sender_sid" label="Sender SID" value={number?.sender_sid} errorOf={errorOf} />
        <Field
          name="auth_token"
          label="Auth token"
          type="password"
          autoComplete="new-password"
          placeholder={number?.auth_token_set ? 'As it is' : ''}
          errorOf={errorOf}
        />
      </>
    )}
    <Field
      name="throughput_per_second"
      label="Messages a second at most"
      type="number"
      value={number?.throughput_per_second}
      errorOf={errorOf}
    />
  </>
);

/** A secret that was left empty stays as it is. */
const SECRETS = ['access_token', 'auth_token'];
const withoutEmptySecrets = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== '' || !SECRETS.includes(name)));

function Photo({ id }: { id: string }) {
  const set = useAct('setWhatsAppNumberPhoto');
  return (
    <AskFirst
      title="Set the photo"
      submit="Set it"
      small
      onSubmit={({ image_url = '' }) => set.do({ params: { id }, body: { image_url } })}
    >
      {(errorOf) => (
        <Field
          name="image_url"
          label="Address of the picture"
          type="url"
          description="https, JPEG or PNG, at least 192 pixels each way. It replaces the one that leads see now."
          required
          first
          errorOf={errorOf}
        />
      )}
    </AskFirst>
  );
}

function Changes({ number }: { number: WhatsAppNumber }) {
  const update = useAct('updateWhatsAppNumber');
  return (
    <>
      <Photo id={number.id} />
      <AskFirst
        title="Edit"
        submit="Save"
        small
        onSubmit={(values) =>
          update.do({
            params: { id: number.id },
            body: changedIn(withoutEmptySecrets(values), number, NUMERIC) as never,
          })
        }
      >
        {(errorOf) => <ProviderFields provider={number.provider} number={number} errorOf={errorOf} />}
      </AskFirst>
      <Remove
        operation="deleteWhatsAppNumber"
        id={number.id}
        name={number.phone_number}
        means="Nothing leaves from it any more. What it sent stays."
      />
    </>
  );
}

interface CardProps {
  number: WhatsAppNumber;
  health: Health;
  mayChange: boolean;
}

function NumberCard({ number, health, mayChange }: CardProps) {
  const may = useMay();
  const { template_sync: sync } = number;
  return (
    <section className="card" aria-label={number.phone_number}>
      <header className="card-head">
        <h2>{number.display_name ?? number.phone_number}</h2>
        <HeldBack id={number.id} health={health} />
        {number.is_default && <Chip who="off" label="Default" />}
        <Chip {...QUALITIES[number.quality_rating]} />
        <Chip {...NUMBERS[number.status]} />
      </header>
      <dl className="card-body">
        <div className="fact">
          <dt>Number</dt>
          <dd>{number.phone_number}</dd>
        </div>
        <div className="fact">
          <dt>Provider</dt>
          <dd>{PROVIDERS[number.provider]}</dd>
        </div>
        {number.messaging_limit && (
          <div className="fact">
            <dt>Writes of itself to</dt>
            <dd>{number.messaging_limit}</dd>
          </div>
        )}
        <div className="fact">
          <dt>Templates</dt>
          <dd>
            {sync.at ? (
              <>
                Looked at <When at={sync.at} />
              </>
            ) : (
              'Not looked at yet'
            )}
            {sync.error && `: ${sync.error.message}`}
          </dd>
        </div>
        <HealthFacts id={number.id} health={health} />
        {number.webhook_url && (
          <div className="fact">
            <dt>Webhook</dt>
            <dd>
              <Copyable value={number.webhook_url} label="Copy the webhook" />
            </dd>
          </div>
        )}
      </dl>
      {(mayChange || may('messages:send')) && (
        <div className="card-body row">
          {may('messages:send') && <TryNumber number={number} />}
          {mayChange && <Changes number={number} />}
        </div>
      )}
    </section>
  );
}

function AddNumber() {
  const create = useAct('createWhatsAppNumber');
  const [provider, setProvider] = useState<ProviderName>('meta_cloud');
  return (
    <AskFirst
      title="Add a number"
      submit="Add"
      variant="filled"
      icon={<Icon name="plus" size={16} />}
      onSubmit={(values) => create.do({ body: filledIn({ ...values, provider }, NUMERIC) as never })}
    >
      {(errorOf) => (
        <>
          <Field name="phone_number" label="Number" type="tel" placeholder="+34…" required first errorOf={errorOf} />
          <Provider names={PROVIDERS} value={provider} onChange={setProvider} />
          <ProviderFields provider={provider} errorOf={errorOf} />
        </>
      )}
    </AskFirst>
  );
}

/** The WhatsApp numbers, how they stand with their providers, and what these need to know. */
export function NumbersPage() {
  const mayChange = useMay()('whatsapp_numbers:write');
  const numbers = useAsk('listWhatsAppNumbers', { query: { limit: 200 } });
  const health = useHealth();
  return (
    <Page title="WhatsApp" actions={mayChange && <AddNumber />}>
      <ChannelTabs />
      <Asked asked={numbers}>
        {({ whatsapp_numbers: rows }) =>
          rows.length === 0 ? (
            <Empty title="No number yet">
              <p>Add one of Meta’s Cloud API or of Twilio, or one of the sandbox to try with.</p>
            </Empty>
          ) : (
            <div className="stack">
              {rows.map((number) => (
                <NumberCard key={number.id} number={number} health={health} mayChange={mayChange} />
              ))}
            </div>
          )
        }
      </Asked>
    </Page>
  );
}
