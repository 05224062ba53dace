import type { Knex } from 'knex';
import { fromJson } from '../../db/connection.js';
import { insertEvents } from '../../db/events/events.js';
import { countOutcomes, type OutcomeCount, skipWaiting } from '../../db/jobs/cycle-leads.js';
import {
  closeCycle,
  findCycleById,
  lockCycle,
  nextEffectAt,
  reopenEffects,
  updateCycle,
} from '../../db/jobs/cycles.js';
import { giveUpHeldLeads, reopenHeldLeads } from '../../db/jobs/held-leads.js';
import { releaseEvents } from '../../db/jobs/job-events.js';
import { lockJobById } from '../../db/jobs/jobs.js';
import type { JobCycleRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import type { CycleProgress } from '../../domain/flow/job-cycle.js';
import type { CycleStatus } from '../../schemas/jobs/background-jobs.js';
import { startCycle } from '../instructions/jobs.js';

const OPEN: readonly string[] = ['queued', 'running'];
const MAX_WARNINGS = 50;
/** An event that breaks every cycle it is in is given up after a day. */
const REQUEUED_MS = 86_400_000;

/** Returns whether a cycle still has something to do. */
export const isOpen = (cycle: Pick<JobCycleRow, 'status'>): boolean => OPEN.includes(cycle.status);

const sum = (counts: readonly OutcomeCount[], outcome: string | null, reason?: string): number =>
  counts
    .filter((count) => count.outcome === outcome && (reason === undefined || count.reason === reason))
    .reduce((total, { n }) => total + n, 0);

/** Returns the status of a finished cycle from the outcomes of its leads. */
function statusOf(acted: number, failed: number, evaluated: number): CycleStatus {
  if (failed === 0) return 'completed';
  return failed === evaluated && acted === 0 ? 'failed' : 'partial';
}

/** Returns why a cycle failed in which every lead did, by the words that their results have. */
const failureOf = (counts: readonly OutcomeCount[]): string => {
  const reasons = counts.flatMap(({ outcome, reason }) =>
    ['failed', 'held'].includes(outcome ?? '') && reason !== null ? [reason] : [],
  );
  return `All effects failed: ${reasons.join(', ')}.`;
};

/** The early end of a cycle, or the facts about a finished one. */
export interface CycleEnd {
  status?: 'cancelled' | 'failed';
  failure?: string;
  /** True if the events it came from join the next cycle. */
  requeue?: boolean;
  jobId?: string;
  /** The final outcomes of its leads. */
  counts?: readonly OutcomeCount[] | undefined;
}

/**
 * Ends a cycle, in the caller's transaction: its counters, its status, the job's claim, and the event that tells of it.
 * What still waits is skipped. Ending it again changes nothing.
 */
export async function endCycle(work: Work, cycleId: string, end: CycleEnd = {}): Promise<JobCycleRow | undefined> {
  const { tx, now } = work;
  const jobId = end.jobId ?? (await findCycleById(tx, cycleId))?.job_id;
  // The job's row comes first, as it does when a cycle is claimed.
  if (jobId !== undefined) await lockJobById(tx, jobId);
  const cycle = await lockCycle(tx, cycleId);
  if (!cycle || !isOpen(cycle)) return cycle;
  if (end.status) {
    await skipWaiting(tx, now, cycleId, end.status);
    const since = new Date(now.getTime() - REQUEUED_MS);
    if (cycle.cause === 'event') await releaseEvents(tx, cycleId, end.requeue ? 'queued' : 'dropped', since);
  }
  const counts = end.counts ?? (await countOutcomes(tx, cycleId));
  // Held work has failed but isn't final.
  const [acted, failed] = [sum(counts, 'acted'), sum(counts, 'failed') + sum(counts, 'held')];
  const skipped = (reason: string) => sum(counts, 'skipped', reason);
  const evaluated = counts.reduce((total, { n }) => total + n, 0) - skipped('cancelled') - skipped('failed');
  const status = end.status ?? statusOf(acted, failed, evaluated);
  const changes: Partial<JobCycleRow> = {
    status,
    matched: counts.reduce((total, { n, matched }) => total + (matched ? n : 0), 0),
    evaluated,
    acted,
    failed,
    skipped_paused: cycle.skipped_paused + skipped('paused'),
    skipped_opted_out: cycle.skipped_opted_out + skipped('opted_out'),
    skipped_window: cycle.skipped_window + skipped('window'),
    skipped_capped: cycle.skipped_capped + skipped('capped'),
    skipped_no_match: cycle.skipped_no_match + skipped('no_match') + skipped('gone'),
    failure: end.failure ?? (status === 'failed' ? failureOf(counts) : null),
    ended_at: now,
    updated_at: now,
  };
  await closeCycle(tx, cycleId, changes);
  const ended = { ...cycle, ...changes };
  await insertEvents(tx, now, [
    {
      accountId: cycle.account_id,
      type: ended.status === 'failed' ? 'background_job.cycle_failed' : 'background_job.cycle_completed',
      data: {
        background_job_id: cycle.job_id,
        cycle_id: cycle.id,
        status: ended.status,
        evaluated,
        acted,
        failed,
        dry_run: cycle.dry_run,
      },
      origin: { kind: 'job', id: cycle.job_id, depth: cycle.origin_depth + 1 },
    },
  ]);
  return ended;
}

/** Adds warnings to a cycle that the caller has locked; each sentence once. */
export async function warn(tx: Knex, cycle: JobCycleRow, warnings: readonly string[]): Promise<void> {
  if (warnings.length === 0) return;
  const before = fromJson<string[] | null>(cycle.warnings) ?? [];
  const all = [...new Set([...before, ...warnings])].slice(0, MAX_WARNINGS);
  if (all.length === before.length) return;
  cycle.warnings = JSON.stringify(all);
  await updateCycle(tx, cycle.id, { warnings: cycle.warnings });
}

/** Reads how far a cycle has come, for its workflow; `defers` false where nothing in it is done later. */
export async function cycleProgress(
  db: Knex,
  cycle: JobCycleRow,
  done: number,
  { defers = true }: { defers?: boolean } = {},
): Promise<CycleProgress> {
  const finished = !isOpen(cycle);
  const next = finished && defers ? await nextEffectAt(db, cycle.id) : undefined;
  const { matched, skipped_cooldown, skipped_opted_out, truncated_by_limit } = cycle;
  return {
    finished,
    cycleId: cycle.id,
    status: cycle.status,
    claimed: finished ? cycle.evaluated : cycle.claimed,
    done: finished ? cycle.evaluated : done,
    counts: {
      matched,
      evaluated: cycle.evaluated,
      acted: cycle.acted,
      failed: cycle.failed,
      skipped_cooldown,
      skipped_paused: cycle.skipped_paused,
      skipped_opted_out,
      skipped_no_match: cycle.skipped_no_match,
      truncated_by_limit,
    },
    nextAt: next?.toISOString() ?? null,
  };
}

/**
 * Reopens a cycle for its held leads and effects, in the caller's transaction, with the job as it was when the cycle
 * started. If the job is deleted or inactive, they fail.
 */
export async function continueCycle(work: Work, cycleId: string): Promise<void> {
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
