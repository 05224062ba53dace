import { findCycleById, lockCycle, reopenEffects, updateCycle } from '../../db/jobs/cycles.js';
import { giveUpHeldLeads, reopenHeldLeads } from '../../db/jobs/held-leads.js';
import { lockJobById } from '../../db/jobs/jobs.js';
import type { Work } from '../../db/work.js';
import { startCycle } from '../instructions/jobs.js';
import { isOpen } from './end-cycle.js';

/**
 * Lets a cycle go on with the leads and effects of it that are held, in the caller's transaction: it opens again and works
 * them by the job as it was when the cycle began. Where the job is gone or inactive they have failed.
 */
export async function goOnWithCycle(work: Work, cycleId: string): Promise<void> {
  const { tx, now } = work;
  const found = await findCycleById(tx, cycleId);
  const job = found && (await lockJobById(tx, found.job_id));
  const cycle = found && (await lockCycle(tx, cycleId));
  if (!cycle) return;
  if (!job?.is_active || job.deleted_at) {
    await giveUpHeldLeads(tx, [cycleId]);
    return;
  }
  const leads = await reopenHeldLeads(tx, cycleId);
  const effects = await reopenEffects(tx, cycleId);
  // One that is open still works them with the rest.
  if (leads + effects === 0 || isOpen(cycle)) return;
  if (leads > 0) await updateCycle(tx, cycleId, { status: 'running', ended_at: null, failure: null, updated_at: now });
  await startCycle(work, cycle, { again: true });
}
