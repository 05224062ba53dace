import { fromJson } from '../../db/connection.js';
import type { EventOrigin, NewEvent } from '../../db/events/events.js';
import type { AgentRunRow } from '../../db/tables.js';
import { type CadencePlan, nextPlan } from '../../domain/cadence/plan.js';
import { type CadenceState, initialState } from '../../domain/cadence/state.js';
import { channelOf, isSending, stepByKey, stepIndex, stepsOf } from '../../domain/cadence/steps.js';
import { followerOf } from '../../domain/cadence/transitions.js';
import type { Facts, Hold } from '../../domain/facts.js';
import { inZone } from '../../domain/time/zoned.js';
import type { AgentDefinition } from '../../schemas/agents/agents.js';
import type { CadenceStep } from '../../schemas/cadence/cadence.js';
import type { TimerPlan } from '../../workflows/timer.protocol.js';

/**
 * Reads the cadence's state as the row keeps it. What the row doesn't hold is as at the start: erased runs hold
 * nothing, and rows written by an earlier release lack what came later.
 */
export const cadenceOf = (run: Pick<AgentRunRow, 'cadence' | 'enrolled_at'>): CadenceState => ({
  ...initialState(run.enrolled_at),
  ...fromJson<Partial<CadenceState>>(run.cadence),
});

const date = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** Returns the columns that mirror a cadence's state and plan, so that lists and sweepers need no JSON. */
export function cadenceColumns(
  definition: AgentDefinition,
  state: CadenceState,
  plan: CadencePlan,
  now: Date,
): Partial<AgentRunRow> {
  const [hold] = holding(plan, now);
  return {
    cadence: JSON.stringify(state),
    step_key: state.step_key,
    step_index: Math.max(0, stepIndex(definition, state.step_key)),
    attempts: state.sent_count,
    wake_at: date(plan.sleep_until),
    cadence_state: stateWord(hold),
    hold_reason: hold?.reason ?? null,
    hold_until: date(hold?.until ?? null),
    hold_detail: hold?.detail ?? null,
  };
}

/** Holds that keep the whole run, whenever its step is due. */
const OUTER = new Set([
  'human_takeover',
  'manual',
  'workflow_paused',
  'outcome_unknown',
  'provider_backoff',
  'reconnect_needed',
]);
const PAUSES = new Set(['human_takeover', 'manual']);

/** Returns the hold that is in force now. A plan also lists holds of a step that isn't due yet. */
const holding = ({ holds, due_at }: CadencePlan, now: Date): Hold[] =>
  holds.filter(({ reason }) => OUTER.has(reason) || due_at === null || Date.parse(due_at) <= now.getTime());

/** One word for what an open run is doing. */
function stateWord(hold: Hold | undefined): AgentRunRow['cadence_state'] {
  if (!hold) return 'waiting';
  return PAUSES.has(hold.reason) ? 'paused' : 'held';
}

/** Plans what comes next from the facts as they are, and gives the columns that tell of it. */
export function replan(
  definition: AgentDefinition,
  state: CadenceState,
  facts: Facts,
  now: Date,
): { plan: CadencePlan; columns: Partial<AgentRunRow> } {
  const plan = nextPlan(definition, state, facts, now);
  return { plan, columns: cadenceColumns(definition, state, plan, now) };
}

/**
 * Makes the event of a message or call which is planned for later, once for each attempt, and the state that remembers
 * it; undefined where there is nothing new to tell.
 */
export function emitScheduled(
  run: Pick<AgentRunRow, 'id' | 'account_id' | 'lead_id' | 'agent_id'>,
  state: CadenceState,
  plan: CadencePlan,
  now: Date,
  origin: EventOrigin,
): { state: CadenceState; event: NewEvent } | undefined {
  const { step_key, channel, due_at } = plan;
  const scheduled = `${step_key} ${state.visit} ${state.attempt}`;
  if (channel === null || due_at === null || Date.parse(due_at) <= now.getTime()) return undefined;
  if (scheduled === state.scheduled) return undefined;
  const data = { workflow_id: run.agent_id, step_key, channel, scheduled_at: due_at };
  const { id: agentRunId, account_id: accountId, lead_id: leadId } = run;
  return {
    state: { ...state, scheduled },
    event: { accountId, type: 'cadence.step_scheduled', leadId, agentRunId, data, origin },
  };
}

