import { beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../runtime/ids.js';
import { mailStep } from '../support/agent-requests.js';
import { type TestAccount, useApi } from '../support/api.js';
import { statementsOf } from '../support/statements.js';
import { addUser, type TestUser } from '../support/users.js';

const api = useApi();
let account: TestAccount;
let owner: TestUser;

beforeAll(async () => {
  account = await api.account();
  owner = await addUser(api, account.accountId);
});

const entries = async (query = '') => (await account.request('get', `/audit${query}`).expect(200)).body.entries;
const lead = () => ({ first_name: 'Ana', email: `${newId()}@example.com`, metadata: { budget: 9000 } });
const agent = { name: 'Follow up', cadence: { steps: [mailStep('Hello')] } };

describe('the audit log', () => {
  it('says who changed what, and which fields, without what they held', async () => {
    const { id } = (await owner.request('post', '/workflows').send(agent).expect(201)).body.workflow;
    const answer = await owner.request('patch', `/workflows/${id}`).send({ name: 'Renamed' }).expect(200);
    const [changed, made] = await entries(`?resource=${id}`);
    expect(changed).toMatchObject({
      actor: { kind: 'user', id: owner.userId, name: 'User' },
      operation: 'updateWorkflow',
      resource: { type: 'workflows', id, name: 'Renamed' },
      changed: ['name'],
      request_id: answer.headers['x-request-id'],
      address: expect.any(String),
    });
    expect(made).toMatchObject({ operation: 'createWorkflow', changed: ['name', 'cadence'] });
  });

  it('keeps nothing of what a lead is called, nor of fields that only the sender knows', async () => {
    const { first_name, ...rest } = lead();
    const made = await owner
      .request('post', '/leads')
      .send({ first_name, ...rest, wife_of_boris: 'yes' })
      .expect(201);
    const [entry] = await entries(`?resource=${made.body.lead.id}`);
    expect(entry).toMatchObject({ operation: 'createLead', resource: { type: 'leads', name: null } });
    const row = JSON.stringify(await api.db('audit_entries').where({ id: entry.id }).first());
    expect(row).not.toMatch(/Ana|boris|@example|9000/);
  });

  it('has what keys change of the set-up, and not what they do with leads: that costs no statement more', async () => {
    await account.request('post', '/leads').send(lead()).expect(201);
    const { id } = (await account.request('post', '/workflows').send(agent).expect(201)).body.workflow;
    expect(await entries(`?actor=${account.keyId}&operation=createLead`)).toEqual([]);
    expect(await entries(`?actor=${account.keyId}`)).toMatchObject([
      { operation: 'createWorkflow', actor: { kind: 'key', name: 'API key' }, resource: { id } },
    ]);
    const statements = await statementsOf(api.db, () => account.request('post', '/leads').send(lead()).expect(201));
    expect(statements.filter((sql) => sql.includes('audit_entries'))).toEqual([]);
  });

  it('stands with the change or not at all, and once for a repeated request', async () => {
    const before = (await entries('?limit=200')).length;
    await owner.request('post', '/workflows').send({ name: 'x' }).expect(400);
    await owner.request('patch', `/workflows/${newId()}`).send({ name: 'x' }).expect(404);
    expect((await entries('?limit=200')).length).toBe(before);
    const send = () =>
      owner
        .request('post', '/campaigns')
        .set('Idempotency-Key', 'one')
        .send({ name: `C ${newId()}` });
    const body = { name: 'Spring' };
    for (const _each of [1, 2])
      await owner.request('post', '/campaigns').set('Idempotency-Key', 'two').send(body).expect(201);
    await send().expect(201);
    expect((await entries('?limit=200')).length).toBe(before + 2);
  });

  it('has no reads, also where they are sent as POST', async () => {
    const { id } = (await owner.request('post', '/workflows').send(agent).expect(201)).body.workflow;
    await owner.request('get', `/workflows/${id}`).expect(200);
    const asked = { lead: { first_name: 'Ana', email: 'ana@example.com' } };
    await owner.request('post', `/workflows/${id}/simulate`).send(asked).expect(200);
    expect(await entries(`?resource=${id}`)).toHaveLength(1);
  });

  it('is found by who, what and when, page by page, and belongs to its account', async () => {
    const all = await entries('?limit=200');
    const [newest] = all;
    expect(await entries(`?from=${encodeURIComponent(newest.at)}&limit=200`)).toContainEqual(newest);
    expect(await entries(`?to=${encodeURIComponent(all.at(-1).at)}`)).toEqual([]);
    const first = (await account.request('get', '/audit?limit=2').expect(200)).body;
    const next = await entries(`?limit=2&cursor=${first.pagination.next_cursor}`);
    expect([...first.entries, ...next]).toEqual(all.slice(0, 4));
    const other = await api.account();
    expect((await other.request('get', '/audit').expect(200)).body.entries).toEqual([]);
  });

  it('has signing in and out, and joining', async () => {
    const user = await addUser(api, account.accountId, 'viewer');
    const invitation = { email: `${newId()}@example.com`, role: 'viewer' };
    const { body } = await owner.request('post', '/invitations').send(invitation).expect(201);
    await user.request('delete', '/session').expect(204);
    expect(await entries(`?actor=${user.userId}`)).toMatchObject([{ operation: 'signOut' }]);
    const token = body.url.split('#')[1];
    const joined = await owner
      .request('post', '/invitations/accept')
      .send({ token, name: 'Petra', password: 'a long password of the tests' })
      .expect(201);
    expect(await entries(`?actor=${joined.body.user.id}`)).toMatchObject([{ operation: 'acceptInvitation' }]);
  });

  it('is for those who manage the account, and for keys with audit:read', async () => {
    const operator = await addUser(api, account.accountId, 'operator');
    await operator.request('get', '/audit').expect(403);
    await owner.request('get', '/audit').expect(200);
    const key = await api.account({ scopes: ['leads:read'] });
    await key.request('get', '/audit').expect(403);
  });
});
