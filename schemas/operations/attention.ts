import { JsonObject, nullable, oneOf, type Static, Success, strictObject, Timestamp, Type, Uuid } from '../common.js';
import { contract } from '../contract.js';

const tag = 'Attention';

/** The kinds of things that wait for a person. */
export const ATTENTION_KINDS = [
  ...(['clock_apart', 'message_unknown', 'digest_unknown', 'message_refused', 'run_failed', 'work_held'] as const),
  ...(['run_overdue', 'event_unworked', 'run_paused_long', 'run_without_sender', 'conversation_owed'] as const),
  ...(['conversation_awaits_person'] as const),
  ...([
    'instruction_parked',
    'import_failed',
    'sender_held_back',
    'sender_refused',
    'mail_unmatched',
    'templates_unsynced',
    'calendar_unreadable',
    'calendar_incomplete',
  ] as const),
  ...(['job_failing', 'listener_failing', 'events_unread', 'meeting_differs'] as const),
  ...(['widget_half_used', 'widget_used_up'] as const),
  ...(['number_out_of_service', 'provider_notice', 'event_not_understood'] as const),
] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

const Text = (description: string) => Type.String({ description });

const AttentionItem = strictObject({
  kind: oneOf(ATTENTION_KINDS, { description: 'What kind of thing it is.' }),
  id: Text('What it is, among those of its kind.'),
  since: Timestamp('Since when.'),
  title: Text('The kind in words.'),
  detail: Text('What is known of it.'),
  subject: strictObject(
    {
      type: Text('What the id names, such as `message` or `workflow_run`.'),
      id: Text('Its id.'),
    },
    { description: 'What it is about.' },
  ),
  lead: nullable(
    strictObject({ id: Uuid('The lead.'), name: Text('What it is called.') }, { description: 'Whom it concerns.' }),
  ),
  actions: Type.Array(
    strictObject({
      operation: Text('The operation that helps, as the reference names it.'),
      params: JsonObject('What it is to be asked with, where that is known.'),
    }),
    { description: 'What can be done about it; empty where it goes on by itself, or only where the service runs.' },
  ),
  temporal_url: nullable(Text('Its workflow in the Temporal UI, where one is set up.')),
});
export type AttentionItem = Static<typeof AttentionItem>;

export const listAttentionContract = contract({
  operationId: 'listAttention',
  method: 'get',
  path: '/api/public/attention',
  tag,
  scope: 'reports:read',
  summary: 'List what waits for a person: what does not go on by itself, or went wrong.',
  query: Type.Object({
    kinds: Type.Optional(
      Type.String({ maxLength: 500, description: `Only these, comma-separated: ${ATTENTION_KINDS.join(', ')}.` }),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Of each kind, at most.' }),
    ),
  }),
  success: {
    200: strictObject({
      success: Success,
      attention: Type.Array(AttentionItem, { description: 'Kind by kind, the oldest first.' }),
      counts: Type.Record(Type.String(), Type.Integer(), {
        description: 'How many there are of each kind that there is; 100 means that many or more.',
      }),
    }),
  },
  errors: [],
});

export const dismissAttentionContract = contract({
  operationId: 'dismissAttention',
  method: 'post',
  path: '/api/public/attention/{kind}/{id}/dismiss',
  tag,
  scope: 'automation:write',
  summary: 'Let something be: it is listed no more, unless it begins anew.',
  params: Type.Object({
    kind: Type.String({ description: 'Its kind.' }),
    id: Type.String({ description: 'Its id.' }),
  }),
  success: { 200: strictObject({ success: Success }) },
  errors: ['ATTENTION_NOT_FOUND'],
});
