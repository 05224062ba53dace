import { describe, expect, it } from '@jest/globals';
import { insertEvents } from '../../db/events/events.js';
import { listDueJobs } from '../../db/jobs/job-events.js';
import { newId } from '../../runtime/ids.js';
import { listAttention } from '../../services/operations/attention.js';
import { type TestAccount, useApi } from '../support/api.js';
import { newReader, takeOver } from '../support/event-reader.js';
import { addLead } from '../support/messaging.js';

const api = useApi();
const MINUTE_MS = 60_000;
const TAG = [{ action: { type: 'add_tag', params: { tags: ['seen'] } } }];

const makeJob = async (account: TestAccount, more: object = {}): Promise<string> => {
  const body = { trigger_type: 'event', event: { kinds: ['lead.updated'], ...more }, steps: TAG };
  return (await account.request('post', '/background-jobs').send(body).expect(201)).body.data.id;
};
const patch = (account: TestAccount, lead: string, body: object) =>
  account.request('patch', `/leads/${lead}`).send(body).expect(200);
const queuedFor = (jobId: string) => api.db('job_events').where({ job_id: jobId }).orderBy('event_id').select('status');
const breakLead = (id: string, metadata: string) => api.db('leads').where({ id }).update({ metadata });
/** The items of this account on the attention list. */
const attention = async ({ accountId }: TestAccount) =>
  (await listAttention(api.db, new Date(), accountId)).map(({ what, id, detail }) => ({ what, id, detail }));

async function createFixture() {
  const account = await api.account();
  const lead = (await addLead(api.db, account.accountId)).id;
  return { account, lead };
}

