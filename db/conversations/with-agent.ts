import { ACCOUNT_COLUMNS } from '../accounts/accounts.js';
import type { Db } from '../connection.js';
import type { SnapshotContext } from '../leads/snapshots.js';
import { chatThread } from './conversations.js';
import type { ConversationRow } from './tables.js';

/** The setting of an agent's conversations: the account's settings, and the agent's switches. */
type AgentContext = Required<Omit<SnapshotContext, 'agent_version'>>;

/** A conversation with its place. */
export type ConversationWithAgent = ConversationRow &
  AgentContext & {
    /** The place of the input that was looked for with it: null where it is new, absent where none was looked for. */
    input_seq?: number | null;
  };

const AGENT_CONTEXT_COLUMNS = [
  ...ACCOUNT_COLUMNS,
  'agents.name as agent_name',
  'agents.is_active as agent_is_active',
  'agents.paused as agent_paused',
  'agents.pause_reason as agent_pause_reason',
] as const;

/** Finds where the conversations of an agent are held, with the version that is published; 0 where none is. */
export const findAgentContext = async (
  db: Db,
  accountId: string,
  agentId: string,
): Promise<(AgentContext & { version: number }) | undefined> =>
  db<AgentContext & { version: number }>('agents')
    .join('accounts', 'accounts.id', 'agents.account_id')
    .where('agents.id', agentId)
    .where('agents.account_id', accountId)
    .whereNull('agents.deleted_at')
    .first('agents.version as version', ...AGENT_CONTEXT_COLUMNS);

const conversationsWithAgent = (db: Db) =>
  db('conversations as c')
    .join('accounts', 'accounts.id', 'c.account_id')
    .join('agents', 'agents.id', 'c.agent_id')
    .select('c.*', ...AGENT_CONTEXT_COLUMNS);

/** Finds the conversation of the account, unlocked. */
export const findConversationWithAgent = async (
  db: Db,
  accountId: string,
  id: string,
): Promise<ConversationWithAgent | undefined> =>
  (await conversationsWithAgent(db).where({ 'c.id': id, 'c.account_id': accountId }).first()) as
    | ConversationWithAgent
    | undefined;

/** Finds the conversation, whosever it is. */
export const findConversationWithAgentById = async (db: Db, id: string): Promise<ConversationWithAgent | undefined> =>
  (await conversationsWithAgent(db).where('c.id', id).first()) as ConversationWithAgent | undefined;

/** Lists the open conversations with a lead on a channel. */
export const listOpenConversations = async (
  db: Db,
  leadId: string,
  channel: string,
): Promise<ConversationWithAgent[]> =>
  (await conversationsWithAgent(db)
    .where({ 'c.lead_id': leadId, 'c.channel': channel, 'c.status': 'open' })
    .orderBy('c.id')) as ConversationWithAgent[];

/** Finds the chat that is held in a session, with the place of an input of it where one is named. */
export const findChatConversation = (
  db: Db,
  accountId: string,
  sessionId: string,
  clientTurnId?: string,
): Promise<ConversationWithAgent | undefined> =>
  findThreadConversation(db, accountId, chatThread(sessionId), clientTurnId);

export async function findThreadConversation(
  db: Db,
  accountId: string,
  thread: string,
  clientTurnId?: string,
): Promise<ConversationWithAgent | undefined> {
  const query = conversationsWithAgent(db).where({ 'c.thread': thread, 'c.account_id': accountId });
  if (clientTurnId !== undefined) {
    query
      .leftJoin('conversation_messages as input', (on) =>
        on.on('input.conversation_id', 'c.id').andOn('input.client_turn_id', db.raw('?', [clientTurnId])),
      )
      .select('input.seq as input_seq');
  }
  return (await query.first()) as ConversationWithAgent | undefined;
}
