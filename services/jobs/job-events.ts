import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { isTransient, isUnavailable } from '../../db/connection.js';
import {
  advanceCursor,
  leaseCursors,
  listEventsAfter,
  listEventsAt,
  listEventsById,
  listSeqs,
  noteReadFailure,
  releaseCursors,
} from '../../db/jobs/event-cursors.js';
import {
  dropQueuedEvents,
  forgetFailedEvents,
  forgetUnmatchedEvents,
  listDueEvents,
  listDueJobs,
  listFailedEvents,
  takeEvents,
} from '../../db/jobs/job-events.js';
import { lockJobById } from '../../db/jobs/jobs.js';
import type { EventRow, JobEventCursorRow, JobEventRow } from '../../db/tables.js';
import { inWork, type Work, type WorkDependencies } from '../../db/work.js';
import { newId } from '../../runtime/ids.js';
import { describeError, type Logger } from '../../runtime/logger.js';
import { openCycle } from './claim-cycle.js';
import { type EventListener, handleOrStore, listEventListeners } from './event-listeners.js';

const PAGE = 1_000;
/** Pages of an account's events that are read before it is the next account's turn. */
const PAGES_AT_ONCE = 3;
/** The interval at which late events are searched. */
const AGAIN_MS = 5_000;
/** An event may show this much later than it says: its transaction was still open. */
const SETTLED_MS = 60_000;
/** From then on no cursor is before an event, so that it isn't read again. */
const READ_MS = 10 * SETTLED_MS;
/** The time that an account waits for another reader when its own is gone. */
const LEASE_MS = 15_000;
const FAILED_AT_ONCE = 100;

export interface EventReaderDependencies extends WorkDependencies {
  logger: Logger;
}

/** Leads events of the accounts that it has a lease of to jobs and functions. */
export interface EventReader {
  /** Reads what is new of each account, and starts the cycles that are due; answers which accounts it reads. */
  turn(): Promise<string[]>;
  /** Releases the leases, so that other processes can take over. */
  close(): Promise<void>;
}

/** The progress of one process through an account's events. */
interface Reading {
  /** Up to where all events were surely read. */
  cursor: number;
  /** Up to where they were read once. */
  after: number;
  /** The time when each of those behind the cursor that were read happened. */
  seen: Map<number, number>;
  lookedAt: number;
  /** True once a failure is stored in the database, and once this process has logged it. */
  noted: boolean;
  told: boolean;
}

/**
 * Makes the reader of a process. Each account has one reader at a time, and in its turn some pages of it; what fails
 * for one account, job or function leaves the others alone. The place up to which all events are surely in stays a
 * minute behind, so that one whose transaction ended late isn't missed; two readers at once would do no harm, since
 * each event is judged and queued once.
 */
export function createEventReader(deps: EventReaderDependencies): EventReader {
  const { db, clock } = deps;
  const owner = newId();
  const readings = new Map<string, Reading>();
  let forgotAt = 0;
  return {
    async turn() {
      const now = clock.now();
      const at = (ms: number) => new Date(now.getTime() + ms);
      const lease = { owner, now, until: at(LEASE_MS), renewBefore: at((LEASE_MS * 2) / 3) };
      const cursors = await leaseCursors(db, lease);
      for (const accountId of readings.keys()) if (!cursors.has(accountId)) readings.delete(accountId);
      for (const [accountId, row] of cursors) readings.set(accountId, readingAt(readings.get(accountId), row));
      await workAccounts(deps, readings);
      if (now.getTime() - forgotAt >= AGAIN_MS) {
        await forgetUnmatchedEvents(db, at(-READ_MS));
        forgotAt = now.getTime();
      }
      return [...readings.keys()];
    },
    close: () => releaseCursors(db, owner),
  };
}

/**
 * Continues from an earlier read, but not before the account's cursor, which also advances while no job waits for
 * events.
 */
function readingAt(known: Reading | undefined, row: JobEventCursorRow): Reading {
  const cursor = Number(row.seq);
  const noted = row.failed_at !== null;
  if (!known) return { cursor, after: cursor, seen: new Map(), lookedAt: 0, noted, told: false };
  known.cursor = Math.max(known.cursor, cursor);
  known.after = Math.max(known.after, cursor);
  return known;
}

/** Does each account's part of a turn: its new events, then the cycles that are due. */
async function workAccounts(deps: EventReaderDependencies, readings: ReadonlyMap<string, Reading>): Promise<void> {
  const accountIds = [...readings.keys()];
  if (accountIds.length === 0) return;
  const { db, clock } = deps;
  const listeners = await listEventListeners(deps, accountIds);
  const due = Map.groupBy(await listDueJobs(db, accountIds, clock.now()), ({ account_id }) => account_id);
  for (const [accountId, reading] of readings) {
    const own = listeners.get(accountId) ?? [];
    const starting = ({ id }: { id: string }) => inWork(deps, (work) => startCycle(work, id));
    const starts = (due.get(accountId) ?? []).map((job) => () => starting(job));
    const parts = [() => readAccount(deps, accountId, reading, own), ...starts];
    let well = true;
    for (const part of parts) well = (await isolated(deps, accountId, reading, part)) && well;
    if (!well || !reading.noted) continue;
    await noteReadFailure(db, accountId, null, clock.now());
    Object.assign(reading, { noted: false, told: false });
  }
}

/**
 * Runs an action for an account. Returns false if it failed. The failure is logged once and recorded, and the next turn
 * retries it.
 */
