import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { systemClock } from '../../runtime/clock.js';
import { createLogger } from '../../runtime/logger.js';
import { createMetrics } from '../../runtime/metrics.js';
import { createWorkerActivities } from '../../worker/dependencies.js';
import { addSender, publishAgent } from '../support/agents.js';
import { testConfig, useApi } from '../support/api.js';

const api = useApi();
let worker: ReturnType<typeof createWorkerActivities>;

beforeAll(() => {
  const config = testConfig();
  worker = createWorkerActivities({
    config,
    db: api.db,
    clock: systemClock,
    logger: createLogger(config.LOG_LEVEL, 'test'),
    metrics: createMetrics(),
    dispatcher: { offer: () => undefined, idle: async () => undefined, healthy: () => true, probe: async () => true },
  });
});
afterAll(() => worker.close());

describe('a cadence step', () => {
  it('takes at most ten statements in two transactions, the delivery itself aside', async () => {
    const account = await api.account();
    await addSender(api.db, account.accountId);
    const agentId = await publishAgent(api.db, account.accountId, [
      { type: 'message', subject: 'One', content: 'Hello' },
      { type: 'message', subject: 'Two', content: 'Hello', delay: { type: 'after', amount: 1, unit: 'days' } },
    ]);
    const advanceNewLead = async (n: number) => {
      const lead = { first_name: 'Ada', email: `ada${n}@example.com`, workflow_id: agentId };
      const answer = await account.request('post', '/leads').send(lead).expect(201);
      const all: string[] = [];
      const note = ({ sql }: { sql: string }) => void all.push(sql);
      api.db.on('query', note);
      await worker.activities.advanceCadence({ agentRunId: answer.body.workflow_run.id });
      api.db.off('query', note);
      return all.filter((sql) => !sql.includes('sandbox_deliveries'));
    };
    // The first one also reads the sender and the agent's version, which are kept.
    await advanceNewLead(1);
    const statements = await advanceNewLead(2);
    expect(statements.filter((sql) => sql.startsWith('BEGIN'))).toHaveLength(2);
    expect(statements.filter((sql) => !/^(BEGIN|COMMIT|SET )/.test(sql)).length).toBeLessThanOrEqual(10);
    // Nothing in this definition asks for them.
    expect(statements.filter((sql) => /meetings|conversions/.test(sql))).toEqual([]);
    expect(await api.db('messages').where({ agent_id: agentId, status: 'sent' })).toHaveLength(2);
  });
});
