import { findUser } from '../../db/accounts/users.js';
import type { Db } from '../../db/connection.js';
import {
  countInbox,
  countUnread,
  findEntryId,
  type InboxFilter,
  type InboxRow,
  type InboxView,
  type LastMessage,
  listInbox,
  listLastChatMessages,
  listLeadMoments,
  lockEntryId,
  putInboxState,
} from '../../db/conversations/inbox.js';
import { noteInboxNews } from '../../db/conversations/inbox-news.js';
import { findMomentOfMessage } from '../../db/conversations/moment-of-message.js';
import { dropPresence, listPresent, type Present, putPresence } from '../../db/conversations/presences.js';
import { wordsOf } from '../../db/leads/begins-with.js';
import type { InboxStateRow } from '../../db/tables.js';
import type { BodyOf, Contract } from '../../schemas/contract.js';
import {
  countInboxContract,
  countUnreadContract,
  getInboxEntryContract,
  type InboxEntry,
  listInboxContract,
  tellPresenceContract,
  updateInboxEntryContract,
} from '../../schemas/conversations/inbox.js';
import { signedIn } from '../accounts/session.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { instantField } from '../http/request/fields.js';
import { DEFAULT_LIMIT, decodeCursor, encodeCursor, pageOf } from '../http/request/paging.js';
import { found, pathId } from '../http/request/path-id.js';
import { type RouteInput, route } from '../http/route.js';

const PRESENT_MS = 30_000;

const viewOf = (input: Pick<RouteInput<Contract>, 'account' | 'user' | 'now'>): InboxView => ({
  accountId: input.account.id,
  userId: signedIn(input).id,
  now: input.now,
});

interface Filters {
  channel?: string;
  workflow_id?: string;
  assignee_id?: string;
  q?: string;
}

const filterOf = ({ channel, workflow_id, assignee_id, q }: Filters): InboxFilter => ({
  channel,
  agentId: workflow_id?.toLowerCase(),
  assigneeId: assignee_id?.toLowerCase(),
  words: q === undefined ? undefined : wordsOf(q),
});

export const listInboxRoute = (_deps: ApiDependencies) =>
  route(listInboxContract).handle(async (input) => {
    const { db, query } = input;
    const { limit = DEFAULT_LIMIT, folder = 'all', cursor } = query;
    const kind = `inbox/${folder}`;
    const view = viewOf(input);
    const after = placeOf(decodeCursor(cursor, kind, 2));
    const rows = await listInbox(db, view, filterOf(query), { folder, limit, after });
    const page = pageOf(rows, limit, (last) => encodeCursor(kind, [String(last.last_inbound_at.getTime()), last.id]));
    const entries = await toEntries(db, view, page.rows);
    return { status: 200, body: { success: true, entries, pagination: page.pagination } };
  });

function placeOf(keys: string[] | undefined): { at: Date; id: string } | undefined {
  if (!keys) return undefined;
  const [at, id = ''] = keys;
  return { at: new Date(Number(at)), id };
}

export const countInboxRoute = (_deps: ApiDependencies) =>
  route(countInboxContract).handle(async (input) => {
    const view = viewOf(input);
    return { status: 200, body: { success: true, counts: await countInbox(input.db, view, filterOf(input.query)) } };
  });

export const countUnreadRoute = (_deps: ApiDependencies) =>
  route(countUnreadContract).handle(async (input) => ({
    status: 200,
    body: { success: true, ...(await countUnread(input.db, viewOf(input))) },
  }));

export const getInboxEntryRoute = (_deps: ApiDependencies) =>
  route(getInboxEntryContract).handle(async (input) => {
    const { db, account, params } = input;
    const view = viewOf(input);
    const id = await findEntryId(db, account.id, pathId(params.id, 'INBOX_ENTRY_NOT_FOUND'));
    const [entry] = await toEntries(db, view, [await requireEntry(db, view, id)]);
    return { status: 200, body: { success: true, entry: found(entry, 'INBOX_ENTRY_NOT_FOUND') } };
  });

export const updateInboxEntryRoute = (_deps: ApiDependencies) =>
  route(updateInboxEntryContract).handle(async (input) => {
    const { db, account, params, body, now } = input;
    const view = viewOf(input);
    const id = await lockEntryId(db, account.id, pathId(params.id, 'INBOX_ENTRY_NOT_FOUND'));
    const row = await requireEntry(db, view, id);
    const changes: Partial<InboxStateRow> = statusColumns(body, now);
    if (body.assignee_id !== undefined) changes.assignee_id = await assigneeOf(db, account.id, body.assignee_id);
    if (body.seen_message_id !== undefined) changes.seen_at = await seenAt(db, row, body.seen_message_id);
    await putInboxState(db, { id: row.id, account_id: account.id }, { ...changes, updated_at: now });
    const [entry] = await toEntries(db, view, [await requireEntry(db, view, id)]);
    await noteInboxNews(db, account.id, 'changes');
    return { status: 200, body: { success: true, entry: found(entry, 'INBOX_ENTRY_NOT_FOUND') } };
  });

