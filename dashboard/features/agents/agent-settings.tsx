import type { Agent } from '../../../schemas/agents/agents.js';
import { usePermission } from '../../api/session.js';
import { FormFactsContext } from '../../forms/form-context.js';
import { objectShape } from '../../forms/resolve-shape.js';
import { Fields } from '../../forms/schema-field.js';
import { type Plain, plainOf } from '../../forms/shape.js';
import * as words from '../../words/en/agent.js';
import type { AgentDraft } from './use-agent.js';
import type { PublishCheck } from './use-publish-check.js';

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
  checked: PublishCheck | undefined;
  cards: readonly Card[];
}

/** Parts of an agent as forms, card by card. */
function Parts({ agent, draft, checked, cards }: Props) {
  const may = usePermission();
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

/** The settings of an agent except its cadence. */
export const AgentSettings = (props: Own) => (
  <Parts
    {...props}
    cards={[
      {
        title: words.general,
        means: words.theAgentsNameGoalAndTime,
        keys: ['name', 'goal_type', 'timezone'],
      },
      { title: words.senders, means: words.theEmailSenderWhatsappNumberAnd, keys: ['channels'] },
      { title: words.exitAndReEnrollment, means: words.whenRunsStopAndWhetherA, keys: ['exit', 'reenrollment'] },
      { title: words.statuses, means: words.theStatusesThatItsLeadsMove, keys: ['statuses'] },
      { title: words.fields, means: words.theInformationItCollectsFromLeads, keys: ['fields'] },
      { title: words.limits, means: words.howOftenItMayContactLeads, keys: ['limits'] },
    ]}
  />
);

/** The settings of an agent's automatic answers and handoffs. */
export const AnsweringSettings = (props: Own) => (
  <Parts
    {...props}
    cards={[
      {
        title: words.modelAndPersona,
        means: words.withoutAModelTheAgentAsks,
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
        title: words.variants,
        means: words.variantsToCompareEachConversation,
        of: 'ai',
        keys: ['variants'],
      },
      { title: words.knowledge, means: words.theDocumentsAndFactsItAnswers, of: 'ai', keys: ['knowledge', 'facts'] },
      {
        title: words.allowedActions,
        means: words.theAgentDoesOnlyWhatYou,
        of: 'ai',
        keys: ['tools', 'statuses', 'tags', 'links', 'meeting_type', 'on_complete'],
      },
      {
        title: words.handoff,
        means: words.whenAPersonTakesOverAnd,
        of: 'handoff',
        keys: ['keywords', 'message', 'notify', 'on', 'answer_unanswered', 'auto_resume_after_minutes'],
      },
      {
        title: words.hoursAndLanguages,
        means: words.yourTeamsHoursLanguagesAndThe,
        of: 'ai',
        keys: ['languages', 'hours', 'debounce_seconds', 'resume_cadence_after_minutes', 'after_run'],
      },
      {
        title: words.guardrails,
        means: words.whatItMustNotWriteAnd,
        of: 'ai',
        keys: ['never_say', 'reply_max_chars', 'max_steps', 'max_output_tokens', 'budget'],
      },
    ]}
  />
);
