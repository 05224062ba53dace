import type { Knex } from 'knex';
import { fromJson } from '../../db/connection.js';
import { listEventTail } from '../../db/events/event-tail.js';
import {
  addCounts,
  awaitReportCursor,
  forgetCounts,
  listAgentsOfRuns,
  listCountable,
  listFirstReplies,
  listMessageDimensions,
  listZones,
  lockReportCursor,
  moveReportCursor,
  WAIT_METRICS,
} from '../../db/operations/report-counts.js';
import { listWithoutAllHistory } from '../../db/operations/retention.js';
import type { EventRow, ReportCountRow } from '../../db/tables.js';
import { localDay } from '../../domain/time/local-day.js';
import { sizeOfWait } from '../../domain/values/waits.js';
import type { EventKind } from '../../schemas/events/events.js';
import type { ReportMetric } from '../../schemas/operations/reports.js';
import { listReplyWaits } from './reply-waits.js';
import { readRunStories } from './run-stories.js';

/** What is counted of each kind of event. */
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
/** What is counted, and what only tells that an enrolment came to a step. */
const KINDS = [...Object.keys(COUNTED), 'cadence.step_scheduled', 'cadence.step_executed', 'cadence.held'];
const AT_ONCE = 2_000;

/** What an event says that is counted by; an erased one says nothing. */
interface Said {
  message_id?: string;
  in_reply_to?: string | null;
  workflow_id?: string | null;
  step_key?: string | null;
  channel?: string | null;
  amount?: number | null;
  currency?: string | null;
}

/**
 * Counts the next events of all accounts; answers how many places it came on. Counts and place commit together, and one
 * process counts at a time, so each event is counted once, whatever dies on the way.
 */
export async function countNextEvents({ db, now }: { db: Knex; now: Date }): Promise<number> {
  return db.transaction(async (tx) => {
    const cursor = await lockReportCursor(tx);
    if (!cursor) return 0;
    const { places, upTo } = await countBehind(db, tx, Number(cursor.seq));
    await moveReportCursor(tx, upTo, places < AT_ONCE ? now : (cursor.counted_at ?? now));
    return places;
  });
}

/**
 * Counts all events anew; answers up to which place, and which accounts keep the counts they have, since some of their
 * events were put away. Until it commits, everybody reads the counts there were, and workers leave counting and putting
 * away to it; where it dies, these stay. What was erased isn't counted again.
 */
export async function countAnew({ db, now }: { db: Knex; now: Date }): Promise<{ upTo: number; left: string[] }> {
  return db.transaction(async (tx) => {
    const counted = Number((await awaitReportCursor(tx))?.seq ?? 0);
    const left = await listWithoutAllHistory(tx);
    await forgetCounts(tx, left);
    let at = 0;
    for (;;) {
      const { places, upTo } = await countBehind(db, tx, at, { accounts: new Set(left), upTo: counted });
      at = upTo;
      if (places < AT_ONCE) break;
    }
    await moveReportCursor(tx, at, now);
    return { upTo: at, left };
  });
}

/** Events that are counted already: those of some accounts, up to a place. */
interface Counted {
  accounts: ReadonlySet<string>;
  upTo: number;
}

/** Counts the events behind a place; answers how many places were there, and the last of them. */
async function countBehind(
  db: Knex,
  tx: Knex,
  after: number,
  counted?: Counted,
): Promise<{ places: number; upTo: number }> {
  const tail = await listEventTail(db, after, AT_ONCE);
  const upTo = tail.at(-1)?.seq ?? after;
  if (tail.length > 0) {
    const events = await listCountable(db, { after, upTo, kinds: KINDS });
    const isNew = (event: EventRow) => !counted?.accounts.has(event.account_id) || Number(event.seq) > counted.upTo;
    await addCounts(tx, await countsOf(db, events.filter(isNew)));
  }
  return { places: tail.length, upTo };
}

