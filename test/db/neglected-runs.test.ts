import { describe, expect, it } from '@jest/globals';
import { listNeglectedRuns } from '../../db/agent-runs.js';
import { publishAgent } from '../support/agents.js';
import { useApi } from '../support/api.js';

const api = useApi();

describe('neglected runs', () => {
  it('are found when nobody started them and no instruction waits for them', async () => {
    const account = await api.account();
    const agentId = await publishAgent(api.db, account.accountId, [{ type: 'message', content: 'Hello' }]);
    const answer = await account.request('post', '/leads').send({ first_name: 'Ada', workflow_id: agentId });
    const runId = answer.body.workflow_run.id as string;
    const later = new Date(Date.now() + 3_600_000);
    const find = async () => {
      const runs = await listNeglectedRuns(api.db, { unstartedBefore: later, overdueBefore: later, limit: 10_000 });
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
