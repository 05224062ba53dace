import { beforeAll, describe, expect, it } from '@jest/globals';
import { insertEvents } from '../../../db/events/events.js';
import { localDay } from '../../../domain/time/local-day.js';
import { shareInterval } from '../../../domain/values/share.js';
import { countNextEvents, rebuildCounts } from '../../../services/operations/count-events.js';
import { adminJson } from '../../support/admin.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { dyingAt } from '../../support/conversations.js';
import { forgetCounts } from '../../support/counts.js';
import { FILE, imported, undoAll } from '../../support/imports.js';
import { addAgent, addLead, addMessage, addRun } from '../../support/messaging.js';

const DAY_MS = 86_400_000;
/** Noon of a future day, so that the day doesn't end during the test. */
const NOON = new Date((Math.ceil(Date.now() / DAY_MS) + 0.5) * DAY_MS);
const api = useApi({}, { clock: { now: () => NOON } });
let account: TestAccount;
let agentId: string;
const today = localDay(NOON, 'UTC');

/** Counts until nothing is left, as the worker does. */
const countAll = async () => {
  while ((await countNextEvents({ db: api.db, now: NOON })) > 0);
};

/** Leaves data of an event that no release of ours writes. */
const damage = (id: string) => api.db('events').where({ id }).update({ data: '{"message_id":' });

const tell = (accountId: string, type: 'message.sent', more: object, at = NOON) =>
  insertEvents(api.db, at, [{ accountId, type, data: {}, origin: { kind: 'system', id: null }, ...more }]);

beforeAll(async () => {
  account = await api.account({ timezone: 'UTC' });
  const { accountId } = account;
  agentId = await addAgent(api, account);
  for (let n = 0; n < 6; n += 1) {
    const lead = await addLead(api.db, accountId);
    const run = await addRun(api.db, lead, agentId);
    const columns = { status: 'sent', step_key: 'hello', variant: n % 2 ? 'b' : 'a', sender_id: agentId } as const;
    const { id } = await addMessage(api.db, lead, run, columns);
    const about = { leadId: lead.id, agentRunId: run.id };
    await tell(accountId, 'message.sent', { ...about, data: { message_id: id, channel: 'email' } });
    if (n > 3) continue;
    // Two answers to one message: one message was answered.
    for (let reply = 0; reply < 2; reply += 1) {
      const given = { direction: 'inbound', status: 'received', in_reply_to: id } as const;
      const answer = await addMessage(api.db, lead, null, given);
      const data = { message_id: answer.id, channel: 'email', in_reply_to: id };
      await tell(accountId, 'message.received' as never, { ...about, data });
    }
  }
  await account.request('post', '/leads').send({ first_name: 'Ana' }).expect(201);
  const type = (await account.request('post', '/conversion-types').send({ name: 'Sale' }).expect(201)).body
    .conversion_type;
  for (const [amount, currency] of [
    [10.5, 'EUR'],
    [4.25, 'EUR'],
    [3, 'USD'],
  ] as const) {
    const lead = await addLead(api.db, accountId);
    const body = { conversion_type_id: type.id, lead_id: lead.id, amount, currency };
    await account.request('post', '/conversions').send(body).expect(201);
  }
  await countAll();
});

const summary = async (query = '') => (await account.request('get', `/reports/summary${query}`).expect(200)).body;
const report = async (path: string) => (await account.request('get', `/reports/${path}`).expect(200)).body;

