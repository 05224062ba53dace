import {
  nameText,
  nullable,
  oneOf,
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

const tag = 'Canned replies';
const CHANNELS = ['email', 'whatsapp', 'chat'] as const;

const fields = {
  shortcut: Type.String({
    pattern: '^[a-z0-9_-]{1,40}$',
    description:
      'Shortcut to insert the reply: 1 to 40 lowercase letters, digits, hyphens and underscores. Unique within ' +
      'the account.',
  }),
  title: nameText(),
  content: Type.String({
    minLength: 1,
    maxLength: 10_000,
    description: 'Text with Liquid variables. To preview it for a lead, use `POST /messages/render`.',
  }),
  channel: nullable(oneOf(CHANNELS, { description: 'Channel of the reply. Null for all channels.' })),
};

const CannedReply = strictObject({
  id: Uuid('ID of the reply.'),
  ...fields,
  created_by: Type.String({ description: 'Author, as `user:<id>`.' }),
  created_at: Timestamp('Time at which it was written.'),
  updated_at: Timestamp('Time of the last change.'),
});
export type CannedReply = Static<typeof CannedReply>;

const ofReply = Type.Object({ id: Uuid('ID of the reply.') });
const ReplyAnswer = strictObject({ success: Success, canned_reply: CannedReply });

export const listCannedRepliesContract = contract({
  operationId: 'listCannedReplies',
  method: 'get',
  path: '/api/internal/canned-replies',
  tag,
  auth: 'user',
  scope: 'conversations:read',
  summary: 'List the canned replies, newest first.',
  query: Type.Object({
    channel: Type.Optional(oneOf(CHANNELS, { description: 'Returns only replies for this channel.' })),
    ...PageQuery,
  }),
  success: {
    200: strictObject({
      success: Success,
      canned_replies: Type.Array(CannedReply),
      pagination: Pagination,
    }),
  },
  errors: [],
});

export const createCannedReplyContract = contract({
  operationId: 'createCannedReply',
  method: 'post',
  path: '/api/internal/canned-replies',
  tag,
  auth: 'user',
  scope: 'templates:write',
  summary: 'Add a canned reply.',
  body: strictObject({ ...fields, channel: Type.Optional(fields.channel) }),
  success: { 201: ReplyAnswer },
  errors: ['NAME_TAKEN'],
});

export const updateCannedReplyContract = contract({
  operationId: 'updateCannedReply',
  method: 'patch',
  path: '/api/internal/canned-replies/{id}',
  tag,
  auth: 'user',
  scope: 'templates:write',
  summary: 'Update a canned reply.',
  params: ofReply,
  ignoredKeys: ['id', 'created_by', 'created_at', 'updated_at'],
  body: Type.Partial(strictObject(fields), { additionalProperties: false }),
  success: { 200: ReplyAnswer },
  errors: ['CANNED_REPLY_NOT_FOUND', 'NAME_TAKEN'],
});

export const deleteCannedReplyContract = contract({
  operationId: 'deleteCannedReply',
  method: 'delete',
  path: '/api/internal/canned-replies/{id}',
  tag,
  auth: 'user',
  scope: 'templates:write',
  summary: 'Delete a canned reply.',
  params: ofReply,
  success: { 204: null },
  errors: ['CANNED_REPLY_NOT_FOUND'],
});
