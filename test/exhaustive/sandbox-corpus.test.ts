import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SANDBOX_FLAGS } from '../../functions/process.js';
import { createSandboxPool, DEFAULT_LIMITS, type SandboxLimits, type SandboxPool } from '../../functions/sandbox.js';
import { newId } from '../../runtime/ids.js';
import { createFunctionHost } from '../../services/functions/host.js';
import { useApi } from '../support/api.js';
import { ATTEMPTS, programOf } from '../support/escaped-code.js';
import { watchLateness } from '../support/lateness.js';
import { addLead } from '../support/messaging.js';

const FOLDER = path.join(import.meta.dirname, 'sandbox-corpus');
const SECRET = 'sk-marked/9f8e+7d6c=5b4a "quoted"';

interface Attack {
  name: string;
  code: string;
  class: string;
  status: string | string[];
  result?: unknown;
  limits?: Partial<SandboxLimits>;
}

const attacks: Attack[] = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.js.txt'))
  .sort()
  .map((file) => {
    const code = readFileSync(path.join(FOLDER, file), 'utf8');
    return { name: file.replace('.js.txt', ''), code, ...JSON.parse((code.split('\n')[0] ?? '').slice(3)) };
  });
const named = (classes: readonly string[]) => attacks.filter((attack) => classes.includes(attack.class));

const api = useApi();
const lateness = watchLateness();
let pool: SandboxPool;
let ours: { accountId: string; leadId: string };
let theirs: { accountId: string; leadId: string };

beforeAll(async () => {
  // Most attacks cost their process, so that others have to be ready.
  pool = createSandboxPool({ size: 3, maxWaitMs: 60_000 });
  const [one, other] = [await api.account(), await api.account()];
  ours = { accountId: one.accountId, leadId: (await addLead(api.db, one.accountId)).id };
  theirs = { accountId: other.accountId, leadId: (await addLead(api.db, other.accountId)).id };
});
afterAll(() => {
  lateness.close();
  return pool.close();
});

/** Runs one attack with the real host on the real database. */
async function attempt({ code, limits }: Attack) {
  const host = createFunctionHost({
    db: api.db,
    account: { id: ours.accountId, timezone: 'UTC' },
    functionId: newId(),
    runId: newId(),
    agentId: null,
    lead: { id: ours.leadId },
    now: new Date(),
    dryRun: true,
    fetch: Object.assign(() => Promise.reject(new Error('Nothing is fetched.')), { close: async () => undefined }),
    allowedHosts: ['allowed.example'],
    allowHttpWrites: false,
    secrets: { token: SECRET },
    leads: { query: async () => ({ leads: [] }) },
  });
  const ctx = { lead_id: ours.leadId, other_lead_id: theirs.leadId, input: { list: [1, 2] } };
  const outcome = await pool.run({ code, entry: 'default' }, ctx, host, limits);
  return { outcome, host };
}

/** A busy machine slows one stretch of time, but not each of these. */
const STRETCHES = 3;

async function check(attack: Attack) {
  const overdueMs: number[] = [];
  let host: Awaited<ReturnType<typeof checkOnce>>['host'];
  do {
    const checked = await checkOnce(attack);
    host = checked.host;
    overdueMs.push(checked.overdueMs);
  } while (Math.min(...overdueMs) >= 0 && overdueMs.length < STRETCHES);
  expect(Math.min(...overdueMs)).toBeLessThan(0);
  return host;
}

async function checkOnce(attack: Attack) {
  lateness.reset();
  const { outcome, host } = await attempt(attack);
  const { status, durationMs, result, error } = outcome;
  expect([attack.status].flat()).toContain(status);
  if (attack.result !== undefined && status === 'success') expect(result).toEqual(attack.result);
  expect(JSON.stringify(result)).not.toContain('ESCAPED');
  expect(error === null).toBe(status === 'success');
  // Nothing tells where the sandbox's own files lie.
  expect(JSON.stringify(error)).not.toMatch(/node:internal|file:|inside\.|guest\./);
  expect(host.effects.length).toBeLessThanOrEqual(DEFAULT_LIMITS.effects);
  expect(host.logCount).toBeLessThanOrEqual(DEFAULT_LIMITS.logs);
  expect(host.requests.length).toBeLessThanOrEqual(DEFAULT_LIMITS.requests);
  expect(JSON.stringify(host.effects)).not.toContain(theirs.leadId);
  const dueMs = (attack.limits?.timeMs ?? DEFAULT_LIMITS.timeMs) + 500 + lateness.ms();
  return { host, overdueMs: durationMs - dueMs };
}

