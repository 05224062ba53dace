import type { Db } from '../connection.js';
import { type IdPage, newestFirst } from '../keyset.js';
import { closeSenderBreaker } from './sender-breakers.js';
import type { VoiceAgentRow } from './tables.js';

export const findVoiceAgent = (db: Db, accountId: string, id: string): Promise<VoiceAgentRow | undefined> =>
  db('voice_agents').where({ account_id: accountId, id }).first();

/** Locks the row of a voice agent until the transaction ends: calls that compete for its last line take turns. */
export const lockVoiceAgent = (tx: Db, accountId: string, id: string): Promise<VoiceAgentRow | undefined> =>
  tx('voice_agents').where({ account_id: accountId, id }).forUpdate().first();

/** Finds the account's oldest voice agent, which is used by workflows that name none. */
export const findDefaultVoiceAgent = (db: Db, accountId: string): Promise<VoiceAgentRow | undefined> =>
  db('voice_agents').where({ account_id: accountId }).orderBy('id').first();

export const listVoiceAgents = (db: Db, accountId: string, page: IdPage): Promise<VoiceAgentRow[]> =>
  newestFirst(db('voice_agents').where({ account_id: accountId }), page);

export async function insertVoiceAgent(tx: Db, row: VoiceAgentRow): Promise<void> {
  await tx('voice_agents').insert(row);
}

export async function updateVoiceAgent(tx: Db, id: string, changes: Partial<VoiceAgentRow>): Promise<void> {
  await tx('voice_agents').where({ id }).update(changes);
}

/** Removes a voice agent, the hook of its own and what was counted for it. */
export async function deleteVoiceAgent(tx: Db, id: string): Promise<void> {
  await tx('hooks').whereIn('id', tx('voice_agents').where({ id }).select('hook_id')).delete();
  await tx('voice_agents').where({ id }).delete();
  await tx('sender_usage').where({ sender_id: id }).delete();
  await closeSenderBreaker(tx, id);
}
