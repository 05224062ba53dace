import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiDependencies } from '../../api/dependencies.js';
import { signSession } from '../../api/http/auth/session.js';
import type { Route } from '../../api/http/route.js';
import { routes } from '../../api/routes.js';
import { insertSession } from '../../db/accounts/sessions.js';
import { makeApiKey } from '../../runtime/api-key.js';
import { newId } from '../../runtime/ids.js';
import type { Contract } from '../../schemas/contract.js';
import { type ErrorCode, statusOf } from '../../schemas/error-codes.js';
import { grants, SCOPE_PRESETS, SCOPES, type Scope } from '../../schemas/scopes.js';
import { createApiKey, createUser, regenerateApiKey } from '../../services/accounts/accounts.js';
import { type AccountFixture, createAccountFixture } from '../support/account-fixture.js';
import { TEST_SECRET, type TestAccount, testConfig, useApi } from '../support/api.js';
import { type HttpCaller, inParallel, listen } from '../support/http.js';
import type { RouteRequest } from '../support/requests/ask.js';
import { ROUTE_REQUESTS } from '../support/route-requests.js';
import { PASSWORD } from '../support/users.js';

// Each cell comes from an address of its own: how guesses of one address are slowed down has tests of its own.
const api = useApi({ TRUST_PROXY: '1' });
const table: Route[] = routes({ config: testConfig() } as ApiDependencies);
const contracts = table.map(({ contract }) => contract);

/** One column of the matrix: what a caller shows, and what may come of it on a route. */
interface Credential {
  name: string;
  headers: Record<string, string>;
  /** The code a route refuses it with; undefined where it is let in. */
  refusal(contract: Contract): string | undefined;
}

interface Answered {
  status: number;
  body: string;
  cookie: string | undefined;
}

let http: HttpCaller;
let account: TestAccount;
let marked: AccountFixture;
let credentials: Credential[];
let addresses = 0;

const onKeyRoutes = (code: string) => (contract: Contract) =>
  refusalOf(contract, { key: code, widget: code, user: 'NOT_SIGNED_IN' });
type Codes = { key?: string; user?: string; widget?: string };
const refusalOf = ({ auth = 'key' }: Contract, codes: Codes): string | undefined =>
  auth === 'none' ? undefined : codes[auth];

async function sessionCookie(userId: string, made: Date, lasts: number): Promise<string> {
  const jti = newId();
  await insertSession(api.db, {
    jti,
    user_id: userId,
    account_id: account.accountId,
    created_at: made,
    expires_at: new Date(made.getTime() + lasts),
  });
  return `las_session=${signSession(TEST_SECRET, jti, userId, made)}`;
}

const HOUR = 3_600_000;

/** The scopes that a request of an operation needs in addition to that of its contract. */
const NEEDED_TOO: Readonly<Record<string, readonly Scope[]>> = { createReportLink: ['reports:read'] };
const scopesOf = ({ operationId, scope }: Contract): Scope[] => [
  ...(scope ? [scope] : []),
  ...(NEEDED_TOO[operationId] ?? []),
];