const words = (name: string): string => name.replaceAll('_', ' ');

const what = (step: CadenceStep): string =>
  isSending(step) ? (step.type === 'call' ? 'call' : `send ${channelOf(step)}`) : words(step.type);

/**
 * Returns the wait that follows from a plan, in words without names, addresses or texts: "wait until 2026-03-02 09:00
 * Europe/Madrid, step 3 of 5", on the lead's clock. With the state it also carries the cadence as a table.
 */
export function timerOf(definition: AgentDefinition, plan: CadencePlan, zone: string, state?: CadenceState): TimerPlan {
  const step = stepsOf(definition)[plan.step_number - 1];
  const progress = progressOf(plan.step_number, plan.total_steps);
  const [hold] = plan.holds;
  // A queued run is woken. Its timer is only a fallback.
  const at = hold?.line ? hold.until : plan.sleep_until;
  const until = at === null ? 'until woken' : `${hold?.line ? 'until about' : 'until'} ${clock(at, zone)} ${zone}`;
  const line = hold?.place ? `, place ${hold.place} in line,` : '';
  return {
    sleepUntil: plan.sleep_until,
    summary: hold ? `held (${words(hold.reason)})${line} ${until}, ${progress}` : `wait ${until}, ${progress}`,
    action: step ? actionOf(definition, step, plan) : 'end',
    ...(state ? { details: table(definition, zone, state, plan) } : {}),
  };
}

/** Returns the table of a run that has come to its end. */
export const endedDetails = (definition: AgentDefinition, zone: string, state: CadenceState, outcome: string): string =>
  `Ended: ${words(outcome)}\n\n${table(definition, zone, state)}`;

const progressOf = (number: number, total: number): string => `step ${number} of ${total}`;

/** Returns the action after the wait. The end of a wait step leads directly to the next step. */
function actionOf(definition: AgentDefinition, step: CadenceStep, { step_number, total_steps }: CadencePlan): string {
  const next = step.type === 'wait' ? stepByKey(definition, followerOf(definition, step)) : undefined;
  if (next && isSending(next) && (next.delay ?? { type: 'none' }).type === 'none') {
    return `${what(next)}, ${progressOf(stepIndex(definition, next.key) + 1, total_steps)}, after the wait`;
  }
  return `${step.type === 'wait' ? 'end of the wait' : what(step)}, ${progressOf(step_number, total_steps)}`;
}

let worded = { at: '', zone: '', text: '' };

/**
 * Minutes are enough for people, unless the wait ends within one. The leads of a batch mostly wait for the same
 * instant on the same clock, so what was worded last is kept.
 */
function clock(at: string, zone: string): string {
  if (worded.at !== at || worded.zone !== zone) {
    const local = inZone(Date.parse(at), zone);
    worded = { at, zone, text: local.toFormat(local.second === 0 ? 'yyyy-MM-dd HH:mm' : 'yyyy-MM-dd HH:mm:ss') };
  }
  return worded.text;
}

const MAX_ROWS = 30;

function table(definition: AgentDefinition, zone: string, state: CadenceState, plan?: CadencePlan): string {
  const rows = stepsOf(definition)
    .slice(0, MAX_ROWS)
    .map((step, index) => `| ${index + 1} | \`${step.key}\` | ${what(step)} | ${stateOf(step, zone, state, plan)} |`);
  return ['| # | Step | What | State |', '|---|---|---|---|', ...rows].join('\n');
}

function stateOf(step: CadenceStep, zone: string, state: CadenceState, plan?: CadencePlan): string {
  if (plan && step.key === plan.step_key) {
    const [hold] = plan.holds;
    if (hold) return `held: ${words(hold.reason)}${hold.until ? ` until ${clock(hold.until, zone)}` : ''}`;
    return plan.sleep_until === null ? 'waiting' : `next, ${clock(plan.sleep_until, zone)}`;
  }
  const arm = state.arms[step.key];
  if (arm) return step.type === 'branch' ? `conditions ${arm === 'then' ? 'met' : 'not met'}` : `went ${words(arm)}`;
  return (state.visits[step.key] ?? 0) > 0 ? 'done' : '';
}
