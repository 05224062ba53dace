import { randomInt } from 'node:crypto';
import type { Knex } from 'knex';
import { fromDamagedJson, fromJson } from '../../db/connection.js';
import { listEventTail } from '../../db/events/event-tail.js';
import {
  addCounts,
  awaitReportCursor,
  listAgentsOfRuns,
  listCountable,
  listFirstReplies,
  listMessageDimensions,
  listZones,
  lockReportCursor,
  moveReportCursor,
  WAIT_METRICS,
} from '../../db/operations/report-counts.js';
import {
  beginRebuild,
  type CountedDay,
  findCountedUpTo,
  isBehind,
  listDaysBehind,
  lockRebuild,
  replaceDays,
} from '../../db/operations/report-rebuild.js';
import { listWithoutAllHistory } from '../../db/operations/retention.js';
import type { EventRow, ReportCountRow } from '../../db/tables.js';
import { localDay } from '../../domain/time/local-day.js';
import { sizeOfWait } from '../../domain/values/waits.js';
import type { Logger } from '../../runtime/logger.js';
import type { EventKind } from '../../schemas/events/events.js';
import type { ReportMetric } from '../../schemas/operations/reports.js';
import { listReplyWaits } from './reply-waits.js';
import { readRunArchives } from './run-archives.js';

/** The metrics of each kind of event. */
const COUNTED: Partial<Record<EventKind, ReportMetric>> = {
  'message.sent': 'sent',
  'message.delivered': 'delivered',
  'email.opened': 'opened',
  'message.read': 'opened',
  'message.clicked': 'clicked',
  'message.failed': 'failed',
  'message.received': 'received',
  'cadence.step_skipped': 'skipped',
  'meeting.scheduled': 'meetings',
  'meeting.completed': 'meetings_held',
  'meeting.no_show': 'no_shows',
  'meeting.cancelled': 'meetings_cancelled',
  'conversion.recorded': 'conversions',
  'lead.created': 'new_leads',
  'workflow_run.started': 'enrolled',
  'lead.opted_out': 'opted_out',
};
/** The counted kinds, those that take a count back, and those that only show that a run reached a step. */
const KINDS = [
  ...Object.keys(COUNTED),
  'lead.deleted',
  'cadence.step_scheduled',
  'cadence.step_executed',
  'cadence.held',
];
const AT_ONCE = 2_000;

/** The data of an event for counting. An erased one has none. */
interface EventData {
  message_id?: string;
  in_reply_to?: string | null;
  workflow_id?: string | null;
  step_key?: string | null;
  channel?: string | null;
  amount?: number | null;
  currency?: string | null;
  /** The import whose undo deleted a lead, and when that lead was created. */
  import_undone?: string;
  created_at?: string;
}

interface Counting {
  db: Knex;
  now: Date;
  logger?: Logger;
}

/** Logs events that can't be counted. They are skipped: one of them must not keep all accounts from being counted. */
function reportUnreadable(events: readonly string[], logger: Logger | undefined): void {
  if (events.length > 0)
    logger?.error({ events: events.slice(0, 20) }, 'Events whose data is not JSON are not counted');
}

function divide<T>(all: readonly T[], isFirst: (each: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((each) => !isFirst(each))];
}

/**
 * Counts the next events of all accounts; answers how many places it came on. Counts and place commit together, and one
 * process counts at a time, so each event is counted once, whatever dies on the way.
 */
export async function countNextEvents({ db, now, logger }: Counting): Promise<number> {
  return db.transaction(async (tx) => {
    const cursor = await lockReportCursor(tx);
    if (!cursor) return 0;
    const { places, upTo, unreadable } = await countBehind(db, tx, Number(cursor.seq));
    reportUnreadable(unreadable, logger);
    await moveReportCursor(tx, upTo, places < AT_ONCE ? now : (cursor.counted_at ?? now));
    return places;
  });
}

/**
 * Counts all events again, in pieces of bounded transactions; returns up to which place, and the accounts that keep the
 * counts they have, since some of their events were purged. The new counts are put together apart from those that
 * reports read and then replace them day by day, so that no one sees a day that is half counted. Where it dies, the days
 * that were not replaced stay as they were. Of two rebuilds the later one wins. What was erased isn't counted again.
 */
