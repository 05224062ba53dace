import { describe, expect, it } from '@jest/globals';
import type { CadenceStepRequest } from '../../../schemas/cadence/cadence.js';
import { addSender, publishAgent } from '../../support/agents.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { useActivities } from '../../support/worker.js';

const api = useApi();
const activities = useActivities(api);

/** Enrolls a new lead and returns the statements of the first advance of its run, the delivery itself aside. */
async function statementsOfNewLead(account: TestAccount, agentId: string, n: number): Promise<string[]> {
  const lead = { first_name: 'Ada', email: `ada${n}@example.com`, workflow_id: agentId };
  const answer = await account.request('post', '/leads').send(lead).expect(201);
  const all: string[] = [];
  const note = ({ sql }: { sql: string }) => void all.push(sql);
  api.db.on('query', note);
  await activities().advanceCadence({ agentRunId: answer.body.workflow_run.id });
  api.db.off('query', note);
  return all.filter((sql) => !sql.includes('sandbox_deliveries'));
}

describe('a cadence step', () => {
  it('takes at most ten statements in two transactions, the delivery itself aside', async () => {
    const account = await api.account();
    await addSender(api.db, account.accountId);
    const agentId = await publishAgent(api.db, account.accountId, [
      { type: 'message', subject: 'One', content: 'Hello' },
      { type: 'message', subject: 'Two', content: 'Hello', delay: { type: 'after', amount: 1, unit: 'days' } },
    ]);
    // The first one also reads the sender and the agent's version, which are kept.
    await statementsOfNewLead(account, agentId, 1);
    const statements = await statementsOfNewLead(account, agentId, 2);
    expect(statements.filter((sql) => sql.startsWith('BEGIN'))).toHaveLength(2);
    expect(statements.filter((sql) => !/^(BEGIN|COMMIT|SET )/.test(sql)).length).toBeLessThanOrEqual(10);
    // Nothing in this definition asks for them.
    expect(statements.filter((sql) => /meetings|conversions/.test(sql))).toEqual([]);
    expect(await api.db('messages').where({ agent_id: agentId, status: 'sent' })).toHaveLength(2);
  });

  it('reads usage once, for the channel that it is sent on', async () => {
    const account = await api.account();
    await addSender(api.db, account.accountId);
    const mail = { type: 'message' as const, subject: 'One', content: 'Hello' };
    const readsOf = async (step: CadenceStepRequest, n: number) => {
      const parts = { limits: { per_sender: { per_minute: 50 } } };
      const agentId = await publishAgent(api.db, account.accountId, [step], parts);
      await statementsOfNewLead(account, agentId, n);
      const statements = await statementsOfNewLead(account, agentId, n + 1);
      expect(await api.db('messages').where({ agent_id: agentId, status: 'sent', channel: 'email' })).toHaveLength(2);
      return statements.filter((sql) => sql.includes('sender_usage')).length;
    };
    const plain = await readsOf(mail, 1);
    expect(plain).toBeGreaterThan(0);
    // A lead without a phone number gets the email.
    expect(await readsOf({ ...mail, channel: 'whatsapp', fallback_channel: 'email' }, 3)).toBe(plain);
  });

  it('that changes its lead wakes the lead’s other runs, but not its own', async () => {
    const account = await api.account();
    const step = { type: 'set' as const, actions: [{ type: 'add_tag' as const, params: { tags: ['vip'] } }] };
    const waiting = { type: 'wait', delay: { type: 'after', amount: 1, unit: 'days' } } as const;
    const tagging = await publishAgent(api.db, account.accountId, [step, waiting]);
    const other = await publishAgent(api.db, account.accountId, [waiting]);
    const enrol = async (workflow_id: string) => {
      const lead = { first_name: 'Ada', email: 'ada@example.com', workflow_id, on_duplicate: 'reuse' };
      const { body } = await account.request('post', '/leads').send(lead);
      return body.workflow_run.id as string;
    };
    const waitingRun = await enrol(other);
    const own = await enrol(tagging);
    await activities().advanceCadence({ agentRunId: own });
    const woken = await api.db('outbox').where({ account_id: account.accountId, kind: 'wake' }).pluck('workflow_id');
    expect(woken).toEqual([`cadence/${waitingRun}`]);
  });
});
