import type { Knex } from 'knex';
import type { Db } from '../../db/connection.js';
import { isUsedByAgents, isUsedByMessages, listLiveDefinitions } from '../../db/leads/references.js';
import { channelsUsed } from '../../domain/cadence/steps.js';
import type { AgentDefinition } from '../../schemas/agents/agents.js';
import { findSender, type Sender, senderIdOf } from './senders.js';

/** A use of a sender that prevents its deletion. */
export interface SenderUse {
  message: string;
  details?: { workflows: { id: string; name: string }[] };
}

/**
 * Returns why a sender can't be deleted, or undefined if nothing active needs it. Agents without a named sender need
 * the account's default one. Without it their messages would stop, or use a sender that no user selected.
 */
export async function useOfSender(tx: Knex, { channel, row }: Sender): Promise<SenderUse | undefined> {
  const { id, account_id: accountId } = row;
  if ((await isUsedByAgents(tx, accountId, id)) || (await isUsedByMessages(tx, accountId, 'sender_id', id))) {
    return { message: 'A workflow or a queued message still uses it.' };
  }
  const standard = await findSender(tx, channel, accountId, null);
  if (standard?.row.id !== id) return undefined;
  const workflows = await agentsWithoutOwn(tx, accountId, channel);
  if (workflows.length === 0) return undefined;
  const names = workflows.map(({ name }) => name).join(', ');
  return {
    message: `It is the account's default and is used by workflows that don't specify a sender: ${names}. Set another sender in each of them and publish it.`,
    details: { workflows },
  };
}

const MOST_NAMED = 20;

async function agentsWithoutOwn(db: Db, accountId: string, channel: Sender['channel']) {
  const agents = new Map<string, { id: string; name: string }>();
  for (const { id, name, definition: text } of await listLiveDefinitions(db, accountId)) {
    const definition = JSON.parse(text) as AgentDefinition;
    if (senderIdOf(definition, channel) === null && channelsUsed(definition).has(channel)) agents.set(id, { id, name });
  }
  return [...agents.values()].slice(0, MOST_NAMED);
}
