import { useState } from 'react';
import type { Answer } from '../../api/operation-types.js';
import { usePermission } from '../../api/session.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { Chip } from '../../components/chip.js';
import { ConfirmForm } from '../../components/confirm-form.js';
import { DeleteButton } from '../../components/delete-button.js';
import { changedFormValues, formValues, TextField } from '../../components/form-field.js';
import { Icon } from '../../components/icons.js';
import { Empty, Page } from '../../components/page.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { Copyable } from '../../components/secret-once.js';
import { Timestamp } from '../../components/time/timestamp.js';
import { NUMBERS, QUALITIES } from '../../words/channels.js';
import * as words from '../../words/en/channels.js';
import { translated } from '../../words/sentences.js';
import { ChannelTabs } from './channel-tabs.js';
import { ProviderSelect } from './provider-select.js';
import { HealthFacts, type SenderHealth, SenderHealthNote, useSenderHealth } from './sender-health.js';
import { TestNumber } from './test-number.js';

type WhatsAppNumber = Answer<'getWhatsAppNumber'>['whatsapp_number'];
type NumberProvider = WhatsAppNumber['provider'];
const PROVIDERS = { meta_cloud: words.meta, twilio: words.twilio, sandbox: words.sandboxNothingIsSent } as const;
const NUMERIC = ['throughput_per_second'];

interface FieldsProps {
  provider: NumberProvider;
  number?: WhatsAppNumber;
  errorOf: (name: string) => string | undefined;
}

/** The fields that each provider requires for a number. */
const ProviderFields = ({ provider, number, errorOf }: FieldsProps) => (
  <>
    <TextField name="display_name" label={words.displayName} value={number?.display_name} errorOf={errorOf} />
    {provider === 'meta_cloud' && (
      <>
        <TextField
          name="provider_phone_number_id"
          label={words.phoneNumberId}
          value={number?.provider_phone_number_id}
          errorOf={errorOf}
        />
        <TextField name="waba_id" label={words.whatsappBusinessAccountId} value={number?.waba_id} errorOf={errorOf} />
        <TextField
          name="access_token"
          label={words.accessToken}
          type="password"
          autoComplete="new-password"
          placeholder={number?.access_token_set ? words.unchanged : ''}
          errorOf={errorOf}
        />
      </>
    )}
    {provider === 'twilio' && (
      <>
        <TextField name="account_sid" label={words.accountSid} value={number?.account_sid} errorOf={errorOf} />
        <TextField name="sender_sid" label={words.senderSid} value={number?.sender_sid} errorOf={errorOf} />
        <TextField
          name="auth_token"
          label={words.authToken}
          type="password"
          autoComplete="new-password"
          placeholder={number?.auth_token_set ? words.unchanged : ''}
          errorOf={errorOf}
        />
      </>
    )}
    <TextField
      name="throughput_per_second"
      label={words.maximumMessagesPerSecond}
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
  const set = useApiMutation('setWhatsAppNumberPhoto');
  return (
    <ConfirmForm
      title={words.setProfilePhoto}
      submit={words.savePhoto}
      small
      onSubmit={({ image_url = '' }) => set.mutateAsync({ params: { id }, body: { image_url } })}
    >
      {(errorOf) => (
        <TextField
          name="image_url"
          label={words.imageUrl}
          type="url"
          description={words.httpsJpegOrPngAtLeast}
          required
          first
          errorOf={errorOf}
        />
      )}
    </ConfirmForm>
  );
}

function Changes({ number }: { number: WhatsAppNumber }) {
  const update = useApiMutation('updateWhatsAppNumber');
  return (
    <>
      <Photo id={number.id} />
      <ConfirmForm
        title={words.edit}
        submit={words.save}
        small
        onSubmit={(values) =>
          update.mutateAsync({
            params: { id: number.id },
            body: changedFormValues(withoutEmptySecrets(values), number, NUMERIC),
          })
        }
      >
        {(errorOf) => <ProviderFields provider={number.provider} number={number} errorOf={errorOf} />}
      </ConfirmForm>
      <DeleteButton
        operation="deleteWhatsAppNumber"
        id={number.id}
        name={number.phone_number}
        means={words.itNoLongerSendsMessagesMessages}
      />
    </>
  );
}

