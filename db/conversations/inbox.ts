import type { Knex } from 'knex';
import type { InboxFolder } from '../../schemas/conversations/inbox.js';
import type { Db } from '../connection.js';
import { unreadNotices } from '../jobs/notifications.js';
import { whereBeginsWith } from '../leads/begins-with.js';
import type { InboxStateRow } from './tables.js';

/** The filter of inbox entries. */
export interface InboxFilter {
  channel?: string | undefined;
  agentId?: string | undefined;
  assigneeId?: string | undefined;
  words?: string[] | undefined;
  /** One entry, by its id. */
  id?: string | undefined;
}

/** The account and user of an inbox, and the current time. */
export interface InboxView {
  accountId: string;
  userId: string;
  now: Date;
}

/** An entry as the queries answer it. */
export interface InboxRow {
  id: string;
  lead_id: string | null;
  first_name: string | null;
  last_name: string | null;
  company: string | null;
  last_inbound_at: Date;
  whatsapp_window_expires_at: Date | null;
  assignee_id: string | null;
  assignee_name: string | null;
  snoozed_until: Date | null;
  unread: number;
  waiting: number;
  done: number;
  snoozed: number;
}

/** Messages to a lead that answer it: what no cadence sends, unless it never left. */
const ANSWERS = `o.direction = 'outbound' AND o.agent_run_id IS NULL AND o.status NOT IN ('cancelled', 'failed')`;

/**
 * Whether a lead waits: only cadences wrote to it since its last message, and no conversation with that message says
 * that no answer is needed, or an agent handed off and no person has written.
 */
const LEAD_WAITS = `(NOT EXISTS (SELECT 1 FROM messages o WHERE o.lead_id = e.lead_id AND ${ANSWERS}
    AND o.created_at >= e.last_inbound_at)
  AND NOT EXISTS (SELECT 1 FROM conversations h WHERE h.lead_id = e.lead_id
    AND h.last_inbound_at >= e.last_inbound_at AND h.owed = 0))
  OR EXISTS (SELECT 1 FROM conversations p WHERE p.lead_id = e.lead_id AND p.awaited_since IS NOT NULL)`;

/** The state of an entry, from the actions of users and the time of its last message. `wrote` names that column. */
const states = (wrote: string, waits: string) => ({
  done: `COALESCE(s.closed_at >= ${wrote}, 0)`,
  snoozed: `COALESCE(s.snoozed_until > ? AND s.snoozed_at >= ${wrote}, 0)`,
  unread: `COALESCE(s.seen_at < ${wrote}, 1)`,
  waiting: `(${waits})`,
});

const LEADS = states('e.last_inbound_at', LEAD_WAITS);
const VISITORS = states('c.last_inbound_at', 'c.owed = 1 OR c.awaited_since IS NOT NULL');

/** The two kinds of entries: leads who wrote, and visitors of chats who are no leads. */
interface Source {
  query: Knex.QueryBuilder;
  states: typeof LEADS;
  wrote: string;
  id: string;
}

function leadEntries(db: Db, { accountId }: InboxView, filter: InboxFilter): Source {
  const query: Knex.QueryBuilder = db('lead_engagement as e')
    .join('leads as l', 'l.id', 'e.lead_id')
    .leftJoin('inbox_states as s', 's.id', 'e.lead_id')
    .where('e.account_id', accountId)
    .whereNotNull('e.last_inbound_at')
    .where('l.hidden', false);
  if (filter.id !== undefined) query.where('e.lead_id', filter.id);
  if (filter.channel !== undefined) query.where('e.last_channel', filter.channel);
  if (filter.agentId !== undefined) {
    const runs = db('agent_runs as r').whereRaw('r.lead_id = e.lead_id').where('r.agent_id', filter.agentId);
    query.whereExists(runs.select(db.raw('1')));
  }
  whereBeginsWith(query, filter.words ?? []);
  return { query, states: LEADS, wrote: 'e.last_inbound_at', id: 'e.lead_id' };
}

