import type { Knex } from 'knex';
import { newId } from '../../runtime/ids.js';

/** An open run of a lead, written as a row; of an agent of its own unless one is given. */
export async function openRun(db: Knex, accountId: string, leadId: string, changes: object = {}): Promise<string> {
  const now = new Date();
  const id = newId();
  const agentId = newId();
  await db('agents').insert({
    id: agentId,
    account_id: accountId,
    name: 'Agent',
    goal_type: 'sale',
    version: 1,
    draft: '{}',
    created_at: now,
    updated_at: now,
  });
  await db('agent_runs').insert({
    id,
    account_id: accountId,
    lead_id: leadId,
    agent_id: agentId,
    agent_version: 1,
    status_key: 'new',
    status_category: 'open',
    status_entered_at: now,
    cadence: '{}',
    enrolled_at: now,
    updated_at: now,
    ...changes,
  });
  return id;
}

/** A message of a lead, written as a row. */
export async function insertMessage(
  db: Knex,
  accountId: string,
  leadId: string,
  changes: object = {},
): Promise<string> {
  const now = new Date();
  const id = newId();
  await db('messages').insert({
    id,
    account_id: accountId,
    lead_id: leadId,
    channel: 'email',
    direction: 'outbound',
    type: 'text',
    status: 'sent',
    created_at: now,
    updated_at: now,
    ...changes,
  });
  return id;
}
