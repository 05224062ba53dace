import type { Knex } from 'knex';
import { fromDamagedJson } from '../../db/connection.js';
import { listEventTail } from '../../db/events/event-tail.js';
import { listCountable, lockReportCursor, moveReportCursor } from '../../db/operations/report-counts.js';
import { listTouchMessages, lockTouches, saveTouches, type TouchOutcome } from '../../db/operations/report-touches.js';
import type { EventRow, ReportTouchRow } from '../../db/tables.js';
import type { EventKind } from '../../schemas/events/events.js';

const AT_ONCE = 2_000;

/** Outcomes of the message that an event names, and of all messages that its lead was sent before. */
const OF_MESSAGE: Partial<Record<EventKind, TouchOutcome>> = {
  'message.delivered': 'delivered_at',
  'message.received': 'replied_at',
};
const OF_LEAD: Partial<Record<EventKind, TouchOutcome>> = {
  'meeting.scheduled': 'met_at',
  'conversion.recorded': 'won_at',
};
const KINDS = ['message.sent', ...Object.keys(OF_MESSAGE), ...Object.keys(OF_LEAD)];

interface EventData {
  message_id?: string;
  in_reply_to?: string | null;
  /** The kind of a notice of a meeting, which is sent because of an outcome and doesn't lead to one. */
  notice?: string;
  auto_reply?: boolean;
}

/**
 * Records the messages of the next events, and what they led to. Returns how many places it moved on. Rows and cursor
 * commit together. An outcome keeps its earliest time, so events that are read again change nothing.
 */
export async function recordNextTouches({ db, now }: { db: Knex; now: Date }): Promise<number> {
  return db.transaction(async (tx) => {
    const cursor = await lockReportCursor(tx, 'touches');
    if (!cursor) return 0;
    const after = Number(cursor.seq);
    const tail = await listEventTail(db, after, AT_ONCE);
    const upTo = tail.at(-1)?.seq ?? after;
    if (tail.length > 0) await record(tx, await listCountable(db, { after, upTo, kinds: KINDS }));
    await moveReportCursor(tx, upTo, tail.length < AT_ONCE ? now : (cursor.counted_at ?? now), 'touches');
    return tail.length;
  });
}

async function record(tx: Knex, events: readonly EventRow[]): Promise<void> {
  const read = events.flatMap((event) => {
    const data = fromDamagedJson<EventData>(event.data);
    return data && data.notice === undefined && !data.auto_reply ? [{ event, data }] : [];
  });
  const sent = read.filter(({ event, data }) => event.type === 'message.sent' && data.message_id !== undefined);
  const outcomes = read.flatMap(({ event, data }) => outcomeOf(event, data) ?? []);
  const messages = new Map(
    (await listTouchMessages(tx, [...new Set(sent.flatMap(({ data }) => data.message_id ?? []))])).map((row) => [
      row.message_id,
      row,
    ]),
  );
  const known = await lockTouches(tx, {
    messageIds: [...new Set([...messages.keys(), ...outcomes.flatMap(({ messageId }) => messageId ?? [])])],
    leadIds: [...new Set(outcomes.flatMap(({ leadId }) => leadId ?? []))],
  });
  const touches = new Map(known.map((row) => [row.message_id, row]));
  const changed = new Set<ReportTouchRow>();
  for (const { event, data } of sent) {
    const message = messages.get(data.message_id ?? '');
    if (!message || touches.has(message.message_id)) continue;
    const none = { delivered_at: null, replied_at: null, met_at: null, won_at: null };
    const touch = { ...message, sent_at: event.created_at, ...none };
    touches.set(touch.message_id, touch);
    changed.add(touch);
  }
  const ofLeads = Map.groupBy(touches.values(), ({ lead_id }) => lead_id);
  for (const { name, at, messageId, leadId } of outcomes) {
    const touch = touches.get(messageId ?? '');
    for (const one of touch ? [touch] : (ofLeads.get(leadId ?? '') ?? [])) {
      const isEarlier = at >= one.sent_at && (one[name] === null || at < one[name]);
      if (!isEarlier) continue;
      one[name] = at;
      changed.add(one);
    }
  }
  await saveTouches(tx, [...changed]);
}

interface Outcome {
  name: TouchOutcome;
  at: Date;
  messageId?: string | undefined;
  leadId?: string | undefined;
}

function outcomeOf({ type, lead_id, created_at: at }: EventRow, data: EventData): Outcome | undefined {
  const ofMessage = OF_MESSAGE[type as EventKind];
  const messageId = type === 'message.received' ? data.in_reply_to : data.message_id;
  if (ofMessage && messageId) return { name: ofMessage, at, messageId };
  const ofLead = OF_LEAD[type as EventKind];
  return ofLead && lead_id !== null ? { name: ofLead, at, leadId: lead_id } : undefined;
}