function visitorEntries(db: Db, { accountId }: InboxView, filter: InboxFilter): Source {
  const query: Knex.QueryBuilder = db('conversations as c')
    .leftJoin('inbox_states as s', 's.id', 'c.id')
    .where('c.account_id', accountId)
    .whereNull('c.lead_id')
    .whereNotNull('c.last_inbound_at');
  if (filter.id !== undefined) query.where('c.id', filter.id);
  if (filter.channel !== undefined) query.where('c.channel', filter.channel);
  if (filter.agentId !== undefined) query.where('c.agent_id', filter.agentId);
  return { query, states: VISITORS, wrote: 'c.last_inbound_at', id: 'c.id' };
}

/** Visitors have no known name, so a text search only finds leads. */
const sourcesOf = (db: Db, view: InboxView, filter: InboxFilter): Source[] => [
  leadEntries(db, view, filter),
  ...(filter.words?.length ? [] : [visitorEntries(db, view, filter)]),
];

function inFolder({ query, states: is }: Source, folder: InboxFolder, { userId, now }: InboxView): void {
  if (folder === 'done') {
    query.whereRaw(`${is.done} = 1`);
    return;
  }
  query.whereRaw(`${is.done} = 0`).whereRaw(`${is.snoozed} = ?`, [now, folder === 'snoozed' ? 1 : 0]);
  if (folder === 'mine') query.where('s.assignee_id', userId);
  if (folder === 'unassigned') query.whereNull('s.assignee_id');
  if (folder === 'waiting') query.whereRaw(is.waiting);
}

/** Lists entries by when they wrote, newest first, one more than asked for. */
export async function listInbox(
  db: Db,
  view: InboxView,
  filter: InboxFilter,
  page: { folder?: InboxFolder; limit: number; after?: { at: Date; id: string } | undefined },
): Promise<InboxRow[]> {
  const lists = await Promise.all(
    sourcesOf(db, view, filter).map((source): Promise<InboxRow[]> => {
      const { query, states: is, wrote, id } = source;
      if (page.folder) inFolder(source, page.folder, view);
      if (filter.assigneeId !== undefined) query.where('s.assignee_id', filter.assigneeId);
      const { after } = page;
      if (after) {
        query.where(wrote, '<=', after.at);
        query.where((place) => place.where(wrote, '<', after.at).orWhere(id, '<', after.id));
      }
      const ofLead = id === 'e.lead_id';
      query
        .leftJoin('users as u', 'u.id', 's.assignee_id')
        .select(
          ...[`${id} as id`, `${wrote} as last_inbound_at`, 's.snoozed_until'],
          ...['s.assignee_id', 'u.name as assignee_name'],
          ...(ofLead
            ? ['e.lead_id', 'l.first_name', 'l.last_name', 'l.company', 'e.whatsapp_window_expires_at']
            : ['c.lead_id']),
          ...[db.raw(`${is.unread} as unread`), db.raw(`${is.waiting} as waiting`), db.raw(`${is.done} as done`)],
          db.raw(`${is.snoozed} as snoozed`, [view.now]),
        )
        .orderBy(wrote, 'desc')
        .orderBy(id, 'desc')
        .limit(page.limit + 1);
      return query as unknown as Promise<InboxRow[]>;
    }),
  );
  return lists
    .flat()
    .sort((a, b) => b.last_inbound_at.getTime() - a.last_inbound_at.getTime() || (a.id < b.id ? 1 : -1))
    .slice(0, page.limit + 1);
}

const COUNTS = ['mine', 'unassigned', 'waiting', 'all', 'snoozed', 'done', 'unread'] as const;
export type InboxCounts = Record<(typeof COUNTS)[number], number>;

