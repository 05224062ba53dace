import { fromJson, isFault } from '../../db/connection.js';
import {
  countOutcomes,
  finishCycleLeads,
  lockCycleAgents,
  lockCyclePlaces,
  skipWaiting,
} from '../../db/jobs/cycle-leads.js';
import { findCycleById, lockDueEffects, updateJobEffect } from '../../db/jobs/cycles.js';
import type { JobCycleRow } from '../../db/tables.js';
import { inWork, type Work, type WorkDependencies } from '../../db/work.js';
import { type CyclePiece, type CycleProgress, LEADS_AT_ONCE } from '../../domain/flow/job-cycle.js';
import { actionsOf } from '../../domain/jobs/steps.js';
import { faultOf } from '../../runtime/fault.js';
import type { LeadOutcome } from '../../schemas/jobs/job-cycles.js';
import { holdAsError } from '../agent-runs/held-work.js';
import { releaseDigests } from '../messages/digests.js';
import { claimCycle } from './claim-cycle.js';
import { applyDeferred } from './deferred-effects.js';
import { cycleProgress, endCycle, isOpen, warn } from './end-cycle.js';
import type { JobDocument } from './jobs.js';
import { type WorkResult, workAgents, workLeads } from './work-leads.js';

/** A piece of work that was done. */
export interface WorkedCycle {
  progress: CycleProgress;
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
 * Processes the next batch of a cycle. The first batch claims its leads, each processes up to 50 of them in one
 * transaction, and the last one ends the cycle. After that it applies the deferred effects that are due. A repetition
 * continues after the last commit, so no lead is acted on twice or skipped, whatever ends the process.
 */
export async function workCycle(deps: WorkDependencies, piece: CyclePiece): Promise<WorkedCycle> {
  const cycle = await cycleOf(deps, piece);
  if (!cycle) return { progress: NOTHING };
  if (!isOpen(cycle)) return workDeferred(deps, cycle);
  const job = fromJson<JobDocument>(cycle.definition);
  const worked = await workPiece(deps, cycle, job, LEADS_AT_ONCE);
  const done = (piece.progress?.done ?? 0) + worked.leads;
  const progress = await cycleProgress(deps.db, cycle, done);
  if (worked.leads === LEADS_AT_ONCE && done < progress.claimed) return { progress };
  const ended = await finish(deps, cycle, mails(job));
  const defers = job.steps.some((step) => actionsOf(step).some(({ action }) => (action.delay_seconds ?? 0) > 0));
  if (ended) working.delete(cycle.id);
  return {
    progress: await cycleProgress(deps.db, ended ?? cycle, done, { defers }),
    ...(ended ? { ended: ended.id } : {}),
  };
}

/** Cycles that are being worked here. What stays as it is of them, such as the job's definition, is read once. */
const working = new Map<string, JobCycleRow>();
const MAX_WORKING = 200;

async function cycleOf(deps: WorkDependencies, piece: CyclePiece): Promise<JobCycleRow | undefined> {
  const id = piece.progress?.cycleId ?? null;
  const known = id === null || piece.progress?.finished ? undefined : working.get(id);
  if (known) return known;
  const cycle = id === null ? await claimed(deps, piece) : await findCycleById(deps.db, id);
  if (working.size > MAX_WORKING) working.clear();
  if (cycle && isOpen(cycle)) working.set(cycle.id, cycle);
  return cycle;
}

const claimed = (deps: WorkDependencies, piece: CyclePiece): Promise<JobCycleRow | undefined> =>
  inWork(deps, (work) => claimCycle(work, piece));

/** Returns whether a job's steps mail users. */
const mails = (job: JobDocument): boolean =>
  job.steps.some((step) =>
    actionsOf(step).some(({ action }) => action.type === 'notify_user' && action.params.channel === 'email'),
  );

/** Ends a cycle without waiting work. Leads that were deleted during the cycle are skipped. */
const finish = (deps: WorkDependencies, cycle: JobCycleRow, mailing: boolean): Promise<JobCycleRow | undefined> =>
  inWork(deps, async (work) => {
    const ended = await endIfThrough(work, cycle);
    if (ended && mailing) await releaseDigests(work, cycle.account_id, cycle.job_id);
    return ended;
  });

async function endIfThrough(work: Work, cycle: JobCycleRow): Promise<JobCycleRow | undefined> {
  const { tx, now } = work;
  const counts = await countOutcomes(tx, cycle.id);
  const jobId = cycle.job_id;
  if (counts.every(({ outcome }) => outcome !== null)) return endCycle(work, cycle.id, { jobId, counts });
  if ((await lockCyclePlaces(tx, cycle.id, 1)).length > 0) return undefined;
  await skipWaiting(tx, now, cycle.id, 'gone');
  return endCycle(work, cycle.id, { jobId });
}

/** Works leads together; where one of them brings what can't be worked, the culprit is found one by one and held. */
async function workPiece(
  deps: WorkDependencies,
  cycle: JobCycleRow,
  job: JobDocument,
  limit: number,
): Promise<WorkResult> {
  const attempt = (): Promise<WorkResult> =>
    inWork(deps, async (work) => {
      const worked =
        job.scope === 'workflow_scoped'
          ? await workAgents(work, { cycle, job }, limit)
          : await workLeads(work, { cycle, job }, limit);
      await warn(work.tx, cycle, worked.warnings);
      return worked;
    });
  try {
    return await attempt();
  } catch (error) {
    if (!isFault(error)) throw error;
    if (limit === 1) return { leads: await inWork(deps, (work) => holdNext(work, cycle, job, error)), warnings: [] };
    const total: WorkResult = { leads: 0, warnings: [] };
    for (let n = 0; n < limit; n += 1) {
      const one = await workPiece(deps, cycle, job, 1);
      if (one.leads === 0) break;
      total.leads += one.leads;
    }
    return total;
  }
}

/**
 * Holds the next lead or agent of a cycle, which can't be worked; in a dry run it has failed. Returns how many it was.
 */
async function holdNext(work: Work, cycle: JobCycleRow, job: JobDocument, error: unknown): Promise<number> {
  const { tx, now } = work;
  const lock = job.scope === 'workflow_scoped' ? lockCycleAgents : lockCyclePlaces;
  const rows = await lock(tx, cycle.id, 1);
  const outcome: LeadOutcome = cycle.dry_run ? 'failed' : 'held';
  await finishCycleLeads(
    tx,
    rows.map((row) => ({ ...row, outcome, reason: wordOf(error), finished_at: now })),
  );
  if (outcome === 'held' && rows.length > 0) await holdCycle(work, cycle, error);
  return rows.length;
}

const holdCycle = async (work: Work, { id, account_id }: JobCycleRow, error: unknown): Promise<void> => {
  const subject = { kind: 'cycle', id, account_id, agent_id: null, step_key: null } as const;
  await holdAsError(work, subject, { fault: faultOf(error), tries: 1 });
};

/** Returns why a lead failed, for its row: what the database refused is data of the lead, which stays out of it. */
const wordOf = (error: unknown): string =>
  (error as { sqlState?: unknown })?.sqlState === undefined ? 'unexpected_error' : 'refused';

/** Applies the deferred effects that are due now; one that can't be applied is held. */
async function workDeferred(deps: WorkDependencies, cycle: JobCycleRow): Promise<WorkedCycle> {
  const piece = (limit: number, broken?: unknown) =>
    inWork(deps, async (work) => {
      const { tx, now } = work;
      const effects = await lockDueEffects(tx, cycle.id, now, limit);
      for (const effect of effects) {
        const skipped = broken ? wordOf(broken) : await applyDeferred(work, cycle, effect);
        await updateJobEffect(tx, effect.id, {
          status: broken ? 'held' : skipped === undefined ? 'applied' : 'skipped',
          detail: skipped?.slice(0, 500) ?? null,
          applied_at: now,
        });
        if (broken) await holdCycle(work, cycle, broken);
      }
      return effects.length;
    });
  for (let limit = LEADS_AT_ONCE; ; ) {
    try {
      if ((await piece(limit)) < limit) break;
    } catch (error) {
      if (!isFault(error)) throw error;
      if (limit === 1) await piece(1, error);
      limit = 1;
    }
  }
  return { progress: await cycleProgress(deps.db, cycle, cycle.evaluated) };
}

/** Cancels a cycle whose workflow was cancelled by an operator. */
export const cancelCycleById = async (deps: WorkDependencies, piece: CyclePiece): Promise<void> => {
  const id = piece.progress?.cycleId ?? piece.cycleId;
  if (id !== null) await inWork(deps, (work) => endCycle(work, id, { status: 'cancelled' }));
};
