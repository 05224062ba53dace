import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** A repeatable sequence of numbers from 0 to 1 (mulberry32): the same seed breaks the same things again. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A size of a proof: the environment's value, for longer forms, or the given one. */
export const size = (name: string, usual: number): number => Number(process.env[`FAULTS_${name}`] || usual);

/** Lets `ms` of real time pass: faults are about real time. */
export const pass = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const START_MS = 150;
const MOST = 12;
const LOOK_MS = 5_000;
let slowness = 1;

async function slownessNow(): Promise<number> {
  const begun = performance.now();
  await promisify(execFile)(process.execPath, ['-e', '0']);
  return Math.min(MOST, Math.max(1, (performance.now() - begun) / START_MS));
}

/** Measures how much slower this machine is at present than an idle one, by what starting a process takes. */
export async function measureSlowness(least = 1): Promise<number> {
  slowness = Math.max(least, await slownessNow());
  return slowness;
}

/** Has bounds follow the worst that the machine is from now on, since what else it does changes; answers what ends that. */
export function watchSlowness(): () => void {
  const timer = setInterval(async () => {
    const now = await slownessNow();
    slowness = Math.max(slowness, now);
  }, LOOK_MS);
  return () => clearInterval(timer);
}

/** A bound in real time: the promised one on an idle machine, longer by as much as this one is slower. */
export const bound = (ms: number): number => Math.ceil(ms * slowness);

/** Asks until the answer is not undefined; fails with `what` after `timeoutMs`. A probe that throws is asked again. */
export async function until<T>(
  what: string,
  probe: () => Promise<T | undefined> | T | undefined,
  timeoutMs: number,
): Promise<T> {
  const begun = performance.now();
  let last: unknown;
  for (;;) {
    try {
      const answer = await probe();
      if (answer !== undefined) return answer;
    } catch (error) {
      last = error;
    }
    if (performance.now() - begun > bound(timeoutMs))
      throw new Error(`Not within ${Math.round(bound(timeoutMs))} ms: ${what}. ${last ?? ''}`);
    await pass(100);
  }
}

/** Runs `work` for each item, `width` at a time, and answers in order. */
export async function inParallel<T, R>(width: number, items: readonly T[], work: (item: T, at: number) => Promise<R>) {
  const results: R[] = [];
  let next = 0;
  const lane = async () => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at] as T, at);
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, lane));
  return results;
}
