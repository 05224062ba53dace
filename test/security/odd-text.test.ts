import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiDependencies } from '../../api/dependencies.js';
import { routes } from '../../api/routes.js';
import { newId } from '../../runtime/ids.js';
import type { Contract } from '../../schemas/contract.js';
import { createUser } from '../../services/accounts/accounts.js';
import { type TestAccount, testConfig, useApi } from '../support/api.js';
import { type HttpCaller, inParallel, listen } from '../support/http.js';
import type { RouteRequest } from '../support/requests/ask.js';
import { ROUTE_REQUESTS } from '../support/route-requests.js';
import { PASSWORD } from '../support/users.js';
import { createWorld, type World } from '../support/world.js';

// How guesses of one address are slowed down has tests of its own: each request comes from another.
const api = useApi({ TRUST_PROXY: '1' });
const contracts = routes({ config: testConfig() } as ApiDependencies).map(({ contract }) => contract);

/** Texts that a column, a pattern or a parser may not expect. */
const ODD: Record<string, string> = {
  'letters that ASCII lacks': 'ñé',
  'a character of four bytes': '\u{1F600}',
  'control characters': 'a\r\n\u0001',
  'a NUL': 'a\u0000b',
  'quotes and a backslash': `'"\\`,
  'much text': 'ü'.repeat(3_000),
};

interface Probe {
  name: string;
  request: RouteRequest;
}

const isObject = (value: unknown): value is object => value !== null && typeof value === 'object';

/** The body once per text in it, with that text replaced; also once per field of its schema that it leaves out. */
function bodies(body: unknown, fields: string[], odd: string): { at: string; body: unknown }[] {
  const found: { at: string; body: unknown }[] = [];
  const walk = (value: unknown, at: string, rebuild: (changed: unknown) => unknown): void => {
    if (typeof value === 'string') found.push({ at, body: rebuild(odd) });
    if (!isObject(value)) return;
    for (const [key, inner] of Object.entries(value)) {
      walk(inner, `${at}/${key}`, (changed) =>
        rebuild(Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed }),
      );
    }
  };
  walk(body, '', (changed) => changed);
  if (isObject(body) && !Array.isArray(body)) {
    const absent = fields.filter((field) => !(field in body));
    found.push(...absent.map((field) => ({ at: `/${field}`, body: { ...body, [field]: odd } })));
  }
  return found;
}

/** The path once per parameter that the contract names, with that part replaced. */
function paths(contract: Contract, path: string, odd: string): { at: string; path: string }[] {
  const [bare, query] = path.split('?');
  const parts = (bare as string).split('/');
  const names = contract.path.split('/');
  return names.flatMap((name, index) => {
    if (!name.startsWith('{')) return [];
    const changed = parts.with(index, encodeURIComponent(odd)).join('/');
    return [{ at: name, path: query === undefined ? changed : `${changed}?${query}` }];
  });
}

function probesOf(contract: Contract, granted: RouteRequest): Probe[] {
  const inQuery = Object.keys(contract.query?.properties ?? {});
  const fields = Object.keys((contract.body as { properties?: object } | undefined)?.properties ?? {});
  return Object.entries(ODD).flatMap(([what, odd]) => [
    ...paths(contract, granted.path, odd).map(({ at, path }) => ({
      name: `${what} at ${at}`,
      request: { ...granted, path },
    })),
    ...inQuery.map((name) => {
      const sign = granted.path.includes('?') ? '&' : '?';
      const path = `${granted.path}${sign}${name}=${encodeURIComponent(odd)}`;
      return { name: `${what} at ?${name}`, request: { ...granted, path } };
    }),
    ...bodies(granted.body, fields, odd).map(({ at, body }) => ({
      name: `${what} at ${at}`,
      request: { ...granted, body },
    })),
  ]);
}

let http: HttpCaller;
let account: TestAccount;
let world: World;
let addresses = 0;

beforeAll(async () => {
  http = await listen(api.app);
  account = await api.account({ country: 'ES' });
  const email = `${newId()}@example.com`;
  await createUser(api.db, new Date(), {
    accountId: account.accountId,
    email,
    name: 'Ana',
    role: 'owner',
    password: PASSWORD,
  });
  world = createWorld(api, account, email);
});

afterAll(() => http.close());

async function send(contract: Contract, { path, body, headers }: RouteRequest) {
  addresses += 1;
  const from = `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
  return http.ask({
    method: contract.method,
    path,
    body,
    headers: { 'x-api-key': account.apiKey, ...headers, 'x-forwarded-for': from },
  });
}

describe('odd text in any place of a request', () => {
  it.each(contracts.map((contract) => ({ contract, name: contract.operationId })))(
    'never ends $name in an error of ours',
    async ({ contract }) => {
      const granted = await (ROUTE_REQUESTS[contract.operationId] as (world: World) => Promise<RouteRequest>)(world);
      const answers = await inParallel(probesOf(contract, granted), 8, async ({ name, request }) => {
        const { status, text } = await send(contract, request);
        return { name, status, text };
      });
      const broken = answers.filter(({ status, text }) => status >= 500 && !text.includes('"FUNCTION_DEPLOY_FAILED"'));
      expect(broken).toEqual([]);
    },
  );
});
