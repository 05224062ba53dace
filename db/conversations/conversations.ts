import type { Db, Listing } from '../connection.js';
import { insertIfNew } from '../insert-rows.js';
import { type IdPage, newestFirst } from '../keyset.js';
import { whereBeginsWith } from '../leads/begins-with.js';
import type { ConversationRow } from './tables.js';

/** Names a chat by the session that it is held in. */
export const chatThread = (sessionId: string): string => `chat/${sessionId}`;

/**
 * Parts a chat from its session, whose next one is another; it stays with its lead. False where its lead is another by
 * now.
 */
export const leaveChat = async (
  tx: Db,
  { id, thread, lead_id }: Pick<ConversationRow, 'id' | 'thread' | 'lead_id'>,
): Promise<boolean> =>
  (await tx('conversations')
    .where({ id, lead_id })
    .update({ thread: `${thread}/${id}` })) > 0;

/** Names what a lead and an agent write each other on a channel. */
export const leadThread = (channel: string, leadId: string, agentId: string): string =>
  `${channel}/${leadId}/${agentId}`;

/**
 * Inserts a new conversation. Returns false if its thread already has one. Waits for a concurrent insert of the same
 * thread.
 */
export const insertConversation = (tx: Db, row: ConversationRow): Promise<boolean> =>
  insertIfNew(tx, 'conversations', row);

/**
 * Locks the conversation until the transaction ends: what comes in, what goes out and who has it take turns on this
 * lock. Lead and run are locked before it.
 */
export const lockConversation = (tx: Db, id: string): Promise<ConversationRow | undefined> =>
  tx('conversations').where({ id }).forUpdate().first();

/** Returns those of the conversations in which an answer of the agent is due. */
export async function listUnanswered(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db('conversations')
    .whereIn('id', ids)
    .whereNotNull('due_at')
    .whereNot('handler', 'person')
    .select('id');
  return new Set(rows.map(({ id }) => id));
}

export async function updateConversation(tx: Db, id: string, changes: Partial<ConversationRow>): Promise<void> {
  await tx('conversations').where({ id }).update(changes);
}

/** Locks the open conversations of a lead with an agent that a person has, in the order of their IDs. */
export const lockHandledBy = (
  tx: Db,
  { account_id, lead_id, agent_id }: { account_id: string; lead_id: string; agent_id: string },
  handler: string,
): Promise<ConversationRow[]> =>
  tx('conversations').where({ account_id, lead_id, agent_id, handler, status: 'open' }).orderBy('id').forUpdate();

/** Returns a subquery for the IDs of the messages that a conversation's agent sent automatically. */
export const repliesOf = (tx: Db, id: string) =>
  tx('conversation_messages')
    .where({ conversation_id: id, role: 'bot' })
    .whereNotNull('message_id')
    .select('message_id');

export type ConversationFilter = Partial<
  Record<'handler' | 'status' | 'channel' | 'agent_id' | 'lead_id', string | undefined>
> & {
  needsReply?: boolean | undefined;
  /** Prefixes of words, each of which a field of the lead must start with. */
  words?: string[] | undefined;
};

export function listConversations(
  db: Db,
  accountId: string,
  { words = [], ...filter }: ConversationFilter,
  page: IdPage,
): Promise<ConversationRow[]> {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  const query = db('conversations').where({ account_id: accountId, ...Object.fromEntries(given) });
  if (words.length > 0) {
    const leads = db('leads as l').where({ 'l.account_id': accountId, 'l.hidden': false });
    query.whereIn('lead_id', whereBeginsWith(leads, words).select('l.id'));
  }
  return newestFirst(query, page);
}

/** Lists open conversations in which a visitor has waited for an answer since before a time, and no agent gives one. */
export const listNeedingReply = (
  db: Db,
  { accountId, limit }: { accountId: string | undefined; limit: number },
  before: Date,
): Listing<ConversationRow> => {
  const needsReply = db('conversations').where({ owed: true }).where('last_inbound_at', '<', before);
  if (accountId !== undefined) needsReply.where({ account_id: accountId });
  return needsReply.orderBy('last_inbound_at').limit(limit);
};

/** Lists open conversations in which the agent handed off before a time, and no person has replied since. */
export const listAwaited = (
  db: Db,
  { accountId, limit }: { accountId: string | undefined; limit: number },
  before: Date,
): Listing<ConversationRow> => {
  // A lead that has written again needs a reply, and is listed for that.
  const awaited = db('conversations').where('awaited_since', '<', before).where({ owed: false });
  if (accountId !== undefined) awaited.where({ account_id: accountId });
  return awaited.orderBy('awaited_since').limit(limit);
};

/**
 * Marks the handoffs in a lead's conversations as fulfilled. The caller has locked the lead, as every lock of a
 * conversation requires.
 */
export async function settlePromises(tx: Db, leadId: string, now: Date): Promise<void> {
  await tx('conversations')
    .where({ lead_id: leadId, handler: 'person' })
    .where((any) => any.whereNotNull('awaited_since').orWhere({ owed: true }))
    .update({ awaited_since: null, owed: false, updated_at: now });
}

/**
 * Lists conversations in which a turn or a scheduled message was due before a time, which indicates that no workflow
 * runs.
 */
export async function listOverdueConversations(db: Db, before: Date, limit: number): Promise<ConversationRow[]> {
  const dueBy = (moment: 'due_at' | 'planned_at') =>
    db('conversations').where(moment, '<', before).orderBy(moment).limit(limit);
  return [...(await dueBy('due_at')), ...(await dueBy('planned_at'))];
}

/** The state of a conversation while a model runs. */
export interface ClaimState {
  handler: string;
  next_turn: number;
  claim_no: number;
  superseded: number;
  has_newer: boolean;
}

/** Finds the current state of a conversation, and whether it has messages after a position. */
export async function findClaimState(db: Db, id: string, through: number): Promise<ClaimState | undefined> {
  const newer = db('conversation_messages as m')
    .where('m.conversation_id', db.ref('c.id'))
    .where('m.role', 'user')
    .where('m.seq', '>', through);
  const row = await db('conversations as c')
    .where('c.id', id)
    .first('c.handler', 'c.next_turn', 'c.claim_no', 'c.superseded', newer.min('m.seq').as('newer'));
  if (!row) return undefined;
  const { newer: seq, ...standing } = row as Omit<ClaimState, 'has_newer'> & { newer: number | null };
  return { ...standing, has_newer: seq !== null };
}

/** Moves the conversations of a run to a version of its agent. The caller has locked the run. */
export async function followVersion(tx: Db, agentRunId: string, version: number): Promise<void> {
  await tx('conversations').where({ agent_run_id: agentRunId }).update({ agent_version: version });
}

/** Lists conversations by their ids, whosever they are. */
export const listConversationsById = async (db: Db, ids: readonly string[]): Promise<ConversationRow[]> =>
  db('conversations').whereIn('id', [...ids]);

/** Finds the language of the last conversation that a lead wrote in. */
export const findSpokenLanguage = async (db: Db, leadId: string): Promise<string | undefined> =>
  (
    await db('conversations')
      .where({ lead_id: leadId })
      .whereNotNull('last_inbound_at')
      .orderBy('id', 'desc')
      .first('language')
  )?.language;
