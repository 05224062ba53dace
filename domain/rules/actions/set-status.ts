import { statusRefusal, statusRefusalText } from '../../agent-runs/status-change.js';
import type { Facts } from '../../facts.js';
import { onRun } from './definition.js';
import type { Planner } from './planner.js';

/** Returns whether the status is one of the acting agent. */
const isOwn = ({ agentId }: Facts, named: string | null): boolean => named === null || named.toLowerCase() === agentId;

/** Moves the lead to a status. What another agent's run makes of it is known only when it is done. */
const planSetStatus: Planner<'set_status'> = (params, { facts }) => {
  const { status_key, workflow_id = null, allow_downgrade = false } = params;
  const own = isOwn(facts, workflow_id);
  const current = facts.status?.key ?? null;
  if (own && status_key === current) return { skipped: 'The lead already has this status.' };
  const change = { statusKey: status_key, allowDowngrade: allow_downgrade };
  const refusal = own && facts.statuses ? statusRefusal(facts.statuses, current, change) : undefined;
  if (refusal) return { skipped: statusRefusalText(refusal, status_key), failed: true };
  return { params: { status_key, reason: params.reason ?? null, workflow_id, allow_downgrade } };
};

export const setStatus = onRun<'set_status'>(planSetStatus, {
  // Whether a status goes back depends on the one that an action before has set.
  planned: (facts, { status_key, workflow_id }) =>
    facts.status && isOwn(facts, workflow_id) ? { ...facts, status: { ...facts.status, key: status_key } } : facts,
  applied(facts, { status_key, workflow_id }, { now, categoryOf }) {
    if (workflow_id && workflow_id !== facts.agentId) return facts;
    const status = {
      key: status_key,
      category: categoryOf(status_key),
      entered_at: now.toISOString(),
      previous_key: facts.status?.key ?? null,
    };
    const ends = facts.statuses?.some(({ key, is_terminal }) => key === status_key && is_terminal);
    return { ...facts, status, ...(ends ? { runEnded: true } : {}) };
  },
  shown: ({ status }) => ({ status_key: status?.key ?? null }),
});
