import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ANSWER_BYTES } from '../../functions/limits.js';
import { createSandboxPool, HostError, type SandboxHost, type SandboxPool } from '../../functions/sandbox.js';
import { watchLateness } from '../support/lateness.js';

const calls: { name: string; args: readonly unknown[] }[] = [];
const host: SandboxHost = {
  async call(name, args) {
    calls.push({ name, args });
    if (name === 'leads.get' && args[0] === 'unknown') throw new HostError('LEAD_NOT_FOUND', 'There is no such lead.');
    if (name === 'leads.get' && args[0] === 'broken') throw new Error('password of the database');
    if (name === 'leads.get') return { id: args[0], first_name: 'Ada' };
    return undefined;
  },
};

describe('the sandbox', () => {
  let pool: SandboxPool;
  const lateness = watchLateness();
  beforeAll(() => {
    pool = createSandboxPool({ size: 2 });
  });
  afterAll(() => {
    lateness.close();
    return pool.close();
  });
  const run = (code: string, ctx: unknown = {}, limits = {}, signal?: AbortSignal) =>
    pool.run({ code, entry: 'default' }, ctx, host, limits, signal);

  it('runs a function with its ctx and gives back what it returns', async () => {
    const outcome = await run('export default async function (ctx, svc) { return { twice: ctx.input * 2 }; }', {
      input: 21,
    });
    expect(outcome).toMatchObject({ status: 'success', hasResult: true, result: { twice: 42 }, error: null });
  });

  it('says that nothing was returned where nothing was', async () => {
    expect(await run('export default async () => {}')).toMatchObject({
      status: 'success',
      hasResult: false,
      result: null,
    });
    expect(await run('export default () => null')).toMatchObject({ status: 'success', hasResult: true, result: null });
  });

  it('answers calls of svc, at once or one after the other', async () => {
    const outcome = await run(`export default async (ctx, svc) => {
      const both = await Promise.all([svc.leads.get('a'), svc.leads.get('b')]);
      const last = await svc.leads.get('c');
      svc.log('done', { n: 3 });
      return [...both, last].map((lead) => lead.id + lead.first_name);
    }`);
    expect(outcome).toMatchObject({ status: 'success', result: ['aAda', 'bAda', 'cAda'] });
    expect(calls).toContainEqual({ name: 'log', args: ['info', 'done', { n: 3 }] });
  });

  it('logs the fields of objects that are given to console, bounded and without repeating a cycle', async () => {
    calls.length = 0;
    const outcome = await run(`export default async () => {
      console.log('lead', { a: 1, tags: ['x'], none: null }, 2, undefined);
      const loop = { name: 'loop', same: { n: 1 } };
      loop.self = loop;
      loop.again = loop.same;
      console.warn(loop);
      console.error(new TypeError('wrong'), { big: 10n, when: new Date(0) });
      console.info(Array.from({ length: 100000 }, (_, n) => ({ n })));
    }`);
    expect(outcome).toMatchObject({ status: 'success' });
    const lines = calls.map(({ args }) => args.slice(0, 2));
    expect(lines.slice(0, 3)).toEqual([
      ['info', 'lead {"a":1,"tags":["x"],"none":null} 2 undefined'],
      ['warn', '{"name":"loop","same":{"n":1},"self":"[circular]","again":{"n":1}}'],
      ['error', 'TypeError: wrong {"big":"10","when":"1970-01-01T00:00:00.000Z"}'],
    ]);
    expect(String(lines[3]?.[1]).length).toBeLessThanOrEqual(4_000);
  });

  it('keeps an answer that comes too late, and is too large, from the function that runs next', async () => {
    const single = createSandboxPool({ size: 1 });
    let answer: (text: string) => void = () => undefined;
    const late: SandboxHost = { call: () => new Promise((resolve) => (answer = resolve)) };
    const next: SandboxHost = {
      async call() {
        answer('x'.repeat(ANSWER_BYTES + 1));
        await new Promise(setImmediate);
        return { id: 'b' };
      },
    };
    const leaves = 'export default async (ctx, svc) => { void svc.leads.get("a"); return 1; }';
    const waits = 'export default async (ctx, svc) => (await svc.leads.get("b")).id';
    expect(await single.run({ code: leaves, entry: 'default' }, {}, late)).toMatchObject({ result: 1 });
    expect(await single.run({ code: waits, entry: 'default' }, {}, next)).toMatchObject({ result: 'b' });
    await single.close();
  });

  it('gives refusals of the host to the function as exceptions with a code, and keeps errors of ours to itself', async () => {
    const code = `export default async (ctx, svc) => {
      try { await svc.leads.get(ctx.id); } catch (error) { return { code: error.code, message: error.message, stack: String(error.stack) }; }
    }`;
    expect(await run(code, { id: 'unknown' })).toMatchObject({ result: { code: 'LEAD_NOT_FOUND' } });
    const broken = await run(code, { id: 'broken' });
    expect(broken).toMatchObject({ result: { code: 'INTERNAL_ERROR' } });
    expect(JSON.stringify(broken)).not.toContain('password');
  });

  it('tells where an exception was thrown, in lines of the function only', async () => {
    const outcome = await run(
      `function deep() {\n  throw new RangeError('too far');\n}\nexport default async () => {\n  deep();\n};`,
    );
    expect(outcome).toMatchObject({ status: 'error', error: { name: 'RangeError', message: 'too far', line: 2 } });
    expect(outcome.error?.stack.split('\n').every((line) => line.includes('function.js'))).toBe(true);
  });

  it('tells what is wrong with code that can not be read', async () => {
    expect(await run('export default async (ctx => {')).toMatchObject({
      status: 'error',
      error: { name: 'SyntaxError', line: 1 },
    });
    expect(await run('export const other = 1;')).toMatchObject({
      status: 'error',
      error: { message: expect.stringContaining('default export') },
    });
    expect(await run("import fs from 'node:fs'; export default () => fs.readdirSync('/');")).toMatchObject({
      status: 'error',
    });
  });

  it('ends an endless loop, an endless wait and a wait for an answer by the limit', async () => {
    for (const body of [
      'for (;;);',
      'for (;;) { try { for (;;); } catch {} }',
      'for (;;) await 0;',
      '/^(a+)+$/.test("a".repeat(60) + "b");',
    ]) {
      const outcome = await run(`export default async () => { ${body} }`, {}, { timeMs: 300 });
      expect([body, outcome.status, outcome.durationMs < 800 + lateness.ms()]).toEqual([body, 'timeout', true]);
    }
    expect(await run('export default () => new Promise(() => {})')).toMatchObject({
      status: 'error',
      error: { name: 'NeverEnds' },
    });
    const slow: SandboxHost = { call: () => new Promise(() => undefined) };
    const waits = await pool.run(
      { code: 'export default (c, svc) => svc.leads.get("x")', entry: 'default' },
      {},
      slow,
      { timeMs: 300 },
    );
    expect(waits).toMatchObject({ status: 'timeout' });
  });

  it('hears the last words of a process also where it tells it something after its end', async () => {
    const own = createSandboxPool({ size: 1 });
    await own.run({ code: 'export default () => 1', entry: 'default' }, {}, host);
    const outcome = own.run({ code: 'export default () => { for (;;); }', entry: 'default' }, {}, host, {
      timeMs: 200,
    });
    // The worker is blocked, and its timers run before it reads the received messages.
    await new Promise((resolve) => setTimeout(() => setImmediate(resolve), 20));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 330);
    expect(await outcome).toMatchObject({ status: 'timeout' });
    await own.close();
  });

  it('kills what runs on in native code that can not be interrupted', async () => {
    const code = 'export default () => { const a = []; a.length = 4e9; return a.join("").length; }';
    // A busy machine delays one run, but not each of three.
    let inTime = false;
    for (let runs = 0; runs < 3 && !inTime; runs += 1) {
      const outcome = await run(code, {}, { timeMs: 300 });
      expect(outcome).toMatchObject({ status: 'timeout' });
      inTime = outcome.durationMs < 800 + lateness.ms();
    }
    expect(inTime).toBe(true);
  });

  it('refuses memory beyond the limit', async () => {
    for (const body of [
      'const all = []; for (;;) all.push(new Array(1000).fill(1));',
      'return new Uint8Array(1e9).length;',
    ]) {
      expect([body, (await run(`export default async () => { ${body} }`, {}, { timeMs: 30_000 })).status]).toEqual([
        body,
        'memory_exceeded',
      ]);
    }
  });

  it('ends a run that logs, changes or asks too much', async () => {
    const log = await run('export default async (c, svc) => { for (;;) svc.log("x"); }');
    expect(log).toMatchObject({ status: 'effect_limit', error: { message: 'The run exceeded 200 log lines.' } });
    const effects = await run(
      'export default async (c, svc) => { for (let i = 0; i < 51; i++) await svc.tags.add("x", ["y"]); }',
    );
    expect(effects).toMatchObject({ status: 'effect_limit', error: { message: 'The run exceeded 50 effects.' } });
    const requests = await run(
      'export default async (c, svc) => { for (let i = 0; i < 21; i++) svc.http.fetch("https://x"); await 0; for (;;); }',
    );
    expect(requests).toMatchObject({ status: 'effect_limit', error: { message: 'The run exceeded 20 requests.' } });
  });

  it('refuses a result that is too large', async () => {
    expect(await run('export default () => "x".repeat(300_000)')).toMatchObject({
      status: 'rejected',
      hasResult: false,
    });
  });

  it('can be cancelled', async () => {
    const abort = new AbortController();
    const running = run('export default () => { for (;;); }', {}, {}, abort.signal);
    abort.abort();
    expect(await running).toMatchObject({ status: 'cancelled' });
  });

  it('survives a process that is killed in the middle of a run', async () => {
    const killer: SandboxHost = {
      async call() {
        for (const pid of pool.pids()) process.kill(pid, 'SIGKILL');
      },
    };
    const code = 'export default async (c, svc) => { await svc.leads.get("x"); }';
    expect(await pool.run({ code, entry: 'default' }, {}, killer)).toMatchObject({
      status: 'error',
      error: { name: 'SandboxCrashed' },
    });
    expect(await run('export default () => 1')).toMatchObject({ status: 'success', result: 1 });
  });

  it('gives a function to another process where the one that waited has died', async () => {
    for (const pid of pool.pids()) process.kill(pid, 'SIGKILL');
    expect(await run('export default () => 1')).toMatchObject({ status: 'success', result: 1 });
  });

  it('leaves nothing of one run to the next', async () => {
    await run('globalThis.mark = 1; Array.prototype.mark = 2; export default () => 1');
    expect(await run('export default () => [typeof mark, [].mark === undefined]')).toMatchObject({
      result: ['undefined', true],
    });
  });

  it('draws other random numbers in each run', async () => {
    const drawn = await Promise.all([1, 2, 3, 4].map(() => run('export default () => [Math.random(), Math.random()]')));
    const numbers = drawn.flatMap(({ result }) => result as number[]);
    expect(new Set(numbers).size).toBe(8);
    expect(numbers.every((n) => n >= 0 && n < 1)).toBe(true);
  });

  it('shows the time it was given', async () => {
    const outcome = await pool.run(
      {
        code: 'export default () => new Date().toISOString().slice(0, 16)',
        entry: 'default',
        now: new Date('2031-05-06T07:08:30Z'),
      },
      {},
      host,
    );
    expect(outcome.result).toBe('2031-05-06T07:08');
  });

  it('replaces a process before long runs use up the processor time it was given', async () => {
    const code = 'export default () => { for (let n = 0; n < 1_000_000; n += 1); }';
    const pidsOver = async (msPerProcess: number): Promise<Set<number>> => {
      const own = createSandboxPool({ size: 1, msPerProcess });
      const pids = new Set<number>();
      for (let n = 0; n < 3; n += 1) {
        const looker: SandboxHost = { call: async () => void own.pids().map((pid) => pids.add(pid)) };
        const looking = code.replace('()', 'async (c, svc)').replace('{', '{ await svc.leads.get("x");');
        expect(await own.run({ code: looking, entry: 'default' }, {}, looker)).toMatchObject({ status: 'success' });
      }
      await own.close();
      return pids;
    };
    expect(await pidsOver(1)).toHaveProperty('size', 3);
    expect(await pidsOver(60_000)).toHaveProperty('size', 1);
  });

  it('runs without environment, without root and with limits of the system', async () => {
    let seen: string[] = [];
    const looker: SandboxHost = {
      async call() {
        const { readFileSync } = await import('node:fs');
        seen = pool.pids().flatMap((pid) => {
          const status = readFileSync(`/proc/${pid}/status`, 'utf8');
          const limits = readFileSync(`/proc/${pid}/limits`, 'utf8');
          const uid = /^Uid:\s+(\d+)/m.exec(status)?.[1] ?? '';
          return [uid === '0' ? 'root' : 'somebody', /Max address space\s+(\d+)/.exec(limits)?.[1] ?? ''];
        });
      },
    };
    await pool.run({ code: 'export default (c, svc) => svc.leads.get("x")', entry: 'default' }, {}, looker);
    expect(existsSync('/proc')).toBe(true);
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.filter((_, index) => index % 2 === 0)).not.toContain('root');
    expect(new Set(seen.filter((_, index) => index % 2 === 1))).toEqual(new Set(['4294967296']));
  });
});
