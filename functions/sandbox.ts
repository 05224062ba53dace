import { randomInt } from 'node:crypto';
import type { SandboxHost } from './host.js';
import { DEFAULT_LIMITS, MAX_TIME_MS } from './limits.js';
import { type SandboxOutcome, SandboxProcess, type Work } from './process.js';
import type { SandboxLimits } from './protocol.js';

export { HostError, HostLimitError, type SandboxHost } from './host.js';
export { DEFAULT_LIMITS } from './limits.js';
export type { SandboxOutcome } from './process.js';
export type { SandboxLimits } from './protocol.js';

/** A deployed function: one ES module without imports, whose default export is the function. */
export interface SandboxProgram {
  code: string;
  entry: 'default';
  /** What the function's clock shows at its start; the time it is if not given. */
  now?: Date;
  /** Where its random numbers begin: the same ones from the same seed. Any if not given. */
  seed?: number;
  /** What an earlier run's clock showed: this one's shows the same. */
  clock?: number[];
}

/** How many sandbox processes there are and how long functions wait for one. */
export interface SandboxPoolOptions {
  /** Processes, each of which runs one function at a time. */
  size?: number;
  /** Functions that may wait; one more is refused. */
  maxWaiting?: number;
  /** How long one waits before it is refused. */
  maxWaitMs?: number;
  /** Functions after which a process is replaced, so that nothing builds up in it. */
  runsPerProcess?: number;
  /** Milliseconds of runs after which it is replaced, before it meets the limit of processor time it was given. */
  msPerProcess?: number;
  /** Hears of errors that are ours and not the function's. */
  onHostError?: (error: unknown) => void;
}

/** All processes are taken and too many functions wait already. */
export class SandboxBusyError extends Error {
  constructor() {
    super('All sandboxes are busy.');
    this.name = 'SandboxBusyError';
  }
}

/** Runs functions in processes of their own, which are started beforehand. */
export interface SandboxPool {
  /**
   * Runs a function to its end. Whatever the code does is told by the outcome; it rejects with `SandboxBusyError` when
   * no process gets free in time, and with another error when no process can be started at all.
   */
  run(
    program: SandboxProgram,
    ctx: unknown,
    host: SandboxHost,
    limits?: Partial<SandboxLimits>,
    signal?: AbortSignal,
  ): Promise<SandboxOutcome>;
  /** The processes there are now, for those who watch them. */
  pids(): number[];
  close(): Promise<void>;
}

interface Waiting {
  take(child: SandboxProcess): void;
  refuse(error: Error): void;
}

/** Opens a pool; its processes start at once. */
export function createSandboxPool(options: SandboxPoolOptions = {}): SandboxPool {
  const { size = 2, maxWaiting = 100, maxWaitMs = 10_000, runsPerProcess = 200, msPerProcess = 600_000 } = options;
  const all = new Set<SandboxProcess>();
  const idle: SandboxProcess[] = [];
  const waiting: Waiting[] = [];
  let closed = false;
  let failures = 0;

  const offer = (child: SandboxProcess): void => {
    const first = waiting.shift();
    if (first) first.take(child);
    else idle.push(child);
  };
  const replaceIfGone = (child: SandboxProcess): void => {
    void child.gone.then(() => {
      all.delete(child);
      const place = idle.indexOf(child);
      if (place >= 0) idle.splice(place, 1);
      fill();
    });
  };
  const start = (): void => {
    const child = new SandboxProcess(DEFAULT_LIMITS.memoryBytes);
    all.add(child);
    child.ready.then(
      () => {
        failures = 0;
        replaceIfGone(child);
        offer(child);
      },
      (error: Error) => {
        all.delete(child);
        failures += 1;
        if (failures < 3) return fill();
        // Whoever waits hears of it; the next function tries anew.
        failures = 0;
        for (const one of waiting.splice(0)) one.refuse(error);
      },
    );
  };
  const fill = (): void => {
    while (!closed && all.size < size) start();
  };
  const acquire = (): Promise<SandboxProcess> => {
    if (closed) return Promise.reject(new Error('The sandboxes are closed.'));
    const child = idle.shift();
    if (child) return Promise.resolve(child);
    fill();
    if (waiting.length >= maxWaiting) return Promise.reject(new SandboxBusyError());
    return new Promise((resolve, reject) => {
      const leave = () => {
        const place = waiting.indexOf(one);
        if (place >= 0) waiting.splice(place, 1);
        reject(new SandboxBusyError());
      };
      const timer = setTimeout(leave, maxWaitMs);
      const one: Waiting = {
        take(found) {
          clearTimeout(timer);
          resolve(found);
        },
        refuse(error) {
          clearTimeout(timer);
          reject(error);
        },
      };
      waiting.push(one);
    });
  };
  const release = (child: SandboxProcess, reusable: boolean): void => {
    const spent = child.runs >= runsPerProcess || child.busyMs >= msPerProcess;
    if (!reusable || spent || closed) {
      child.kill();
      return;
    }
    // A process that dies while it gets ready is replaced like any other.
    child.next().then(
      () => offer(child),
      () => undefined,
    );
  };

  fill();
  return {
    async run(program, ctx, host, limits, signal) {
      const child = await acquire();
      const wanted = { ...DEFAULT_LIMITS, ...limits };
      const work: Work = {
        code: program.code,
        ctx,
        now: program.now ?? new Date(),
        seed: program.seed ?? randomInt(2 ** 31),
        clock: program.clock ?? [],
        host,
        limits: { ...wanted, timeMs: Math.min(wanted.timeMs, MAX_TIME_MS) },
        signal,
        onHostError: options.onHostError,
      };
      const { outcome, reusable } = await child.run(work);
      release(child, reusable);
      return outcome;
    },
    pids: () => [...all].flatMap(({ pid }) => pid ?? []),
    async close() {
      closed = true;
      for (const one of waiting.splice(0)) one.refuse(new Error('The sandboxes are closed.'));
      const gone = [...all].map((child) => child.gone);
      for (const child of all) child.kill();
      await Promise.all(gone);
    },
  };
}