describe('counts', () => {
  it('equal a recount of the events, and stay equal after a rebuild', async () => {
    const recount = async () =>
      Object.fromEntries(
        (
          await api
            .db('events')
            .where({ account_id: account.accountId })
            .whereIn('type', ['message.sent', 'message.received', 'lead.created', 'conversion.recorded'])
            .groupBy('type')
            .select('type')
            .count({ n: '*' })
        ).map((row) => [row.type, Number((row as unknown as { n: number }).n)]),
      );
    const events = await recount();
    const { now } = await summary();
    expect([now.sent, now.received, now.new_leads, now.conversions]).toEqual([
      events['message.sent'],
      events['message.received'],
      events['lead.created'],
      events['conversion.recorded'],
    ]);
    expect(now).toMatchObject({ sent: 6, received: 8, replied: 4, amounts: { EUR: 14.75, USD: 3 } });
    const before = await api
      .db('report_counts')
      .where({ account_id: account.accountId })
      .orderBy(['metric', 'variant', 'currency']);
    await forgetCounts(api.db);
    expect((await summary()).now.sent).toBe(0);
    await countAll();
    expect(
      await api.db('report_counts').where({ account_id: account.accountId }).orderBy(['metric', 'variant', 'currency']),
    ).toEqual(before);
  });

  it('have each event once with concurrent counters', async () => {
    const other = await api.account({ timezone: 'UTC' });
    for (let n = 0; n < 30; n += 1) await tell(other.accountId, 'message.sent', {});
    await Promise.all(Array.from({ length: 4 }, () => countNextEvents({ db: api.db, now: NOON })));
    await countAll();
    const { body } = await other.request('get', '/reports/summary').expect(200);
    expect(body.now.sent).toBe(30);
  });

  it('wait for an event that an open transaction has written', async () => {
    const other = await api.account({ timezone: 'UTC' });
    const sent = async () => (await other.request('get', '/reports/summary').expect(200)).body.now.sent;
    const tx = await api.db.transaction();
    const event = {
      accountId: other.accountId,
      type: 'message.sent',
      data: {},
      origin: { kind: 'system', id: null },
    } as const;
    await insertEvents(tx, NOON, [event]);
    await tell(other.accountId, 'message.sent', {});
    await countAll();
    expect(await sent()).toBe(0);
    await tx.commit();
    await countAll();
    expect(await sent()).toBe(2);
  });

  it('are of the day on the account’s calendar', async () => {
    const tokyo = await api.account({ timezone: 'Asia/Tokyo' });
    await tell(tokyo.accountId, 'message.sent', {}, new Date('2026-03-01T15:30:00Z'));
    await countAll();
    const { body } = await tokyo.request('get', '/reports/summary?from=2026-03-01&to=2026-03-03').expect(200);
    expect(body.days.map(({ date, sent }: { date: string; sent: number }) => [date, sent])).toEqual([
      ['2026-03-01', 0],
      ['2026-03-02', 1],
      ['2026-03-03', 0],
    ]);
  });
});

