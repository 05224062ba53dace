import type { ConversationTurn } from '../../../schemas/conversations/turns.js';
import { Chip } from '../../components/chip.js';
import * as words from '../../words/en/turn.js';
import { wordOf } from '../../words/fields.js';
import { costOf, faultInWords, promptPart } from '../../words/turns.js';
import type { Words } from '../../words/who.js';

type Step = ConversationTurn['steps'][number];

const STATES = {
  asking: { label: words.calling, who: 'clock' },
  ok: { label: words.succeeded, who: 'ok' },
  discarded: { label: words.discarded, who: 'off' },
  cancelled: { label: words.canceled, who: 'off' },
  failed: { label: words.failed, who: 'act' },
} as const satisfies Record<Step['status'], Words>;

const guardIn = ({ guard }: Step): string =>
  guard?.blocked ? words.aGuardBlockedTheReply(wordOf(guard.reason ?? 'unknown').toLowerCase()) : '';

/** One call of a model: what it was shown part by part, and what it wrote. */
const Shown = ({ step }: { step: Step }) => (
  <div className="stack-close">
    <p className="faint numbers">
      {words.inputTokensCached(step.input_tokens, step.cached_tokens)}
      {words.outputTokensForReasoning(step.output_tokens, step.reasoning_tokens)}
      {words.ms(step.latency_ms, costOf(step.cost_micros))}
      {step.attempts > 1 && words.attempts(step.attempts)}
      {step.model_name && ` · ${step.model_name}`}
      {step.finish_reason && ` · ${step.finish_reason}`}
    </p>
    {step.error && <p className="quiet">{faultInWords(step.error)}</p>}
    {step.server_said && <pre className="code">{step.server_said}</pre>}
    {guardIn(step) && <p className="quiet">{guardIn(step)}</p>}
    {step.prompt.length === 0 && <p className="faint">{words.thePromptIsntAvailableItExpired}</p>}
    {step.prompt.map(({ name, origin, text }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part may come twice.
      <details key={index}>
        <summary>
          {promptPart(name)} <span className="faint">{origin === 'data' ? words.untrustedData : words.trusted}</span>
        </summary>
        <pre className="code">{text}</pre>
      </details>
    ))}
    {step.text && (
      <div>
        <p className="quiet">{words.output}</p>
        <pre className="code">{step.text}</pre>
      </div>
    )}
  </div>
);

/** The calls of a model in a turn, folded. */
export const ModelCalls = ({ steps }: { steps: readonly Step[] }) => (
  <ul className="differences">
    {steps.map((step) => (
      <li key={`${step.claim} ${step.no}`}>
        <details className="grow">
          <summary>
            {words.callVersion(step.no, step.model, step.model_version)} <Chip {...STATES[step.status]} />
          </summary>
          <Shown step={step} />
        </details>
      </li>
    ))}
  </ul>
);
