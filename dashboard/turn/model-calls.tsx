import type { ConversationTurn } from '../../schemas/conversations/turns.js';
import { Chip } from '../parts/chip.js';
import { wordOf } from '../words/fields.js';
import { costOf, faultInWords, promptPart } from '../words/turns.js';
import type { Words } from '../words/who.js';

type Step = ConversationTurn['steps'][number];

const STATES = {
  asking: { label: 'Asks', who: 'clock' },
  ok: { label: 'Answered', who: 'ok' },
  discarded: { label: 'Not used', who: 'off' },
  cancelled: { label: 'Lost', who: 'off' },
  failed: { label: 'Failed', who: 'act' },
} as const satisfies Record<Step['status'], Words>;

const guardIn = ({ guard }: Step): string =>
  guard?.blocked ? `A guard kept it from being sent: ${wordOf(guard.reason ?? 'unknown').toLowerCase()}.` : '';

/** One call of a model: what it was shown part by part, and what it wrote. */
const Shown = ({ step }: { step: Step }) => (
  <div className="stack-close">
    <p className="faint numbers">
      {`${step.input_tokens} tokens read, ${step.cached_tokens} of them known before; `}
      {`${step.output_tokens} written, ${step.reasoning_tokens} of them thought; `}
      {`${step.latency_ms} ms, ${costOf(step.cost_micros)}`}
      {step.attempts > 1 && `, asked ${step.attempts} times`}
      {step.model_name && ` · ${step.model_name}`}
      {step.finish_reason && ` · ${step.finish_reason}`}
    </p>
    {step.error && <p className="quiet">{faultInWords(step.error)}</p>}
    {step.server_said && <pre className="code">{step.server_said}</pre>}
    {guardIn(step) && <p className="quiet">{guardIn(step)}</p>}
    {step.prompt.length === 0 && <p className="faint">What it was shown is not kept any more, or was not kept.</p>}
    {step.prompt.map(({ name, origin, text }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part may come twice.
      <details key={index}>
        <summary>
          {promptPart(name)}{' '}
          <span className="faint">{origin === 'data' ? 'data that anybody may have written' : 'trusted'}</span>
        </summary>
        <pre className="code">{text}</pre>
      </details>
    ))}
    {step.text && (
      <div>
        <p className="quiet">It wrote</p>
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
            {`Call ${step.no}, ${step.model} version ${step.model_version}`} <Chip {...STATES[step.status]} />
          </summary>
          <Shown step={step} />
        </details>
      </li>
    ))}
  </ul>
);