describe('a rebuild', () => {
  const ofAccount = ({ accountId }: TestAccount) => api.db('report_counts').where({ account_id: accountId });
  const counts = (of = account) =>
    ofAccount(of).orderBy(['day', 'metric', 'agent_id', 'step_key', 'variant', 'currency']);

  it('gives the previous counts, with a concurrent worker and concurrent requests', async () => {
    const other = await api.account({ timezone: 'UTC' });
    await countAll();
    const before = await counts();
    for (let n = 0; n < 30; n += 1) await tell(other.accountId, 'message.sent', {});
    const rebuilding = rebuildCounts({ db: api.db });
    let done = false;
    void rebuilding.finally(() => {
      done = true;
    });
    const seen = new Set<number>();
    while (!done) {
      seen.add((await summary()).now.sent);
      await countNextEvents({ db: api.db, now: NOON });
    }
    await rebuilding;
    await countAll();
    // No reader saw a partial count.
    expect([...seen]).toEqual([6]);
    expect(await counts()).toEqual(before);
    expect(await counts(other)).toMatchObject([{ metric: 'sent', n: 30 }]);
  });

  it('skips an event whose data isn’t JSON, and counts what is behind it', async () => {
    const other = await api.account({ timezone: 'UTC' });
    await countAll();
    for (let n = 0; n < 3; n += 1) await tell(other.accountId, 'message.sent', {});
    const [damaged] = await api
      .db('events')
      .where({ account_id: other.accountId, type: 'message.sent' })
      .orderBy('seq')
      .limit(1);
    await damage(damaged?.id ?? '');
    await countAll();
    expect(await counts(other)).toMatchObject([{ metric: 'sent', n: 2 }]);
    await rebuildCounts({ db: api.db });
    expect(await counts(other)).toMatchObject([{ metric: 'sent', n: 2 }]);
    await api.db('events').where({ account_id: other.accountId }).delete();
    await rebuildCounts({ db: api.db });
  });

  it('ends where another one has begun, which counts all', async () => {
    await countAll();
    const before = await counts();
    await ofAccount(account).update({ n: 99 });
    const rebuilds = await Promise.allSettled([rebuildCounts({ db: api.db }), rebuildCounts({ db: api.db })]);
    expect(rebuilds.map(({ status }) => status)).toContain('fulfilled');
    expect(await counts()).toEqual(before);
    expect(await api.db('report_counts_rebuilt')).toEqual([]);
  });

  it('replaces days that have no counts any more, and those of many accounts in pieces', async () => {
    await countAll();
    const before = await counts();
    const days = Array.from({ length: 120 }, (_, n) => localDay(new Date(NOON.getTime() - (n + 1) * DAY_MS), 'UTC'));
    const [row] = await ofAccount(account);
    await api.db('report_counts').insert(days.map((day) => ({ ...row, day, n: 5 })));
    await rebuildCounts({ db: api.db });
    expect(await counts()).toEqual(before);
  });

  it('leaves the counts there were where it dies', async () => {
    await countAll();
    const before = await counts();
    // Some days are replaced by then at the most.
    const { db, died } = dyingAt(api.db, 8);
    await expect(rebuildCounts({ db })).rejects.toThrow();
    expect(died()).toBe(true);
    expect(await counts()).toEqual(before);
  });

  it('is a command', async () => {
    await countAll();
    const before = await counts();
    await ofAccount(account).update({ n: 99 });
    const answer = await adminJson<{ counted_up_to: number }>('reports', 'rebuild');
    expect(answer.counted_up_to).toBeGreaterThan(0);
    expect(await counts()).toEqual(before);
  });
});

