import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Knex } from 'knex';
import type { Response, Test } from 'supertest';
import { newId } from '../../runtime/ids.js';
import { addSender, publishAgent } from '../support/agents.js';
import type { TestAccount } from '../support/api.js';
import { eventually, useService } from '../support/service.js';

const service = useService();

const DEMO = readFileSync(path.resolve(import.meta.dirname, '../../demo/leads.csv'));
/** Returns the API's response, after retries while it is too busy. */
const answered = (send: () => Test): Promise<Response> =>
  eventually(async () => {
    const answer = await send();
    return answer.status === 503 ? undefined : answer;
  });
const ENDED = ['completed', 'cancelled', 'failed'];

const upload = async (account: TestAccount, file: Buffer | string, query: Record<string, string> = {}) => {
  const answer = await answered(() =>
    account
      .request('post', '/leads/import')
      .query(query)
      .attach('file', Buffer.from(file), { filename: 'leads.csv', contentType: 'text/csv' }),
  );
  expect(answer.status).toBe(202);
  return answer.body.import.id as string;
};

const importOf = async (account: TestAccount, id: string) =>
  (await answered(() => account.request('get', `/imports/${id}`))).body.import;

const ended = (account: TestAccount, id: string) =>
  eventually(async () => {
    const found = await importOf(account, id);
    return ENDED.includes(found.status) ? found : undefined;
  });

const countOf = async (table: string, where: object): Promise<number> =>
  Number((await service.db(table).where(where).count({ n: '*' }))[0]?.n);

const made = (rows: number) =>
  ['First Name,Email', ...Array.from({ length: rows }, (_, at) => `Lead ${at},lead${at}@example.com`)].join('\n');

/** Checks every completed import: no row without an outcome, none twice. */
async function expectWhole(account: TestAccount, id: string) {
  const done = await importOf(account, id);
  expect(done).toMatchObject({ status: 'completed', remaining: 0, progress: 1 });
  expect(done.created + done.updated + done.reused + done.failed).toBe(done.rows);
  expect(await countOf('import_rows', { import_id: id, outcome: 'created' })).toBe(done.created);
  expect(await countOf('import_rows', { import_id: id, outcome: null })).toBe(0);
  expect(await countOf('leads', { import_id: id })).toBe(done.created);
  expect(await countOf('events', { account_id: account.accountId, type: 'lead.created' })).toBe(done.created);
  expect(await countOf('events', { account_id: account.accountId, type: 'import.completed' })).toBe(1);
  return done;
}

