import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createSandboxPool, type SandboxPool } from '../../functions/sandbox.js';
import { compare, type Figure, median, require } from '../support/figure.js';
import { inParallel } from '../support/load.js';

const RUNS = 200;
const COLD = 5;
const LIMIT_MS = 500;
const AT_ONCE = 50;
const BARE = 'let n = 0; for (let i = 0; i < 1000; i += 1) n += i; n';
const CODE = `export default () => { ${BARE.replace(/n$/, 'return n;')} };`;
const RESULT = 499_500;
const REFERENCE = fileURLToPath(new URL('../reference/quickjs.js', import.meta.url));

const host = { call: async () => undefined };
const runOnce = async (pool: SandboxPool) => {
  const { result } = await pool.run({ code: CODE, entry: 'default' }, {}, host);
  if (result !== RESULT) throw new Error(`A function answered ${JSON.stringify(result)}.`);
};

/** The bare engine in a process, which answers one line with one line. */
function bareEngine() {
  const child: ChildProcessWithoutNullStreams = spawn(process.execPath, [REFERENCE], { stdio: 'pipe' });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async run() {
      child.stdin.write(`${BARE}\n`);
      const { value } = await lines.next();
      if (Number(value) !== RESULT) throw new Error(`The bare engine answered ${value}.`);
    },
    close: () => child.kill(),
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function medianOf(times: number, work: () => Promise<unknown>): Promise<number> {
  const all: number[] = [];
  for (let n = 0; n < times; n += 1) all.push(await timed(work));
  return median(all);
}

/** P13: the cost of running a function compared with the engine alone, in an existing process and in a new one. */
export async function runFunction(): Promise<Figure> {
  const pool = createSandboxPool({ runsPerProcess: 1_000_000 });
  const bare = bareEngine();
  try {
    const warm = await compare({
      id: 'P13',
      name: 'function run, warm, p50',
      reference: 'bare quickjs-wasi create and eval in a process',
      unit: 'ms',
      target: { kind: 'below', ratio: 1.5 },
      ours: () => medianOf(RUNS, () => runOnce(pool)),
      theirs: () => medianOf(RUNS, () => bare.run()),
    });
    const cold = await compare({
      id: 'P13',
      name: 'cold',
      reference: warm.reference,
      unit: 'ms',
      target: { kind: 'below', ratio: 1.5 },
      ours: () => medianOf(COLD, coldRun),
      theirs: () => medianOf(COLD, coldBare),
    });
    const text = `cold ${cold.ours?.toFixed(0)} ms, engine ${cold.theirs?.toFixed(0)} ms: ${cold.ratio?.toFixed(2)}`;
    require(warm, cold.met, `${text} (< 1.50)`);
    await limits(warm);
    return warm;
  } finally {
    bare.close();
    await pool.close();
  }
}

async function coldRun() {
  const pool = createSandboxPool({ size: 1 });
  await runOnce(pool);
  await pool.close();
}

async function coldBare() {
  const bare = bareEngine();
  await bare.run();
  bare.close();
}

/** Ends endless work: by interrupt at the limit, by SIGKILL 250 ms later, and also with fifty at once. */
async function limits(figure: Figure): Promise<void> {
  const pool = createSandboxPool({ size: 2, maxWaitMs: 300_000 });
  const run = (body: string) =>
    pool.run({ code: `export default () => { ${body} }`, entry: 'default' }, {}, host, { timeMs: LIMIT_MS });
  try {
    const loop = await run('for (;;);');
    const native = await run('const all = []; all.length = 4e9; return all.join("").length;');
    require(figure, loop.status === 'timeout' &&
      loop.durationMs < LIMIT_MS + 250, `a loop ended after ${loop.durationMs} ms of ${LIMIT_MS}`);
    require(figure, native.status === 'timeout' &&
      native.durationMs < LIMIT_MS + 500, `native code after ${native.durationMs} ms`);
    const all: number[] = [];
    await inParallel(Array.from({ length: AT_ONCE }), AT_ONCE, async () => {
      all.push((await run('for (;;);')).durationMs);
    });
    const longest = Math.max(...all);
    require(figure, longest < LIMIT_MS + 500, `${AT_ONCE} at once: the longest ${longest} ms`);
  } finally {
    await pool.close();
  }
}
