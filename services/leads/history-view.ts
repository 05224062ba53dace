import type { Static } from '@sinclair/typebox';
import { fromJson } from '../../db/connection.js';
import { type HistoryRow, type MessageWithCall, MISSED_CALL_CODES } from '../../db/leads/lead-history.js';
import type { ConversationMessageRow, EventRow, MessageRow } from '../../db/tables.js';
import { describeEvent } from '../../domain/events/describe-event.js';
import type { TranscriptLine } from '../../domain/messages/call-events.js';
import type { EventKind, EventRecord } from '../../schemas/events/events.js';
import type { HistoryItem } from '../../schemas/events/history.js';
import { MACHINE_REASONS } from '../../schemas/events/machines.js';
import { messageDetails } from '../messages/message-details.js';

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;
const directionOf = (row: MessageRow) => (row.direction === 'inbound' ? ('inbound' as const) : ('outbound' as const));

/** Returns one thing of a lead's history as it is answered. */
export const toHistoryItem = (item: HistoryRow): HistoryItem =>
  item.kind === 'event'
    ? toActivity(item.row)
    : item.kind === 'chat'
      ? toChat(item.row)
      : item.row.channel === 'call'
        ? toCall(item.row)
        : toMessage(item.row);

const common = (row: MessageRow | EventRow) => ({
  id: row.id,
  created_at: row.created_at.toISOString(),
  workflow_run_id: row.agent_run_id,
});

function toMessage(row: MessageRow): HistoryItem {
  return {
    ...common(row),
    type: 'message',
    channel: row.channel,
    direction: directionOf(row),
    subject: row.subject,
    content: row.content,
    has_html: row.html !== null,
    message_type: row.type,
    status: row.status,
    provider_message_id: row.provider_message_id?.toString() ?? null,
    sent_at: iso(row.sent_at),
    delivered_at: iso(row.delivered_at),
    read_at: iso(row.read_at),
    ...messageDetails(row),
  };
}

/** Returns a message of a chat, which counts as sent as soon as it is written. */
const toChat = (row: ConversationMessageRow): HistoryItem => ({
  id: row.id,
  created_at: row.created_at.toISOString(),
  workflow_run_id: null,
  type: 'message',
  channel: 'chat',
  direction: row.role === 'user' ? 'inbound' : 'outbound',
  subject: null,
  content: row.text,
  has_html: false,
  message_type: 'text',
  status: row.role === 'user' ? 'received' : 'sent',
  provider_message_id: null,
  sent_at: row.created_at.toISOString(),
  delivered_at: null,
  read_at: null,
  media_url: null,
  attachments: [],
  buttons: [],
  reaction: null,
});

const isMissed = (code: string | null): boolean => (MISSED_CALL_CODES as readonly (string | null)[]).includes(code);

function toCall(row: MessageWithCall): HistoryItem {
  if (isMissed(row.failure_code)) {
    return {
      ...common(row),
      type: 'call_missed',
      channel: 'call',
      direction: directionOf(row),
      disconnection_reason: row.failure_code,
    };
  }
  return {
    ...common(row),
    type: 'call',
    channel: 'call',
    direction: directionOf(row),
    status: row.status,
    duration_seconds: row.duration_seconds,
    call_status: row.call_status ?? (row.sent_at === null ? null : 'registered'),
    call_successful: row.successful,
    summary: row.summary,
    transcript: fromJson<TranscriptLine[] | null>(row.transcript),
    recording_url: row.recording_url,
  };
}

function toActivity(row: EventRow): HistoryItem {
  const data = fromJson<Record<string, unknown>>(row.data);
  return {
    ...common(row),
    type: 'activity',
    activity_type: row.type,
    ...describeEvent(row.type as EventKind, data),
    note: typeof data.note === 'string' && row.type === 'lead.updated' ? data.note : null,
    is_machine: typeof data.is_machine === 'boolean' ? data.is_machine : null,
    machine_reason: MACHINE_REASONS.find((reason) => reason === data.machine_reason) ?? null,
    actor_type: row.origin_kind,
  };
}

/** Returns an event as it is answered. */
export const toEventRecord = (row: EventRow): Static<typeof EventRecord> => ({
  id: row.id,
  type: row.type as EventKind,
  lead_id: row.lead_id,
  agent_run_id: row.agent_run_id,
  data: fromJson<Record<string, unknown>>(row.data),
  origin: {
    kind: row.origin_kind as Static<typeof EventRecord>['origin']['kind'],
    id: row.origin_id,
    depth: row.origin_depth,
  },
  created_at: row.created_at.toISOString(),
});
