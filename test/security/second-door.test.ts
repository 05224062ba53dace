import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { withDashboardRoutes } from '../../api/dashboard-routes.js';
import type { ApiDependencies } from '../../api/dependencies.js';
import { createSessions } from '../../api/http/auth/sessions.js';
import { routes } from '../../api/routes.js';
import { newId } from '../../runtime/ids.js';
import type { Contract } from '../../schemas/contract.js';
import { ROLE_SCOPES, ROLES, type Role, rolesFor } from '../../schemas/roles.js';
import { type AccountFixture, createAccountFixture } from '../support/account-fixture.js';
import { type TestAccount, testConfig, useApi } from '../support/api.js';
import { type HttpCaller, inParallel, listen } from '../support/http.js';
import { ROUTE_REQUESTS } from '../support/route-requests.js';
import { addSession, addUser, OWN_HEADER, type TestUser } from '../support/users.js';

const api = useApi();
const table = withDashboardRoutes(routes({ config: testConfig() } as ApiDependencies));
const FIRST = '/api/public/';
const SECOND = '/api/internal/';
const internal = table.map(({ contract }) => contract).filter(({ auth }) => auth === 'user');
/** The operations of both APIs. They share one handler, so only a few of them are tested for their effects. */
const doubled = internal.filter(({ operationId }) =>
  table.some(({ contract }) => contract.operationId === operationId && contract.path.startsWith(FIRST)),
);

let http: HttpCaller;
let account: TestAccount;
let users: Record<Role, TestUser>;
let fixture: AccountFixture;

beforeAll(async () => {
  http = await listen(api.app);
  account = await api.account();
  const made = await Promise.all(ROLES.map((role) => addUser(api, account.accountId, role)));
  users = Object.fromEntries(ROLES.map((role, at) => [role, made[at]])) as Record<Role, TestUser>;
  fixture = createAccountFixture(api, account, users.owner.email);
});
afterAll(() => http.close());

/** Sends a request with unknown IDs and an empty body. An authorized caller gets that error. */
const knock = async ({ method, path, operationId }: Contract, headers: Record<string, string>) => {
  const answer = await http.ask({
    method,
    path: path.replaceAll(/\{\w+\}/g, newId()) + (operationId === 'streamChanges' ? '?seconds=0' : ''),
    headers,
    body: method === 'get' || method === 'delete' ? undefined : {},
  });
  const { code, details } = answer.text.startsWith('{') ? JSON.parse(answer.text) : {};
  return { status: answer.status, code: code as string | undefined, details };
};

const isLetIn = ({ status, code }: { status: number; code: string | undefined }): boolean =>
  status !== 401 && status !== 403 && code !== 'NOT_FOUND' && status < 500;

