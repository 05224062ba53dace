import { describe, expect, it } from '@jest/globals';
import { listOverdueRuns } from '../../db/agent-runs/agent-runs.js';
import { listOverdueOutgoing } from '../../db/messages/outgoing-messages.js';
import { addSender, publishAgent } from '../support/agents.js';
import { useApi } from '../support/api.js';
import { addLead } from '../support/messaging.js';

const api = useApi();
const LATER = new Date(Date.now() + 3_600_000);

describe('neglected runs', () => {
  it('are found if they were never started and no instruction waits for them', async () => {
    const account = await api.account();
    const agentId = await publishAgent(api.db, account.accountId, [{ type: 'message', content: 'Hello' }]);
    const answer = await account.request('post', '/leads').send({ first_name: 'Ada', workflow_id: agentId });
    const runId = answer.body.workflow_run.id as string;
    const find = async () => {
      const runs = await listOverdueRuns(api.db, { unstartedBefore: LATER, overdueBefore: LATER, limit: 10_000 });
      return runs.filter((run) => run.id === runId).length;
    };
    expect(await find()).toBe(0);
    await api
      .db('outbox')
      .where({ workflow_id: `cadence/${runId}` })
      .delete();
    expect(await find()).toBe(1);
  });
});

describe('overdue messages', () => {
  it('are found when no instruction waits for them', async () => {
    const account = await api.account();
    await addSender(api.db, account.accountId);
    const { id: lead_id } = await addLead(api.db, account.accountId);
    const answer = await account
      .request('post', '/messages')
      .send({ lead_id, channel: 'email', subject: 'Hello', content: 'Hi' })
      .expect(202);
    const messageId = answer.body.message_id as string;
    const find = async () => {
      const rows = await listOverdueOutgoing(api.db, LATER, 10_000);
      return rows.filter((row) => row.message_id === messageId).length;
    };
    const instruction = { workflow_id: `message/${messageId}` };
    const instructed = await api.db('outbox').where(instruction);
    await api.db('outbox').where(instruction).delete();
    expect(await find()).toBe(1);
    await api.db('outbox').insert(instructed);
    expect(await find()).toBe(0);
  });
});
