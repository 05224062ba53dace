import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { listNewestRuns } from '../db/agent-runs.js';
import { findDefinitions, versionKey } from '../db/agents.js';
import { lockJobById } from '../db/background-jobs.js';
import { listEventFunctions } from '../db/cloud-functions.js';
import { fromJson, inTransaction } from '../db/connection.js';
import { loadLeadSnapshots } from '../db/facts.js';
import {
  advanceCursor,
  dropQueuedEvents,
  findCursor,
  forgetUnmatchedEvents,
  insertJobEvents,
  listDueEvents,
  listDueJobs,
  listEventJobs,
  listEventsAfter,
  listUnmatchedEvents,
  supersedeEvents,
  takeEvents,
} from '../db/job-events.js';
import { type OutboxItem, takePending } from '../db/outbox.js';
import type { EventRow } from '../db/tables.js';
import type { FunctionRow } from '../db/tables-functions.js';
import type { JobEventRow, JobRow } from '../db/tables-jobs.js';
import { evaluate } from '../domain/conditions/index.js';
import type { Facts } from '../domain/facts.js';
import { eventFacts } from '../domain/jobs/event-facts.js';
import { newId } from '../runtime/ids.js';
import type { JobEvent } from '../schemas/background-jobs.js';
import { agentFacts } from './cycle-agents.js';
import { NO_AGENT, toFacts } from './facts.js';
import { eventOf, runForEvents } from './function-events.js';
import { openCycle } from './job-runs.js';

/** How many automations may set each other off in a row. */
const MAX_DEPTH = 5;
const PAGE = 1_000;
/** An event may show this much later than it says: its transaction was still open. */
const SETTLED_MS = 60_000;
/** From then on no cursor is before an event, so that it isn't read again. */
const READ_MS = 10 * SETTLED_MS;

/** What events fire: a job, or a function. */
type Listener = Pick<JobRow | FunctionRow, 'id' | 'account_id' | 'timezone' | 'active_since'>;

/** Whether an event fires a job or function: of its kinds, since that is active, and not of its own making. */
function concerns(listener: Listener, { kinds }: JobEvent, event: EventRow): boolean {
  if (event.account_id !== listener.account_id) return false;
  if (!(kinds as string[]).includes(event.type) || event.created_at < listener.active_since) return false;
  const own = (event.origin_kind === 'job' || event.origin_kind === 'function') && event.origin_id === listener.id;
  return event.origin_depth < MAX_DEPTH && !own;
}

/** What is known now of the leads of events, whether or not an agent works them. */
async function factsOf(db: Knex, accountId: string, leadIds: string[]): Promise<Map<string, Facts>> {
  const runs = await listNewestRuns(db, leadIds);
  const snapshots = await loadLeadSnapshots(db, { accountId, leadIds });
  const definitions = await findDefinitions(
    db,
    [...runs.values()].map((run) => ({ agentId: run.agent_id, version: run.agent_version })),
  );
  return new Map(
    snapshots.map((snapshot) => {
      const { lead, account } = snapshot;
      const run = runs.get(lead.id);
      const definition = run && definitions.get(versionKey({ agentId: run.agent_id, version: run.agent_version }));
      const facts = definition
        ? toFacts(snapshot, definition, run.agent_id, run)
        : toFacts(snapshot, NO_AGENT(account.timezone), '', null);
      return [lead.id, facts];
    }),
  );
}

/**
 * Those of the events that pass a filter: with their lead, and with what they say alone where they are about none. The
 * first judgement counts, since what is read again is judged by a lead that changed meanwhile: what didn't pass is kept
 * in the database, so that it stays so for other processes and later ones. Of a lead that is gone nothing is kept.
 */
async function passing(
  db: Knex,
  listener: Listener,
  { filter }: JobEvent,
  rows: readonly EventRow[],
  now: Date,
): Promise<EventRow[]> {
  if (!filter?.length) return [...rows];
  const unmatched = await listUnmatchedEvents(
    db,
    listener.id,
    rows.map(({ id }) => id),
  );
  const open = rows.filter(({ id }) => !unmatched.has(id));
  if (open.length === 0) return [];
  const known = await factsOf(db, listener.account_id, [...new Set(open.flatMap(({ lead_id }) => lead_id ?? []))]);
  const none = agentFacts('', listener.timezone);
  const judged = Object.groupBy(open, (row) => {
    const facts = row.lead_id === null ? none : known.get(row.lead_id);
    if (!facts) return 'gone';
    return evaluate(filter, 'all', { ...facts, event: eventFacts(row, facts) }, now).matched ? 'passed' : 'unmatched';
  });
  await insertJobEvents(
    db,
    (judged.unmatched ?? []).map((row) => entry(listener, row, 'unmatched', row.created_at)),
  );
  return judged.passed ?? [];
}

