import { randomInt } from 'node:crypto';
import { createFairQueue, type FairQueue } from './fair-queue.js';
import type { SandboxHost } from './host.js';
import { DEFAULT_LIMITS, MAX_TIME_MS } from './limits.js';
import { type SandboxOutcome, SandboxProcess } from './process.js';
import type { SandboxLimits } from './protocol.js';

export { HostError, HostLimitError, type SandboxHost } from './host.js';
export { DEFAULT_LIMITS } from './limits.js';
export type { SandboxOutcome } from './process.js';
export type { SandboxLimits } from './protocol.js';

/** A deployed function: one ES module without imports, whose default export is the function. */
export interface SandboxProgram {
  code: string;
  entry: 'default';
  /** The owner. While several owners wait, each gets its share of the processes. No owner counts as one owner. */
  owner?: string;
  /** The start time of the function's clock. Default: the current time. */
  now?: Date;
  /** The seed of its random numbers. The same seed gives the same numbers. Default: random. */
  seed?: number;
  /** The recorded readings of an earlier run's clock, which this one's repeats. */
  clock?: number[];
}

/** The number of sandbox processes, and the time that functions wait for one. */
export interface SandboxPoolOptions {
  /** Processes, each of which runs one function at a time. */
  size?: number;
  /** Functions that may wait; one more is refused. */
  maxWaiting?: number;
  /** The maximum wait before a function is rejected. */
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
   * Runs a function to its end. The outcome has everything that the code does. Rejects with `SandboxBusyError` if no
   * process is free in time, and with another error if no process can be started at all.
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

/** The number of consecutive failed process starts before waiting functions fail. */
const START_ATTEMPTS = 3;

/** Opens a pool; its processes start at once. */
export function createSandboxPool(options: SandboxPoolOptions = {}): SandboxPool {
  const { size = 2, maxWaiting = 100, maxWaitMs = 10_000, runsPerProcess = 200, msPerProcess = 600_000 } = options;
  const line = createFairQueue<SandboxProcess>({ maxWaiting, maxWaitMs, refusal: () => new SandboxBusyError() });
  const processes = keepProcesses(size, line);

  const acquire = async (owner: string): Promise<SandboxProcess> => {
    if (processes.closed) throw closedError();
    const free = line.takeFree(owner);
    if (free) return free;
    processes.fill();
    return line.wait(owner);
  };
  const release = (child: SandboxProcess, reusable: boolean): void => {
    const spent = child.runs >= runsPerProcess || child.busyMs >= msPerProcess;
    if (!reusable || spent || processes.closed) {
      child.kill();
      return;
    }
    // A process that dies while it gets ready is replaced like any other.
    child.next().then(
      () => line.offer(child),
      () => undefined,
    );
  };

  processes.fill();
  return {
    async run(program, ctx, host, limits, signal) {
      const { owner = '' } = program;
      const work = { ...workOf(program, limits), ctx, host, signal, onHostError: options.onHostError };
      for (let attempt = 1; ; attempt += 1) {
        const child = await acquire(owner);
        const { outcome, reusable, untaken } = await child.run(work).finally(() => line.giveBack(owner));
        release(child, reusable);
        // One that died while it waited is noticed only now: nothing of the function has run, another one takes it.
        if (!untaken || attempt === START_ATTEMPTS) return outcome;
      }
    },
    pids: processes.pids,
    close: processes.close,
  };
}

/** The processes of a pool: as many as it is to have, each replaced when it is gone. */
interface Processes {
  readonly closed: boolean;
  /** Starts those that are missing. */
  fill(): void;
  pids(): number[];
  close(): Promise<void>;
}

/** Keeps `size` processes, and offers each to the line once it is ready. */
function keepProcesses(size: number, line: FairQueue<SandboxProcess>): Processes {
  const all = new Set<SandboxProcess>();
  let closed = false;
  let failures = 0;

  const fill = (): void => {
    while (!closed && all.size < size) start();
  };
  const start = (): void => {
    const child = new SandboxProcess(DEFAULT_LIMITS.memoryBytes);
    all.add(child);
    child.ready.then(
      () => serve(child),
      (error: Error) => {
        all.delete(child);
        restart(error);
      },
    );
  };
  const serve = (child: SandboxProcess): void => {
    failures = 0;
    void child.gone.then(() => {
      all.delete(child);
      line.withdraw(child);
      fill();
    });
    line.offer(child);
  };
  const restart = (error: Error): void => {
    failures += 1;
    if (failures < START_ATTEMPTS) {
      fill();
      return;
    }
    // Waiting callers receive the error. The next function starts a process again.
    failures = 0;
    line.refuseAll(error);
  };

  return {
    get closed() {
      return closed;
    },
    fill,
    pids: () => [...all].flatMap(({ pid }) => pid ?? []),
    async close() {
      closed = true;
      line.refuseAll(closedError());
      const gone = [...all].map((child) => child.gone);
      for (const child of all) child.kill();
      await Promise.all(gone);
    },
  };
}

const closedError = () => new Error('The sandboxes are closed.');

/** Returns the work of a program for a process, with a generated clock and seed if it has none. */
function workOf({ code, now, seed, clock }: SandboxProgram, limits: Partial<SandboxLimits> | undefined) {
  const wanted = { ...DEFAULT_LIMITS, ...limits };
  return {
    code,
    now: now ?? new Date(),
    seed: seed ?? randomInt(2 ** 31),
    clock: clock ?? [],
    limits: { ...wanted, timeMs: Math.min(wanted.timeMs, MAX_TIME_MS) },
  };
}