/** Counts the entries of each folder. */
export async function countInbox(db: Db, view: InboxView, filter: InboxFilter): Promise<InboxCounts> {
  const { userId, now } = view;
  const found = await Promise.all(
    sourcesOf(db, view, filter).map(async ({ query, states: is, id }) => {
      if (filter.assigneeId !== undefined) query.where('s.assignee_id', filter.assigneeId);
      const entries = query.select(
        ...[`${id} as id`, 's.assignee_id', db.raw(`${is.unread} as unread`), db.raw(`${is.done} as done`)],
        ...[db.raw(`${is.waiting} as waiting`), db.raw(`${is.snoozed} as snoozed`, [now])],
      );
      const open = 'done = 0 AND snoozed = 0';
      const sum = (what: string) => `CAST(COALESCE(SUM(${what}), 0) AS SIGNED)`;
      const [row] = await db
        .from(entries.as('i'))
        .select(
          db.raw(`${sum(`${open} AND COALESCE(assignee_id = ?, 0)`)} AS mine`, [userId]),
          db.raw(`${sum(`${open} AND assignee_id IS NULL`)} AS unassigned`),
          db.raw(`${sum(`${open} AND waiting`)} AS waiting`),
          db.raw(`${sum(open)} AS ??`, ['all']),
          db.raw(`${sum('done = 0 AND snoozed = 1')} AS snoozed`),
          db.raw(`${sum('done = 1')} AS done`),
          db.raw(`${sum(`${open} AND unread`)} AS unread`),
        );
      return row as unknown as InboxCounts;
    }),
  );
  return Object.fromEntries(
    COUNTS.map((key) => [key, found.reduce((total, row) => total + Number(row[key]), 0)]),
  ) as InboxCounts;
}

const LOOKED_AT = 1_000;

/** The counts of items that need a user's attention. */
export interface Unread {
  /** Open entries that no user has seen. */
  unread: number;
  /** The unread notifications for the viewer. */
  notices: number;
}

/** Counts what is unread among what came last, in one statement: every page asks for it. */
export async function countUnread(db: Db, view: InboxView): Promise<Unread> {
  const newest = sourcesOf(db, view, {}).map(({ query, states: is, wrote }) =>
    query
      .select(db.raw(`${is.unread} AS unread`), db.raw(`${is.done} AS done`))
      .select(db.raw(`${is.snoozed} AS snoozed`, [view.now]))
      .orderBy(wrote, 'desc')
      .limit(LOOKED_AT),
  );
  const entries = db
    .from(db.queryBuilder().unionAll(newest, true).as('i'))
    .where({ unread: 1, done: 0, snoozed: 0 })
    .count();
  const [row] = await db.select(entries.as('unread'), unreadNotices(db, view.accountId, view.userId).as('notices'));
  return { unread: Number(row?.unread), notices: Number(row?.notices) };
}

/** Updates the state of an entry and keeps its other columns. */
export async function putInboxState(
  tx: Db,
  key: Pick<InboxStateRow, 'id' | 'account_id'>,
  changes: Partial<InboxStateRow> & Pick<InboxStateRow, 'updated_at'>,
): Promise<void> {
  await tx('inbox_states')
    .insert({
      assignee_id: null,
      closed_at: null,
      snoozed_at: null,
      snoozed_until: null,
      seen_at: null,
      ...key,
      ...changes,
    })
    .onConflict('id')
    .merge(changes);
}

/**
 * Lets what people made of a visitor's conversation count for the lead that the visitor turns out to be, unless they made
 * something of that one already. The caller has locked the conversation.
 */
export async function moveInboxState(tx: Db, conversationId: string, leadId: string): Promise<void> {
  await tx.raw('UPDATE IGNORE inbox_states SET id = ? WHERE id = ?', [leadId, conversationId]);
}

const conversationById = (db: Db, accountId: string, id: string) =>
  db('conversations').where({ id, account_id: accountId }).first('lead_id');

/** Returns the ID of a conversation's inbox entry. An ID that isn't of a chat is returned unchanged. */
export async function findEntryId(db: Db, accountId: string, id: string): Promise<string> {
  return (await conversationById(db, accountId, id))?.lead_id ?? id;
}

/** As `findEntryId`, with the conversation locked in case its visitor becomes a lead. */
export async function lockEntryId(tx: Db, accountId: string, id: string): Promise<string> {
  return (await conversationById(tx, accountId, id).forUpdate())?.lead_id ?? id;
}

