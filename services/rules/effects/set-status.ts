import { statusRefusalText } from '../../../domain/agent-runs/status-change.js';
import { transferByStatus } from '../../agent-runs/assign.js';
import { setRunStatus } from '../../agent-runs/set-status.js';
import { type ApplyToRun, DONE } from '../effect.js';

/** Moves the lead's run to a status, and the lead to the agent that the status hands it over to. */
export const applySetStatus: ApplyToRun<'set_status'> = async (work, target, { params }, { origin }) => {
  const { account, leadId, run } = target;
  const changed = await setRunStatus(work, run.row, run.definition, {
    statusKey: params.status_key,
    reason: params.reason,
    origin,
    allowDowngrade: params.allow_downgrade,
  });
  if (changed.outcome === 'unknown_status' || changed.outcome === 'downgrade') {
    return { skipped: statusRefusalText(changed.outcome, params.status_key) };
  }
  const moved = await transferByStatus(work, changed, {
    accountId: account.id,
    accountTimezone: account.timezone,
    leadId,
    origin,
  });
  if (moved?.outcome === 'refused') return { skipped: `The status is set, but nothing took over: ${moved.message}` };
  return DONE;
};
