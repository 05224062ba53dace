import type { Knex } from 'knex';
import { insertAgent, insertVersion } from '../../db/agents/agents.js';
import { completeDefinition } from '../../domain/cadence/complete.js';
import { newId } from '../../runtime/ids.js';
import type { CadenceStepRequest } from '../../schemas/cadence/cadence.js';

/** Makes published agents whose steps are emails to the sandbox, `seconds` after the one before. */
export interface TestAgents {
  withSteps(seconds: number[]): Promise<string>;
}

const mail = (seconds: number): CadenceStepRequest => ({
  type: 'message',
  channel: 'email',
  subject: 'Hello {{lead.first_name}}',
  content: 'Hello {{lead.first_name}}, is this a good time?',
  delay: { type: 'after', amount: seconds, unit: 'seconds' },
});

export function createAgents(db: Knex, accountId: string): TestAgents {
  let sender: Promise<unknown> | undefined;
  const addSender = async () => {
    const now = new Date();
    await db('email_senders').insert({
      id: newId(),
      account_id: accountId,
      name: 'Bench',
      from_email: 'bench@example.com',
      provider: 'sandbox',
      created_at: now,
      updated_at: now,
    });
  };
  return {
    async withSteps(seconds) {
      sender ??= addSender();
      await sender;
      const id = newId();
      const now = new Date();
      const definition = completeDefinition({ name: 'Bench', cadence: { steps: seconds.map(mail) } }, 'UTC');
      const text = JSON.stringify(definition);
      await insertAgent(db, {
        id,
        account_id: accountId,
        name: definition.name,
        goal_type: definition.goal_type,
        is_active: true,
        paused: false,
        pause_reason: null,
        version: 1,
        draft: text,
        created_at: now,
        updated_at: now,
      });
      await insertVersion(db, { agent_id: id, version: 1, account_id: accountId, definition: text, created_at: now });
      return id;
    },
  };
}
