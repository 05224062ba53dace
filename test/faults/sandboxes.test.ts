import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, describe, expect, it } from '@jest/globals';
import { createSandboxPool, type SandboxPool } from '../../functions/sandbox.js';
import { watchLateness } from '../support/lateness.js';
import { size } from './support/random.js';

const RUNS = size('SANDBOX_RUNS', 10_000);
/** Of what there was after a tenth of them. */
const MAX_GROWTH = 1.4;
const AT_ONCE = 50;
const LIMIT_MS = 500;

const pools: SandboxPool[] = [];
const lateness = watchLateness();
const open = (options: Parameters<typeof createSandboxPool>[0]) => {
  const pool = createSandboxPool(options);
  pools.push(pool);
  return pool;
};
afterAll(async () => {
  lateness.close();
  await Promise.all(pools.map((pool) => pool.close()));
});

const host = { call: async () => ({ first_name: 'Ada' }) };
// Uncollected garbage isn't growth, and its amount differs from run to run.
setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');
const residentOf = (pid: number): number => Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096;

describe('sandboxes', () => {
  it(`keep their memory over ${RUNS} runs, the worker's and their own`, async () => {
    // One process for all runs: what leaked in it would show.
    const pool = open({ size: 1, runsPerProcess: RUNS * 2 });
    const code = `export default async (ctx, svc) => {
      const all = Array.from({ length: 2000 }, (_, n) => ({ n, text: 'x'.repeat(50) }));
      const lead = await svc.leads.get('a');
      svc.log('ran', { lead });
      return all.length;
    }`;
    const run = async (times: number) => {
      for (let n = 0; n < times; n += 1) {
        expect((await pool.run({ code, entry: 'default' }, { n }, host)).result).toBe(2000);
      }
    };
    const measure = () => {
      collectGarbage();
      return { worker: process.memoryUsage().heapUsed, sandbox: residentOf(pool.pids()[0] ?? 0) };
    };
    const stretch = async () => {
      await run(RUNS / 10);
      const pids = pool.pids();
      const before = measure();
      await run(RUNS - RUNS / 10);
      return { before, after: measure(), same: pool.pids()[0] === pids[0] };
    };
    // A process that ends between two runs is replaced, which loses none; then nothing was measured.
    let measured = await stretch();
    for (let tries = 1; !measured.same && tries < 3; tries += 1) measured = await stretch();
    const { before, after, same } = measured;
    expect(same).toBe(true);
    expect(after.sandbox / before.sandbox).toBeLessThan(MAX_GROWTH);
    expect(after.worker / before.worker).toBeLessThan(MAX_GROWTH);
  }, 600_000);

  it(`hold ${AT_ONCE} runs at once to their limits and lose none`, async () => {
    const pool = open({ size: 4, maxWaitMs: 300_000 });
    const bodies = [
      { body: 'for (;;);', status: 'timeout' },
      { body: 'const all = []; for (;;) all.push(new Array(1000).fill(1));', status: 'memory_exceeded' },
      { body: 'for (;;) svc.log("x");', status: 'effect_limit' },
      { body: 'const all = []; all.length = 4e9; return all.join("").length;', status: 'timeout' },
      { body: 'return ctx.n;', status: 'success' },
    ];
    const outcomes = await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, n) => {
        const { body, status } = bodies[n % bodies.length] as (typeof bodies)[number];
        const timeMs = status === 'timeout' ? LIMIT_MS : 30_000;
        const code = `export default async (ctx, svc) => { ${body} }`;
        const outcome = await pool.run({ code, entry: 'default' }, { n }, host, { timeMs });
        return { wanted: status, ...outcome, inTime: outcome.durationMs < timeMs + 500 + lateness.ms(), n };
      }),
    );
    expect(outcomes.filter(({ wanted, status }) => wanted !== status)).toEqual([]);
    expect(outcomes.filter(({ inTime }) => !inTime)).toEqual([]);
    const fine = outcomes.filter(({ status }) => status === 'success');
    expect(fine.every(({ result, n }) => result === n)).toBe(true);
    expect((await pool.run({ code: 'export default () => 1', entry: 'default' }, {}, host)).result).toBe(1);
  });
});
