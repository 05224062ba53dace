import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Express } from 'express';
import type { ApiDependencies } from '../../api/dependencies.js';
import { answerClientErrors } from '../../api/http/response/client-errors.js';
import { routes } from '../../api/routes.js';
import { type TestAccount, testConfig, useApi } from '../support/api.js';
import { pythonPrograms, workFolder } from '../support/conformance-tools.js';
import { FLAWED, flawedService, someForeign } from '../support/flawed-service.js';
import { fillMarked, KIND_OF, rowsOf } from '../support/marked-account.js';

const api = useApi();
const broken = useApi(
  {},
  {
    keys: {
      find: () => Promise.reject(new Error('The key ring is broken.')),
      count: async () => undefined,
      widget: async () => undefined,
      touch: async () => undefined,
    },
  },
);
const contracts = routes({ config: testConfig() } as ApiDependencies).map(({ contract }) => contract);
const VERSION = '4.32.5';
/** The minimum number of cases of a run. A release uses all. */
const CASES = Number(process.env.SCHEMATHESIS_CASES ?? 800);
const ALL_CASES = 20_000;
const SEED = Number(process.env.SCHEMATHESIS_SEED ?? 1);
/** Random requests of each operation and tenant; one without parameters has fewer. */
const EXAMPLES = Math.ceil(CASES / 2 / contracts.length);
/** Making up requests of an operation begins with half a second: where not all cases are taken, one tenant asks each. */
const leftOutBy = (tenant: 0 | 1) =>
  contracts
    .filter((_, place) => CASES < ALL_CASES && (place + SEED) % 2 === tenant)
    .flatMap(({ operationId }) => ['--exclude-operation-id', operationId]);
/** Chains of requests. */
const CHAINS = Math.ceil(CASES / 250);
/** Every value at its bounds takes two hundred requests of an operation: each seed takes as large a part as of the cases. */
const PARTS = Math.max(1, Math.round(ALL_CASES / CASES));
const AT_BOUNDS = contracts
  .filter(({ path: at }) => at.startsWith('/api/public/'))
  .filter((_, place) => place % PARTS === SEED % PARTS)
  .map(({ operationId }) => operationId);

/**
 * The excluded checks. A request that matches its schema may still be rejected for reasons that a schema can't express
 * (a cursor of another list, an unknown time zone, an erased lead, a used idempotency key), so
 * `positive_data_acceptance` isn't an error here. A body over the size limit returns 413, which
 * `negative_data_rejection` doesn't count as a rejection. A function that can't be deployed returns 500 by contract, so
 * a custom check replaces `not_a_server_error`.
 */
const LEFT_OUT = 'positive_data_acceptance,negative_data_rejection,not_a_server_error';
const OWN_CHECKS = path.join(import.meta.dirname, 'own_checks.py');

/** The failures with the requests that show them; the progress before them says nothing. */
function failuresIn(output: string): string {
  const start = output.search(/^=+ (FAILURES|ERRORS) =+$/m);
  return (start === -1 ? output.slice(-8_000) : output.slice(start)).slice(0, 8_000);
}

/** The IDs of the tenant that isn't the caller. */
interface OtherTenant {
  ids: Record<string, string>;
  cursors: Record<string, string>;
  mark: string;
}

const ALL_CHECKS = ['--checks', 'all', '--exclude-checks', LEFT_OUT];
const OUR_CHECKS = ['--checks', [...new Set(FLAWED.flatMap(({ caught }) => caught?.[0] ?? []))].join(',')];

interface Examination {
  apiKey: string;
  other: OtherTenant;
  seed: number;
  checks?: string[];
}

