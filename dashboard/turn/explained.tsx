import type { ReactNode } from 'react';
import type { ConversationTurn } from '../../schemas/conversations/turns.js';
import { Chip } from '../parts/chip.js';
import { valuesInWords } from '../parts/compare.js';
import { When } from '../parts/when.js';
import { wordOf } from '../words/fields.js';
import { CAUSES, costOf, sentenceOf, TURNS, toolOf } from '../words/turns.js';
import { Offers } from './message.js';
import { ModelCalls } from './model-calls.js';

type Call = ConversationTurn['calls'][number];
type Effect = ConversationTurn['effects'][number];

const SECONDS = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });
const NUMBER = new Intl.NumberFormat();

/** A part of the explanation, which is left out where there is nothing to say. */
const Part = ({ title, when = true, children }: { title: string; when?: boolean; children: ReactNode }) =>
  when ? (
    <section aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  ) : null;

/** Who decided, and what that took. */
function Thought({ turn: { steps, cost_micros } }: { turn: ConversationTurn }) {
  if (steps.length === 0) return <p className="quiet">It went by rules: no model was asked.</p>;
  const sum = (of: (step: ConversationTurn['steps'][number]) => number) =>
    steps.reduce((total, step) => total + of(step), 0);
  const models = [...new Set(steps.map(({ model }) => model))].join(', ');
  return (
    <p className="quiet">
      {`The model ${models} was asked ${steps.length === 1 ? 'once' : `${steps.length} times`}: `}
      {`${NUMBER.format(sum((step) => step.input_tokens))} tokens read, `}
      {`${NUMBER.format(sum((step) => step.output_tokens))} written, `}
      {`${SECONDS.format(sum((step) => step.latency_ms) / 1000)} seconds, `}
      {`${costOf(cost_micros)} in your currency.`}
    </p>
  );
}

const Sources = ({ calls }: { calls: readonly Call[] }) => (
  <ul className="differences">
    {calls
      .flatMap(({ sources }) => sources)
      .map(({ n, chunk_id, title, page, score }) => (
        <li key={`${n} ${chunk_id}`}>
          <span className="grow">
            [{n}] {title}
            {page !== null && <span className="faint">, page {page}</span>}
          </span>
          <span className="faint numbers">score {score.toFixed(2)}</span>
        </li>
      ))}
  </ul>
);

/** What the agent asked for, each with what was made of it. */
const Calls = ({ calls }: { calls: readonly Call[] }) => (
  <ul className="differences">
    {calls.map((call, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same call may come twice.
      <li key={index}>
        <strong>{toolOf(call.tool)}</strong>
        <span className="grow" />
        {call.corrected && <Chip who="off" label="A correction" />}
        {call.allowed ? <Chip who="ok" label="Let through" /> : <Chip who="decide" label="Refused" />}
        <span className="quiet change">{valuesInWords(call.arguments)}</span>
        {call.refusal && <span className="faint change">{call.refusal.message}</span>}
      </li>
    ))}
  </ul>
);

const stateOf = ({ applied, skipped_reason }: Effect, isTrial: boolean) =>
  applied
    ? ({ who: 'ok', label: 'Done' } as const)
    : isTrial && !skipped_reason
      ? ({ who: 'off', label: 'Would be done' } as const)
      : ({ who: 'decide', label: 'Left out' } as const);

/** What a turn changed, or would change. */
const TurnEffects = ({ effects, isTrial = false }: { effects: readonly Effect[]; isTrial?: boolean }) => (
  <ul className="differences">
    {effects.map((effect) => (
      <li key={effect.idempotency_key}>
        <strong>{wordOf(effect.type)}</strong>
        <span className="grow" />
        <Chip {...stateOf(effect, isTrial)} />
        <span className="quiet change">{valuesInWords(effect.params)}</span>
        {effect.skipped_reason && <span className="faint change">{effect.skipped_reason}</span>}
      </li>
    ))}
  </ul>
);

/** A turn of the agent, explained: sentences first, what a model was shown and wrote folded below. */
export function Explained({ turn, isTrial = false }: { turn: ConversationTurn; isTrial?: boolean }) {
  const { calls, effects, inputs, reply, steps } = turn;
  const sure = turn.confidence === null ? '' : `, ${Math.round(turn.confidence * 100)} % sure of its answer`;
  return (
    <div className="explained">
      <div>
        <p className="row">
          <Chip {...TURNS[turn.status]} /> <strong>{sentenceOf(turn)}</strong>
        </p>
        <Thought turn={turn} />
        <p className="faint">
          {/* A version that is tried has a number of its own, which tells nobody anything. */}
          {isTrial ? 'As it is tried' : `Version ${turn.workflow_version}`}
          {turn.variant && `, variant ${turn.variant}`}
          {`, in ${turn.language}${sure}. `}
          {!isTrial && <When at={turn.ended_at} plain />}
        </p>
      </div>
      <Part title="Why then">
        <p className="quiet">
          {CAUSES[turn.cause]}{' '}
          {!isTrial && (
            <>
              Due <When at={turn.due_at} plain />.
            </>
          )}
        </p>
      </Part>
      <Part title="What was said" when={inputs.length > 0}>
        {inputs.map(({ id, text }) => (
          <blockquote key={id} className="said">
            {text ?? 'It was erased.'}
          </blockquote>
        ))}
      </Part>
      <Part title="What it answered" when={reply !== null}>
        <blockquote className="said">{reply?.text ?? 'It was erased.'}</blockquote>
        {reply && <Offers message={reply} />}
      </Part>
      <Part title="What it found in documents" when={calls.some(({ sources }) => sources.length > 0)}>
        <Sources calls={calls} />
      </Part>
      <Part title="What it asked for" when={calls.length > 0}>
        <Calls calls={calls} />
      </Part>
      <Part title={isTrial ? 'What it would change' : 'What it changed'} when={effects.length > 0}>
        <TurnEffects effects={effects} isTrial={isTrial} />
      </Part>
      <Part title="What the model was shown and wrote" when={steps.length > 0}>
        <ModelCalls steps={steps} />
      </Part>
    </div>
  );
}
