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
  Timestamp,
  Type,
  Uuid,
} from '../common.js';
import { contract } from '../contract.js';
import { Lead, ORDERS } from '../leads/leads.js';
import { MESSAGE_DETAILS } from '../message-details.js';
import { EventRecord } from './events.js';

const HISTORY_CHANNELS = ['call', 'whatsapp', 'email', 'chat'] as const;
export const HISTORY_TYPES = ['activity', 'message', 'call', 'call_missed'] as const;

const optionalText = (description: string) => nullable(Type.String({ description }));
const optionalTime = (description: string) => nullable(Timestamp(description));
const common = {
  id: Uuid('The item.'),
  created_at: Timestamp('When it happened.'),
  workflow_run_id: nullable(Uuid('The enrolment it belongs to.')),
};
const direction = oneOf(['inbound', 'outbound'] as const, { description: 'From the lead or to it.' });

const MessageItem = strictObject({
  ...common,
  type: Type.Literal('message', { description: 'A message.' }),
  channel: Type.String({ description: 'whatsapp, email or chat.' }),
  direction,
  subject: optionalText('Subject of an e-mail.'),
  content: optionalText('The text.'),
  has_html: Type.Boolean({ description: 'Whether it is an e-mail with HTML, which GET /messages/{id} answers.' }),
  message_type: Type.String({ description: 'text or template.' }),
  status: Type.String({ description: 'Where the message stands.' }),
  provider_message_id: optionalText("The provider's id."),
  sent_at: optionalTime('When it was sent.'),
  delivered_at: optionalTime('When it was delivered.'),
  read_at: optionalTime('When it was read.'),
  media_url: optionalText('Where its media are.'),
  attachments: Type.Array(AnyJson('An attachment.'), { description: 'Its attachments.' }),
  buttons: Type.Array(
    strictObject({
      type: Type.String({ description: 'What it does.' }),
      text: Type.String({ description: 'What it says.' }),
      url: optionalText('Where it leads.'),
    }),
    { description: 'Its buttons.' },
  ),
  reaction: optionalText('The reaction to it.'),
  ...MESSAGE_DETAILS,
});

const CallItem = strictObject({
  ...common,
  type: Type.Literal('call', { description: 'A call.' }),
  channel: Type.Literal('call', { description: 'Always call.' }),
  direction,
  status: Type.String({ description: 'Where the call stands.' }),
  duration_seconds: nullable(Type.Integer({ description: 'How long it took.' })),
  call_status: optionalText('registered, ringing, in_progress, ended, not_connected or failed.'),
  call_successful: nullable(Type.Boolean({ description: 'Whether it reached its goal.' })),
  summary: optionalText('What was said, in short.'),
  transcript: nullable(
    Type.Array(
      strictObject({
        role: Type.String({ description: 'agent or user.' }),
        text: Type.String({ description: 'What was said.' }),
        at: optionalTime('When.'),
      }),
      { description: 'What was said; null until it is ready.' },
    ),
  ),
  recording_url: optionalText('Where the recording is.'),
});

const MissedCallItem = strictObject({
  ...common,
  type: Type.Literal('call_missed', { description: 'A call that reached nobody.' }),
  channel: Type.Literal('call', { description: 'Always call.' }),
  direction,
  disconnection_reason: optionalText('Why, such as dial_no_answer.'),
});

const ActivityItem = strictObject({
  ...common,
  type: Type.Literal('activity', { description: 'Something that happened to the lead.' }),
  activity_type: Type.String({ description: 'The kind of event.' }),
  title: Type.String({ description: 'What happened, in a few words.' }),
  description: Type.String({ description: 'What happened, in a sentence; no names or addresses.' }),
  note: optionalText('The text of a note that was written about the lead.'),
  actor_type: Type.String({ description: 'Who or what caused it.' }),
});

/** One thing of a lead's history. */
export const HistoryItem = named(
  'HistoryItem',
  Type.Union([MessageItem, CallItem, MissedCallItem, ActivityItem], {
    description: 'A message, a call, a missed call or an activity.',
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
  summary: "List a lead's messages, calls and activities in order of time.",
  params: Type.Object({ id: Type.String({ description: 'The lead.' }) }),
  query: Type.Object({
    channel: Type.Optional(
      Type.String({
        pattern: csv(HISTORY_CHANNELS),
        description: 'Only these channels, separated by commas: call, whatsapp, email, chat. Activities have none.',
      }),
    ),
    types: Type.Optional(
      Type.String({
        pattern: csv(HISTORY_TYPES),
        description: 'Only these types, separated by commas: activity, message, call, call_missed.',
      }),
    ),
    workflow_run_id: Type.Optional(Uuid('Only what belongs to this enrolment; chats belong to none.')),
    before: Type.Optional(Timestamp('Before this moment.')),
    after: Type.Optional(Timestamp('After this moment.')),
    order: Type.Optional(oneOf(ORDERS, { description: '`asc` (oldest first) if not given.' })),
    offset: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 10_000, description: 'Items to leave out; `cursor` is the better way.' }),
    ),
    ...PageQuery,
  }),
  success: {
    200: strictObject({
      success: Success,
      lead: Lead,
      history: Type.Array(HistoryItem, { description: 'One page.' }),
      activities_put_away_before: optional(
        Timestamp('Activities from before this were put away, as the account’s retention says; not given: none were.'),
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
  summary: 'List business events in the order in which they were written.',
  query: Type.Object({
    types: Type.Optional(
      Type.String({ minLength: 1, maxLength: 4000, description: 'Only these kinds, separated by commas.' }),
    ),
    lead_id: Type.Optional(Uuid('Only events of this lead.')),
    after: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'The id of the last event you have, or a moment; the events after it are answered.',
      }),
    ),
    limit: PageQuery.limit,
  }),
  success: {
    200: strictObject({
      success: Success,
      events: Type.Array(EventRecord, { description: 'One page, the oldest first.' }),
      pagination: Pagination,
    }),
  },
  errors: ['UNKNOWN_EVENT', 'INVALID_DATE'],
});
