import type { Knex } from 'knex';
import { firstIdAt } from '../../runtime/ids.js';
import type { Db } from '../connection.js';
import type { CallRow, ConversationMessageRow, EventRow, MessageRow } from '../tables.js';
import type { LeadRow } from './tables.js';

/** The filter of a lead's history. Times are exclusive. */
export interface HistoryFilter {
  leadId: string;
  channels?: string[] | undefined;
  /** For messages: only calls, only missed calls, or neither. */
  types: ReadonlySet<string>;
  /** Includes only one run. Chats belong to none. */
  runId?: string | undefined;
  after?: Date | undefined;
  before?: Date | undefined;
}

export interface HistoryPage {
  order: 'asc' | 'desc';
  /** Items to leave out. */
  offset: number;
  limit: number;
  /** The id of the last item of the page before. */
  afterId?: string | undefined;
}

/** The outcome of a call, which marks its message as a call. */
const OF_CALL = [
  'duration_seconds',
  'call_status',
  'successful',
  'summary',
  'transcript',
  'recording_url',
] as const satisfies (keyof CallRow)[];

type CallFacts = { [K in (typeof OF_CALL)[number]]: CallRow[K] | null };
export type MessageWithCall = MessageRow & CallFacts;

export type HistoryRow =
  | { kind: 'message'; row: MessageWithCall }
  | { kind: 'chat'; row: ConversationMessageRow }
  | { kind: 'event'; row: EventRow };

/** Events that a message's own entry already shows. */
const SHOWN_AS_MESSAGES = [
  'message.queued',
  'message.sent',
  'message.delivered',
  'message.read',
  'message.failed',
  'message.received',
];

/** End reasons of a call that no one answered. */
export const MISSED_CALL_CODES = [
  'dial_no_answer',
  'dial_busy',
  'dial_failed',
  'voicemail_reached',
  'declined',
] as const;

/** Finds a lead, and before when its activities were put away: where its first event isn't there any more. */
export const findLeadWithHistoryDates = (
  db: Db,
  accountId: string,
  id: string,
): Promise<(LeadRow & { gone_before: Date | null }) | undefined> =>
  db('leads as l')
    .leftJoin('retention_passes as p', (on) =>
      on
        .on('p.account_id', 'l.account_id')
        .andOnVal('p.kind', 'history')
        .andOn('p.gone_before', '>', 'l.created_at')
        .andOn(db.raw("NOT EXISTS (SELECT 1 FROM events e WHERE e.lead_id = l.id AND e.type = 'lead.created')")),
    )
    .where({ 'l.account_id': accountId, 'l.id': id })
    .first('l.*', 'p.gone_before');

/**
 * Lists one page of a lead's messages, calls, chats and events, with one item more than asked for. All kinds have ids
 * made in order of time, so that one order holds for all.
 */
export async function listHistory(db: Db, filter: HistoryFilter, page: HistoryPage): Promise<HistoryRow[]> {
  const many = page.offset + page.limit + 1;
  const [messages, chats, events] = await Promise.all([
    wantsMessages(filter) ? listMessages(db, filter, page, many) : [],
    wantsChats(filter) ? listChats(db, filter, page, many) : [],
    filter.types.has('activity') && !filter.channels ? listActivities(db, filter, page, many) : [],
  ]);
  const sign = page.order === 'asc' ? 1 : -1;
  return [
    ...messages.map((row): HistoryRow => ({ kind: 'message', row })),
    ...chats.map((row): HistoryRow => ({ kind: 'chat', row })),
    ...events.map((row): HistoryRow => ({ kind: 'event', row })),
  ]
    .sort((a, b) => (a.row.id < b.row.id ? -sign : sign))
    .slice(page.offset, many);
}

const wantsMessages = ({ types }: HistoryFilter): boolean =>
  types.has('message') || types.has('call') || types.has('call_missed');

const wantsChats = ({ types, channels, runId }: HistoryFilter): boolean =>
  types.has('message') && runId === undefined && (channels === undefined || channels.includes('chat'));

function within(query: Knex.QueryBuilder, filter: HistoryFilter, page: HistoryPage, many: number): Knex.QueryBuilder {
  if (filter.after) query.where('id', '>=', firstIdAt(new Date(filter.after.getTime() + 1)));
  if (filter.before) query.where('id', '<', firstIdAt(filter.before));
  if (page.afterId !== undefined) query.where('id', page.order === 'asc' ? '>' : '<', page.afterId);
  return query.orderBy('id', page.order).limit(many);
}

function listMessages(db: Db, filter: HistoryFilter, page: HistoryPage, many: number): Promise<MessageWithCall[]> {
  const query: Knex.QueryBuilder = db('messages as m')
    .leftJoin('calls as c', 'c.message_id', 'm.id')
    .where('m.lead_id', filter.leadId)
    .select('m.*', ...OF_CALL.map((column) => `c.${column}`));
  if (filter.channels) query.whereIn('channel', filter.channels);
  if (filter.runId) query.where('m.agent_run_id', filter.runId);
  query.where((any) => {
    const missed = (call: Knex.QueryBuilder) => call.whereIn('failure_code', [...MISSED_CALL_CODES]);
    if (filter.types.has('message')) any.orWhereNot('channel', 'call');
    if (filter.types.has('call')) {
      any.orWhere((call) =>
        call
          .where('channel', 'call')
          .where((reached) => reached.whereNull('failure_code').orWhereNotIn('failure_code', [...MISSED_CALL_CODES])),
      );
    }
    if (filter.types.has('call_missed')) any.orWhere((call) => missed(call.where('channel', 'call')));
  });
  return within(query, filter, page, many) as unknown as Promise<MessageWithCall[]>;
}

function listActivities(db: Db, filter: HistoryFilter, page: HistoryPage, many: number): Promise<EventRow[]> {
  const query: Knex.QueryBuilder = db('events').where({ lead_id: filter.leadId }).whereNotIn('type', SHOWN_AS_MESSAGES);
  if (filter.runId) query.where({ agent_run_id: filter.runId });
  return within(query, filter, page, many) as unknown as Promise<EventRow[]>;
}

/** Lists the messages of the lead's chats. Those of other conversations are messages of their channels. */
function listChats(db: Db, filter: HistoryFilter, page: HistoryPage, many: number): Promise<ConversationMessageRow[]> {
  const own = db('conversations').where({ lead_id: filter.leadId, channel: 'chat' }).select('id');
  const query = db('conversation_messages').whereIn('conversation_id', own).whereNot('role', 'system');
  return within(query, filter, page, many) as unknown as Promise<ConversationMessageRow[]>;
}
