import type { AgentRun } from '../../schemas/agent-runs/agent-runs.js';
import { ENDS, STATES } from '../words/states.js';
import { Chip } from './chip.js';
import { HoldChip } from './hold-chip.js';

/** The state of a run: its hold, its wait, or how it ended. */
export function RunChip({
  run,
}: {
  run: Pick<AgentRun, 'is_active' | 'hold_reason' | 'paused_by' | 'cadence_state' | 'run_status'>;
}) {
  if (!run.is_active) return <Chip {...ENDS[run.run_status]} />;
  if (run.hold_reason) return <HoldChip reason={run.hold_reason} by={run.paused_by} />;
  return <Chip {...STATES[run.cadence_state]} />;
}