async function allCredentials(userId: string): Promise<Credential[]> {
  const keyOf = async (scopes: string[]) =>
    (await createApiKey(api.db, new Date(), { accountId: account.accountId, rateLimit: 1_000_000, scopes })).apiKey;
  const old = await createApiKey(api.db, new Date(), { accountId: account.accountId });
  await regenerateApiKey(api.db, new Date(), account.accountId, old.keyId);
  const revoked = await createApiKey(api.db, new Date(), { accountId: account.accountId });
  await api.db('api_keys').where({ id: revoked.keyId }).update({ revoked_at: new Date() });
  const session = await sessionCookie(userId, new Date(), 12 * HOUR);
  const expired = await sessionCookie(userId, new Date(Date.now() - 13 * HOUR), 12 * HOUR);

  const missing = onKeyRoutes('MISSING_API_KEY');
  const invalid = onKeyRoutes('INVALID_API_KEY');
  const scoped = (granted: string[]) => (contract: Contract) =>
    refusalOf(contract, {
      user: 'NOT_SIGNED_IN',
      widget: 'LIVE_KEY_NOT_ALLOWED',
      ...(scopesOf(contract).every((scope) => grants(granted, scope)) ? {} : { key: 'INSUFFICIENT_SCOPE' }),
    });
  const sets: [string, string[]][] = [
    ...SCOPES.map((scope): [string, string[]] => [`the scope ${scope}`, [scope]]),
    ...Object.entries(SCOPE_PRESETS).map(([name, scopes]): [string, string[]] => [`the preset ${name}`, [...scopes]]),
    ['no list of scopes', []],
    ['the scope *', ['*']],
    ['a scope that does not exist', ['leads']],
  ];
  return [
    { name: 'nothing', headers: {}, refusal: missing },
    { name: 'an empty key', headers: { 'x-api-key': '' }, refusal: missing },
    { name: 'another scheme', headers: { authorization: `Basic ${account.apiKey}` }, refusal: missing },
    { name: 'a malformed key', headers: { 'x-api-key': 'svc_live_nonsense' }, refusal: invalid },
    { name: 'a cut key', headers: { 'x-api-key': account.apiKey.slice(0, -1) }, refusal: invalid },
    { name: 'an unknown key', headers: { 'x-api-key': makeApiKey('live') }, refusal: invalid },
    { name: 'a regenerated key', headers: { 'x-api-key': old.apiKey }, refusal: invalid },
    { name: 'a revoked key', headers: { authorization: `Bearer ${revoked.apiKey}` }, refusal: invalid },
    {
      name: 'a widget key',
      headers: { 'x-api-key': (await marked.chat()).key },
      refusal: (contract) => refusalOf(contract, { key: 'PUBLIC_KEY_NOT_ALLOWED', user: 'NOT_SIGNED_IN' }),
    },
    {
      name: 'a user',
      headers: { cookie: session, 'x-requested-with': 'test' },
      refusal: (contract) => refusalOf(contract, { key: 'MISSING_API_KEY', widget: 'MISSING_API_KEY' }),
    },
    { name: 'an expired session', headers: { cookie: expired }, refusal: missing },
    ...(await Promise.all(
      sets.map(async ([name, granted]) => ({
        name,
        headers: { 'x-api-key': await keyOf(granted) },
        refusal: scoped(granted),
      })),
    )),
  ];
}