describe('the events of an account', () => {
  it('are read by one process at a time, and by another when that one is gone', async () => {
    const { account, lead } = await createFixture();
    const job = await makeJob(account);
    const [first, second] = [newReader(api.db), newReader(api.db)];
    const late = newReader(api.db, () => new Date(Date.now() + MINUTE_MS));
    await takeOver(api.db, first, account.accountId);
    expect(await second.turn()).not.toContain(account.accountId);
    await patch(account, lead, { title: 'CEO' });
    await second.turn();
    expect(await queuedFor(job)).toEqual([]);
    await first.turn();
    expect(await queuedFor(job)).toHaveLength(1);
    // The lease of one that is gone has ended by then.
    expect(await late.turn()).toContain(account.accountId);
    expect(await first.turn()).not.toContain(account.accountId);
    await Promise.all([late.close(), second.close()]);
    const lease = await api.db('job_event_cursors').where({ account_id: account.accountId }).first('lease_until');
    expect(lease).toEqual({ lease_until: null });
  });

  it('that a job can’t judge hold up neither its others nor other jobs and accounts, and are judged once they can be', async () => {
    const [broken, well] = [await createFixture(), await createFixture()];
    const filter = [{ field: 'metadata.plan', operator: 'eq', value: 'gold' }];
    const judging = await makeJob(broken.account, { filter });
    const plain = await makeJob(broken.account);
    const other = await makeJob(well.account, { filter });
    const sound = (await addLead(api.db, broken.account.accountId)).id;
    const reader = newReader(api.db);
    for (const { account } of [broken, well]) await takeOver(api.db, reader, account.accountId);
    for (const id of [broken.lead, sound]) await patch(broken.account, id, { metadata: { plan: 'gold' } });
    await patch(well.account, well.lead, { metadata: { plan: 'gold' } });
    await breakLead(broken.lead, '{"plan": "go');
    await reader.turn();
    const failures = async (job: string) => (await queuedFor(job)).map(({ status }) => status === 'failed');
    expect((await failures(judging)).sort()).toEqual([false, true]);
    expect(await failures(plain)).toEqual([false, false]);
    expect(await failures(other)).toEqual([false]);
    const about = { account_id: broken.account.accountId, listener_id: judging, events: 1 };
    expect(reader.told.filter(({ account_id }) => account_id === broken.account.accountId)).toMatchObject([about]);
    expect(await attention(broken.account)).toEqual([
      { what: 'job or function that fails on events', id: judging, detail: "events that couldn't be evaluated: 1" },
    ]);
    await reader.close();

    await breakLead(broken.lead, '{"plan": "gold"}');
    const later = newReader(api.db, () => new Date(Date.now() + 2 * MINUTE_MS));
    await takeOver(api.db, later, broken.account.accountId);
    expect(await failures(judging)).toEqual([false, false]);
    expect(await attention(broken.account)).toEqual([]);
    await later.close();

    // No reader waits for events of a disabled job.
    const soon = new Date(Date.now() + 3 * MINUTE_MS);
    await api.db('job_events').where({ job_id: judging }).limit(1).update({ status: 'failed', due_at: soon });
    expect(await attention(broken.account)).toHaveLength(1);
    for (const job of [judging, plain])
      await broken.account.request('patch', `/background-jobs/${job}`).send({ is_active: false }).expect(200);
    const last = newReader(api.db, () => new Date(Date.now() + 4 * MINUTE_MS));
    await takeOver(api.db, last, broken.account.accountId);
    expect(await attention(broken.account)).toEqual([]);
    await last.close();
  });

  it('that are many are read some pages at a time, so that it is another account’s turn in between', async () => {
    const [many, few] = [await createFixture(), await createFixture()];
    const [manyJob, fewJob] = [await makeJob(many.account), await makeJob(few.account)];
    const reader = newReader(api.db);
    for (const { account } of [many, few]) await takeOver(api.db, reader, account.accountId);
    const event = { accountId: many.account.accountId, leadId: many.lead, data: {}, type: 'lead.updated' as const };
    const origin = { kind: 'api' as const, id: null };
    for (let n = 0; n < 4; n += 1)
      await insertEvents(
        api.db,
        new Date(),
        Array.from({ length: 1_000 }, () => ({ ...event, origin })),
      );
    await patch(few.account, few.lead, { title: 'CEO' });
    await reader.turn();
    expect(await queuedFor(manyJob)).toHaveLength(3_000);
    expect(await queuedFor(fewJob)).toHaveLength(1);
    await reader.turn();
    expect(await queuedFor(manyJob)).toHaveLength(4_000);
    await reader.close();
  });

  it('from before the first listener are not read when a listener returns', async () => {
    const { account, lead } = await createFixture();
    const cursor = async () =>
      Number((await api.db('job_event_cursors').where({ account_id: account.accountId }).first('seq'))?.seq);
    const switchTo = (job: string, is_active: boolean) =>
      account.request('patch', `/background-jobs/${job}`).send({ is_active }).expect(200);
    const [job, other] = [await makeJob(account), await makeJob(account)];
    const begun = await cursor();
    await patch(account, lead, { title: 'CEO' });
    // As if so much had happened since: the events' numbers are those of the whole installation.
    const far = begun + 1_000_000;
    await api
      .db('events')
      .where({ account_id: account.accountId })
      .orderBy('seq', 'desc')
      .limit(1)
      .update({ seq: far });
    await switchTo(job, false);
    await switchTo(job, true);
    expect(await cursor()).toBe(begun);
    for (const id of [job, other]) await switchTo(id, false);
    await switchTo(job, true);
    expect(await cursor()).toBe(far - 10_000);
    await api.db('events').where({ seq: far }).delete();
  });

  it('that are queued for a job are not walked over to see whether it has some that are due', async () => {
    const { account } = await createFixture();
    const job = await makeJob(account);
    const reader = newReader(api.db);
    await takeOver(api.db, reader, account.accountId);
    const now = new Date();
    const rows = Array.from({ length: 2_000 }, () => ({
      job_id: job,
      event_id: newId(),
      account_id: account.accountId,
      lead_id: newId(),
      status: 'queued' as const,
      depth: 0,
      due_at: now,
      cycle_id: null,
      created_at: now,
    }));
    await api.db('job_events').insert(rows);
    const read = await api.db.transaction(async (tx) => {
      const count = async () => {
        const [status] = (await tx.raw("SHOW SESSION STATUS LIKE 'Handler_read%'")) as unknown as [{ Value: string }[]];
        return status.reduce((sum, { Value }) => sum + Number(Value), 0);
      };
      const before = await count();
      expect(await listDueJobs(tx, [account.accountId], now)).toEqual([{ id: job, account_id: account.accountId }]);
      return (await count()) - before;
    });
    expect(read).toBeLessThan(200);
    await reader.close();
  });
});
