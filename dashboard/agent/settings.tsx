import type { Agent } from '../../schemas/agents/agents.js';
import { useMay } from '../api/session.js';
import { FormFactsContext } from '../shape/context.js';
import { Fields } from '../shape/field.js';
import { objectShape } from '../shape/resolve.js';
import { type Plain, plainOf } from '../shape/shape.js';
import type { Checked } from './check.js';
import type { AgentDraft } from './use-agent.js';

/** Some keys of a part of the agent, or of the agent itself. */
interface Card {
  title: string;
  means: string;
  of?: 'ai' | 'handoff';
  keys: readonly string[];
}

interface Props {
  agent: Agent;
  draft: AgentDraft;
  checked: Checked | undefined;
  cards: readonly Card[];
}

/** Parts of an agent as forms, card by card. */
function Parts({ agent, draft, checked, cards }: Props) {
  const may = useMay();
  const statuses = agent.statuses.map(({ key, label }) => ({ value: key, label }));
  const facts = {
    problems: checked?.errors ?? [],
    readOnly: !may('workflows:write'),
    choices: { set_status: statuses, status_key: statuses },
  };
  return (
    <FormFactsContext value={facts}>
      <div className="cards">
        {cards.map((card) => (
          <section className="card" key={card.title} aria-label={card.title}>
            <header className="card-head">
              <h2>{card.title}</h2>
            </header>
            <div className={card.keys.length === 1 ? 'card-body form only' : 'card-body form'}>
              <p className="quiet">{card.means}</p>
              <CardFields card={card} agent={agent} draft={draft} />
            </div>
          </section>
        ))}
      </div>
    </FormFactsContext>
  );
}

function CardFields({ card: { of, keys }, agent, draft }: { card: Card; agent: Agent; draft: AgentDraft }) {
  const settings = objectShape('AgentSettings');
  const whole = agent as unknown as Plain;
  const part = of && settings.fields[of];
  if (!of || !part || part.kind !== 'object')
    return (
      <Fields
        shape={settings}
        value={whole}
        onChange={(value) => draft.change(emptied(value, keys) as Partial<Agent>)}
        at=""
        only={keys}
      />
    );
  return (
    <Fields
      shape={part}
      value={plainOf(whole[of])}
      onChange={(value) => draft.change({ [of]: value } as Partial<Agent>)}
      at={`/${of}`}
      only={keys}
    />
  );
}

/** A part that was emptied goes back to its default. */
const emptied = (value: Plain, keys: readonly string[]) =>
  Object.fromEntries(keys.map((key) => [key, value[key] ?? null]));

type Own = Omit<Props, 'cards'>;

/** What an agent is besides its cadence. */
export const Settings = (props: Own) => (
  <Parts
    {...props}
    cards={[
      {
        title: 'The agent',
        means: 'What it is for, and the zone of its hours.',
        keys: ['name', 'goal_type', 'timezone'],
      },
      { title: 'Senders', means: 'What it writes and calls with.', keys: ['channels'] },
      { title: 'Ends', means: 'What stops it, and whether a lead may enter again.', keys: ['exit', 'reenrollment'] },
      { title: 'Statuses', means: 'The funnel that its leads go through.', keys: ['statuses'] },
      { title: 'Fields', means: 'What it finds out.', keys: ['fields'] },
      { title: 'Limits', means: 'How much it sends.', keys: ['limits'] },
    ]}
  />
);

/** How an agent answers by itself, and when it gives a lead to a person. */
export const Answering = (props: Own) => (
  <Parts
    {...props}
    cards={[
      {
        title: 'Who answers',
        means: 'Without a model the agent goes by its fields: it asks for them one by one.',
        of: 'ai',
        keys: [
          'enabled',
          'channels',
          'model',
          'fallback_model',
          'persona',
          'instructions',
          'ask_by_form',
          'disclose_ai',
        ],
      },
      {
        title: 'Variants',
        means: 'Ways to answer that are tried beside each other; each conversation keeps one.',
        of: 'ai',
        keys: ['variants'],
      },
      { title: 'What it knows', means: 'Documents it answers from.', of: 'ai', keys: ['knowledge', 'facts'] },
      {
        title: 'What it may do',
        means: 'Nothing else than this, whatever it is asked for.',
        of: 'ai',
        keys: ['tools', 'statuses', 'tags', 'links', 'meeting_type', 'on_complete'],
      },
      {
        title: 'Handing over',
        means: 'When a person takes over, and when the agent goes on.',
        of: 'handoff',
        keys: ['keywords', 'message', 'notify', 'on', 'answer_unanswered', 'auto_resume_after_minutes'],
      },
      {
        title: 'When and in what language',
        means: 'Hours of people, languages, and how long it waits for more.',
        of: 'ai',
        keys: ['languages', 'hours', 'debounce_seconds', 'resume_cadence_after_minutes', 'after_run'],
      },
      {
        title: 'Bounds',
        means: 'What it never writes, and what it may use up.',
        of: 'ai',
        keys: ['never_say', 'reply_max_chars', 'max_steps', 'max_output_tokens', 'budget'],
      },
    ]}
  />
);