const send = async (contract: Contract, request: RouteRequest, headers: Record<string, string>): Promise<Answered> => {
  addresses += 1;
  const from = `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
  const both = [request.headers?.cookie, headers.cookie].filter(Boolean).join('; ');
  const cookies: Record<string, string> = both === '' ? {} : { cookie: both };
  const answer = await http.ask({
    method: contract.method,
    path: request.path,
    headers: { ...request.headers, ...headers, ...cookies, 'x-forwarded-for': from },
    body: request.body,
  });
  const cookie = answer.headers['set-cookie'];
  return { status: answer.status, body: answer.text, cookie: cookie && String(cookie).split(';')[0] };
};

const LAST = ['endOtherSessions', 'changePassword', 'signOut'];
/** A request that authenticates with a link. */
const isArrival = ({ auth, path }: Contract): boolean => auth === 'none' && path.startsWith('/api/internal/');

const codeOf = ({ body }: Answered): unknown => {
  try {
    return JSON.parse(body).code;
  } catch {
    return undefined;
  }
};

const requestFor = (contract: Contract, of: AccountFixture): Promise<RouteRequest> => {
  const make = ROUTE_REQUESTS[contract.operationId];
  if (!make) throw new Error(`${contract.operationId} has no request in test/support/route-requests.ts.`);
  return make(of);
};

beforeAll(async () => {
  http = await listen(api.app);
  account = await api.account();
  const email = `${newId()}@example.com`;
  const { userId } = await createUser(api.db, new Date(), {
    accountId: account.accountId,
    email,
    name: 'User',
    role: 'owner',
    password: PASSWORD,
  });
  marked = createAccountFixture(api, account, email);
  credentials = await allCredentials(userId);
});
afterAll(() => http.close());

describe('who may call what', () => {
  it('has a request for every route', () => {
    expect(Object.keys(ROUTE_REQUESTS).sort()).toEqual(contracts.map(({ operationId }) => operationId).sort());
  });

  it('refuses and lets in as the contracts say, in each of more than 3,000 cells', async () => {
    const wrong: string[] = [];
    let cells = 0;
    // Signing out ends the session that other cells show, so it comes last.
    const ordered = contracts.toSorted((a, b) => LAST.indexOf(a.operationId) - LAST.indexOf(b.operationId));
    for (const contract of ordered) {
      // One request for all that are refused: had one of them had an effect, the first that is let in would fail.
      let kept: RouteRequest | undefined = await requestFor(contract, marked);
      const refused = credentials
        .filter(({ refusal }) => refusal(contract) !== undefined)
        // Routes of users don’t look at keys, so a few of these will do; the rest of that door has a test of its own.
        .filter(({ headers }, at) => contract.auth !== 'user' || !('x-api-key' in headers) || at % 8 === 0);
      const shared = kept;
      await inParallel(refused, 16, async (credential) => {
        const answer = await send(contract, shared, credential.headers);
        const expected = credential.refusal(contract);
        const status = statusOf(expected as ErrorCode);
        cells += 1;
        if (answer.status !== status || codeOf(answer) !== expected) {
          wrong.push(`${contract.operationId} with ${credential.name}: ${answer.status}, not ${expected}`);
        }
      });
      const open = credentials
        .filter(({ refusal }) => refusal(contract) === undefined)
        // A rejected sign-in costs a password hash each time and reads no credential, so a few are enough.
        .filter((_each, at) => !isArrival(contract) || at % 12 === 0);
      await inParallel(open, 8, async (credential) => {
        const request = kept ?? requestFor(contract, marked);
        kept = undefined;
        const answer = await send(contract, await request, credential.headers);
        cells += 1;
        // As a browser does: a changed password continues with a new session.
        if (answer.cookie && contract.auth === 'user') credential.headers.cookie = answer.cookie;
        if (!(answer.status in contract.success)) {
          wrong.push(`${contract.operationId} with ${credential.name}: ${answer.status} ${answer.body.slice(0, 200)}`);
        }
      });
    }
    expect(wrong).toEqual([]);
    expect(cells).toBeGreaterThan(3_000);
  });

  it('answers for an id of another account exactly as for one that does not exist', async () => {
    const other = await api.account();
    const stranger = { 'x-api-key': other.apiKey };
    const wrong: string[] = [];
    let compared = 0;
    for (const contract of contracts.filter(({ auth = 'key', path }) => auth === 'key' && path.includes('{id}'))) {
      const request = await requestFor(contract, marked);
      const id = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(request.path)?.[0] ?? '';
      const unknown = newId();
      const foreign = await send(contract, request, stranger);
      const missing = await send(contract, { ...request, path: request.path.replace(id, unknown) }, stranger);
      compared += 1;
      if (foreign.status !== 404 || told(foreign, id) !== told(missing, unknown)) {
        wrong.push(`${contract.operationId}: ${foreign.status} ${foreign.body} / ${missing.status} ${missing.body}`);
      }
      const owner = await send(contract, request, { 'x-api-key': account.apiKey });
      if (!(owner.status in contract.success)) wrong.push(`${contract.operationId} is broken: ${owner.body}`);
    }
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThanOrEqual(30);
  });

  it('answers for another account’s id in a body or query as for one that does not exist', async () => {
    const other = createAccountFixture(api, await api.account(), '');
    const stranger = { 'x-api-key': other.account.apiKey };
    const wrong: string[] = [];
    for (const { name, method, theirs, request } of REFERENCES) {
      const contract = { method } as Contract;
      const foreignId = await theirs(marked);
      const unknownId = newId();
      const [foreign, missing] = [
        await send(contract, await request(other, foreignId), stranger),
        await send(contract, await request(other, unknownId), stranger),
      ];
      if (foreign.status !== missing.status || told(foreign, foreignId) !== told(missing, unknownId)) {
        wrong.push(`${name}: ${foreign.status} ${foreign.body} / ${missing.status} ${missing.body}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

/** An answer without what differs from request to request. */
const told = ({ body }: Answered, id: string): string =>
  body
    .replaceAll(id, '<id>')
    .replaceAll(/"(request_id|starts_at|created_at|updated_at)":"[^"]*"/g, '"$1":""')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<another id>');

interface Reference {
  name: string;
  method: Contract['method'];
  theirs: (fixture: AccountFixture) => Promise<string>;
  request: (own: AccountFixture, id: string) => Promise<RouteRequest>;
}

const PUBLIC = '/api/public';
const enrolledIn = async (of: AccountFixture) => (await of.enrolled()).agentId;
const runOf = async (of: AccountFixture) => (await of.enrolled()).runId;
const leadWithRun = async (of: AccountFixture) => (await of.enrolled()).leadId;
const reference = (
  name: string,
  method: Contract['method'],
  theirs: Reference['theirs'],
  request: Reference['request'],
): Reference => ({ name, method, theirs, request });
const filter = (path: string, name: string, theirs: Reference['theirs']): Reference =>
  reference(`${path}?${name}`, 'get', theirs, async (_own, id) => ({ path: `${PUBLIC}${path}?${name}=${id}` }));
const bulk = (name: string, theirs: Reference['theirs'], many: boolean): Reference =>
  reference(`bulk by ${name}`, 'post', theirs, async (_own, id) => ({
    path: `${PUBLIC}/workflow-runs/bulk`,
    body: { operation: 'stop', filter: { [name]: many ? [id] : id } },
  }));
const lead = (more: object): RouteRequest => ({
  path: `${PUBLIC}/leads`,
  body: { first_name: 'Ana', email: `${newId()}@example.com`, ...more },
});

/** Every place in a body or query that names something by its id. */
const REFERENCES: Reference[] = [
  reference('a lead’s agent', 'post', enrolledIn, async (_own, id) => lead({ workflow_id: id })),
  reference(
    'a lead’s campaign',
    'post',
    (of) => of.campaign(),
    async (_own, id) => lead({ campaign_id: id }),
  ),
  reference(
    'a lead’s new campaign',
    'patch',
    (of) => of.campaign(),
    async (own, id) => ({
      path: `${PUBLIC}/leads/${await own.lead()}`,
      body: { campaign_id: id },
    }),
  ),
  reference(
    'the lead of tags',
    'put',
    (of) => of.lead(),
    async (_own, id) => ({
      path: `${PUBLIC}/leads/tags`,
      body: { lead_id: id, tags: ['x'] },
    }),
  ),
  reference(
    'a tag',
    'post',
    (of) => of.tag(),
    async (own, id) => ({
      path: `${PUBLIC}/leads/${await own.lead()}/tags`,
      body: { tag_id: id },
    }),
  ),
  reference('the agent of a campaign', 'post', enrolledIn, async (_own, id) => ({
    path: `${PUBLIC}/campaigns`,
    body: { name: 'Spring', workflow_id: id },
  })),
  reference('the new agent of a campaign', 'patch', enrolledIn, async (own, id) => ({
    path: `${PUBLIC}/campaigns/${await own.campaign()}`,
    body: { workflow_id: id },
  })),
  reference('the agent to assign', 'post', enrolledIn, async (own, id) => ({
    path: `${PUBLIC}/leads/${await own.lead()}/assign-workflow`,
    body: { workflow_id: id },
  })),
  reference('the agent to leave', 'post', enrolledIn, async (own, id) => ({
    path: `${PUBLIC}/leads/${await leadWithRun(own)}/assign-workflow`,
    body: { workflow_id: await own.agent(), from_workflow_id: id },
  })),
  reference('the run to stop', 'post', runOf, async (own, id) => ({
    path: `${PUBLIC}/leads/${await leadWithRun(own)}/automation/stop`,
    body: { workflow_run_id: id },
  })),
  reference('the run to resume', 'post', runOf, async (own, id) => ({
    path: `${PUBLIC}/leads/${await leadWithRun(own)}/automation/resume`,
    body: { workflow_run_id: id },
  })),
  reference('the agent of a status', 'post', enrolledIn, async (own, id) => ({
    path: `${PUBLIC}/leads/${await leadWithRun(own)}/status`,
    body: { status_key: 'new', workflow_id: id },
  })),
  reference(
    'the lead of a simulation',
    'post',
    (of) => of.lead(),
    async (own, id) => ({
      path: `${PUBLIC}/workflows/${await own.agent()}/simulate`,
      body: { lead_id: id },
    }),
  ),
  reference('the agent of an import', 'post', enrolledIn, async (_own, id) => ({
    path: `${PUBLIC}/leads/import?workflow_id=${id}`,
    body: 'first_name,email\nAna,ana@example.com\n',
    headers: { 'content-type': 'text/csv' },
  })),
  reference(
    'the sender of an agent',
    'post',
    (of) => of.sender(),
    async (_own, id) => ({
      path: `${PUBLIC}/workflows`,
      body: {
        name: 'A',
        channels: { email_sender_id: id, whatsapp_number_id: null, voice_agent_id: null },
        cadence: { steps: [{ type: 'message', subject: 'S', content: 'C' }] },
      },
    }),
  ),
  reference(
    'the template of a step',
    'post',
    (of) => of.template(),
    async (_own, id) => ({
      path: `${PUBLIC}/workflows`,
      body: { name: 'A', cadence: { steps: [{ type: 'message', template_id: id }] } },
    }),
  ),
  bulk('workflow_id', enrolledIn, false),
  bulk('campaign_id', (of) => of.campaign(), false),
  bulk('import_id', (of) => of.doneImport(), false),
  bulk('workflow_run_ids', runOf, true),
  bulk('lead_ids', leadWithRun, true),
  filter('/leads', 'workflow_id', enrolledIn),
  filter('/leads', 'campaign_id', (of) => of.campaign()),
  filter('/events', 'lead_id', leadWithRun),
  filter('/workflow-runs', 'workflow_id', enrolledIn),
  filter('/workflow-runs', 'lead_id', leadWithRun),
  filter('/messages', 'lead_id', leadWithRun),
  filter('/messages', 'workflow_id', enrolledIn),
  filter('/messages', 'workflow_run_id', runOf),
];
