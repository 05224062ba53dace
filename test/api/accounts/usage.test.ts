import { beforeAll, describe, expect, it } from '@jest/globals';
import { countUp, lockCounters } from '../../../db/channels/sender-usage.js';
import { createApiKey } from '../../../services/accounts/accounts.js';
import { publishAgent } from '../../support/agents.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { eventually } from '../../support/eventually.js';
import { statementsOf } from '../../support/statements.js';

const api = useApi();
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

let account: TestAccount;
beforeAll(async () => {
  account = await api.account();
});

interface Usage {
  subject: { type: string; id: string; name: string };
  measure: string;
  period: string;
  used: number;
  limit: number;
  resets_at: string | null;
}

const usageOf = async (type: string, of = account): Promise<Usage[]> => {
  const { body } = await of.request('get', '/usage').expect(200);
  return (body.usage as Usage[]).filter(({ subject }) => subject.type === type);
};

const daily = async (n: number): Promise<string> => {
  const sender = { name: `Sender ${n}`, from_email: `sales${n}@example.com`, per_day: 10, per_minute: 4 };
  return (await account.request('post', '/email-senders').send(sender).expect(201)).body.email_sender.id;
};

describe('GET /usage', () => {
  it('counts the requests of each key in the current minute, this one included', async () => {
    const { keyId: id } = await createApiKey(api.db, new Date(), {
      accountId: account.accountId,
      name: 'Slow',
      rateLimit: 7,
    });
    const found = await usageOf('api_key');
    // A minute that begins between counting and reading shows 0.
    const own = await eventually(async () =>
      (await usageOf('api_key')).find(({ subject, used }) => subject.id === account.keyId && used > 0),
    );
    expect(own).toMatchObject({ measure: 'requests', period: 'minute', limit: expect.any(Number) });
    expect(found.find(({ subject }) => subject.id === id)).toMatchObject({
      subject: { type: 'api_key', id, name: 'Slow' },
      used: 0,
      limit: 7,
    });
  });

  it("shows what counts against a sender's limits, with the day of the account", async () => {
    const id = await daily(1);
    const now = new Date();
    const day = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);
    const counters = [
      { id, bucket: 'minute', at: new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS) },
      { id, bucket: 'day', at: day },
    ];
    await api.db('accounts').where({ id: account.accountId }).update({ timezone: 'Etc/UTC' });
    await api.db.transaction(async (tx) => {
      await lockCounters(tx, counters);
      await countUp(tx, counters);
      await countUp(tx, counters.slice(1));
    });
    const found = (await usageOf('email_sender')).filter(({ subject }) => subject.id === id);
    expect(found.find(({ period }) => period === 'day')).toMatchObject({
      measure: 'messages',
      used: 2,
      limit: 10,
      resets_at: new Date(day.getTime() + DAY_MS).toISOString(),
    });
    expect(found.map(({ period }) => period).sort()).toEqual(['day', 'minute']);
  });

  it('shows budgets and daily limits of agents and the account, and none that is not set', async () => {
    expect(await usageOf('account')).toEqual([]);
    const agentId = await publishAgent(api.db, account.accountId, [{ type: 'message', content: 'Hi' }], {
      limits: { max_new_per_day: 3 },
    });
    const limits = JSON.stringify({ ai: { per_day_tokens: 5_000 } });
    await api.db('accounts').where({ id: account.accountId }).update({ limits });
    const spent = { calls: 1, tokens: 40, reserved_tokens: 0, cost_micros: 9, reserved_micros: 0, announced: false };
    const day = new Date().toISOString().slice(0, 10);
    const { accountId } = account;
    await api.db('ai_usage').insert({ subject_id: accountId, day, account_id: accountId, ...spent });
    expect(await usageOf('account')).toEqual([
      expect.objectContaining({ measure: 'tokens', period: 'day', used: 40, limit: 5_000 }),
    ]);
    expect((await usageOf('workflow')).filter(({ subject }) => subject.id === agentId)).toEqual([
      expect.objectContaining({ measure: 'new_leads', used: 0, limit: 3 }),
    ]);
  });

  it('shows nothing of other accounts', async () => {
    const other = await api.account();
    const { body } = await other.request('get', '/usage').expect(200);
    expect(body.usage.map(({ subject }: Usage) => subject.id)).toEqual([other.keyId]);
  });

  it('takes as many statements for many senders as for one', async () => {
    const read = () => statementsOf(api.db, () => account.request('get', '/usage').expect(200));
    await daily(2);
    const few = (await read()).length;
    await Promise.all([3, 4, 5, 6].map(daily));
    expect((await read()).length).toBe(few);
  });
});