/** What is read of events in one go, to count them by. */
async function factsOf(db: Knex, events: readonly EventRow[]) {
  const read = events.map((event) => ({ event, said: fromJson<Said>(event.data) }));
  const named = read.flatMap(({ said }) => [said.message_id, said.in_reply_to]).filter((id) => typeof id === 'string');
  const messages = new Map((await listMessageDimensions(db, [...new Set(named)])).map((row) => [row.id, row]));
  const runIds = [...events, ...messages.values()].flatMap(({ agent_run_id }) => agent_run_id ?? []);
  const runs = await listAgentsOfRuns(db, [...new Set(runIds)]);
  const zones = await listZones(db, [...new Set(events.map(({ account_id }) => account_id))]);
  const stories = await readRunStories(db, [...runs.keys()], Number(events.at(-1)?.seq ?? 0));
  const answered = read.flatMap(({ said }) => messages.get(said.in_reply_to ?? '') ?? []);
  const firstReplies = await listFirstReplies(db, answered);
  const before = events.flatMap(({ seq }) => stories.convertedAt(Number(seq))).filter((id) => !messages.has(id));
  if (before.length > 0) for (const row of await listMessageDimensions(db, before)) messages.set(row.id, row);
  return { read, messages, runs, zones, stories, firstReplies, waits: await listReplyWaits(db, events) };
}

/** Adds up what events come to, by everything they are counted by. */
async function countsOf(db: Knex, events: readonly EventRow[]): Promise<ReportCountRow[]> {
  const { read, messages, runs, zones, stories, firstReplies, waits } = await factsOf(db, events);
  const counts = new Map<string, ReportCountRow>();
  const add = (
    { event, said }: { event: EventRow; said: Said },
    metric: string,
    messageId?: string | null,
    more: Partial<ReportCountRow> = {},
  ) => {
    const message = messages.get(messageId ?? '');
    const row: ReportCountRow = {
      account_id: event.account_id,
      day: localDay(event.created_at, zones.get(event.account_id) ?? 'UTC'),
      metric,
      agent_id: message?.agent_id ?? said.workflow_id ?? runs.get(event.agent_run_id ?? '') ?? '',
      step_key: message?.step_key ?? said.step_key ?? '',
      variant: message?.variant ?? '',
      sender_id: message?.sender_id ?? '',
      channel: message?.channel ?? said.channel ?? '',
      currency: metric === 'conversions' ? (said.currency ?? '') : '',
      n: 1,
      amount: metric === 'conversions' ? Number(said.amount ?? 0) : 0,
      writer_id: '',
      version: stories.versionOf(messageId ?? '') ?? stories.versionAt(event.agent_run_id, Number(event.seq)),
      ...more,
    };
    const { n: _n, amount: _amount, ...place } = row;
    const key = JSON.stringify(Object.values(place));
    const known = counts.get(key);
    if (!known) counts.set(key, row);
    else Object.assign(known, { n: known.n + 1, amount: known.amount + row.amount });
  };
  for (const one of read) {
    const { event, said } = one;
    const entered = stories.enteredAt(Number(event.seq));
    if (entered !== undefined) add(one, 'entered', null, { step_key: entered, channel: '' });
    // Each variant once, however often its step was sent.
    const before = stories.convertedAt(Number(event.seq)).map((id) => ({ id, ...placeOf(messages.get(id)) }));
    for (const { id } of new Map(before.map((each) => [each.place, each])).values()) add(one, 'converted', id);
    const metric = COUNTED[event.type as EventKind];
    if (metric === undefined) continue;
    const { message_id, in_reply_to } = said;
    add(one, metric, message_id);
    // Of several answers to one message the first counts, for the message that it answers.
    const isFirst = in_reply_to && firstReplies.get(in_reply_to) === message_id;
    if (metric === 'received' && isFirst && messages.has(in_reply_to)) add(one, 'replied', in_reply_to);
  }
  for (const { event, messageId, writerId, agentId, ms } of waits) {
    const more = { writer_id: writerId, ...(agentId === null ? {} : { agent_id: agentId }) };
    add({ event, said: fromJson<Said>(event.data) }, WAIT_METRICS[sizeOfWait(ms)] ?? '', messageId, more);
  }
  return [...counts.values()];
}

const placeOf = (message?: { step_key: string | null; variant: string | null }) => ({
  place: `${message?.step_key ?? ''} ${message?.variant ?? ''}`,
});
