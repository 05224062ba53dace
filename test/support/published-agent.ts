import type { Knex } from 'knex';
import { insertAgent, insertVersion } from '../../db/agents.js';
import { completeDefinition } from '../../domain/cadence/complete.js';
import { newId } from '../../runtime/ids.js';
import type { AgentDefinition } from '../../schemas/agents.js';
import type { CadenceStepRequest } from '../../schemas/cadence.js';

export type DefinitionParts = Partial<Omit<AgentDefinition, 'cadence'>>;

/** A published agent with these steps, written straight to the database. */
export async function publishAgent(
  db: Knex,
  accountId: string,
  steps: CadenceStepRequest[],
  parts: DefinitionParts = {},
): Promise<string> {
  const id = newId();
  const now = new Date();
  const definition = {
    ...completeDefinition({ name: 'Test agent', cadence: { steps } }, 'UTC'),
    ...parts,
  };
  await insertAgent(db, {
    id,
    account_id: accountId,
    name: definition.name,
    goal_type: definition.goal_type,
    is_active: 1,
    paused: 0,
    pause_reason: null,
    version: 1,
    draft: JSON.stringify(definition),
    created_at: now,
    updated_at: now,
  });
  await insertVersion(db, {
    agent_id: id,
    version: 1,
    account_id: accountId,
    definition: JSON.stringify(definition),
    created_at: now,
  });
  return id;
}

/** A sandbox e-mail sender of the account. */
export async function addSender(db: Knex, accountId: string, smtpPort?: number): Promise<string> {
  const id = newId();
  const now = new Date();
  await db('email_senders').insert({
    id,
    account_id: accountId,
    name: 'Sales',
    from_email: 'sales@example.com',
    from_name: 'Sales',
    provider: smtpPort === undefined ? 'sandbox' : 'smtp',
    smtp:
      smtpPort === undefined ? null : JSON.stringify({ host: '127.0.0.1', port: smtpPort, secure: false, user: null }),
    created_at: now,
    updated_at: now,
  });
  return id;
}