describe('the door of signed-in users', () => {
  it('is there for every operation that keys have, but the one about keys', () => {
    const byKeys = table
      .map(({ contract }) => contract)
      .filter(({ path, auth = 'key' }) => path.startsWith(FIRST) && auth === 'key');
    const missing = byKeys.filter(({ operationId }) => !doubled.some((each) => each.operationId === operationId));
    expect(missing.map(({ operationId }) => operationId)).toEqual(['whoAmI']);
    expect(doubled.length).toBeGreaterThan(150);
  });

  it('opens each operation to the roles that may, and refuses everybody else', async () => {
    const wrong: string[] = [];
    let cells = 0;
    // Signing out would end the sessions that the others show; it has tests of its own.
    const asked = internal.filter(({ operationId }) => operationId !== 'signOut');
    await inParallel(asked, 8, async (contract) => {
      const judge = async (who: string, headers: Record<string, string>, expected: string | undefined) => {
        const answer = await knock(contract, headers);
        cells += 1;
        if (expected === undefined ? !isLetIn(answer) : answer.code !== expected)
          wrong.push(`${contract.operationId} as ${who}: ${answer.status} ${answer.code}, not ${expected ?? 'let in'}`);
      };
      for (const role of ROLES) {
        const may = rolesFor(contract).includes(role);
        await judge(role, { cookie: users[role].cookie, ...OWN_HEADER }, may ? undefined : 'FORBIDDEN');
      }
      await judge('nobody', OWN_HEADER, 'NOT_SIGNED_IN');
      await judge('a key', { 'x-api-key': account.apiKey, ...OWN_HEADER }, 'NOT_SIGNED_IN');
      if (contract.method === 'get') return;
      const { cookie } = users.owner;
      await judge('a page without the header', { cookie }, 'CROSS_SITE_REQUEST');
      const foreign = { cookie, ...OWN_HEADER, origin: 'https://evil.example' };
      await judge('a page of another site', foreign, 'CROSS_SITE_REQUEST');
    });
    expect(wrong).toEqual([]);
    expect(cells).toBeGreaterThan(1_200);
  });

  it.each<[Role | 'nobody', string[]]>([
    ['viewer', ['listLeads', 'getLead', 'listWorkflows', 'listMeetings', 'listUsers', 'readNotification']],
    ['operator', ['createLead', 'sendMessage', 'stopAutomation', 'bookMeeting', 'cancelMeeting', 'importLeads']],
    ['operator', ['startCampaign', 'runBackgroundJob', 'runCloudFunction', 'createTemplate', 'takeOverConversation']],
    ['admin', ['updateWorkflow', 'publishWorkflow', 'createHost', 'createMeetingType', 'createEmailSender']],
    ['admin', ['deleteLead', 'eraseLead', 'undoImport', 'createHook', 'deleteSuppression', 'putSecret', 'listHooks']],
    ['admin', ['createInvitation', 'createKey', 'listAudit', 'updateAccount', 'updateCloudFunction']],
  ])('lets a %s and above do %j', (least, operations) => {
    for (const operationId of operations) {
      const contract = internal.find((each) => each.operationId === operationId) as Contract;
      const from = (ROLES as readonly string[]).indexOf(least);
      expect([operationId, rolesFor(contract)]).toEqual([operationId, ROLES.slice(0, from + 1)]);
    }
  });

  it('names the permitted roles to a user without permission', async () => {
    const contract = internal.find(({ operationId }) => operationId === 'createKey') as Contract;
    const { details } = await knock(contract, { cookie: users.operator.cookie, ...OWN_HEADER });
    expect(details).toEqual({ roles: ['owner', 'admin'], required_scopes: ['keys:manage'] });
  });

  it('answers as the other door does, byte for byte', async () => {
    const lead = await fixture.lead();
    for (const path of ['/leads', `/leads/${lead}`, `/leads/${lead}/history`, '/workflows', '/events', '/meetings']) {
      const byKey = await account.request('get', path).expect(200);
      const byUser = await users.viewer.request('get', path).expect(200);
      expect(byUser.text).toBe(byKey.text);
    }
  });

  it('does what the other door does: every ninth operation, of all kinds', async () => {
    const wrong: string[] = [];
    const sample = doubled.filter((_each, at) => at % 9 === 0);
    for (const contract of sample) {
      const request = await ROUTE_REQUESTS[contract.operationId]?.(fixture);
      const answer = await http.ask({
        method: contract.method,
        path: (request?.path ?? '').replace(FIRST, SECOND),
        headers: { ...request?.headers, cookie: users.owner.cookie, ...OWN_HEADER },
        body: request?.body,
      });
      if (!(answer.status in contract.success)) wrong.push(`${contract.operationId}: ${answer.status} ${answer.text}`);
    }
    expect(wrong).toEqual([]);
    expect(sample.length).toBeGreaterThan(15);
  });

  it('shows users of another account nothing: every read of something by its id is answered as if it were not', async () => {
    const stranger = await addUser(api, (await api.account()).accountId);
    const wrong: string[] = [];
    for (const contract of doubled.filter(({ method, path }) => method === 'get' && path.includes('{id}'))) {
      const request = await ROUTE_REQUESTS[contract.operationId]?.(fixture);
      const path = (request?.path ?? '').replace(FIRST, SECOND);
      const { status } = await http.ask({ method: 'get', path, headers: { cookie: stranger.cookie } });
      if (status !== 404) wrong.push(`${contract.operationId}: ${status}`);
    }
    expect(wrong).toEqual([]);
  });

  it('does a repeated click once', async () => {
    const send = () =>
      users.operator
        .request('post', '/leads')
        .set('Idempotency-Key', 'one click')
        .send({ first_name: 'Ana', email: `ana-${account.accountId}@example.com` });
    const [first, second] = [await send().expect(201), await send().expect(201)];
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(second.body.lead.id).toBe(first.body.lead.id);
  });

  it('answers no preflight, so no page of another site can send the header', async () => {
    const answer = await supertest(api.app).options('/api/internal/leads').set({
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-requested-with',
    });
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  it('takes pages of the public address, where a proxy asks under another one', async () => {
    const body = { first_name: 'Ana', email: `${newId()}@example.com` };
    const from = (origin: string) => users.owner.request('post', '/leads').set('Origin', origin).send(body);
    expect((await from('http://las.test')).status).toBe(201);
    expect((await from('http://las.test.evil.example')).body.code).toBe('CROSS_SITE_REQUEST');
  });

  it('tells who is signed in, what they may do and what the service is', async () => {
    const { body } = await users.viewer.request('get', '/session').expect(200);
    expect(body).toMatchObject({
      user: { id: users.viewer.userId, email: users.viewer.email, role: 'viewer' },
      scopes: [...ROLE_SCOPES.viewer],
      account: { id: account.accountId, sending_enabled: true },
      service: { public_url: 'http://las.test', temporal_namespace: expect.any(String) },
    });
  });
});

describe('a session', () => {
  const setCookie = (answer: supertest.Response): string | undefined => answer.headers['set-cookie']?.[0];
  const HOUR = 3_600_000;

  it('is extended while it is used: after half its lifetime it gets a new token', async () => {
    const { userId } = users.viewer;
    const whose = { userId, accountId: account.accountId };
    const ask = (cookie: string) => supertest(api.app).get('/api/internal/session').set('Cookie', cookie).expect(200);
    const young = await addSession(api, whose, new Date(Date.now() - 5 * HOUR));
    expect(setCookie(await ask(young))).toBeUndefined();
    const old = await addSession(api, whose, new Date(Date.now() - 7 * HOUR));
    const renewed = setCookie(await ask(old));
    expect(renewed).toMatch(/^las_session=.+; Max-Age=43200$/);
    const { body } = await ask(String(renewed).split(';')[0] ?? '');
    expect(Date.parse(body.expires_at)).toBeGreaterThan(Date.now() + 11 * HOUR);
  });

  it('ends after two weeks all the same', async () => {
    const whose = { userId: users.viewer.userId, accountId: account.accountId };
    const cookie = await addSession(api, whose, new Date(Date.now() - 7 * HOUR));
    const { body } = await supertest(api.app).get('/api/internal/sessions').set('Cookie', cookie).expect(200);
    const { id } = body.sessions.find(({ current }: { current: boolean }) => current);
    const born = new Date(Date.now() - 14 * 24 * HOUR + HOUR);
    await api
      .db('sessions')
      .where({ jti: id })
      .update({ created_at: born, expires_at: new Date(born.getTime() + 14 * 24 * HOUR) });
    const answer = await supertest(api.app).get('/api/internal/session').set('Cookie', cookie).expect(200);
    expect(setCookie(answer)).toBeUndefined();
  });

  it('is listed with where and when it was used, and is ended by its user, alone or with all others', async () => {
    const user = await addUser(api, account.accountId, 'viewer');
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const signIn = () =>
      supertest(api.app)
        .post('/api/internal/session')
        .set('User-Agent', agent)
        .send({ email: user.email, password: 'a long password of the tests' })
        .expect(201);
    await signIn();
    await signIn();
    const list = async () => (await user.request('get', '/sessions').expect(200)).body.sessions;
    const [newest, ...rest] = await list();
    expect(newest).toMatchObject({ browser: 'Firefox on Linux', current: false, last_seen_at: expect.any(String) });
    expect(rest).toHaveLength(2);
    await user.request('delete', `/sessions/${newest.id}`).expect(204);
    await user.request('delete', `/sessions/${newest.id}`).expect(404);
    await users.owner.request('delete', `/sessions/${rest[0].id}`).expect(404);
    expect((await user.request('delete', '/sessions').expect(200)).body.ended).toBe(1);
    expect(await list()).toMatchObject([{ current: true }]);
  });

  it('has 1,200 requests a minute, and is then told when to continue', () => {
    let now = new Date('2026-01-01T00:00:10Z');
    const deps = { db: undefined, config: testConfig(), clock: { now: () => now } };
    const sessions = createSessions(deps as unknown as ApiDependencies);
    for (let n = 1; n < 1_200; n += 1) sessions.count('one');
    expect(sessions.count('one')).toEqual({ limit: 1_200, remaining: 0, reset: 50, allowed: true });
    expect(sessions.count('one').allowed).toBe(false);
    expect(sessions.count('another').allowed).toBe(true);
    now = new Date('2026-01-01T00:01:00Z');
    expect(sessions.count('one')).toMatchObject({ remaining: 1_199, allowed: true });
  });
});