export const tellPresenceRoute = (_deps: ApiDependencies) =>
  route(tellPresenceContract).handle(async (input) => {
    const { db, account, params, body, now } = input;
    const view = viewOf(input);
    const { id } = await requireEntry(db, view, params.id);
    const who = { thread_id: id, user_id: view.userId, account_id: account.id };
    const until = new Date(now.getTime() + PRESENT_MS);
    const isNew =
      body.state === 'gone'
        ? await dropPresence(db, id, view.userId)
        : await putPresence(db, now, { ...who, state: body.state, until });
    const present = (await listPresent(db, now, view, [id])).map(toPresent);
    if (isNew) await noteInboxNews(db, account.id, 'presences');
    return { status: 200, body: { success: true, present } };
  });

async function requireEntry(db: Db, view: InboxView, given: string): Promise<InboxRow> {
  const id = pathId(given, 'INBOX_ENTRY_NOT_FOUND');
  const [row] = await listInbox(db, view, { id }, { limit: 1 });
  return found(row, 'INBOX_ENTRY_NOT_FOUND');
}

/** Returns the columns of a status. A time without `snoozed`, or the other way round, is an error. */
function statusColumns(
  { status, snoozed_until }: BodyOf<typeof updateInboxEntryContract>,
  now: Date,
): Partial<InboxStateRow> {
  if (status !== 'snoozed' && snoozed_until !== undefined) {
    throw new ApiError('VALIDATION_ERROR', {
      message: 'Only snoozed entries can have a time. Set status to snoozed.',
      field: '/snoozed_until',
    });
  }
  if (status === undefined) return {};
  if (status === 'done') return { closed_at: now, snoozed_at: null, snoozed_until: null };
  if (status === 'open') return { closed_at: null, snoozed_at: null, snoozed_until: null };
  const until = snoozed_until === undefined ? undefined : instantField(snoozed_until, '/snoozed_until');
  if (until === undefined || until <= now) {
    throw new ApiError('VALIDATION_ERROR', {
      message: 'The snooze time must be in the future.',
      field: '/snoozed_until',
    });
  }
  return { closed_at: null, snoozed_at: now, snoozed_until: until };
}

async function assigneeOf(db: Db, accountId: string, given: string | null): Promise<string | null> {
  if (given === null) return null;
  const user = found(await findUser(db, accountId, given.toLowerCase()), 'USER_NOT_FOUND');
  if (user.disabled_at) throw new ApiError('USER_NOT_FOUND', { message: 'The user is deactivated.' });
  return user.id;
}

const seenAt = async (db: Db, { id, lead_id }: InboxRow, messageId: string | null): Promise<Date | null> =>
  messageId === null
    ? null
    : found(await findMomentOfMessage(db, { id, leadId: lead_id }, messageId.toLowerCase()), 'MESSAGE_NOT_FOUND');

const toPresent = ({ user_id, name, state }: Present): InboxEntry['present'][number] => ({
  user_id,
  name,
  state: state as InboxEntry['present'][number]['state'],
});

const toLast = ({ id, channel, direction, preview, status, at }: LastMessage): InboxEntry['last_message'] => ({
  id,
  channel,
  preview: preview ?? '',
  status,
  at: at.toISOString(),
  direction: direction as 'inbound' | 'outbound',
});

/** Returns which of two messages is the newer one. */
const newer = (one: LastMessage | undefined, other: LastMessage | undefined): LastMessage | undefined =>
  one && other ? (one.at > other.at ? one : other) : (one ?? other);

/** Entries as the API answers them: three statements, however many there are. */
async function toEntries(db: Db, view: InboxView, rows: readonly InboxRow[]): Promise<InboxEntry[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const leadIds = rows.flatMap(({ lead_id }) => lead_id ?? []);
  const visitors = rows.flatMap(({ id, lead_id }) => (lead_id === null ? id : []));
  const [moments, chats, present] = await Promise.all([
    listLeadMoments(db, view.accountId, leadIds),
    listLastChatMessages(db, leadIds, visitors),
    listPresent(db, view.now, view, ids),
  ]);
  return rows.map((row) => {
    const { last: written, unansweredSince, takeover } = moments.get(row.id) ?? {};
    const last = newer(written, chats.get(row.id));
    const name = [row.first_name, row.last_name].filter(Boolean).join(' ');
    return {
      id: row.id,
      lead: row.lead_id === null ? null : { id: row.lead_id, name, company: row.company },
      conversation_id: row.lead_id === null ? row.id : null,
      last_message: last ? toLast(last) : null,
      last_inbound_at: row.last_inbound_at.toISOString(),
      unread: Boolean(row.unread),
      waiting_since: row.waiting ? (unansweredSince ?? row.last_inbound_at).toISOString() : null,
      status: row.done ? ('done' as const) : row.snoozed ? ('snoozed' as const) : ('open' as const),
      snoozed_until: row.snoozed ? (row.snoozed_until?.toISOString() ?? null) : null,
      assignee: row.assignee_id && row.assignee_name ? { id: row.assignee_id, name: row.assignee_name } : null,
      takeover: takeover
        ? {
            workflow_run_id: takeover.id,
            workflow_id: takeover.agent_id,
            workflow_name: takeover.name,
            by: takeover.paused_by,
            since: takeover.paused_at?.toISOString() ?? null,
          }
        : null,
      whatsapp_window_expires_at: row.whatsapp_window_expires_at?.toISOString() ?? null,
      present: present.filter(({ thread_id }) => thread_id === row.id).map(toPresent),
    };
  });
}
