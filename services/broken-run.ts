import type { Knex } from 'knex';
import { lockRun } from '../db/agent-runs.js';
import { endRun } from './runs.js';

/**
 * Ends an enrolment whose step can't be worked, whatever the reason lies in, with what operators need to find it. Only
 * its own row is read: what is broken may be anything else. A message that was claimed counts as unknown.
 */
export async function failBrokenRun(tx: Knex, now: Date, agentRunId: string, kind: string): Promise<void> {
  const run = await lockRun(tx, agentRunId);
  if (run?.open_slot !== 1) return;
  await tx('messages')
    .where({ agent_run_id: agentRunId, status: 'sending' })
    .update({ status: 'unknown', claim_no: tx.raw('claim_no + 1'), updated_at: now });
  await endRun(tx, now, run, {
    runStatus: 'failed',
    stopReason: 'error',
    origin: { kind: 'cadence', id: run.id, depth: 1 },
    data: { step_key: run.step_key, code: 'STEP_BROKEN', message: `The step could not be worked (${kind}).` },
    wake: false,
  });
}