interface CardProps {
  number: WhatsAppNumber;
  health: SenderHealth;
  mayChange: boolean;
}

function NumberCard({ number, health, mayChange }: CardProps) {
  const may = usePermission();
  const { template_sync: sync } = number;
  return (
    <section className="card" aria-label={number.phone_number}>
      <header className="card-head">
        <h2>{number.display_name ?? number.phone_number}</h2>
        <SenderHealthNote id={number.id} health={health} />
        {number.is_default && <Chip who="off" label={words.defaultLabel} />}
        <Chip {...QUALITIES[number.quality_rating]} />
        <Chip {...NUMBERS[number.status]} />
      </header>
      <dl className="card-body">
        <div className="fact">
          <dt>{words.number}</dt>
          <dd>{number.phone_number}</dd>
        </div>
        <div className="fact">
          <dt>{words.provider}</dt>
          <dd>{PROVIDERS[number.provider]}</dd>
        </div>
        {number.messaging_limit && (
          <div className="fact">
            <dt>{words.messagingLimit}</dt>
            <dd>{number.messaging_limit}</dd>
          </div>
        )}
        <div className="fact">
          <dt>{words.templates}</dt>
          <dd>
            {sync.at ? (
              <>
                {words.synced2}
                <Timestamp at={sync.at} />
              </>
            ) : (
              words.notSyncedYet
            )}
            {sync.error && `: ${translated(sync.error.message)}`}
          </dd>
        </div>
        <HealthFacts id={number.id} health={health} />
        {number.webhook_url && (
          <div className="fact">
            <dt>{words.webhook}</dt>
            <dd>
              <Copyable value={number.webhook_url} label={words.copyWebhookUrl} />
            </dd>
          </div>
        )}
      </dl>
      {(mayChange || may('messages:send')) && (
        <div className="card-body row">
          {may('messages:send') && <TestNumber number={number} />}
          {mayChange && <Changes number={number} />}
        </div>
      )}
    </section>
  );
}

function AddNumber() {
  const create = useApiMutation('createWhatsAppNumber');
  const [provider, setProvider] = useState<NumberProvider>('meta_cloud');
  return (
    <ConfirmForm
      title={words.addNumber}
      submit={words.add}
      variant="filled"
      icon={<Icon name="plus" size={16} />}
      onSubmit={(values) => create.mutateAsync({ body: formValues({ ...values, provider }, NUMERIC) })}
    >
      {(errorOf) => (
        <>
          <TextField
            name="phone_number"
            label={words.number}
            type="tel"
            placeholder="+34…"
            required
            first
            errorOf={errorOf}
          />
          <ProviderSelect names={PROVIDERS} value={provider} onChange={setProvider} />
          <ProviderFields provider={provider} errorOf={errorOf} />
        </>
      )}
    </ConfirmForm>
  );
}

/** The WhatsApp numbers, how they stand with their providers, and what these need to know. */
export function NumbersPage() {
  const mayChange = usePermission()('whatsapp_numbers:write');
  const numbers = useApiQuery('listWhatsAppNumbers', { query: { limit: 200 } });
  const health = useSenderHealth();
  return (
    <Page title={words.whatsapp} create={mayChange && <AddNumber />}>
      <ChannelTabs />
      <QueryBoundary query={numbers}>
        {({ whatsapp_numbers: rows }) =>
          rows.length === 0 ? (
            <Empty title={words.noWhatsappNumbersYet} first>
              <p>{words.addANumberFromMetasCloud}</p>
            </Empty>
          ) : (
            <div className="stack">
              {rows.map((number) => (
                <NumberCard key={number.id} number={number} health={health} mayChange={mayChange} />
              ))}
            </div>
          )
        }
      </QueryBoundary>
    </Page>
  );
}