export async function rebuildCounts({
  db,
  logger,
}: Pick<Counting, 'db' | 'logger'>): Promise<{ upTo: number; left: string[] }> {
  const token = randomInt(2 ** 47);
  await beginRebuild(db, token);
  const left = new Set(await listWithoutAllHistory(db));
  const rebuilding: Rebuilding = { upTo: await findCountedUpTo(db), left, last: { account_id: '', day: '' } };
  let at = 0;
  const count = async (tx: Knex): Promise<boolean> => {
    const { places, upTo, unreadable } = await countBehind(db, tx, at, rebuilding);
    reportUnreadable(unreadable, logger);
    at = upTo;
    return places === AT_ONCE;
  };
  const countPiece = () =>
    db.transaction(async (tx) => {
      await lockRebuild(tx, token);
      return count(tx);
    });
  while (await countPiece());
  const replacePiece = () =>
    db.transaction(async (tx) => {
      // Counts since then also belong to the days that aren't replaced yet.
      rebuilding.upTo = Number((await awaitReportCursor(tx))?.seq ?? 0);
      await lockRebuild(tx, token);
      while (await count(tx));
      // Only while no one counts is it certain whose events are all there: purging waits for that as well.
      for (const account of await listWithoutAllHistory(tx)) left.add(account);
      const days = await listDaysBehind(tx, rebuilding.last);
      if (days.length > 0) await replaceDays(tx, days, left);
      rebuilding.last = days.at(-1) ?? rebuilding.last;
      return days.length > 0;
    });
  while (await replacePiece());
  return { upTo: at, left: [...left] };
}

/** A rebuild on its way. */
interface Rebuilding {
  /** Events up to this place are counted. */
  upTo: number;
  /** Accounts that keep the counts they have. */
  left: ReadonlySet<string>;
  /** The last day that was replaced: what is counted for days up to it is in the counts that reports read. */
  last: CountedDay;
}

/** Counts the events behind a place; returns how many places were there, and the last of them. */
async function countBehind(
  db: Knex,
  tx: Knex,
  after: number,
  rebuilding?: Rebuilding,
): Promise<{ places: number; upTo: number; unreadable: string[] }> {
  const found = await listEventTail(db, after, AT_ONCE);
  const tail = rebuilding ? found.filter(({ seq }) => seq <= rebuilding.upTo) : found;
  const upTo = tail.at(-1)?.seq ?? after;
  const unreadable: string[] = [];
  if (tail.length > 0) {
    const events = await listCountable(db, { after, upTo, kinds: KINDS });
    const counted = events.filter((event) => !rebuilding?.left.has(event.account_id));
    const [readable, damaged] = divide(counted, (event) => fromDamagedJson(event.data) !== undefined);
    unreadable.push(...damaged.map(({ id }) => id));
    const counts = await countsOf(db, readable);
    if (rebuilding) {
      const waiting = counts.filter((count) => isBehind(count, rebuilding.last));
      await addCounts(tx, waiting, 'report_counts_rebuilt');
    } else await addCounts(tx, counts);
  }
  return { places: tail.length, upTo, unreadable };
}

/** Reads the facts about events in one go, to count them. */
async function factsOf(db: Knex, events: readonly EventRow[]) {
  const read = events.map((event) => ({ event, eventData: fromJson<EventData>(event.data) }));
  const named = read
    .flatMap(({ eventData }) => [eventData.message_id, eventData.in_reply_to])
    .filter((id) => typeof id === 'string');
  const messages = new Map((await listMessageDimensions(db, [...new Set(named)])).map((row) => [row.id, row]));
  const runIds = [...events, ...messages.values()].flatMap(({ agent_run_id }) => agent_run_id ?? []);
  const runs = await listAgentsOfRuns(db, [...new Set(runIds)]);
  const zones = await listZones(db, [...new Set(events.map(({ account_id }) => account_id))]);
  const archives = await readRunArchives(db, [...runs.keys()], Number(events.at(-1)?.seq ?? 0));
  const answered = read.flatMap(({ eventData }) => messages.get(eventData.in_reply_to ?? '') ?? []);
  const firstReplies = await listFirstReplies(db, answered);
  const before = events.flatMap(({ seq }) => archives.convertedAt(Number(seq))).filter((id) => !messages.has(id));
  if (before.length > 0) for (const row of await listMessageDimensions(db, before)) messages.set(row.id, row);
  return { read, messages, runs, zones, stories: archives, firstReplies, waits: await listReplyWaits(db, events) };
}

