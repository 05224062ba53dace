import type { Body } from '../../api/operation-types.js';
import type { RunSearch } from './run-search.js';

/** The selected runs: some by ID, or all open ones that match the filters of the list. */
export type ChosenRuns = { ids: readonly string[] } | { search: RunSearch };

export type RunOperation = 'pause' | 'resume' | 'stop' | 'shift';

const split = (text: string | undefined) => text?.split(',').filter(Boolean);

/** Writes which runs are meant as the API takes it; undefined where no filter says it, as all runs never are. */
export function filterOf(chosen: ChosenRuns): Record<string, unknown> | undefined {
  if ('ids' in chosen) return chosen.ids.length > 0 ? { workflow_run_ids: chosen.ids } : undefined;
  const { workflow_id, cadence_state, hold_reason, status_keys } = chosen.search;
  const filter = {
    ...(workflow_id ? { workflow_id } : {}),
    ...(cadence_state ? { cadence_state: split(cadence_state) } : {}),
    ...(hold_reason ? { hold_reason: split(hold_reason) } : {}),
    ...(status_keys ? { status_keys: split(status_keys) } : {}),
  };
  return Object.keys(filter).length > 0 ? filter : undefined;
}

const MINUTES = { minutes: 1, hours: 60, days: 1_440 } as const;

/** Writes a change of runs as the API takes it. */
export function bodyOf(
  operation: RunOperation,
  chosen: ChosenRuns,
  values: Record<string, string>,
): Body<'bulkWorkflowRuns'> {
  const { reason, resume_policy, amount, unit, human_takeover } = values;
  return {
    operation,
    filter: filterOf(chosen),
    ...(reason?.trim() ? { reason: reason.trim() } : {}),
    ...(operation === 'resume' ? { resume_policy, human_takeover: human_takeover === 'on' } : {}),
    ...(operation === 'shift'
      ? { shift_minutes: Math.round(Number(amount) * MINUTES[(unit as keyof typeof MINUTES) ?? 'hours']) }
      : {}),
  } as Body<'bulkWorkflowRuns'>;
}
