import {
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
    description: 'What is typed to get it: 1 to 40 lower-case letters, digits, hyphens and underscores; unique.',
  }),
  title: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', description: 'What people call it.' }),
  content: Type.String({
    minLength: 1,
    maxLength: 10_000,
    description: 'The text, with Liquid variables: `POST /messages/render` shows it for a lead.',
  }),
  channel: nullable(oneOf(CHANNELS, { description: 'What it is for; null: every channel.' })),
};

const CannedReply = strictObject({
  id: Uuid('The reply.'),
  ...fields,
  created_by: Type.String({ description: 'Who wrote it, as `user:<id>`.' }),
  created_at: Timestamp('When it was written.'),
  updated_at: Timestamp('When it was last changed.'),
});
export type CannedReply = Static<typeof CannedReply>;

const ofReply = Type.Object({ id: Uuid('The reply.') });
const ReplyAnswer = strictObject({ success: Success, canned_reply: CannedReply });

export const listCannedRepliesContract = contract({
  operationId: 'listCannedReplies',
  method: 'get',
  path: '/api/internal/canned-replies',
  tag,
  auth: 'user',
  scope: 'conversations:read',
  summary: 'List the texts that people answer with again and again, the newest first.',
  query: Type.Object({
    channel: Type.Optional(oneOf(CHANNELS, { description: 'Only those that fit this channel.' })),
    ...PageQuery,
  }),
  success: {
    200: strictObject({
      success: Success,
      canned_replies: Type.Array(CannedReply, { description: 'The replies.' }),
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
  summary: 'Change a canned reply.',
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
