import { beforeAll, describe, expect, it } from '@jest/globals';
import { type TestAccount, useApi } from '../../support/api.js';
import { statementsOf } from '../../support/statements.js';
import { addUser } from '../../support/users.js';

const api = useApi();
let account: TestAccount;
beforeAll(async () => {
  account = await api.account();
  const leads = Array.from({ length: 7 }, (_each, n) => ({
    first_name: n === 0 ? '=cmd|calc' : `Lead ${n}`,
    email: `lead-${n}@example.com`,
    source: n < 3 ? 'fair' : 'web',
    metadata: { budget: n * 1_000 },
    tags: n % 2 === 0 ? ['even'] : [],
  }));
  await account.request('post', '/leads').send({ leads }).expect(201);
});

describe('counting leads', () => {
  it('has the filters of the list', async () => {
    const count = async (query: string) => (await account.request('get', `/leads/count${query}`).expect(200)).body;
    expect(await count('')).toEqual({ success: true, count: 7, capped: false });
    expect(await count('?source=fair')).toMatchObject({ count: 3 });
    expect(await count('?tags_any=even&source=web')).toMatchObject({ count: 2 });
    expect(await count('?tags_any=unknown')).toMatchObject({ count: 0 });
    expect(await count('?email=lead-3%40example.com')).toMatchObject({ count: 1 });
    await account.request('get', '/leads/count?limit=3').expect(400);
    expect((await (await api.account()).request('get', '/leads/count')).body.count).toBe(0);
  });

  it('takes one statement', async () => {
    await account.request('get', '/leads/count').expect(200);
    const statements = await statementsOf(api.db, () => account.request('get', '/leads/count').expect(200));
    expect(statements.filter((sql) => !sql.includes('rate_counters'))).toHaveLength(1);
  });
});

describe('a file of leads', () => {
  const csv = (path: string, accept = 'text/csv') => account.request('get', path).set('Accept', accept);

  it('has all that the list has, from a cursor on, formulas escaped', async () => {
    const { text, headers } = await csv('/leads?order=asc').expect(200);
    const lines = text.trim().split('\r\n');
    expect(headers['content-type']).toContain('text/csv');
    expect(lines).toHaveLength(8);
    expect(lines[0]).toContain('id,first_name,last_name,email,phone');
    expect(lines[1]).not.toMatch(/,=cmd/);
    expect(lines[3]).toContain('lead-2@example.com');
    expect(lines[3]).toContain('even');
    expect((await csv('/leads?source=fair')).text.trim().split('\r\n')).toHaveLength(4);
    const first = (await account.request('get', '/leads?order=asc&limit=5')).body.pagination.next_cursor;
    expect((await csv(`/leads?order=asc&cursor=${first}`)).text.trim().split('\r\n')).toHaveLength(3);
  });

  it('has the columns that are asked for, a key of the metadata in each, in a list and in a query', async () => {
    const columns = 'last_name,metadata.size,metadata.rooms,email';
    const { id } = (
      await account
        .request('post', '/leads')
        .send({
          first_name: 'C',
          last_name: 'Columns',
          email: 'columns@example.com',
          metadata: { size: 90, rooms: ['bath', 'hall'] },
        })
        .expect(201)
    ).body.lead;
    const expected =
      '\ufefflast_name,metadata.size,metadata.rooms,email\r\nColumns,90,"[""bath"",""hall""]",columns@example.com\r\n';
    expect((await csv(`/leads?ids=${id}&columns=${columns}`).expect(200)).text).toBe(expected);
    const query = (body: object) => account.request('post', '/leads/query').set('Accept', 'text/csv').send(body);
    expect((await query({ filter: { ids: id }, columns }).expect(200)).text).toBe(expected);
    const wrong = { code: 'VALIDATION_ERROR', field: '/columns', message: expect.stringContaining('budget') };
    expect((await csv('/leads?columns=email,budget').expect(400)).body).toMatchObject(wrong);
    expect((await query({ columns: 'budget' }).expect(400)).body).toMatchObject(wrong);
    await account.request('delete', `/leads/${id}`);
  });

  it('names the owner of a lead next to the ID, in a list and in a query', async () => {
    const owner = await addUser(api, account.accountId, 'operator');
    await api.db('users').where({ id: owner.userId }).update({ name: 'Olga Sand' });
    const { id } = (
      await account.request('post', '/leads').send({ first_name: 'O', owner_id: owner.userId }).expect(201)
    ).body.lead;
    const expected = `\ufeffowner,owner_id\r\nOlga Sand,${owner.userId}\r\n`;
    const columns = 'owner,owner_id';
    expect((await csv(`/leads?ids=${id}&columns=${columns}`).expect(200)).text).toBe(expected);
    const query = account.request('post', '/leads/query').set('Accept', 'text/csv');
    expect((await query.send({ filter: { ids: id }, columns }).expect(200)).text).toBe(expected);
    expect((await csv(`/leads?ids=${id}`).expect(200)).text).toContain(`,${owner.userId},Olga Sand,`);
    await account.request('delete', `/leads/${id}`);
  });

  it('is for those who may take the address book along', async () => {
    const operator = await addUser(api, account.accountId, 'operator');
    const admin = await addUser(api, account.accountId, 'admin');
    const asked = (user: typeof admin) => user.request('get', '/leads').set('Accept', 'text/csv');
    expect((await asked(operator)).body).toMatchObject({
      code: 'FORBIDDEN',
      details: { required_scopes: ['leads:export'] },
    });
    await asked(admin).expect(200);
    await operator.request('get', '/leads').expect(200);
  });
});

describe('querying leads', () => {
  const query = (body: object) => account.request('post', '/leads/query').send(body);

  it('finds those that meet conditions, page by page', async () => {
    const where = [{ source: 'metadata', key: 'budget', operator: 'gte', value: 3_000 }];
    const first = (await query({ where, limit: 3 }).expect(200)).body;
    expect(first.leads.map((lead: { metadata: { budget: number } }) => lead.metadata.budget)).toEqual([
      3_000, 4_000, 5_000,
    ]);
    expect(first).toMatchObject({ success: true, has_more: true });
    const rest = (await query({ where, limit: 3, cursor: first.next_cursor }).expect(200)).body;
    expect(rest.leads).toHaveLength(1);
    expect((await query({}).expect(200)).body.leads).toHaveLength(7);
  });

  it('finds among them those of whom something begins with each word', async () => {
    const made = await account
      .request('post', '/leads')
      .send({ first_name: 'Quentin', last_name: 'Zorn', company: 'Nordlys', metadata: { budget: 9_000 } })
      .expect(201);
    const where = [{ source: 'metadata', key: 'budget', operator: 'gte', value: 3_000 }];
    const found = async (q: string) =>
      (await query({ where, q }).expect(200)).body.leads.map(({ id }: { id: string }) => id);
    expect(await found('zor NORD')).toEqual([made.body.lead.id]);
    expect(await found('zor sud')).toEqual([]);
    expect(await found('100%')).toEqual([]);
  });

  it('says what is wrong with a query, and where', async () => {
    const where = [{ source: 'metadata', key: 'budget', operator: 'is_big', value: 1 }];
    const answer = await query({ where });
    expect(answer.status).toBe(400);
    expect(answer.body.field).toMatch(/^\/where\/0/);
    expect((await query({ cursor: 'x' })).body).toMatchObject({ code: 'VALIDATION_ERROR', field: '/cursor' });
  });
});
