import { fromJson } from '../../db/connection.js';
import type { EventOrigin, NewEvent } from '../../db/events/events.js';
import type { AgentRunRow } from '../../db/tables.js';
import { type CadencePlan, nextPlan } from '../../domain/cadence/plan.js';
import { type CadenceState, initialState } from '../../domain/cadence/state.js';
import { stepIndex } from '../../domain/cadence/steps.js';
import type { Facts, Hold } from '../../domain/facts.js';
import type { AgentDefinition } from '../../schemas/agents/agents.js';

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
const OUTER = new Set(['human_takeover', 'manual', 'workflow_paused', 'outcome_unknown', 'provider_backoff']);
const PAUSES = new Set(['human_takeover', 'manual']);

/** What holds the run now: a plan also tells what will hold a step that isn't due yet. */
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
