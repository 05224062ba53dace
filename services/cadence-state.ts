import { fromJson } from '../db/connection.js';
import type { AgentRunRow } from '../db/tables.js';
import { type CadencePlan, nextPlan } from '../domain/cadence/plan.js';
import type { CadenceState } from '../domain/cadence/state.js';
import { stepIndex } from '../domain/cadence/steps.js';
import type { Facts } from '../domain/facts.js';
import type { AgentDefinition } from '../schemas/agents.js';

/** The cadence's state as the row keeps it. */
export const cadenceOf = (run: Pick<AgentRunRow, 'cadence'>): CadenceState => fromJson(run.cadence);

const date = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** The columns that mirror a cadence's state and plan, so that lists and sweepers need no JSON. */
export function cadenceColumns(
  definition: AgentDefinition,
  state: CadenceState,
  plan: CadencePlan,
): Partial<AgentRunRow> {
  const [hold] = plan.holds;
  return {
    cadence: JSON.stringify(state),
    step_key: state.step_key,
    step_index: Math.max(0, stepIndex(definition, state.step_key)),
    attempts: state.sent_count,
    wake_at: date(plan.sleep_until),
    cadence_state: stateWord(plan),
    hold_reason: hold?.reason ?? null,
    hold_until: date(hold?.until ?? null),
    hold_detail: hold?.detail ?? null,
  };
}

const PAUSES = new Set(['human_takeover', 'manual']);

/** One word for what an open run is doing. */
function stateWord(plan: CadencePlan): AgentRunRow['cadence_state'] {
  const [hold] = plan.holds;
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
  return { plan, columns: cadenceColumns(definition, state, plan) };
}
