import { afterAll, beforeAll } from '@jest/globals';
import supertest from 'supertest';
import type { ApiDependencies } from '../../api/dependencies.js';
import { routes } from '../../api/routes.js';
import { newId } from '../../runtime/ids.js';
import type { Contract } from '../../schemas/contract.js';
import { createUser } from '../../services/accounts/accounts.js';
import { createAccountFixture, type Providers } from './account-fixture.js';
import { type TestAccount, type TestApi, testConfig } from './api.js';
import { type HttpAnswer, type HttpCaller, listen } from './http.js';
import type { RouteRequest } from './requests/ask.js';
import { ROUTE_REQUESTS } from './route-requests.js';
import { PASSWORD } from './users.js';

/** Twice what a request may take, for machines with other work to do. */
const SOON_MS = 6_000;

/** All that is on the table; nothing of it is asked here, so any settings will do. */
const contracts = (): Contract[] =>
  routes({ config: testConfig({ DATABASE_URL: 'mysql://las.test/las' }) } as ApiDependencies).map(
    ({ contract }) => contract,
  );

/** Returns whether a route answered as it should. */
export type Judge = (contract: Contract, answer: HttpAnswer) => boolean;

/** As on any day. */
export const succeeds: Judge = ({ success }, { status }) => status in success;

/** The operations that only compute something and use POST to send their input. */
const WRITE_NOTHING = new Set([
  'previewBackgroundJob',
  'simulateWorkflow',
  'checkWorkflow',
  'checkCloudFunction',
  'planWorkflow',
  'renderMessage',
  'queryLeads',
  'countQueriedLeads',
  'searchKnowledge',
  // It counts its openings only while the database takes writes.
  'openReportLink',
]);

/** They take codes or change passkeys of the caller's second factor, which the others make invalid. */
export const TAKE_CODES = [
  'addPasskey',
  'removePasskey',
  'startAuthenticatorApp',
  'confirmAuthenticatorApp',
  'createRecoveryCodes',
  'removeSecondFactor',
];

/** A provider sends the browser back with a GET. */
const GETS_THAT_WRITE = new Set(['finishConnect', 'startSignOn', 'finishSignOn']);

/** Returns whether it only reads. */
export const onlyReads = ({ method, operationId }: Contract): boolean =>
  (method === 'get' && !GETS_THAT_WRITE.has(operationId)) || WRITE_NOTHING.has(operationId);

/** Nothing was done, and it may be tried again soon. */
export const isRefusedForNow: Judge = (_contract, { status, headers, text }) =>
  status === 503 && headers['retry-after'] !== undefined && JSON.parse(text).code === 'ENGINE_UNAVAILABLE';

/** The operations that need Temporal and a worker, and wait for them. */
export const RUNS_FUNCTIONS = new Set(['runCloudFunction', 'replayCloudFunctionRun']);

export interface AskOptions {
  /** The operations that aren't asked. */
  without?: readonly string[];
  /** True if requests with codes are made again when they are asked, which writes rows; true if not given. */
  newCodes?: boolean;
}

export interface EveryRoute {
  /** The account whose rows the requests are about. */
  account: TestAccount;
  http: HttpCaller;
  /** Asks every route of the table for something that it grants; those that answered wrongly or late. */
  ask(judge: Judge, options?: AskOptions): Promise<string[]>;
}

/**
 * A request for every route of the table, made ready in an account of its own while all is well with `usual`, to be
 * asked of a service for which something is not.
 */
export async function prepareEveryRoute(usual: TestApi, http: HttpCaller, providers?: Providers): Promise<EveryRoute> {
  const account = await usual.account();
  const { accountId, apiKey } = account;
  const email = `${newId()}@example.com`;
  await createUser(usual.db, new Date(), { accountId, email, name: 'User', role: 'owner', password: PASSWORD });
  const signIn = await supertest(usual.app).post('/api/internal/session').send({ email, password: PASSWORD });
  let cookie = String(signIn.headers['set-cookie']).split(';')[0] ?? '';
  const fixture = createAccountFixture(usual, account, email, providers);
  const ready: { contract: Contract; request: RouteRequest; again: () => Promise<RouteRequest> }[] = [];
  for (const contract of contracts()) {
    const make = ROUTE_REQUESTS[contract.operationId];
    if (!make) throw new Error(`${contract.operationId} has no request.`);
    ready.push({ contract, request: await make(fixture), again: async () => make(fixture) });
  }
  const { key: widgetKey } = await fixture.chat();
  // The one that ends the session comes last.
  const last = [...TAKE_CODES, 'endOtherSessions', 'changePassword', 'signOut'];
  ready.sort((a, b) => last.indexOf(a.contract.operationId) - last.indexOf(b.contract.operationId));

  const ask = async (judge: Judge, { without = [], newCodes = true }: AskOptions = {}): Promise<string[]> => {
    const wrong: string[] = [];
    for (const { contract, request: made, again } of ready) {
      if (without.includes(contract.operationId)) continue;
      const request = newCodes && TAKE_CODES.includes(contract.operationId) ? await again() : made;
      const [name, shown] =
        contract.auth === 'user' ? ['cookie', cookie] : ['x-api-key', contract.auth === 'widget' ? widgetKey : apiKey];
      const headers = { ...request.headers, [name]: shown, 'x-requested-with': 'test' };
      const begun = performance.now();
      const answer = await http.ask({ ...request, method: contract.method, headers });
      const ms = Math.round(performance.now() - begun);
      // As a browser does: a changed password continues with a new session.
      const set = answer.headers['set-cookie'];
      if (set && contract.auth === 'user') cookie = String(set).split(';')[0] ?? '';
      if (!judge(contract, answer) || ms > SOON_MS)
        wrong.push(`${contract.operationId}: ${answer.status} in ${ms} ms ${answer.text.slice(0, 200)}`);
    }
    return wrong;
  };
  return { account, http, ask };
}

/** The same for one test file, asked of `app`. */
export function useEveryRoute(usual: TestApi, app: TestApi, providers?: Providers): EveryRoute {
  const every = {} as EveryRoute;
  beforeAll(async () => {
    Object.assign(every, await prepareEveryRoute(usual, await listen(app.app), providers));
  });
  afterAll(() => every.http.close());
  return every;
}