async function isolated(
  { db, clock, logger }: EventReaderDependencies,
  accountId: string,
  reading: Reading,
  part: () => Promise<void>,
): Promise<boolean> {
  try {
    await part();
    return true;
  } catch (error) {
    if (isUnavailable(error)) throw error;
    if (isTransient(error)) return false;
    if (!reading.told)
      logger.warn({ err: error, account_id: accountId }, 'Events of an account do not get to its jobs and functions');
    await noteReadFailure(db, accountId, String(describeError(error as Error).message ?? 'unknown'), clock.now());
    Object.assign(reading, { noted: true, told: true });
    return false;
  }
}

/** Leads an account's next events to those who wait for them, and now and then those that came in late or failed. */
async function readAccount(
  deps: EventReaderDependencies,
  accountId: string,
  reading: Reading,
  listeners: readonly EventListener[],
): Promise<void> {
  const { db, clock } = deps;
  const hand = async (rows: readonly EventRow[]) => {
    for (const listener of listeners) await deliverEvents(deps, listener, rows);
    for (const row of rows) reading.seen.set(row.seq, row.created_at.getTime());
  };
  if (listeners.length > 0) await readPages(db, accountId, reading, hand);
  const now = clock.now();
  if (now.getTime() - reading.lookedAt < AGAIN_MS) return;
  reading.lookedAt = now.getTime();
  if (listeners.length > 0) await readLate(db, accountId, reading, hand, now);
  await retryFailedEvents(deps, accountId, listeners, now);
}

type Hand = (rows: readonly EventRow[]) => Promise<void>;

/** Hands on the next pages of an account's events. */
async function readPages(db: Knex, accountId: string, reading: Reading, hand: Hand): Promise<void> {
  for (let page = 0; page < PAGES_AT_ONCE; page += 1) {
    const rows = await listEventsAfter(db, accountId, reading.after, PAGE);
    await hand(rows);
    reading.after = rows.at(-1)?.seq ?? reading.after;
    if (rows.length < PAGE) break;
  }
}

/** Hands on what came in behind what was read, then moves the cursor up to the first event that isn't settled. */
async function readLate(db: Knex, accountId: string, reading: Reading, hand: Hand, now: Date): Promise<void> {
  const seqs = await listSeqs(db, accountId, reading.cursor, reading.after);
  const late = seqs.filter((seq) => !reading.seen.has(seq));
  for (let from = 0; from < late.length; from += PAGE)
    await hand(await listEventsAt(db, accountId, late.slice(from, from + PAGE)));
  await settle(db, accountId, reading, seqs, now.getTime() - SETTLED_MS);
}

/** Moves the cursor up to the first event that is younger than `before`. */
async function settle(db: Knex, accountId: string, reading: Reading, seqs: readonly number[], before: number) {
  const open = seqs.findIndex((seq) => (reading.seen.get(seq) ?? 0) >= before);
  const settled = (open === -1 ? seqs : seqs.slice(0, open)).at(-1);
  if (settled === undefined) return;
  await advanceCursor(db, accountId, settled);
  reading.cursor = settled;
  for (const seq of reading.seen.keys()) if (seq <= settled) reading.seen.delete(seq);
}

/** Hands events to a job or function, and tells of those that it fails on. */
async function deliverEvents(
  deps: EventReaderDependencies,
  listener: EventListener,
  rows: readonly EventRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const [error, ...others] = await handleOrStore(deps, listener, rows);
  if (error === undefined) return;
  const about = { account_id: listener.account_id, listener_id: listener.id, events: 1 + others.length };
  deps.logger.warn({ err: error, ...about }, 'A job or function fails on events, which are kept and tried again');
}

/** Tries events again that jobs and functions failed on; those of others, which wait for none any more, are forgotten. */
async function retryFailedEvents(
  deps: EventReaderDependencies,
  accountId: string,
  listeners: readonly EventListener[],
  now: Date,
): Promise<void> {
  const failed = Map.groupBy(await listFailedEvents(deps.db, accountId, now, FAILED_AT_ONCE), ({ job_id }) => job_id);
  for (const [id, rows] of failed) {
    const ids = rows.map(({ event_id }) => event_id);
    const listener = listeners.find((one) => one.id === id);
    // A repeated failure was logged when it failed first.
    if (listener) await handleOrStore(deps, listener, await listEventsById(deps.db, ids));
    await forgetFailedEvents(deps.db, id, ids, now);
  }
}

/**
 * Starts a cycle for a job with queued events that are due, unless one is open: then they wait and join the next. A
 * cycle takes one event of each lead, the oldest first.
 */
async function startCycle(work: Work, jobId: string): Promise<void> {
  const { tx, now } = work;
  const job = await lockJobById(tx, jobId);
  if (!job || job.deleted_at || !job.is_active) return dropQueuedEvents(tx, jobId);
  if (job.open_cycle_id !== null) return;
  const rows = await listDueEvents(tx, jobId, now, job.max_leads_per_cycle * 2);
  const byLead = new Map<string, JobEventRow>();
  for (const row of rows) {
    if (!byLead.has(row.lead_id) && byLead.size < job.max_leads_per_cycle) byLead.set(row.lead_id, row);
  }
  if (byLead.size === 0) return;
  const id = newId();
  await openCycle(work, job, id, {
    cause: 'event',
    dedupKey: createHash('sha256').update(id).digest(),
    nominalAt: now,
    dryRun: job.dry_run,
    leadIds: [...byLead.keys()],
    depth: Math.max(...[...byLead.values()].map(({ depth }) => depth)),
  });
  await takeEvents(
    tx,
    jobId,
    id,
    [...byLead.values()].map(({ event_id }) => event_id),
  );
}