describe('an import on Temporal', () => {
  it('turns the 1,020 rows of the demo file into leads and clear errors; no row vanishes', async () => {
    const account = await service.account({ country: 'US' });
    const id = await upload(account, DEMO);
    await ended(account, id);
    const done = await expectWhole(account, id);
    expect(done).toMatchObject({ rows: 1_020, failed: 26, reused: 0 });
    // 20 people stand in the file twice, spelled differently; the second row changes the lead of the first.
    expect([done.created, done.updated]).toEqual([974, 20]);
    const errors = (await answered(() => account.request('get', `/imports/${id}/errors?severity=error&limit=100`))).body
      .errors;
    const codes = errors.map((row: { problems: { code: string }[] }) => row.problems.map(({ code }) => code).join());
    expect(codes.filter((code: string) => code === 'FIRST_NAME_MISSING')).toHaveLength(25);
    expect(codes.filter((code: string) => code === 'FIRST_NAME_MISSING,INVALID_EMAIL')).toHaveLength(1);

    const handle = service.client.workflow.getHandle(`import/${id}`);
    expect(await handle.result()).toMatchObject({ finished: true, status: 'completed', rows: 1_020, done: 1_020 });
    const { events = [] } = await handle.fetchHistory();
    expect(events?.length).toBeLessThanOrEqual(25);
    expect(JSON.stringify(events)).not.toMatch(/example\.com|lead\d/);
  });

  it('enrols every lead, and taking it back ends the enrolments and deletes the leads', async () => {
    const account = await service.account();
    await addSender(service.db, account.accountId);
    const agentId = await publishAgent(service.db, account.accountId, [
      { type: 'message', subject: 'Hi', content: 'Hello', delay: { type: 'after', amount: 3, unit: 'days' } },
      // The message is skipped at once, and a run without another step is over with it.
      { type: 'wait', delay: { type: 'after', amount: 30, unit: 'days' } },
    ]);
    const known = (await account.request('post', '/leads').send({ first_name: 'Old', email: 'lead3@example.com' }))
      .body;
    const id = await upload(account, made(40), { workflow_id: agentId, skip_first_message: 'true' });
    expect(await ended(account, id)).toMatchObject({ created: 39, updated: 1, failed: 0, warnings: 0 });
    expect(await countOf('agent_runs', { import_id: id, agent_id: agentId, open_slot: 1 })).toBe(40);
    const unstarted = () => countOf('agent_runs', { import_id: id, started_at: null });
    await eventually(async () => ((await unstarted()) === 0 ? true : undefined));

    expect((await answered(() => account.request('post', `/imports/${id}/undo`))).status).toBe(202);
    const undone = await eventually(async () => {
      const found = await importOf(account, id);
      return found.status === 'undone' ? found : undefined;
    });
    expect(undone.undo).toEqual({
      removed: 39,
      restored: 1,
      kept: 0,
      sent: 0,
      by: null,
      finished: true,
    });
    const { leads } = (await answered(() => account.request('get', '/leads'))).body;
    expect(leads).toMatchObject([{ id: known.lead.id, first_name: 'Old' }]);
    expect(await countOf('agent_runs', { import_id: id, open_slot: 1 })).toBe(0);
    const result = await service.client.workflow.getHandle(`import/${id}/undo`).result();
    expect(result).toMatchObject({ finished: true, status: 'undone' });
  });

  it('repeats nothing when its worker is replaced in the middle', async () => {
    const account = await service.account();
    const id = await upload(account, made(2_600));
    await eventually(async () => ((await importOf(account, id)).created >= 500 ? true : undefined));
    await service.replaceWorkers();
    expect((await importOf(account, id)).rows).toBe(2_600);
    await ended(account, id);
    expect(await expectWhole(account, id)).toMatchObject({ created: 2_600, updated: 0 });
  });

  it('repeats nothing when the database connection dies in the middle of a piece', async () => {
    const account = await service.account();
    const file = made(700).replaceAll(/$/gm, ',fair').replace(',fair', ',Tags');
    const id = await holdingTag(account.accountId, 'fair', async () => {
      const begun = await upload(account, file);
      const threads = await eventually(async () => {
        const found = await threadsWaitingForTags(service.db, account.accountId);
        return found.length > 0 ? found : undefined;
      });
      for (const thread of threads) await service.db.raw(`KILL ${thread}`);
      expect(await countOf('leads', { import_id: begun })).toBe(0);
      return begun;
    });
    await ended(account, id);
    expect(await expectWhole(account, id)).toMatchObject({ created: 700, updated: 0 });
  });

  it('stops when it is cancelled, and the rows worked so far stay', async () => {
    const account = await service.account();
    const id = await upload(account, made(4_000));
    await eventually(async () => ((await importOf(account, id)).created >= 500 ? true : undefined));
    const cancelled = await answered(() => account.request('post', `/imports/${id}/cancel`));
    expect(cancelled.status).toBe(200);
    const result = await service.client.workflow.getHandle(`import/${id}`).result();
    expect(result).toMatchObject({ finished: true, status: 'cancelled' });
    const after = await importOf(account, id);
    expect(after).toMatchObject({ status: 'cancelled', created: cancelled.body.import.created });
    expect(after.created + after.remaining).toBe(4_000);
    expect(await countOf('leads', { import_id: id })).toBe(after.created);
  });

  it('is cancelled too when an operator cancels its run in Temporal', async () => {
    const account = await service.account();
    const id = await upload(account, made(4_000));
    const handle = service.client.workflow.getHandle(`import/${id}`);
    await eventually(async () => ((await importOf(account, id)).created >= 500 ? true : undefined));
    await handle.cancel();
    const after = await ended(account, id);
    expect(after).toMatchObject({ status: 'cancelled' });
    expect(await countOf('leads', { import_id: id })).toBe(after.created);
  });
});

/** Holds an uncommitted tag, which blocks transactions that write leads with it, while `work` runs. */
async function holdingTag<T>(accountId: string, name: string, work: () => Promise<T>): Promise<T> {
  const tx = await service.db.transaction();
  try {
    const tag = { id: newId(), account_id: accountId, name, slug: name, created_at: new Date() };
    await tx('tags').insert(tag);
    return await work();
  } finally {
    await tx.rollback();
  }
}

/** The connections that are making tags of this account. */
async function threadsWaitingForTags(db: Knex, accountId: string): Promise<number[]> {
  const [rows] = (await db.raw(
    'SELECT id FROM information_schema.processlist WHERE info LIKE ? AND id <> CONNECTION_ID()',
    [`insert ignore into \`tags\`%${accountId}%`],
  )) as [{ id: number }[]];
  return rows.map(({ id }) => id);
}
