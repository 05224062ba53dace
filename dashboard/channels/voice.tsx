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
import { type Health, HealthFacts, HeldBack, useHealth } from './health.js';
import { Provider } from './provider.js';
import { ChannelTabs } from './tabs.js';

type Voice = Answer<'getVoiceAgent'>['voice_agent'];
const PROVIDERS = {
  retell: 'Retell',
  generic: 'A server of yours',
  sandbox: 'Sandbox, which calls nobody',
} as const satisfies Record<Voice['provider'], string>;
const NUMERIC = ['max_concurrent'];

interface FieldsProps {
  provider: Voice['provider'];
  voice?: Voice;
  errorOf: (name: string) => string | undefined;
}

const Fields = ({ provider, voice, errorOf }: FieldsProps) => (
  <>
    <Field name="name" label="Name" value={voice?.name} required first errorOf={errorOf} />
    <Field name="from_number" label="Calls come from" type="tel" value={voice?.from_number} errorOf={errorOf} />
    {provider !== 'sandbox' && (
      <>
        <Field name="agent_id" label="The provider’s own agent" value={voice?.agent_id} errorOf={errorOf} />
        <Field
          name="api_key"
          label="API key"
          type="password"
          autoComplete="new-password"
          placeholder={voice?.api_key_set ? 'As it is' : ''}
          errorOf={errorOf}
        />
      </>
    )}
    {provider === 'generic' && (
      <Field name="url" label="Where calls are asked for" type="url" value={voice?.url} errorOf={errorOf} />
    )}
    <Field
      name="max_concurrent"
      label="Calls at once at most"
      type="number"
      value={voice?.max_concurrent}
      errorOf={errorOf}
    />
  </>
);

function VoiceRow({ voice, health, mayChange }: { voice: Voice; health: Health; mayChange: boolean }) {
  const update = useAct('updateVoiceAgent');
  return (
    <li className="line meeting key">
      <span className="grow">
        <strong className="cut">{voice.name}</strong>
        <span className="faint cut">
          {' '}
          {[PROVIDERS[voice.provider], voice.from_number, `${voice.max_concurrent} calls at once`]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <dl>
          <HealthFacts id={voice.id} health={health} isVoice />
        </dl>
      </span>
      <HeldBack id={voice.id} health={health} />
      {voice.provider !== 'sandbox' && !voice.api_key_set && <Chip who="decide" label="No key yet" />}
      {mayChange && (
        <>
          <AskFirst
            title="Edit"
            submit="Save"
            small
            onSubmit={({ api_key, ...values }) =>
              update.do({
                params: { id: voice.id },
                body: { ...changedIn(values, voice as never, NUMERIC), ...(api_key ? { api_key } : {}) } as never,
              })
            }
          >
            {(errorOf) => <Fields provider={voice.provider} voice={voice} errorOf={errorOf} />}
          </AskFirst>
          <Remove operation="deleteVoiceAgent" id={voice.id} name={voice.name} means="It makes no more calls." />
        </>
      )}
    </li>
  );
}

function AddVoice() {
  const create = useAct('createVoiceAgent');
  const [provider, setProvider] = useState<Voice['provider']>('retell');
  return (
    <AskFirst
      title="Add a voice agent"
      submit="Add"
      variant="filled"
      icon={<Icon name="plus" size={16} />}
      onSubmit={(values) => create.do({ body: filledIn({ ...values, provider }, NUMERIC) as never })}
    >
      {(errorOf) => (
        <>
          <Provider names={PROVIDERS} value={provider} onChange={setProvider} />
          <Fields provider={provider} errorOf={errorOf} />
        </>
      )}
    </AskFirst>
  );
}

/** Who makes calls. */
export function VoicePage() {
  const mayChange = useMay()('messaging:write');
  const voices = useAsk('listVoiceAgents', { query: { limit: 200 } });
  const health = useHealth();
  return (
    <Page title="Voice agents" actions={mayChange && <AddVoice />}>
      <ChannelTabs />
      <Asked asked={voices}>
        {({ voice_agents: rows }) =>
          rows.length === 0 ? (
            <Empty title="Nobody calls yet">
              <p>Add a voice agent of Retell or of a server of yours, or one of the sandbox to try with.</p>
            </Empty>
          ) : (
            <ul className="card">
              {rows.map((voice) => (
                <VoiceRow key={voice.id} voice={voice} health={health} mayChange={mayChange} />
              ))}
            </ul>
          )
        }
      </Asked>
    </Page>
  );
}
