import {
  JsonObject,
  nullable,
  oneOf,
  type Static,
  Success,
  strictObject,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../common.js';
import { contract } from '../contract.js';

const tag = 'Attention';

/** The kinds of things that wait for a person. */
export const ATTENTION_KINDS = [
  ...([
    'clock_apart',
    'proxy_ignored',
    'message_unknown',
    'digest_unknown',
    'message_refused',
    'run_failed',
    'work_held',
  ] as const),
  ...(['run_overdue', 'event_unworked', 'run_paused_long', 'run_without_sender', 'conversation_owed'] as const),
  ...(['conversation_awaits_person'] as const),
  ...([
    'instruction_parked',
    'import_failed',
    'erasure_unfinished',
    'sender_held_back',
    'sender_refused',
    'sender_unhealthy',
    'mail_unmatched',
    'templates_unsynced',
    'calendar_unreadable',
    'calendar_incomplete',
  ] as const),
  ...(['job_failing', 'listener_failing', 'events_unread', 'meeting_differs', 'meeting_answered'] as const),
  ...(['widget_half_used', 'widget_used_up'] as const),
  ...(['number_out_of_service', 'provider_notice', 'event_not_understood'] as const),
  ...(['reconnect_needed'] as const),
] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

const AttentionItem = strictObject({
  kind: oneOf(ATTENTION_KINDS),
  id: Text('ID of the item within its kind.'),
  since: Timestamp('Start time.'),
  title: Text('Title of the kind.'),
  detail: Text(),
  subject: strictObject({
    type: Text('Type of the subject, such as `message` or `workflow_run`.'),
    id: Text(),
  }),
  lead: nullable(strictObject({ id: Uuid(), name: Text() }, { description: 'Lead of the item. Null if it has none.' })),
  actions: Type.Array(
    strictObject({
      operation: Text('ID of the operation that resolves the item.'),
      params: JsonObject('Known parameters of the operation.'),
    }),
    {
      description:
        'Operations that resolve the item. Empty if it resolves automatically, or only the operator of the ' +
        'service can resolve it.',
    },
  ),
  temporal_url: nullable(Text('URL of the workflow in the Temporal UI, if one is configured.')),
});
export type AttentionItem = Static<typeof AttentionItem>;

export const listAttentionContract = contract({
  operationId: 'listAttention',
  method: 'get',
  path: '/api/public/attention',
  tag,
  scope: 'reports:read',
  summary: 'List attention items: failures and decisions that need a user.',
  query: Type.Object({
    kinds: Type.Optional(
      Type.String({ maxLength: 500, description: `Comma-separated kinds: ${ATTENTION_KINDS.join(', ')}.` }),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Maximum number of items per kind.' }),
    ),
  }),
  success: {
    200: strictObject({
      success: Success,
      attention: Type.Array(AttentionItem, { description: 'Items by kind, oldest first.' }),
      counts: Type.Record(Type.String(), Type.Integer(), {
        description: 'Number of items per kind. 100 means 100 or more.',
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
  summary: 'Dismiss an attention item. It reappears only if the problem occurs again.',
  params: Type.Object({
    kind: Type.String({ description: 'Kind of the item.' }),
    id: Type.String({ description: '`id` of the attention item.' }),
  }),
  success: { 200: strictObject({ success: Success }) },
  errors: ['ATTENTION_NOT_FOUND'],
});
