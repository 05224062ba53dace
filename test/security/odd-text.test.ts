import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiDependencies } from '../../api/dependencies.js';
import { routes } from '../../api/routes.js';
import { newId } from '../../runtime/ids.js';
import type { TSchema } from '../../schemas/common.js';
import type { Contract } from '../../schemas/contract.js';
import { createUser } from '../../services/accounts/accounts.js';
import { type AccountFixture, createAccountFixture } from '../support/account-fixture.js';
import { type TestAccount, testConfig, useApi } from '../support/api.js';
import { type HttpCaller, inParallel, listen } from '../support/http.js';
import type { RouteRequest } from '../support/requests/ask.js';
import { ROUTE_REQUESTS } from '../support/route-requests.js';
import { samplesOf } from '../support/schema-samples.js';
import { PASSWORD } from '../support/users.js';

// The throttling of sign-in attempts has tests of its own, so each request comes from another address.
const api = useApi({ TRUST_PROXY: '1' });
const contracts = routes({ config: testConfig() } as ApiDependencies).map(({ contract }) => contract);

/**
 * Texts that a column, a pattern or a parser may not expect, made from the text that is valid there. Most of those that
 * keep it are accepted somewhere, so what reads them back is tried too.
 */
const ODD: Record<string, (text: string) => string> = {
  'letters that ASCII lacks': () => 'ñé',
  'a character of four bytes': () => '\u{1F600}',
  'control characters': () => 'a\r\n\u0001',
  'a NUL': () => 'a\u0000b',
  'quotes and a backslash': () => `'"\\`,
  'much text': () => 'ü'.repeat(3_000),
  'a lone surrogate': (text) => `${text}\ud800`,
  'tabs and line breaks for spaces': (text) => `\t${text.replaceAll(' ', '\t')}\r\n`,
  'spaces that ASCII lacks': (text) => `\ufeff\u3000${text.replaceAll(' ', '\u00a0\u2003')}\u2028`,
  'joined characters and another direction': (text) => `\u202e${text}\u{1F468}\u200d\u{1F469}e\u0301\u2066א`,
  'the last code points': (text) => `${text}\uffff\u{10ffff}`,
};
/** Encodes a text for an address; a lone surrogate becomes the bytes that a careless client makes of it. */
const encoded = (text: string): string =>
  text.isWellFormed() ? encodeURIComponent(text) : `${encodeURIComponent(text.toWellFormed())}%ED%A0%80`;

interface Probe {
  name: string;
  request: RouteRequest;
}

const isObject = (value: unknown): value is object => value !== null && typeof value === 'object';

type Mutate = (text: string) => string;

/** The body once per text in it, with that text changed; also once per text of each field that it leaves out. */
function bodies(body: unknown, absent: [string, TSchema][], odd: Mutate): { at: string; body: unknown }[] {
  const found: { at: string; body: unknown }[] = [];
  const walk = (value: unknown, at: string, rebuild: (changed: unknown) => unknown): void => {
    if (typeof value === 'string') found.push({ at, body: rebuild(odd(value)) });
    if (!isObject(value)) return;
    for (const [key, inner] of Object.entries(value)) {
      walk(inner, `${at}/${key}`, (changed) =>
        rebuild(Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed }),
      );
    }
  };
  walk(body, '', (changed) => changed);
  if (!isObject(body) || Array.isArray(body)) return found;
  for (const [field, schema] of absent) {
    const before = found.length;
    const sample = sampleOf(schema);
    walk(sample, `/${field}`, (changed) => ({ ...body, [field]: changed }));
    if (found.length === before) found.push({ at: `/${field}`, body: { ...body, [field]: odd('') } });
  }
  return found;
}

/** The path once per parameter that the contract names, with that part replaced. */
function paths(contract: Contract, path: string, odd: Mutate): { at: string; path: string }[] {
  const [bare, query] = path.split('?');
  const parts = (bare as string).split('/');
  const names = contract.path.split('/');
  return names.flatMap((name, index) => {
    if (!name.startsWith('{')) return [];
    const changed = parts.with(index, encoded(odd(parts[index] ?? ''))).join('/');
    return [{ at: name, path: query === undefined ? changed : `${changed}?${query}` }];
  });
}

