import { statusRefusal, statusRefusalText } from '../../agent-runs/status-change.js';
import type { Planner } from './planner.js';

/** Moves the lead to a status. What another agent's run makes of it is known only when it is done. */
export const planSetStatus: Planner<'set_status'> = (params, { facts }) => {
  const { status_key, workflow_id = null, allow_downgrade = false } = params;
  const isOwn = workflow_id === null || workflow_id.toLowerCase() === facts.agentId;
  const current = facts.status?.key ?? null;
  if (isOwn && status_key === current) return { skipped: 'The lead is in this status already.' };
  const change = { statusKey: status_key, allowDowngrade: allow_downgrade };
  const refusal = isOwn && facts.statuses ? statusRefusal(facts.statuses, current, change) : undefined;
  if (refusal) return { skipped: statusRefusalText(refusal, status_key), failed: true };
  return { params: { status_key, reason: params.reason ?? null, workflow_id, allow_downgrade } };
};
