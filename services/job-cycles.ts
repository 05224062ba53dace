import type { Knex } from 'knex';
import { failsForAll, fromJson, inTransaction } from '../db/connection.js';
import { countOutcomes, lockCycleLeads, skipWaiting } from '../db/cycle-leads.js';
import { findCycleById, lockDueEffects, updateJobEffect } from '../db/job-cycles.js';
import { type OutboxItem, takePending } from '../db/outbox.js';
import type { JobCycleRow } from '../db/tables-jobs.js';
import { type CyclePiece, type CycleProgress, LEADS_AT_ONCE } from '../domain/flow/job-cycle.js';
import { actionsOf } from '../domain/jobs/steps.js';
import type { Clock } from '../runtime/clock.js';
import type { JobDocument } from './background-jobs.js';
import { workAgents } from './cycle-agents.js';
import { claimCycle } from './cycle-claim.js';
import { applyPutOff } from './cycle-effects.js';
import { cycleProgress, endCycle, isOpen, warn } from './cycle-end.js';
import { type Worked, workLeads } from './cycle-leads.js';

/** A piece of work that was done, and the instructions to Temporal that it committed. */
export interface WorkedCycle {
  progress: CycleProgress;
  pending: OutboxItem[];
  /** Set where users may wait for a mail. */
  digests?: { accountId: string };
  /** The cycle, where it ended with this piece. */
  ended?: string;
}

const NOTHING: CycleProgress = {
  finished: true,
  cycleId: null,
  status: 'inactive',
  claimed: 0,
  done: 0,
  counts: {},
  nextAt: null,
};

/**
 * Does the next piece of a cycle: the first one claims its leads, each works up to 50 of them in one transaction, the
 * last one ends the cycle; afterwards it does what was put off and is due. Whatever kills it, a repeat goes on behind
 * the last commit, so that no lead is acted on twice and none is left out.
 */
export async function workCycle(db: Knex, clock: Clock, piece: CyclePiece): Promise<WorkedCycle> {
  const cycle = await cycleOf(db, clock, piece);
  if (!cycle) return { progress: NOTHING, pending: [] };
  if (!isOpen(cycle)) return putOff(db, clock, cycle);
  const job = fromJson<JobDocument>(cycle.definition);
  const worked = await workPiece(db, clock, cycle, job, LEADS_AT_ONCE);
  const done = (piece.progress?.done ?? 0) + worked.leads;
  const progress = await cycleProgress(db, cycle, done);
  if (worked.leads === LEADS_AT_ONCE && done < progress.claimed) return { progress, pending: worked.pending };
  const ended = await finish(db, clock, cycle);
  const putsOff = job.steps.some((step) => actionsOf(step).some(({ action }) => (action.delay_seconds ?? 0) > 0));
  if (ended) working.delete(cycle.id);
  return {
    progress: await cycleProgress(db, ended ?? cycle, done, { putsOff }),
    pending: worked.pending,
    ...(ended && mails(job) ? { digests: { accountId: cycle.account_id } } : {}),
    ...(ended ? { ended: ended.id } : {}),
  };
}

/** Cycles that are being worked here. What stays as it is of them, such as the job's definition, is read once. */
const working = new Map<string, JobCycleRow>();
const MAX_WORKING = 200;

async function cycleOf(db: Knex, clock: Clock, piece: CyclePiece): Promise<JobCycleRow | undefined> {
  const id = piece.progress?.cycleId ?? null;
  const known = id === null || piece.progress?.finished ? undefined : working.get(id);
  if (known) return known;
  const cycle = id === null ? await claimed(db, clock, piece) : await findCycleById(db, id);
  if (working.size > MAX_WORKING) working.clear();
  if (cycle && isOpen(cycle)) working.set(cycle.id, cycle);
  return cycle;
}

const claimed = (db: Knex, clock: Clock, piece: CyclePiece): Promise<JobCycleRow | undefined> =>
  inTransaction(db, (tx) => claimCycle(tx, clock.now(), piece));

/** Whether a job's steps mail users. */
const mails = (job: JobDocument): boolean =>
  job.steps.some((step) =>
    actionsOf(step).some(({ action }) => action.type === 'notify_user' && action.params.channel === 'email'),
  );

