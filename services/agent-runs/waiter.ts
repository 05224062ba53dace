import type { AgentRunRow } from '../../db/tables.js';
import type { CadenceState } from '../../domain/cadence/state.js';
import { isSending, stepByKey } from '../../domain/cadence/steps.js';
import type { Facts } from '../../domain/facts.js';
import { effectiveWindow } from '../../domain/time/windows.js';
import type { AgentDefinition } from '../../schemas/agents/agents.js';

/** Returns how an enrolment waits in a line: by when its step was due, behind messages that somebody asked for. */
export function waiterOf(
  run: Pick<AgentRunRow, 'id' | 'account_id' | 'hold_reason' | 'enrolled_at'>,
  { definition, state, facts }: { definition: AgentDefinition; state: CadenceState; facts: Facts },
) {
  const step = stepByKey(definition, state.step_key);
  return {
    kind: 'agent_run' as const,
    subject_id: run.id,
    accountId: run.account_id,
    urgency: 1,
    due_at: new Date(state.due_at ?? run.enrolled_at),
    wasHeld: run.hold_reason !== null,
    isFirst: state.sent_count === 0,
    limits: definition.limits,
    window: step && isSending(step) ? effectiveWindow(step.window, definition.cadence.window) : null,
    zones: facts,
  };
}
