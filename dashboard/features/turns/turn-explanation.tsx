import type { ReactNode } from 'react';
import type { ConversationTurn } from '../../../schemas/conversations/turns.js';
import { Chip } from '../../components/chip.js';
import { valuesInWords } from '../../components/compare-values.js';
import { Timestamp } from '../../components/time/timestamp.js';
import * as words from '../../words/en/turn.js';
import { wordOf } from '../../words/fields.js';
import { LOCALE } from '../../words/locale.js';
import { translated } from '../../words/sentences.js';
import { CAUSES, costOf, sentenceOf, TURNS, toolOf } from '../../words/turns.js';
import { ModelCalls } from './model-calls.js';
import { ReplyOffers } from './reply-offers.js';

type Call = ConversationTurn['calls'][number];
type Effect = ConversationTurn['effects'][number];

const SECONDS = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 });
const NUMBER = new Intl.NumberFormat(LOCALE);

/** A part of the explanation, which is left out where there is nothing to say. */
const Part = ({ title, when = true, children }: { title: string; when?: boolean; children: ReactNode }) =>
  when ? (
    <section aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  ) : null;

/** The source of a decision, and its cost. */
function TurnDetails({ turn: { steps, cost_micros } }: { turn: ConversationTurn }) {
  if (steps.length === 0) return <p className="quiet">{words.theAgentFollowedItsRulesNo}</p>;
  const sum = (of: (step: ConversationTurn['steps'][number]) => number) =>
    steps.reduce((total, step) => total + of(step), 0);
  const models = [...new Set(steps.map(({ model }) => model))].join(', ');
  return (
    <p className="quiet">
      {words.callsOfModels(models, steps.length)}
      {words.inputTokens(NUMBER.format(sum((step) => step.input_tokens)))}
      {words.outputTokens(NUMBER.format(sum((step) => step.output_tokens)))}
      {words.seconds(SECONDS.format(sum((step) => step.latency_ms) / 1000))}
      {words.inYourCurrency(costOf(cost_micros))}
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
            {page !== null && <span className="faint">{words.page(page)}</span>}
          </span>
          <span className="faint numbers">{words.score(score.toFixed(2))}</span>
        </li>
      ))}
  </ul>
);

/** The agent's tool calls, each with its outcome. */
const Calls = ({ calls }: { calls: readonly Call[] }) => (
  <ul className="differences">
    {calls.map((call, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same call may come twice.
      <li key={index}>
        <strong>{toolOf(call.tool)}</strong>
        <span className="grow" />
        {call.corrected && <Chip who="off" label={words.corrected} />}
        {call.allowed ? <Chip who="ok" label={words.allowed} /> : <Chip who="decide" label={words.refused} />}
        <span className="quiet change">{valuesInWords(call.arguments)}</span>
        {call.refusal && <span className="faint change">{translated(call.refusal.message)}</span>}
      </li>
    ))}
  </ul>
);

const stateOf = ({ applied, skipped_reason }: Effect, isTrial: boolean) =>
  applied
    ? ({ who: 'ok', label: words.applied } as const)
    : isTrial && !skipped_reason
      ? ({ who: 'off', label: words.wouldApply } as const)
      : ({ who: 'decide', label: words.skipped } as const);

/** The changes of a turn, real or simulated. */
const TurnEffects = ({ effects, isTrial = false }: { effects: readonly Effect[]; isTrial?: boolean }) => (
  <ul className="differences">
    {effects.map((effect) => (
      <li key={effect.idempotency_key}>
        <strong>{wordOf(effect.type)}</strong>
        <span className="grow" />
        <Chip {...stateOf(effect, isTrial)} />
        <span className="quiet change">{valuesInWords(effect.params)}</span>
        {effect.skipped_reason && <span className="faint change">{translated(effect.skipped_reason)}</span>}
      </li>
    ))}
  </ul>
);

/** A turn of the agent, explained: sentences first, what a model was shown and wrote folded below. */
export function TurnExplanation({ turn, isTrial = false }: { turn: ConversationTurn; isTrial?: boolean }) {
  const { calls, effects, inputs, reply, steps } = turn;
  const sure = turn.confidence === null ? '' : words.confident(Math.round(turn.confidence * 100));
  return (
    <div className="explained">
      <div>
        <p className="row">
          <Chip {...TURNS[turn.status]} /> <strong>{sentenceOf(turn)}</strong>
        </p>
        <TurnDetails turn={turn} />
        <p className="faint">
          {/* The version number of a trial is internal, so it isn't shown. */}
          {isTrial ? words.draft : words.version(turn.workflow_version)}
          {turn.variant && words.variant(turn.variant)}
          {words.inLabel(turn.language, sure)}
          {!isTrial && <Timestamp at={turn.ended_at} plain />}
        </p>
      </div>
      <Part title={words.trigger}>
        <p className="quiet">
          {CAUSES[turn.cause]}{' '}
          {!isTrial && (
            <>
              {words.due}
              <Timestamp at={turn.due_at} plain />.
            </>
          )}
        </p>
      </Part>
      <Part title={words.messageReceived} when={inputs.length > 0}>
        {inputs.map(({ id, text }) => (
          <blockquote key={id} className="said">
            {text ?? words.erased}
          </blockquote>
        ))}
      </Part>
      <Part title={words.reply} when={reply !== null}>
        <blockquote className="said">{reply?.text ?? words.erased}</blockquote>
        {reply && <ReplyOffers message={reply} />}
      </Part>
      <Part title={words.knowledgeSources} when={calls.some(({ sources }) => sources.length > 0)}>
        <Sources calls={calls} />
      </Part>
      <Part title={words.toolCalls} when={calls.length > 0}>
        <Calls calls={calls} />
      </Part>
      <Part title={isTrial ? words.proposedChanges : words.changes} when={effects.length > 0}>
        <TurnEffects effects={effects} isTrial={isTrial} />
      </Part>
      <Part title={words.modelCalls} when={steps.length > 0}>
        <ModelCalls steps={steps} />
      </Part>
    </div>
  );
}