/** Ends a cycle in which nothing waits any more; leads that vanished meanwhile are passed over. */
const finish = (db: Knex, clock: Clock, cycle: JobCycleRow): Promise<JobCycleRow | undefined> =>
  inTransaction(db, async (tx) => {
    const now = clock.now();
    const counts = await countOutcomes(tx, cycle.id);
    const jobId = cycle.job_id;
    if (counts.every(({ outcome }) => outcome !== null)) return endCycle(tx, now, cycle.id, { jobId, counts });
    if ((await lockCycleLeads(tx, cycle.id, 1)).length > 0) return undefined;
    await skipWaiting(tx, now, cycle.id, 'gone');
    return endCycle(tx, now, cycle.id, { jobId });
  });

type WorkedPiece = Worked & { pending: OutboxItem[] };

/** Works leads together; where one of them brings what can't be worked, the culprit is found one by one. */
async function workPiece(
  db: Knex,
  clock: Clock,
  cycle: JobCycleRow,
  job: JobDocument,
  limit: number,
): Promise<WorkedPiece> {
  const attempt = (refuse?: string): Promise<WorkedPiece> =>
    inTransaction(db, async (tx) => {
      const now = clock.now();
      const worked =
        job.scope === 'workflow_scoped'
          ? await workAgents(tx, now, cycle, job, limit, refuse)
          : await workLeads(tx, now, cycle, job, limit, refuse);
      await warn(tx, cycle, worked.warnings);
      return { ...worked, pending: takePending(tx) };
    });
  try {
    return await attempt();
  } catch (error) {
    if (!isFault(error)) throw error;
    if (limit === 1) return attempt(wordOf(error));
    const total: WorkedPiece = { leads: 0, warnings: [], pending: [] };
    for (let n = 0; n < limit; n += 1) {
      const one = await workPiece(db, clock, cycle, job, 1);
      if (one.leads === 0) break;
      total.leads += one.leads;
      total.pending.push(...one.pending);
    }
    return total;
  }
}

/**
 * Whether it is what a lead brings that fails: the database refuses it, or our own code does not expect it. A database
 * that is away, busy or of another release is not the lead's fault; its driver gives each of its errors a code.
 */
function isFault(error: unknown): boolean {
  const { sqlState, code } = (error ?? {}) as { sqlState?: unknown; code?: unknown };
  return !failsForAll(error) && (sqlState !== undefined || code === undefined);
}

/** Why a lead failed, for its row: what the database refused is data of the lead, which stays out of it. */
const wordOf = (error: unknown): string =>
  (error as { sqlState?: unknown })?.sqlState === undefined ? 'unexpected_error' : 'refused';

/** Does what was put off and is due now. */
async function putOff(db: Knex, clock: Clock, cycle: JobCycleRow): Promise<WorkedCycle> {
  const pending: OutboxItem[] = [];
  const piece = (limit: number, refuse?: string) =>
    inTransaction(db, async (tx) => {
      const now = clock.now();
      const effects = await lockDueEffects(tx, cycle.id, now, limit);
      for (const effect of effects) {
        const skipped = refuse ?? (await applyPutOff(tx, now, cycle, effect));
        await updateJobEffect(tx, effect.id, {
          status: skipped === undefined ? 'applied' : 'skipped',
          detail: skipped?.slice(0, 500) ?? null,
          applied_at: now,
        });
      }
      return { count: effects.length, items: takePending(tx) };
    });
  for (let limit = LEADS_AT_ONCE; ; ) {
    try {
      const { count, items } = await piece(limit);
      pending.push(...items);
      if (count < limit) break;
    } catch (error) {
      if (!isFault(error)) throw error;
      if (limit === 1) await piece(1, wordOf(error));
      limit = 1;
    }
  }
  const mailing = mails(fromJson<JobDocument>(cycle.definition));
  return {
    progress: await cycleProgress(db, cycle, cycle.evaluated),
    pending,
    ...(mailing ? { digests: { accountId: cycle.account_id } } : {}),
  };
}

/** Cancels a cycle whose workflow was cancelled by an operator. */
export const cancelCycleById = async (db: Knex, clock: Clock, piece: CyclePiece): Promise<void> => {
  const id = piece.progress?.cycleId ?? piece.cycleId;
  if (id !== null) await inTransaction(db, (tx) => endCycle(tx, clock.now(), id, { status: 'cancelled' }));
};
