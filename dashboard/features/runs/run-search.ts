import type { CadenceState, RunStatus } from '../../../schemas/agents/agents.js';
import { holdReasons, listOf, type SearchOf, searchParams, text, uuid } from '../../components/search-params.js';

/** Reads the URL of the list, which has the filters of the API. */
export const readRunSearch = searchParams({
  workflow_id: uuid,
  cadence_state: listOf<CadenceState>(
    ...(['pending', 'active', 'waiting', 'held', 'paused', 'completed', 'stopped', 'failed'] as const),
  ),
  hold_reason: holdReasons,
  status_keys: text(1_000),
  run_status: listOf<RunStatus>('running', 'completed', 'stopped', 'failed', 'transferred', 'expired'),
});
export type RunSearch = SearchOf<typeof readRunSearch>;