describe('reports', () => {
  it('compare days with those before', async () => {
    const { before, days, as_of } = await summary(`?from=${today}&to=${today}&compare=previous_week`);
    expect(before).toMatchObject({ sent: 0, amounts: {} });
    expect(days).toHaveLength(1);
    expect(Date.parse(as_of)).toBeLessThanOrEqual(NOON.getTime());
    for (const query of ['from=2026-02-30', 'from=2026-03-02&to=2026-03-01', 'from=2020-01-01&to=2026-01-01'])
      await account.request('get', `/reports/summary?${query}`).expect(400);
  });

  it('are put together by day, step, variant, sender and currency, and as a file', async () => {
    expect((await report('messages')).rows).toMatchObject([
      { day: today, counts: { sent: 6, replied: 4, received: 8 } },
    ]);
    expect((await report('messages?group=workflow')).rows).toContainEqual(
      expect.objectContaining({
        workflow_id: agentId,
        workflow_name: 'Agent',
        counts: expect.objectContaining({ sent: 6 }),
      }),
    );
    expect((await report('steps')).rows).toContainEqual(
      expect.objectContaining({ step_key: 'hello', counts: expect.objectContaining({ sent: 6, replied: 4 }) }),
    );
    // Messages outside of steps, such as replies by hand, aren't a step without a name.
    expect((await report('steps')).rows.filter(({ step_key }: { step_key: string }) => !step_key)).toEqual([]);
    expect((await report('variants')).rows).toMatchObject([
      { variant: 'a', counts: { sent: 3, replied: 2 }, reply_share: shareInterval(2, 3) },
      { variant: 'b', counts: { sent: 3, replied: 2 } },
    ]);
    expect((await report('revenue')).rows).toMatchObject([
      { currency: 'EUR', amount: 14.75, counts: { conversions: 2 } },
      { currency: 'USD', amount: 3 },
    ]);
    const file = await account.request('get', '/reports/revenue').set('accept', 'text/csv').expect(200);
    expect(file.text).toContain(`${today},EUR,2,14.75`);
    const summary = await account
      .request('get', `/reports/summary?from=${today}&to=${today}`)
      .set('accept', 'text/csv');
    const [heads, line, ...more] = summary.text.trim().split('\r\n');
    expect(heads).toBe(
      'date,sent,received,replied,failed,meetings,conversions,new_leads,enrolled,opted_out,amount_EUR,amount_USD',
    );
    expect(line).toMatch(new RegExp(`^${today},6,8,4,.*,14\\.75,3$`));
    expect(more).toEqual([]);
    const variants = await account.request('get', '/reports/variants').set('accept', 'text/csv').expect(200);
    const { low, high } = shareInterval(2, 3);
    expect(variants.text).toContain('reply_share_low,reply_share_high,conversion_share_low,conversion_share_high');
    expect(variants.text).toContain(`,a,3,2,`);
    expect(variants.text).toContain(`,${low},${high},`);
    await account.request('get', '/reports/nothing').expect(404);
    await account.request('get', '/reports/steps?group=day').expect(400);
  });

  it('count no new leads for an import that was undone, on the day of the import', async () => {
    const other = await api.account();
    const from = localDay(new Date(Date.now() - DAY_MS), 'UTC');
    const added = async () => {
      const { body } = await other.request('get', `/reports/summary?from=${from}&to=${today}`).expect(200);
      return body.days.map((day: { new_leads: number }) => day.new_leads).filter((n: number) => n !== 0);
    };
    const { id } = await imported(api, other, FILE, {});
    await countAll();
    expect(await added()).toEqual([2]);
    await other.request('post', `/imports/${id}/undo`).expect(202);
    await undoAll(api, id);
    // The undo is a day later.
    const later = new Date(NOON.getTime() + DAY_MS);
    await api.db('events').where({ account_id: other.accountId, type: 'lead.deleted' }).update({ created_at: later });
    await countAll();
    expect(await added()).toEqual([]);
    await rebuildCounts({ db: api.db });
    expect(await added()).toEqual([]);
  });

  it('tell of a workflow what came of each step, and where its runs stand', async () => {
    const { body } = await account.request('get', `/workflows/${agentId}/funnel`).expect(200);
    expect(body.steps.map(({ step_key }: { step_key: string }) => step_key)).toEqual(['hello', 'again']);
    expect(body.steps[0]).toMatchObject({
      sent: 6,
      replied: 4,
      here_now: 6,
      variants: [{ key: 'a', sent: 3, replied: 2 }, { key: 'b' }],
    });
    expect(body.statuses).toEqual([{ key: 'new', leads: 6 }]);
    const stats = await account.request('get', `/workflows/stats?ids=${agentId}`).expect(200);
    expect(stats.body.stats).toMatchObject([
      { workflow_id: agentId, open: 6, sent_7d: 6, replied_7d: 4, failed_7d: 0 },
    ]);
    const stranger = await api.account();
    expect((await stranger.request('get', `/workflows/stats?ids=${agentId}`).expect(200)).body.stats).toEqual([]);
    await account.request('get', '/workflows/stats?ids=x').expect(400);
  });
});

describe('the interval of a share', () => {
  it('holds the share, narrows with more, and stays between 0 and 1', () => {
    expect(shareInterval(0, 0)).toEqual({ low: null, high: null });
    expect(shareInterval(5, 10)).toEqual({ low: 0.2366, high: 0.7634 });
    expect(shareInterval(0, 10).low).toBe(0);
    expect(shareInterval(10, 10).high).toBe(1);
  });
});
