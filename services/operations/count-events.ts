import type { Knex } from 'knex';
import { fromJson } from '../../db/connection.js';
import { listEventTail } from '../../db/events/event-tail.js';
import {
  addCounts,
  listAgentsOfRuns,
  listCountable,
  listFirstReplies,
  listMessageDimensions,
  listZones,
  lockReportCursor,
  moveReportCursor,
  WAIT_METRICS,
} from '../../db/operations/report-counts.js';
import type { EventRow, ReportCountRow } from '../../db/tables.js';
import { localDay } from '../../domain/time/local-day.js';
import { sizeOfWait } from '../../domain/values/waits.js';
import type { EventKind } from '../../schemas/events/events.js';
import type { ReportMetric } from '../../schemas/operations/reports.js';
import { listReplyWaits } from './reply-waits.js';

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
const KINDS = Object.keys(COUNTED);
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
    const tail = await listEventTail(db, Number(cursor.seq), AT_ONCE);
    const upTo = tail.at(-1)?.seq ?? Number(cursor.seq);
    if (tail.length > 0) {
      const events = await listCountable(db, { after: Number(cursor.seq), upTo, kinds: KINDS });
      await addCounts(tx, await countsOf(db, events));
    }
    await moveReportCursor(tx, upTo, tail.length < AT_ONCE ? now : (cursor.counted_at ?? now));
    return tail.length;
  });
}

/** Adds up what events come to, by everything they are counted by. */
async function countsOf(db: Knex, events: readonly EventRow[]): Promise<ReportCountRow[]> {
  const read = events.map((event) => ({ event, said: fromJson<Said>(event.data) }));
  const named = read.flatMap(({ said }) => [said.message_id, said.in_reply_to]).filter((id) => typeof id === 'string');
  const messages = new Map((await listMessageDimensions(db, [...new Set(named)])).map((row) => [row.id, row]));
  const runs = await listAgentsOfRuns(db, [...new Set(events.flatMap(({ agent_run_id }) => agent_run_id ?? []))]);
  const zones = await listZones(db, [...new Set(events.map(({ account_id }) => account_id))]);
  const answered = read.flatMap(({ said }) => messages.get(said.in_reply_to ?? '') ?? []);
  const firstReplies = await listFirstReplies(db, answered);
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
      version: 0,
      ...more,
    };
    const { n: _n, amount: _amount, ...place } = row;
    const key = JSON.stringify(Object.values(place));
    const known = counts.get(key);
    if (!known) counts.set(key, row);
    else Object.assign(known, { n: known.n + 1, amount: known.amount + row.amount });
  };
  for (const one of read) {
    const metric = COUNTED[one.event.type as EventKind];
    if (metric === undefined) continue;
    const { message_id, in_reply_to } = one.said;
    add(one, metric, message_id);
    // Of several answers to one message the first counts, for the message that it answers.
    const isFirst = in_reply_to && firstReplies.get(in_reply_to) === message_id;
    if (metric === 'received' && isFirst && messages.has(in_reply_to)) add(one, 'replied', in_reply_to);
  }
  for (const { event, messageId, writerId, agentId, ms } of await listReplyWaits(db, events)) {
    const more = { writer_id: writerId, ...(agentId === null ? {} : { agent_id: agentId }) };
    add({ event, said: fromJson<Said>(event.data) }, WAIT_METRICS[sizeOfWait(ms)] ?? '', messageId, more);
  }
  return [...counts.values()];
}
