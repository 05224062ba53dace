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
import * as words from '../../words/en/channels.js';
import { ChannelTabs } from './channel-tabs.js';
import { ProviderSelect } from './provider-select.js';
import { HealthFacts, type SenderHealth, SenderHealthNote, useSenderHealth } from './sender-health.js';

type Voice = Answer<'getVoiceAgent'>['voice_agent'];
const PROVIDERS = {
  retell: words.retell,
  generic: words.customServer,
  sandbox: words.sandboxNoCallsAreMade,
} as const satisfies Record<Voice['provider'], string>;
const NUMERIC = ['max_concurrent'];

interface FieldsProps {
  provider: Voice['provider'];
  voice?: Voice;
  errorOf: (name: string) => string | undefined;
}

const Fields = ({ provider, voice, errorOf }: FieldsProps) => (
  <>
    <TextField name="name" label={words.nameLabel} value={voice?.name} required first errorOf={errorOf} />
    <TextField name="from_number" label={words.callerNumber} type="tel" value={voice?.from_number} errorOf={errorOf} />
    {provider !== 'sandbox' && (
      <>
        <TextField name="agent_id" label={words.providersAgentId} value={voice?.agent_id} errorOf={errorOf} />
        <TextField
          name="api_key"
          label={words.apiKey}
          type="password"
          autoComplete="new-password"
          placeholder={voice?.api_key_set ? words.unchanged : ''}
          errorOf={errorOf}
        />
      </>
    )}
    {provider === 'generic' && (
      <TextField name="url" label={words.serverUrl} type="url" value={voice?.url} errorOf={errorOf} />
    )}
    <TextField
      name="max_concurrent"
      label={words.maximumConcurrentCalls}
      type="number"
      value={voice?.max_concurrent}
      errorOf={errorOf}
    />
  </>
);

function VoiceRow({ voice, health, mayChange }: { voice: Voice; health: SenderHealth; mayChange: boolean }) {
  const update = useApiMutation('updateVoiceAgent');
  return (
    <li className="line meeting key">
      <span className="grow">
        <strong className="cut">{voice.name}</strong>
        <span className="faint cut">
          {' '}
          {[PROVIDERS[voice.provider], voice.from_number, words.concurrentCall(voice.max_concurrent)]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <dl>
          <HealthFacts id={voice.id} health={health} isVoice />
        </dl>
      </span>
      <SenderHealthNote id={voice.id} health={health} />
      {voice.provider !== 'sandbox' && !voice.api_key_set && <Chip who="decide" label={words.apiKeyMissing} />}
      {mayChange && (
        <>
          <ConfirmForm
            title={words.edit}
            submit={words.save}
            small
            onSubmit={({ api_key, ...values }) =>
              update.mutateAsync({
                params: { id: voice.id },
                body: { ...changedFormValues(values, voice, NUMERIC), ...(api_key ? { api_key } : {}) },
              })
            }
          >
            {(errorOf) => <Fields provider={voice.provider} voice={voice} errorOf={errorOf} />}
          </ConfirmForm>
          <DeleteButton
            operation="deleteVoiceAgent"
            id={voice.id}
            name={voice.name}
            means={words.itNoLongerMakesCalls}
          />
        </>
      )}
    </li>
  );
}

function AddVoice() {
  const create = useApiMutation('createVoiceAgent');
  const [provider, setProvider] = useState<Voice['provider']>('retell');
  return (
    <ConfirmForm
      title={words.addVoiceAgent}
      submit={words.add}
      variant="filled"
      icon={<Icon name="plus" size={16} />}
      onSubmit={(values) => create.mutateAsync({ body: formValues({ ...values, provider }, NUMERIC) })}
    >
      {(errorOf) => (
        <>
          <ProviderSelect names={PROVIDERS} value={provider} onChange={setProvider} />
          <Fields provider={provider} errorOf={errorOf} />
        </>
      )}
    </ConfirmForm>
  );
}

/** The agents that make calls. */
export function VoicePage() {
  const mayChange = usePermission()('messaging:write');
  const voices = useApiQuery('listVoiceAgents', { query: { limit: 200 } });
  const health = useSenderHealth();
  return (
    <Page title={words.voiceAgents} create={mayChange && <AddVoice />}>
      <ChannelTabs />
      <QueryBoundary query={voices}>
        {({ voice_agents: rows }) =>
          rows.length === 0 ? (
            <Empty title={words.noVoiceAgentsYet} first>
              <p>{words.addAVoiceAgentFromRetell}</p>
            </Empty>
          ) : (
            <ul className="card">
              {rows.map((voice) => (
                <VoiceRow key={voice.id} voice={voice} health={health} mayChange={mayChange} />
              ))}
            </ul>
          )
        }
      </QueryBoundary>
    </Page>
  );
}
