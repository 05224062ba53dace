import { beforeAll, describe, expect, it } from '@jest/globals';
import { bumpEngagement } from '../../../db/leads/engagement.js';
import { newId } from '../../../runtime/ids.js';
import { mailStep } from '../../support/agent-requests.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { eventually } from '../../support/eventually.js';
import { DOCUMENT } from '../../support/knowledge.js';
import { insertMessage } from '../../support/leads.js';
import { statementsOf } from '../../support/statements.js';
import { addUser, type TestUser } from '../../support/users.js';

const api = useApi();
let account: TestAccount;
let owner: TestUser;

beforeAll(async () => {
  account = await api.account();
  owner = await addUser(api, account.accountId);
});

const entries = async (query = '') => (await account.request('get', `/audit${query}`).expect(200)).body.entries;
const lead = () => ({ first_name: 'Ana', email: `${newId()}@example.com`, metadata: { budget: 9000 } });
const MODEL = { key: 'small', name: 'Small', base_url: 'https://model.example.com/v1', model: 'm' };
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

  it('shows owners the old and new values of the configuration, and no one else', async () => {
    const admin = await addUser(api, account.accountId, 'admin');
    const { id } = (await owner.request('post', '/campaigns').send({ name: 'Spring sale' }).expect(201)).body.campaign;
    await admin.request('patch', `/campaigns/${id}`).send({ name: 'Summer sale' }).expect(200);
    await owner.request('patch', `/users/${admin.userId}`).send({ role: 'viewer' }).expect(200);
    await owner.request('patch', '/account').send({ sending_note: 'Holidays', country: 'ES' }).expect(200);
    const seenBy = async (user: TestUser | TestAccount, resource: string) =>
      (await user.request('get', `/audit?resource=${resource}`).expect(200)).body.entries[0].changes;
    const renamed = [{ field: 'name', before: 'Spring sale', after: 'Summer sale' }];
    expect(await seenBy(owner, id)).toEqual(renamed);
    expect(await seenBy(owner, admin.userId)).toEqual([{ field: 'role', before: 'admin', after: 'viewer' }]);
    const [{ changes }] = (await owner.request('get', '/audit?operation=updateAccount').expect(200)).body.entries;
    expect(changes).toContainEqual({ field: 'sending_note', before: null, after: 'Holidays' });
    expect(await seenBy(account, id)).toBeNull();
    const other = await addUser(api, account.accountId, 'admin');
    expect(await seenBy(other, id)).toBeNull();
  });

  it('keeps no secret, no values of leads and no value that an update repeats', async () => {
    const made = await owner
      .request('post', '/models')
      .send({ ...MODEL, key: 'sealed', api_key: 'sk-first' })
      .expect(201);
    const { id } = made.body.model;
    await owner.request('patch', `/models/${id}`).send({ name: 'Small', api_key: 'sk-second' }).expect(200);
    const person = (await owner.request('post', '/leads').send(lead()).expect(201)).body.lead;
    await owner.request('patch', `/leads/${person.id}`).send({ first_name: 'Eva' }).expect(200);
    const rows = await api.db('audit_entries').whereIn('resource_id', [id, person.id]);
    expect(rows.map(({ changes }) => changes)).toEqual([null, null, null, null]);
  });

  it('lists changes without sign-ins and refused requests, and these alone', async () => {
    const user = await addUser(api, account.accountId, 'viewer');
    await user.request('post', '/campaigns').send({ name: 'No' }).expect(403);
    await user.request('delete', '/session').expect(204);
    const of = async (kind: string) =>
      (await entries(`?actor=${user.userId}&kind=${kind}`)).map((entry: { operation: string }) => entry.operation);
    const access = await eventually(async () => {
      const found = await of('access');
      return found.length === 2 ? found : undefined;
    });
    expect(access.toSorted()).toEqual(['createCampaign', 'signOut']);
    expect(await of('changes')).toEqual([]);
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

  it('has what a user changes of an inbox entry, and not which messages a page has shown', async () => {
    const { id } = (await account.request('post', '/leads').send(lead()).expect(201)).body.lead;
    const at = new Date();
    await insertMessage(api.db, account.accountId, id, { direction: 'inbound', status: 'received', created_at: at });
    const of = { id, accountId: account.accountId };
    await bumpEngagement(api.db, of, { counts: ['inbound_count'], lastInboundAt: at, lastChannel: 'email' });
    await owner.request('patch', `/inbox/${id}`).send({ seen_message_id: null }).expect(200);
    expect(await entries(`?resource=${id}`)).toEqual([]);
    await owner.request('patch', `/inbox/${id}`).send({ seen_message_id: null, status: 'done' }).expect(200);
    expect(await entries(`?resource=${id}`)).toMatchObject([
      { operation: 'updateInboxEntry', changed: ['status', 'seen_message_id'] },
    ]);
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

  it('is written with the change or not at all, and once for a repeated request', async () => {
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

  it('has exports of leads as files, by users and by keys, and no lists of them', async () => {
    const caller = { user: owner, key: account };
    for (const [kind, { request }] of Object.entries(caller)) {
      const since = (await entries('?limit=1'))[0].id;
      await request('get', '/leads').expect(200);
      await request('get', '/leads').set('Accept', 'text/csv').expect(200);
      await request('post', '/leads/query').send({}).expect(200);
      await request('post', '/leads/query').set('Accept', 'text/csv').send({}).expect(200);
      const found = (await entries('?limit=5')) as { id: string }[];
      expect(
        found.slice(
          0,
          found.findIndex(({ id }) => id === since),
        ),
      ).toMatchObject([
        { operation: 'queryLeads', resource: { type: 'leads' }, actor: { kind } },
        { operation: 'listLeads', resource: { type: 'leads' }, actor: { kind } },
      ]);
    }
  });

  it('has the views that users make, change and delete', async () => {
    const made = await owner.request('post', '/views').send({ resource: 'leads', name: 'Hot', shared: true });
    const { id } = made.body.view;
    await owner.request('patch', `/views/${id}`).send({ shared: false }).expect(200);
    await owner.request('delete', `/views/${id}`).expect(204);
    const operations = (await entries(`?resource=${id}`)).map(({ operation }: { operation: string }) => operation);
    expect(operations).toEqual(['deleteView', 'updateView', 'createView']);
  });

  it('has models and documents that keys make', async () => {
    await account.request('post', '/models').send(MODEL).expect(201);
    await account.request('post', '/knowledge/documents').send(DOCUMENT).expect(202);
    expect(await entries('?limit=2')).toMatchObject([
      { operation: 'createKnowledgeDocument', actor: { kind: 'key' } },
      { operation: 'createModel', actor: { kind: 'key' } },
    ]);
  });

  it('counts wrong passwords and lock-outs of a user, one entry for each address or user', async () => {
    const user = await addUser(api, account.accountId, 'viewer');
    const body = { email: user.email.toUpperCase(), password: 'wrong' };
    for (const _each of Array(13)) await user.request('post', '/session').send(body);
    const found = await eventually(async () => {
      const [locked, failed, ...rest] = await entries(`?resource=${user.userId}`);
      return locked?.count === 3 && failed?.count === 10 ? [locked, failed, ...rest] : undefined;
    });
    const tried = { operation: 'signIn', actor: { kind: 'anonymous', id: null }, address: expect.any(String) };
    const resource = { type: 'users', id: user.userId, name: user.email };
    expect(found).toMatchObject([
      { ...tried, resource, outcome: 'locked_out' },
      { ...tried, resource, outcome: 'failed' },
    ]);
  });

  it('keeps nothing of an address without a user', async () => {
    const rows = async () => Number((await api.db('audit_entries').count({ n: '*' }).first())?.n);
    const before = await rows();
    await owner
      .request('post', '/session')
      .send({ email: `${newId()}@example.com`, password: 'wrong' })
      .expect(401);
    const known = await addUser(api, account.accountId, 'viewer');
    await known.request('post', '/session').send({ email: known.email, password: 'wrong' }).expect(401);
    await eventually(async () => (await entries(`?resource=${known.userId}`))[0]);
    expect(await rows()).toBe(before + 1);
  });

  it('counts what a user or key may not do: one entry for each operation', async () => {
    const viewer = await addUser(api, account.accountId, 'viewer');
    for (const _each of Array(3)) await viewer.request('post', '/keys').send({ name: 'Mine' }).expect(403);
    await viewer.request('get', '/leads').set('Accept', 'text/csv').expect(403);
    const refused = await eventually(async () => {
      const found = await entries(`?actor=${viewer.userId}&outcome=refused`);
      return found.length === 2 && found[1].count === 3 ? found : undefined;
    });
    expect(refused).toMatchObject([
      { operation: 'listLeads', count: 1 },
      { operation: 'createKey', count: 3, resource: { type: 'keys', id: null }, changed: [] },
    ]);
    const key = await api.account({ scopes: ['leads:read', 'audit:read'] });
    await key.request('post', '/leads').send(lead()).expect(403);
    await eventually(async () => (await key.request('get', '/audit?outcome=refused')).body.entries[0]);
  });

  it('is for those who manage the account, and for keys with audit:read', async () => {
    const operator = await addUser(api, account.accountId, 'operator');
    await operator.request('get', '/audit').expect(403);
    await owner.request('get', '/audit').expect(200);
    const key = await api.account({ scopes: ['leads:read'] });
    await key.request('get', '/audit').expect(403);
  });
});
