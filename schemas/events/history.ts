import {
  AnyJson,
  named,
  nullable,
  oneOf,
  optional,
  PageQuery,
  Pagination,
  type Static,
  Success,
  strictObject,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../common.js';
import { contract } from '../contract.js';
import { Lead } from '../leads/leads.js';
import { ORDERS } from '../leads/list-leads.js';
import { MESSAGE_DETAILS } from '../message-details.js';
import { EventRecord } from './events.js';
import { MACHINE_REASONS } from './machines.js';

const HISTORY_CHANNELS = ['call', 'whatsapp', 'email', 'chat'] as const;
export const HISTORY_TYPES = ['activity', 'message', 'call', 'call_missed'] as const;

const optionalText = (description?: string) => nullable(Text(description));
const optionalTime = (description: string) => nullable(Timestamp(description));
const common = {
  id: Uuid('ID of the activity, message or call, depending on `type`.'),
  created_at: Timestamp('Time of the item.'),
  workflow_run_id: nullable(Uuid('ID of the run that the event belongs to. Null if it belongs to none.')),
};
const direction = oneOf(['inbound', 'outbound'] as const, {
  description: '`inbound` from the lead, `outbound` to the lead.',
});

const MessageItem = strictObject({
  ...common,
  type: Type.Literal('message', { description: 'A message.' }),
  channel: Type.String({ description: 'Channel: whatsapp, email or chat.' }),
  direction,
  subject: optionalText('Subject of an email.'),
  content: optionalText('Text of the message. Null for a file without a caption.'),
  has_html: Type.Boolean({ description: 'Whether the email has HTML. To get it, use GET /messages/{id}.' }),
  message_type: Type.String({ description: 'Type of the message, such as text or template.' }),
  status: Type.String(),
  provider_message_id: optionalText('ID at the provider. Null until the provider has reported one.'),
  sent_at: optionalTime('Time at which it was sent.'),
  delivered_at: optionalTime('Time at which it was delivered.'),
  read_at: optionalTime('Time at which it was read.'),
  media_url: optionalText(),
  attachments: Type.Array(AnyJson('An attachment.')),
  buttons: Type.Array(
    strictObject({
      type: Type.String(),
      text: Type.String({ description: 'Label of the button.' }),
      url: optionalText(),
    }),
  ),
  reaction: optionalText('Reaction to the message.'),
  ...MESSAGE_DETAILS,
});

const CallItem = strictObject({
  ...common,
  type: Type.Literal('call', { description: 'A call.' }),
  channel: Type.Literal('call', { description: 'Always `call`.' }),
  direction,
  status: Type.String(),
  duration_seconds: nullable(Type.Integer()),
  call_status: optionalText('Provider status: registered, ringing, in_progress, ended, not_connected or failed.'),
  call_successful: nullable(Type.Boolean({ description: 'Whether the call reached its goal.' })),
  summary: optionalText(),
  transcript: nullable(
    Type.Array(
      strictObject({
        role: Type.String({ description: 'Speaker: agent or user.' }),
        text: Type.String({ description: 'Words that were spoken in the turn.' }),
        at: optionalTime('Time of the turn.'),
      }),
      { description: 'Transcript of the call. Null until it is available.' },
    ),
  ),
  recording_url: optionalText(),
});

const MissedCallItem = strictObject({
  ...common,
  type: Type.Literal('call_missed', { description: 'An unanswered call.' }),
  channel: Type.Literal('call', { description: 'Always `call`.' }),
  direction,
  disconnection_reason: optionalText('Disconnection reason, such as dial_no_answer.'),
});

const ActivityItem = strictObject({
  ...common,
  type: Type.Literal('activity', { description: 'An activity of the lead.' }),
  activity_type: Type.String({ description: 'Event type.' }),
  title: Type.String({ description: 'Short title of the activity.' }),
  description: Type.String({ description: 'Description of the activity, without names or addresses.' }),
  params: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
    description:
      'Values that the description mentions, such as `channel` or `reason`. For descriptions in another language.',
  }),
  note: optionalText('Text of the note.'),
  is_machine: nullable(
    Type.Boolean({ description: 'Whether an open or a click is by a machine, such as a scanner. Null for others.' }),
  ),
  machine_reason: nullable(oneOf(MACHINE_REASONS, { description: 'Reason for which it is attributed to a machine.' })),
  actor_type: Type.String(),
});

/** One thing of a lead's history. */
export const HistoryItem = named(
  'HistoryItem',
  Type.Union([MessageItem, CallItem, MissedCallItem, ActivityItem], {
    description: 'A message, a call, an unanswered call or an activity.',
  }),
);
export type HistoryItem = Static<typeof HistoryItem>;

const csv = (words: readonly string[]) => `^(${words.join('|')})(,(${words.join('|')}))*$`;

export const getLeadHistoryContract = contract({
  operationId: 'getLeadHistory',
  method: 'get',
  path: '/api/public/leads/{id}/history',
  tag: 'Leads',
  scope: 'leads:read',
  summary: 'List the messages, calls and activities of a lead, ordered by time.',
  params: Type.Object({ id: Type.String() }),
  query: Type.Object({
    channel: Type.Optional(
      Type.String({
        pattern: csv(HISTORY_CHANNELS),
        description: 'Comma-separated channels: call, whatsapp, email, chat. Activities have none.',
      }),
    ),
    types: Type.Optional(
      Type.String({
        pattern: csv(HISTORY_TYPES),
        description: 'Comma-separated item types: activity, message, call, call_missed.',
      }),
    ),
    workflow_run_id: Type.Optional(Uuid("Returns only items of this run. Chats don't belong to runs.")),
    before: Type.Optional(Timestamp('Returns only items before this time.')),
    after: Type.Optional(Timestamp('Returns only items after this time.')),
    order: Type.Optional(oneOf(ORDERS, { description: 'Sort order. Defaults to `asc` (oldest first).' })),
    offset: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 10_000,
        description: 'Number of items to skip. Use `cursor` instead where possible.',
      }),
    ),
    ...PageQuery,
  }),
  success: {
    200: strictObject({
      success: Success,
      lead: Lead,
      history: Type.Array(HistoryItem, { description: 'One page of results.' }),
      activities_put_away_before: optional(
        Timestamp(
          "Earlier activities were archived, according to the account's retention policy. Absent if none were.",
        ),
      ),
      pagination: Pagination,
    }),
  },
  errors: ['LEAD_NOT_FOUND', 'LEAD_ERASED', 'INVALID_DATE'],
});

export const listEventsContract = contract({
  operationId: 'listEvents',
  method: 'get',
  path: '/api/public/events',
  tag: 'Events',
  scope: 'reports:read',
  summary: 'List the events of the account, in the order of writing.',
  query: Type.Object({
    types: Type.Optional(Type.String({ minLength: 1, maxLength: 4000, description: 'Comma-separated event types.' })),
    lead_id: Type.Optional(Uuid('Returns only events of this lead.')),
    after: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'ID of the last event you have, or a time. Returns the events after it.',
      }),
    ),
    limit: PageQuery.limit,
  }),
  success: {
    200: strictObject({
      success: Success,
      events: Type.Array(EventRecord, { description: 'One page of events, oldest first.' }),
      pagination: Pagination,
    }),
  },
  errors: ['UNKNOWN_EVENT', 'INVALID_DATE'],
});