const SECRET_FORMS = [
  ...[SECRET, encodeURIComponent(SECRET), JSON.stringify(SECRET).slice(1, -1), [...SECRET].reverse().join('')],
  ...[Buffer.from(SECRET).toString('base64').replace(/=+$/, ''), Buffer.from(SECRET).toString('hex')],
];

describe('the corpus of attacks', () => {
  it('has at least eighty programs', () => {
    expect(attacks.length).toBeGreaterThanOrEqual(80);
  });

  describe.each(['constructor', 'error', 'promise', 'object', 'absent'])('escapes by %s', (kind) => {
    it.each(named([kind]).map((attack) => [attack.name, attack] as const))('%s gets nowhere', async (_name, attack) => {
      await check(attack);
    });
  });

  describe.each(['loop', 'memory', 'limit'])('what uses too much: %s', (kind) => {
    it.each(named([kind]).map((attack) => [attack.name, attack] as const))('%s is ended', async (_name, attack) => {
      await check(attack);
      const next = await attempt({ name: 'next', class: 'next', status: 'success', code: 'export default () => 1;' });
      expect(next.outcome).toMatchObject({ status: 'success', result: 1 });
    });
  });

  describe('what is forged', () => {
    it.each(named(['forged']).map((attack) => [attack.name, attack] as const))(
      '%s is refused',
      async (_name, attack) => {
        expect((await check(attack)).effects).toEqual([]);
      },
    );
  });

  describe('secrets', () => {
    it.each(named(['secret']).map((attack) => [attack.name, attack] as const))(
      '%s is masked',
      async (_name, attack) => {
        const { effects, logs, requests } = await check(attack);
        const told = JSON.stringify({ effects, logs, requests });
        expect(SECRET_FORMS.filter((form) => told.includes(form))).toEqual([]);
        expect(logs.length).toBeGreaterThan(0);
      },
    );
  });

  describe('leads of other accounts', () => {
    it.each(named(['foreign']).map((attack) => [attack.name, attack] as const))(
      '%s finds none',
      async (_name, attack) => {
        expect((await check(attack)).effects).toEqual([]);
      },
    );
  });

  it('holds code that got out of the engine, though it is the same user’s as the worker', async () => {
    const functions = path.resolve(import.meta.dirname, '../../functions');
    const run = async (flags: readonly string[], lockdown: string): Promise<string[]> => {
      const args = [...flags, '--input-type=module', '--eval', programOf(lockdown)];
      const child = spawn(process.execPath, args, { env: {}, stdio: ['pipe', 'pipe', 'ignore'], timeout: 60_000 });
      return JSON.parse(await text(child.stdout));
    };
    expect(await run(SANDBOX_FLAGS, pathToFileURL(path.join(functions, 'lockdown.ts')).href)).toEqual([]);
    // Without the wall nearly all of it is open, so that the attempts are real ones.
    const open = await run(['--no-warnings'], 'data:text/javascript,export const lockDown = () => undefined');
    expect(open.length).toBeGreaterThan(Object.keys(ATTEMPTS).length - 6);
  });

  it('bites: the same programs get out of node:vm', async () => {
    // An endless escape would keep the control itself from ending.
    const escapes = named(['constructor', 'error', 'promise', 'object', 'absent']).filter(
      ({ status }) => status === 'success',
    );
    const programs = Object.fromEntries(escapes.map(({ name, code }) => [name, code]));
    const control = path.join(import.meta.dirname, '../support/vm-control.mjs');
    const child = spawn(process.execPath, ['--no-warnings', control], {
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: 60_000,
    });
    child.stdin.end(JSON.stringify(programs));
    const escaped: string[] = JSON.parse(await text(child.stdout));
    expect(escaped.length).toBeGreaterThanOrEqual(6);
    expect(new Set(escaped.map((name) => name.split('-')[0])).size).toBeGreaterThanOrEqual(3);
  });
});
