import { lockRun, updateRun } from '../../db/agent-runs/agent-runs.js';
import { leaveLine } from '../../db/channels/line-places.js';
import { insertEvents } from '../../db/events/events.js';
import { listClaimsOfRun } from '../../db/messages/pending-of-run.js';
import { loseClaim } from '../../db/messages/transitions.js';
import type { Work } from '../../db/work.js';
import { claimedUntil } from '../../domain/messages/claims.js';
import { honoursKeys } from '../../domain/messages/states.js';
import type { TimerPlan } from '../../workflows/timer.protocol.js';
import { type Broken, heldPlan, holdAsError } from './held-work.js';

/**
 * Holds an enrolment whose step can't be worked, whatever the reason lies in. Only its own row is read: what is broken
 * may be anything else. What it claimed counts as unknown once it can't leave any more; before that, and where the run
 * has ended, nothing is held, and undefined answered.
 */
export async function holdBrokenRun(work: Work, agentRunId: string, broken: Broken): Promise<TimerPlan | undefined> {
  const { tx, now } = work;
  const run = await lockRun(tx, agentRunId);
  if (run?.open_slot !== 1) return undefined;
  const claims = await listClaimsOfRun(tx, agentRunId);
  if (claimedUntil(claims, now)) return undefined;
  for (const { id, provider } of claims) if (!honoursKeys(provider)) await loseClaim(tx, now, id);
  if (run.hold_reason !== null) await leaveLine(tx, [run.id]);
  const isNew = run.hold_reason !== 'error';
  const { id, account_id, lead_id, agent_id, step_key } = run;
  const hold = await holdAsError(work, { kind: 'run', id, account_id, agent_id, step_key }, broken, !isNew);
  await updateRun(tx, id, {
    cadence_state: 'held',
    hold_reason: hold.reason,
    hold_until: null,
    hold_detail: hold.detail,
    wake_at: null,
    started_at: run.started_at ?? now,
    updated_at: now,
  });
  if (isNew) {
    const data = { workflow_id: agent_id, step_key, ...hold };
    const origin = { kind: 'cadence', id, depth: 1 } as const;
    await insertEvents(tx, now, [
      { accountId: account_id, leadId: lead_id, agentRunId: id, type: 'cadence.held', data, origin },
    ]);
  }
  return heldPlan(hold);
}