/** A message as a list shows it. */
export interface LastMessage {
  id: string;
  channel: string;
  direction: string;
  preview: string | null;
  status: string;
  at: Date;
}

const PREVIEWED = 160;

/** The data of a lead in an inbox entry in addition to its identity. */
export interface LeadMoment {
  /** The newest message, leaving out what was cancelled. */
  last: LastMessage | undefined;
  /** The first message since the lead was answered. */
  unansweredSince: Date | null;
  /** The oldest enrolment that a person has. */
  takeover:
    | { id: string; agent_id: string; name: string; paused_by: string | null; paused_at: Date | null }
    | undefined;
}

/** Returns each lead's last message, the time since when it is unanswered, and the person who has it. */
export async function listLeadMoments(
  db: Db,
  accountId: string,
  leadIds: readonly string[],
): Promise<Map<string, LeadMoment>> {
  if (leadIds.length === 0) return new Map();
  const newest = `SELECT MAX(n.id) FROM messages n WHERE n.lead_id = e.lead_id AND n.status <> 'cancelled'`;
  const answered = `SELECT MAX(o.id) FROM messages o WHERE o.lead_id = e.lead_id AND ${ANSWERS}`;
  const since = `SELECT MIN(i.created_at) FROM messages i WHERE i.lead_id = e.lead_id AND i.direction = 'inbound'
    AND i.id > COALESCE((${answered}), '')`;
  const rows = await db('lead_engagement as e')
    .leftJoin('messages as m', (on) => on.on('m.id', db.raw(`(${newest})`)))
    .leftJoin('agent_runs as r', (on) =>
      on.on('r.lead_id', 'e.lead_id').andOnVal('r.human_takeover', true).andOnVal('r.open_slot', 1),
    )
    .leftJoin('agents as a', 'a.id', 'r.agent_id')
    .where('e.account_id', accountId)
    .whereIn('e.lead_id', [...leadIds])
    .orderBy('r.id', 'desc')
    .select('e.lead_id', 'm.id as message_id', 'm.channel', 'm.direction', 'm.status', 'm.created_at as at')
    .select(db.raw(`LEFT(COALESCE(m.content, m.subject, ''), ${PREVIEWED}) AS preview`))
    .select('r.id as run_id', 'r.agent_id', 'a.name', 'r.paused_by', 'r.paused_at', db.raw(`(${since}) AS since`));
  return new Map(
    rows.map(({ lead_id, message_id, run_id, since: unansweredSince, ...row }) => [
      lead_id,
      {
        last: message_id ? { ...row, id: message_id } : undefined,
        unansweredSince,
        takeover: run_id ? { ...row, id: run_id } : undefined,
      },
    ]),
  );
}

/** Lists the last message of each chat of these leads and visitors, by the lead or else the conversation. */
export async function listLastChatMessages(
  db: Db,
  leadIds: readonly string[],
  conversationIds: readonly string[],
): Promise<Map<string, LastMessage>> {
  const rows = await db('conversations as c')
    .join('conversation_messages as m', (on) =>
      on.on('m.conversation_id', 'c.id').andOn(db.raw('m.seq = c.next_seq - 1')),
    )
    .where('c.channel', 'chat')
    .where((any) => any.whereIn('c.lead_id', [...leadIds]).orWhereIn('c.id', [...conversationIds]))
    .orderBy('m.created_at')
    .select(db.raw('COALESCE(c.lead_id, c.id) AS entry_id'), 'm.id', 'c.channel', 'm.created_at as at')
    .select(db.raw(`IF(m.role = 'user', 'inbound', 'outbound') AS direction`))
    .select(db.raw(`IF(m.role = 'user', 'received', 'sent') AS status`))
    .select(db.raw(`LEFT(COALESCE(m.text, ''), ${PREVIEWED}) AS preview`));
  return new Map((rows as (LastMessage & { entry_id: string })[]).map((row) => [row.entry_id, row]));
}
