import { afterEach, describe, expect, it } from '@jest/globals';
import type { Knex } from 'knex';
import { listEventTail } from '../../db/events/event-tail.js';
import { insertEvents } from '../../db/events/events.js';
import { newId } from '../../runtime/ids.js';
import { type TestAccount, useApi } from '../support/api.js';

const api = useApi();
const open: Knex.Transaction[] = [];
afterEach(async () => {
  for (const tx of open.splice(0)) if (!tx.isCompleted()) await tx.rollback();
});

/** Writes an event that stays uncommitted until `end` is called. */
async function writing(account: TestAccount, type: 'lead.created' | 'lead.updated' = 'lead.created') {
  const tx = await api.db.transaction();
  open.push(tx);
  const id = await write(tx, account, type);
  return { id, commit: () => tx.commit(), rollback: () => tx.rollback() };
}

async function write(db: Knex, account: TestAccount, type: 'lead.created' | 'lead.updated' = 'lead.created') {
  const id = newId();
  const origin = { kind: 'api' as const, id: account.keyId };
  await insertEvents(db, new Date(), [{ id, accountId: account.accountId, type, data: {}, origin }]);
  return id;
}

const list = async (account: TestAccount, query: Record<string, string> = {}): Promise<string[]> => {
  const { body } = await account
    .request('get', '/events')
    .query({ types: 'lead.created,lead.updated', ...query })
    .expect(200);
  return body.events.map(({ id }: { id: string }) => id);
};

describe('GET /events while others write', () => {
  it('shows no event before an earlier one that is not committed yet, so that none is ever passed by', async () => {
    const account = await api.account();
    const first = await write(api.db, account);
    const late = await writing(account);
    const quick = await write(api.db, account);
    expect(await list(account)).toEqual([first]);
    expect(await list(account, { after: first })).toEqual([]);
    await late.commit();
    expect(await list(account, { after: first })).toEqual([late.id, quick]);
  });

  it('continues when the open one is rolled back', async () => {
    const account = await api.account();
    const stays = await writing(account);
    const quick = await write(api.db, account);
    expect(await list(account)).toEqual([]);
    await stays.rollback();
    expect(await list(account)).toEqual([quick]);
  });

  it('waits for no others: other accounts, and kinds that were not requested', async () => {
    const [account, other] = [await api.account(), await api.account()];
    const elsewhere = await writing(other);
    const otherKind = await writing(account, 'lead.updated');
    const mine = await write(api.db, account);
    expect(await list(account, { types: 'lead.created' })).toEqual([mine]);
    await elsewhere.commit();
    await otherKind.commit();
    expect(await list(account)).toEqual([otherKind.id, mine]);
  });

  it('tells a reader who goes page by page every event once, whatever the order of commits', async () => {
    const account = await api.account();
    const all = await Promise.all(Array.from({ length: 8 }, () => writing(account)));
    const seen: string[] = [];
    const follow = async () => {
      const after = seen.at(-1);
      seen.push(...(await list(account, { limit: '3', ...(after ? { after } : {}) })));
    };
    for (const each of [5, 2, 7, 0, 6, 1, 4, 3].map((n) => all[n]!)) {
      await each.commit();
      await follow();
    }
    for (let page = 0; page < 4; page += 1) await follow();
    expect([...seen].sort()).toEqual(all.map(({ id }) => id).sort());
    expect(seen).toEqual(await list(account, { limit: '200' }));
  });
});

describe('an event whose place was given out before another was committed, and which is not written yet', () => {
  const row = (account: TestAccount, seq: number) => ({
    id: newId(),
    account_id: account.accountId,
    type: 'lead.created',
    lead_id: null,
    agent_run_id: null,
    data: '{}',
    origin_kind: 'api',
    origin_id: null,
    origin_depth: 0,
    created_at: new Date(),
    seq,
  });
  /** Writes an event right after a reader has listed the open transactions. */
  const writtenAfterTheLook = (event: ReturnType<typeof row>): Promise<unknown> =>
    new Promise((resolve, reject) => {
      let looks = 0;
      const look = (_answer: unknown, { sql }: { sql: string }) => {
        if (!sql.includes('from `events`') || ++looks < 2) return;
        api.db.removeListener('query-response', look);
        api.db('events').insert(event).then(resolve, reject);
      };
      api.db.on('query-response', look);
    });

  it.each<[string, (account: TestAccount, end: number) => Promise<string[]>]>([
    ['GET /events', (account) => list(account)],
    ['the stream of changes', async (_, end) => (await listEventTail(api.db, end, 100)).map(({ id }) => id)],
  ])('is not passed by in %s', async (_reader, read) => {
    const account = await api.account();
    const [{ end = 0 } = {}] = await api.db('events').max({ end: 'seq' });
    const [early, late] = [row(account, Number(end) + 1), row(account, Number(end) + 2)];
    await api.db('events').insert(late);
    const writing = writtenAfterTheLook(early);
    expect(await read(account, Number(end))).toEqual([early.id, late.id]);
    await writing;
  });
});
