import type { Db } from '../connection.js';

/** Makes the leads of a cycle wait again that are held; answers how many. */
export const reopenHeldLeads = (tx: Db, cycleId: string): Promise<number> =>
  tx('job_cycle_leads')
    .where({ cycle_id: cycleId, outcome: 'held' })
    .update({ outcome: null, reason: null, matched: null, steps: null, finished_at: null });

/** Counts leads of cycles that are held as failed. */
export async function giveUpHeldLeads(tx: Db, cycleIds: readonly string[]): Promise<void> {
  await tx('job_cycle_leads')
    .whereIn('cycle_id', [...cycleIds])
    .where({ outcome: 'held' })
    .update({ outcome: 'failed' });
}

/** Lists the cycles of a job's schedule in which something is held. */
export const listHeldCycles = (tx: Db, job: { account_id: string; id: string }): Promise<string[]> =>
  tx('held_work AS h')
    .join('job_cycles AS c', 'c.id', 'h.id')
    .where({ 'h.kind': 'cycle', 'h.account_id': job.account_id, 'c.job_id': job.id, 'c.cause': 'cron' })
    .pluck('h.id');

/** Returns which of some cycles hold nothing that is still to be applied: their leads aside, they are done with. */
export async function listWithoutHeldEffects(tx: Db, cycleIds: readonly string[]): Promise<string[]> {
  const holding = await tx('job_effects')
    .whereIn('cycle_id', [...cycleIds])
    .where({ status: 'held' })
    .distinct()
    .pluck('cycle_id');
  return cycleIds.filter((id) => !holding.includes(id));
}