/** What is kept of an event for a job or function. */
const entry = (listener: Listener, event: EventRow, status: 'queued' | 'unmatched', dueAt: Date): JobEventRow => ({
  job_id: listener.id,
  event_id: event.id,
  account_id: listener.account_id,
  lead_id: event.lead_id ?? '',
  status,
  depth: event.origin_depth,
  due_at: dueAt,
  cycle_id: null,
  created_at: event.created_at,
});

const queued = (job: JobRow, { debounce_seconds }: JobEvent, event: EventRow): JobEventRow =>
  entry(job, event, 'queued', new Date(event.created_at.getTime() + (debounce_seconds ?? 0) * 1000));

/** Puts the events that concern a job into its queue, which are those about a lead; each once, however often it is seen. */
async function enqueue(db: Knex, now: Date, job: JobRow, rows: readonly EventRow[]): Promise<void> {
  const event = fromJson<JobEvent>(job.event ?? '{"kinds":[]}');
  const mine = rows.filter((row) => row.lead_id !== null && concerns(job, event, row));
  if (mine.length === 0) return;
  const passed = await passing(db, job, event, mine, now);
  await insertJobEvents(
    db,
    passed.map((row) => queued(job, event, row)),
  );
  if (event.debounce_seconds)
    await supersedeEvents(db, job.id, [...new Set(passed.flatMap((row) => row.lead_id ?? []))]);
}

/** Asks for runs of a function for the events that concern it. */
async function listen(db: Knex, now: Date, fn: FunctionRow, rows: readonly EventRow[]): Promise<OutboxItem[]> {
  const event = eventOf(fn);
  const mine = rows.filter((row) => concerns(fn, event, row));
  return mine.length === 0 ? [] : runForEvents(db, now, fn, await passing(db, fn, event, mine, now));
}

/**
 * Reads the events of accounts whose jobs or functions wait for some, queues those that fire a job, and asks for runs
 * of functions; answers what that asks of Temporal. The place up to which all
 * events are surely in stays a minute behind, so that one whose transaction ended late isn't missed; what is read
 * again is judged and queued once all the same. Any number of processes may do this.
 */
export async function collectJobEvents(
  db: Knex,
  now: Date,
  seen: Map<string, number>,
  again: boolean,
): Promise<OutboxItem[]> {
  const pending: OutboxItem[] = [];
  const jobs = Map.groupBy(await listEventJobs(db), (job) => job.account_id);
  const functions = Map.groupBy(await listEventFunctions(db), (fn) => fn.account_id);
  for (const accountId of new Set([...jobs.keys(), ...functions.keys()])) {
    const cursor = await findCursor(db, accountId);
    let after = again ? cursor : Math.max(cursor, seen.get(accountId) ?? 0);
    let settled = cursor;
    for (;;) {
      const rows = await listEventsAfter(db, accountId, after, PAGE);
      for (const job of jobs.get(accountId) ?? []) await enqueue(db, now, job, rows);
      for (const fn of functions.get(accountId) ?? []) pending.push(...(await listen(db, now, fn, rows)));
      for (const row of rows) {
        if (row.created_at.getTime() >= now.getTime() - SETTLED_MS) break;
        settled = Math.max(settled, row.seq);
      }
      after = rows.at(-1)?.seq ?? after;
      if (rows.length < PAGE) break;
    }
    seen.set(accountId, Math.max(after, seen.get(accountId) ?? 0));
    if (again && settled > cursor) await advanceCursor(db, accountId, settled);
  }
  if (again) await forgetUnmatchedEvents(db, new Date(now.getTime() - READ_MS));
  return pending;
}

/**
 * Starts a cycle for each job with queued events that are due, unless one is open: then they wait and join the next.
 * A cycle takes one event of each lead, the oldest first. Answers the instructions to Temporal that it committed.
 */
export async function startEventCycles(db: Knex, now: Date): Promise<OutboxItem[]> {
  const pending: OutboxItem[] = [];
  for (const jobId of await listDueJobs(db, now)) {
    const items = await inTransaction(db, async (tx) => {
      await startCycle(tx, now, jobId);
      return takePending(tx);
    });
    pending.push(...items);
  }
  return pending;
}

async function startCycle(tx: Knex, now: Date, jobId: string): Promise<void> {
  const job = await lockJobById(tx, jobId);
  if (!job || job.deleted_at || job.is_active !== 1) return dropQueuedEvents(tx, jobId);
  if (job.open_cycle_id !== null) return;
  const rows = await listDueEvents(tx, jobId, now, job.max_leads_per_cycle * 2);
  const byLead = new Map<string, JobEventRow>();
  for (const row of rows) {
    if (!byLead.has(row.lead_id) && byLead.size < job.max_leads_per_cycle) byLead.set(row.lead_id, row);
  }
  if (byLead.size === 0) return;
  const id = newId();
  await openCycle(tx, now, job, id, {
    cause: 'event',
    causeKey: createHash('sha256').update(id).digest(),
    nominalAt: now,
    dryRun: job.dry_run === 1,
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
