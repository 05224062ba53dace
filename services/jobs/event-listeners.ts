import type { Knex } from 'knex';
import { listNewestRuns } from '../../db/agent-runs/agent-runs.js';
import { findDefinitions, versionKey } from '../../db/agents/agents.js';
import { failsForAll, fromJson } from '../../db/connection.js';
import { listEventFunctions, listEventJobs } from '../../db/jobs/event-cursors.js';
import { insertJobEvents, listUnmatchedEvents, supersedeEvents } from '../../db/jobs/job-events.js';
import { loadLeadSnapshots } from '../../db/leads/snapshots.js';
import type { EventRow, FunctionRow, JobEventRow, JobRow } from '../../db/tables.js';
import type { WorkDependencies } from '../../db/work.js';
import type { Facts } from '../../domain/facts.js';
import { agentFacts } from '../../domain/jobs/agent-facts.js';
import { eventFacts } from '../../domain/jobs/event-facts.js';
import { evaluate } from '../../domain/rules/conditions/index.js';
import type { JobEvent } from '../../schemas/jobs/background-jobs.js';
import { NO_AGENT, toFacts } from '../agent-runs/evaluation-facts.js';
import { eventOf, runForEvents } from '../functions/event-runs.js';

/** The maximum number of automations that trigger each other in a row. */
const MAX_DEPTH = 5;
/** After this long an event that a listener failed on is tried again. */
const FAILED_MS = 60_000;

/** A job or function with an event trigger. */
type Listener = Pick<JobRow | FunctionRow, 'id' | 'account_id' | 'timezone' | 'active_since'>;

/** Returns whether an event fires a job or function: of its kinds, since that is active, and not of its own making. */
function concerns(listener: Listener, { kinds }: JobEvent, event: EventRow): boolean {
  if (event.account_id !== listener.account_id) return false;
  if (!(kinds as string[]).includes(event.type) || event.created_at < listener.active_since) return false;
  const own = (event.origin_kind === 'job' || event.origin_kind === 'function') && event.origin_id === listener.id;
  return event.origin_depth < MAX_DEPTH && !own;
}

/** Loads the current facts of the leads of events, with or without an agent. */
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
 * Returns the events that pass a filter, with their lead, or with their own data alone if they have none. The first
 * evaluation counts, because a second one could see a changed lead. Rejections are stored in the database, so that they
 * also apply to other and later processes. Nothing is stored for a deleted lead.
 */
async function matchEvents(
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

/** Returns the queue entry of an event for a job or function. */
const entry = (
  listener: Listener,
  event: EventRow,
  status: 'queued' | 'unmatched' | 'failed',
  dueAt: Date,
): JobEventRow => ({
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
  const passed = await matchEvents(db, job, event, mine, now);
  await insertJobEvents(
    db,
    passed.map((row) => queued(job, event, row)),
  );
  if (event.debounce_seconds)
    await supersedeEvents(db, job.id, [...new Set(passed.flatMap((row) => row.lead_id ?? []))]);
}

/** Requests runs of a function for the events that concern it. */
async function listen(deps: WorkDependencies, fn: FunctionRow, rows: readonly EventRow[]): Promise<void> {
  const event = eventOf(fn);
  const mine = rows.filter((row) => concerns(fn, event, row));
  if (mine.length === 0) return;
  await runForEvents(deps, fn, await matchEvents(deps.db, fn, event, mine, deps.clock.now()));
}

/** A job or function that waits for events, and what it does with the ones that concern it. */
export interface EventListener extends Listener {
  handleEvents(rows: readonly EventRow[]): Promise<void>;
}

/** Lists, by account, the jobs and functions that wait for events. */
export async function listEventListeners(
  deps: WorkDependencies,
  accountIds: readonly string[],
): Promise<Map<string, EventListener[]>> {
  const { db, clock } = deps;
  const listenerOf = (
    { id, account_id, timezone, active_since }: Listener,
    handleEvents: EventListener['handleEvents'],
  ) => ({
    id,
    account_id,
    timezone,
    active_since,
    handleEvents,
  });
  const jobs = await listEventJobs(db, accountIds);
  const functions = await listEventFunctions(db, accountIds);
  return Map.groupBy(
    [
      ...jobs.map((job) => listenerOf(job, (rows) => enqueue(db, clock.now(), job, rows))),
      ...functions.map((fn) => listenerOf(fn, (rows) => listen(deps, fn, rows))),
    ],
    ({ account_id }) => account_id,
  );
}

/**
 * Hands events to a listener. One that it can't judge is found by halving and kept, to be tried again each minute, so
 * that it holds up neither the others nor other listeners; answers the errors of those. Throws where the database fails.
 */
export async function handleOrStore(
  deps: Pick<WorkDependencies, 'db' | 'clock'>,
  listener: EventListener,
  rows: readonly EventRow[],
): Promise<unknown[]> {
  try {
    await listener.handleEvents(rows);
    return [];
  } catch (error) {
    if (failsForAll(error)) throw error;
    const [row] = rows;
    if (rows.length === 1 && row) {
      const again = new Date(deps.clock.now().getTime() + FAILED_MS);
      await insertJobEvents(deps.db, [entry(listener, row, 'failed', again)]);
      return [error];
    }
    const half = Math.ceil(rows.length / 2);
    const first = await handleOrStore(deps, listener, rows.slice(0, half));
    return [...first, ...(await handleOrStore(deps, listener, rows.slice(half)))];
  }
}