/** The number of parts, of which one run tries one: every fourth case, another fourth by each seed. */
const PARTS = 4;
const SEED = Number(process.env.SEED ?? 1);

/** A text that fits a schema; an empty one where none of ours fits. */
function sampleOf(schema: TSchema): unknown {
  try {
    return samplesOf(schema)[0];
  } catch {
    return '';
  }
}

function probesOf(contract: Contract, granted: RouteRequest): Probe[] {
  const inQuery = Object.entries((contract.query?.properties ?? {}) as Record<string, TSchema>).map(
    ([name, schema]) => [name, String(sampleOf(schema) ?? '')] as const,
  );
  const fields = (contract.body as { properties?: Record<string, TSchema> } | undefined)?.properties ?? {};
  const absent = Object.entries(fields).filter(([field]) => !isObject(granted.body) || !(field in granted.body));
  return Object.entries(ODD).flatMap(([what, odd], turn) => {
    const every = [
      ...paths(contract, granted.path, odd).map(({ at, path }) => ({
        name: `${what} at ${at}`,
        request: { ...granted, path },
      })),
      ...inQuery.map(([name, sample]) => {
        const sign = granted.path.includes('?') ? '&' : '?';
        const path = `${granted.path}${sign}${name}=${encoded(odd(sample))}`;
        return { name: `${what} at ?${name}`, request: { ...granted, path } };
      }),
      ...bodies(granted.body, absent, odd).map(({ at, body }) => ({
        name: `${what} at ${at}`,
        request: { ...granted, body },
      })),
    ];
    return every.filter((_, place) => (place + turn + SEED) % PARTS === 0);
  });
}

let http: HttpCaller;
let account: TestAccount;
let setup: AccountFixture;
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
  setup = createAccountFixture(api, account, email);
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

/** Returns whether a response is our error. A function that can't be deployed answers 500 by contract. */
const isBroken = ({ status, text }: { status: number; text: string }) =>
  status >= 500 && !text.includes('"FUNCTION_DEPLOY_FAILED"');

/** Every list that a key opens, by its folder. */
const LISTS = Map.groupBy(
  contracts.filter(({ method, auth = 'key', path }) => method === 'get' && auth === 'key' && !path.includes('{')),
  ({ path }) => path.split('/')[3] ?? '',
);
const ITEMS = new Set(contracts.filter(({ method }) => method === 'get').map(({ path }) => path));

/** Reads what was accepted back: every list of the folder and each thing that an answer names. */
async function readBack(contract: Contract, accepted: string[]) {
  const [, , , folder = ''] = contract.path.split('/');
  const item = `/api/public/${folder}/{id}`;
  const ids = accepted.flatMap((text) =>
    Object.values(JSON.parse(text)).flatMap((part) => (isObject(part) && 'id' in part ? [String(part.id)] : [])),
  );
  const reads = (LISTS.get(folder) ?? []).map((list) => ({ contract: list, path: list.path }));
  const byId = { ...contract, method: 'get' } as Contract;
  if (ITEMS.has(item))
    reads.push(...[...new Set(ids)].map((id) => ({ contract: byId, path: item.replace('{id}', id) })));
  return inParallel(reads, 8, async ({ contract: read, path }) => {
    const { status, text } = await send(read, { path });
    return { name: `GET ${path}`, status, text };
  });
}

describe('odd text in any place of a request', () => {
  it.each(contracts.map((contract) => ({ contract, name: contract.operationId })))(
    'never ends $name, or a read of what it has accepted, in an error of ours',
    async ({ contract }) => {
      const granted = await (
        ROUTE_REQUESTS[contract.operationId] as (fixture: AccountFixture) => Promise<RouteRequest>
      )(setup);
      const answers = await inParallel(probesOf(contract, granted), 8, async ({ name, request }) => {
        const { status, text } = await send(contract, request);
        return { name, status, text };
      });
      expect(answers.filter(isBroken)).toEqual([]);
      if (contract.method === 'get') return;
      // The check of a webhook is answered with its token as plain text.
      const accepted = answers
        .filter(({ status, text }) => status < 300 && text.startsWith('{'))
        .map(({ text }) => text);
      expect((await readBack(contract, accepted)).filter(isBroken)).toEqual([]);
    },
  );
});
