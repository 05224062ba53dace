import { isDuplicate } from '../../db/connection.js';
import {
  deleteCannedReply,
  insertCannedReply,
  listCannedReplies,
  lockCannedReply,
  updateCannedReply,
} from '../../db/conversations/canned-replies.js';
import type { CannedReplyRow } from '../../db/tables.js';
import { checkTemplate } from '../../domain/messages/template-render.js';
import { newId } from '../../runtime/ids.js';
import {
  type CannedReply,
  createCannedReplyContract,
  deleteCannedReplyContract,
  listCannedRepliesContract,
  updateCannedReplyContract,
} from '../../schemas/conversations/canned-replies.js';
import type { ApiDependencies } from '../dependencies.js';
import { callerName } from '../http/auth/caller-name.js';
import { ApiError } from '../http/errors.js';
import { idPage, idPageOf } from '../http/request/paging.js';
import { found, pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';

const KIND = 'canned_replies';

const toReply = (row: CannedReplyRow): CannedReply => ({
  id: row.id,
  shortcut: row.shortcut,
  title: row.title,
  content: row.content,
  channel: row.channel as CannedReply['channel'],
  created_by: row.created_by,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** Throws where a text can't be rendered. */
function assertFits(row: CannedReplyRow): void {
  const [problem] = checkTemplate(row.content).problems;
  if (problem) {
    throw new ApiError('VALIDATION_ERROR', { message: `line ${problem.line}: ${problem.message}`, field: '/content' });
  }
}

/** Returns the conflict where another reply has the shortcut. */
const taken =
  ({ shortcut }: CannedReplyRow) =>
  (error: unknown): never => {
    if (!isDuplicate(error)) throw error;
    throw new ApiError('NAME_TAKEN', { message: `The shortcut /${shortcut} is already in use.`, field: '/shortcut' });
  };

export const listCannedRepliesRoute = (_deps: ApiDependencies) =>
  route(listCannedRepliesContract).handle(async ({ account, db, query }) => {
    const page = idPage(KIND, query);
    const replies = await listCannedReplies(db, account.id, query.channel, page);
    const { rows, pagination } = idPageOf(KIND, replies, page.limit);
    return { status: 200, body: { success: true, canned_replies: rows.map(toReply), pagination } };
  });

export const createCannedReplyRoute = (_deps: ApiDependencies) =>
  route(createCannedReplyContract).handle(async (input) => {
    const { account, db, body, now } = input;
    const { shortcut, title, content, channel = null } = body;
    const row: CannedReplyRow = {
      id: newId(),
      account_id: account.id,
      shortcut,
      title,
      content,
      channel,
      created_by: callerName(input),
      created_at: now,
      updated_at: now,
    };
    assertFits(row);
    await insertCannedReply(db, row).catch(taken(row));
    return { status: 201, body: { success: true, canned_reply: toReply(row) } };
  });

export const updateCannedReplyRoute = (_deps: ApiDependencies) =>
  route(updateCannedReplyContract).handle(async ({ account, db, params, body, now }) => {
    const id = pathId(params.id, 'CANNED_REPLY_NOT_FOUND');
    const before = found(await lockCannedReply(db, account.id, id), 'CANNED_REPLY_NOT_FOUND');
    const row = { ...before, ...body, updated_at: now };
    assertFits(row);
    await updateCannedReply(db, id, { ...body, updated_at: now }).catch(taken(row));
    return { status: 200, body: { success: true, canned_reply: toReply(row) } };
  });

export const deleteCannedReplyRoute = (_deps: ApiDependencies) =>
  route(deleteCannedReplyContract).handle(async ({ account, db, params }) => {
    const id = pathId(params.id, 'CANNED_REPLY_NOT_FOUND');
    found(await lockCannedReply(db, account.id, id), 'CANNED_REPLY_NOT_FOUND');
    await deleteCannedReply(db, id);
    return { status: 204, body: null };
  });