/** Runs Schemathesis against an app, and answers what it found and how many requests it made of which kind. */
async function examine(app: Express, { apiKey, other, seed, checks = ALL_CHECKS }: Examination, ...more: string[]) {
  const program = path.join(pythonPrograms('schemathesis', [`schemathesis==${VERSION}`]), 'schemathesis');
  const server = app.listen(0, '127.0.0.1');
  answerClientErrors(server);
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const args = ['run', `http://127.0.0.1:${port}/openapi.json`, '--header', `X-API-Key: ${apiKey}`];
  // One worker: Python 3.11 loses count of itself when two of its threads read source code at once.
  args.push(...checks, '--seed', String(seed), '--continue-on-failure', '--no-color', '--workers', '1');
  const env = {
    ...process.env,
    SCHEMATHESIS_HOOKS: OWN_CHECKS,
    OTHER_TENANT: JSON.stringify({ ...other, folders: KIND_OF }),
  };
  const run = spawn(program, [...args, ...more], {
    cwd: workFolder('schemathesis'),
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [run.stdout, run.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const code = await new Promise((resolve) => run.once('close', resolve));
  server.closeAllConnections();
  server.close();
  const count = (pattern: RegExp) => Number(pattern.exec(output)?.[1]?.replaceAll(',', '') ?? 0);
  return {
    faults: code === 0 ? '' : failuresIn(output),
    generated: count(/([\d,]+) generated/),
    ids: count(/([\d]+) foreign ids/),
    cursors: count(/([\d]+) foreign cursors/),
  };
}

interface Tenant {
  account: TestAccount;
  known: OtherTenant;
}

/** An account with rows of every kind that carry `prefix`, and what another one may know of it. */
async function tenant(prefix: string): Promise<Tenant> {
  const account = await api.account();
  const ids = await fillMarked(api, account, prefix);
  const cursors: Record<string, string> = {};
  for (const { operationId, method, path: at, query, auth } of contracts) {
    if (method !== 'get' || auth === 'user' || !query?.properties.cursor || at.includes('{id}')) continue;
    const { body } = await account.request('get', `${at.replace('/api/public', '')}?limit=1`).expect(200);
    if (body.pagination?.next_cursor) cursors[operationId] = body.pagination.next_cursor;
  }
  return { account, known: { ids, cursors, mark: prefix } };
}

describe('the API against its own description', () => {
  it(
    'keeps its word to two tenants, and each of them unknown to the other',
    async () => {
      const first = await tenant('zqfirst');
      const second = await tenant('zqsecond');
      expect(Object.keys(second.known.ids).length).toBeGreaterThanOrEqual(25);
      expect(Object.keys(second.known.cursors).length).toBeGreaterThanOrEqual(10);
      const before = await rowsOf(api, second.account.accountId);
      const found = { generated: 0, ids: 0, cursors: 0 };
      const round = async (asking: Tenant, other: Tenant, seed: number, ...phase: string[]) => {
        const run = await examine(api.app, { apiKey: asking.account.apiKey, other: other.known, seed }, ...phase);
        expect(run.faults).toBe('');
        found.generated += run.generated;
        found.ids += run.ids;
        found.cursors += run.cursors;
      };
      const random = (tenant: 0 | 1) => [
        ...['--phases', 'examples,fuzzing', '--max-examples', String(EXAMPLES)],
        ...leftOutBy(tenant),
      ];
      const chains = ['--phases', 'stateful', '--max-examples', String(CHAINS)];
      await round(first, second, SEED, ...random(0));
      await round(first, second, SEED, ...chains);
      const atBounds = AT_BOUNDS.flatMap((operationId) => ['--include-operation-id', operationId]);
      await round(first, second, SEED, '--phases', 'coverage', ...atBounds);
      expect(await rowsOf(api, second.account.accountId)).toEqual(before);
      await round(second, first, SEED + 1, ...random(1));
      await round(second, first, SEED + 1, ...chains);
      console.info('Schemathesis', found);
      expect(found.generated).toBeGreaterThanOrEqual(CASES);
      expect(found.ids).toBeGreaterThanOrEqual(CASES / 5);
      expect(found.cursors).toBeGreaterThanOrEqual(CASES / 50);
    },
    // Ten minutes on a busy machine with other tests.
    Math.max(1_200_000, CASES * 500),
  );

  it('is found out where it answers an error of its own', async () => {
    const { apiKey } = await broken.account();
    const one = ['--include-operation-id', 'whoAmI', '--phases', 'examples,coverage', '--max-examples', '1'];
    const nobody = { ids: {}, cursors: {}, mark: 'zqnobody' };
    const { faults } = await examine(broken.app, { apiKey, other: nobody, seed: SEED }, ...one);
    expect(faults).toContain('no_unpromised_server_error');
  }, 120_000);

  describe('the checks of our own', () => {
    const foreign = someForeign();
    const { ids, cursor, mark } = foreign;
    const other = { ids, cursors: { events: cursor, leads: cursor }, mark };
    const judge = (isFlawed: boolean) =>
      examine(
        flawedService(foreign, isFlawed),
        { apiKey: 'any', other, seed: SEED, checks: OUR_CHECKS },
        ...['--phases', 'fuzzing', '--max-examples', '20', '--mode', 'positive'],
      );

    it('are there for every fault they are made to find', () => {
      const written = [...readFileSync(OWN_CHECKS, 'utf8').matchAll(/@schemathesis\.check\ndef (\w+)/g)];
      expect(new Set(FLAWED.flatMap(({ caught }) => caught?.[0] ?? []))).toEqual(
        new Set(written.map(([, name]) => name)),
      );
    });

    it('find each fault of a service that is full of them, and where it is', async () => {
      const { faults } = await judge(true);
      const [, ...parts] = faults.split(/^_+ ((?:GET|POST) \S+) _+$/m);
      const told = new Map(parts.flatMap((part, at) => (at % 2 === 0 ? [[part, parts[at + 1] ?? '']] : [])));
      const flaws = FLAWED.filter(({ caught }) => caught);
      const nameOf = ({ method, path: at }: (typeof FLAWED)[number]) => `${method.toUpperCase()} ${at}`;
      expect([...told.keys()].sort()).toEqual(flaws.map(nameOf).sort());
      for (const flaw of flaws) for (const words of flaw.caught ?? []) expect(told.get(nameOf(flaw))).toContain(words);
    }, 120_000);

    it('find nothing in one that has none', async () => {
      const { faults, ids: asked, cursors } = await judge(false);
      expect(faults).toBe('');
      expect(asked).toBeGreaterThan(0);
      expect(cursors).toBeGreaterThan(0);
    }, 120_000);
  });
});