/** Adds up what events come to, by everything they are counted by. */
async function countsOf(db: Knex, events: readonly EventRow[]): Promise<ReportCountRow[]> {
  const { read, messages, runs, zones, stories: archives, firstReplies, waits } = await factsOf(db, events);
  const counts = new Map<string, ReportCountRow>();
  const add = (
    { event, eventData }: { event: EventRow; eventData: EventData },
    metric: string,
    messageId?: string | null,
    more: Partial<ReportCountRow> = {},
  ) => {
    const message = messages.get(messageId ?? '');
    const row: ReportCountRow = {
      account_id: event.account_id,
      day: localDay(event.created_at, zones.get(event.account_id) ?? 'UTC'),
      metric,
      agent_id: message?.agent_id ?? eventData.workflow_id ?? runs.get(event.agent_run_id ?? '') ?? '',
      step_key: message?.step_key ?? eventData.step_key ?? '',
      variant: message?.variant ?? '',
      sender_id: message?.sender_id ?? '',
      channel: message?.channel ?? eventData.channel ?? '',
      currency: metric === 'conversions' ? (eventData.currency ?? '') : '',
      n: 1,
      amount: metric === 'conversions' ? Number(eventData.amount ?? 0) : 0,
      writer_id: '',
      version: archives.versionOf(messageId ?? '') ?? archives.versionAt(event.agent_run_id, Number(event.seq)),
      ...more,
    };
    const { n: _n, amount: _amount, ...place } = row;
    const key = JSON.stringify(Object.values(place));
    const known = counts.get(key);
    if (!known) counts.set(key, row);
    else Object.assign(known, { n: known.n + row.n, amount: known.amount + row.amount });
  };
  for (const one of read) {
    const { event, eventData } = one;
    const entered = archives.enteredAt(Number(event.seq));
    if (entered !== undefined) add(one, 'entered', null, { step_key: entered, channel: '' });
    // Each variant once, however often its step was sent.
    const before = archives.convertedAt(Number(event.seq)).map((id) => ({ id, ...placeOf(messages.get(id)) }));
    for (const { id } of new Map(before.map((each) => [each.place, each])).values()) add(one, 'converted', id);
    // Leads of an undone import were none, on the day on which they were counted.
    const { import_undone, created_at } = eventData;
    if (event.type === 'lead.deleted' && import_undone && created_at) {
      const day = localDay(new Date(created_at), zones.get(event.account_id) ?? 'UTC');
      add(one, 'new_leads', null, { day, n: -1 });
    }
    const metric = COUNTED[event.type as EventKind];
    if (metric === undefined) continue;
    const { message_id, in_reply_to } = eventData;
    add(one, metric, message_id);
    // Of several answers to one message the first counts, for the message that it answers.
    const isFirst = in_reply_to && firstReplies.get(in_reply_to) === message_id;
    if (metric === 'received' && isFirst && messages.has(in_reply_to)) add(one, 'replied', in_reply_to);
  }
  for (const { event, messageId, writerId, agentId, ms } of waits) {
    const more = { writer_id: writerId, ...(agentId === null ? {} : { agent_id: agentId }) };
    add({ event, eventData: fromJson<EventData>(event.data) }, WAIT_METRICS[sizeOfWait(ms)] ?? '', messageId, more);
  }
  return [...counts.values()];
}

const placeOf = (message?: { step_key: string | null; variant: string | null }) => ({
  place: `${message?.step_key ?? ''} ${message?.variant ?? ''}`,
});
