import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { GUEST_PRELUDE } from './guest.js';
import { HostError, HostLimitError, type SandboxHost } from './host.js';
import { ANSWER_BYTES, KILL_AFTER_MS, LINE_BYTES, RESIDENT_BYTES } from './limits.js';
import type { CallKind, FromSandbox, GuestError, SandboxLimits, SandboxStatus, ToSandbox } from './protocol.js';
import { CALL_KINDS } from './svc.js';

/** The outcome of one run of a function. */
export interface SandboxOutcome {
  status: SandboxStatus;
  /** False where the function returned undefined or didn't get to its end. */
  hasResult: boolean;
  result: unknown;
  error: GuestError | null;
  durationMs: number;
  /** The readings of the function's clock, in milliseconds after its start, which a replay returns again. */
  clock: number[];
}

/** An outcome but for what every run adds. */
type Finished = Omit<SandboxOutcome, 'durationMs' | 'clock'> & { clock?: number[] };

/** The work of a sandbox process. */
export interface Work {
  code: string;
  ctx: unknown;
  /** The start time of the function's clock. */
  now: Date;
  /** The seed of its random numbers. */
  seed: number;
  /** The recorded readings of its clock, for a replay. */
  clock: number[];
  host: SandboxHost;
  limits: SandboxLimits;
  signal?: AbortSignal | undefined;
  /** Hears of errors of ours that a call met; the function only learns that it didn't work. */
  onHostError?: ((error: unknown) => void) | undefined;
}

const INSIDE = fileURLToPath(import.meta.url).replace(/process(\.[jt]s)$/, 'inside$1');
const ENGINE = dirname(createRequire(import.meta.url).resolve('quickjs-wasi/package.json'));
/** The process can read its own code and the engine's. It can't write files or start processes. */
export const SANDBOX_FLAGS = [
  ...['--disable-wasm-trap-handler', '--max-old-space-size=128', '--no-warnings', '--no-addons'],
  ...['--permission', `--allow-fs-read=${dirname(INSIDE)}`, `--allow-fs-read=${ENGINE}`],
];
const RESIDENT_POLL_MS = 25;
const START_MS = 20_000;
const MAX_READINGS = 1_000;
const STATUSES: readonly string[] = [
  'success',
  'error',
  'timeout',
  'memory_exceeded',
  'effect_limit',
  'rejected',
] satisfies SandboxStatus[];
/** Limits of the operating system, where the shell knows them: address space, open files, processor time, no core. */
const ULIMITS = ['-c 0', '-n 64', '-t 900', '-v 4194304'].map((limit) => `ulimit ${limit} 2>/dev/null`).join('; ');

const CRASHED = { name: 'SandboxCrashed', message: 'The sandbox of this run ended unexpectedly.' };

const text = (value: unknown, length: number): string => (typeof value === 'string' ? value.slice(0, length) : '');
const positionOf = (value: unknown): number | null => (Number.isSafeInteger(value) ? (value as number) : null);

/** An error as the process told it, bounded. */
function readError(error: GuestError | null): GuestError {
  const code = text(error?.code, 100);
  return {
    name: text(error?.name, 100) || 'Error',
    message: text(error?.message, 2000),
    stack: text(error?.stack, 8000),
    line: positionOf(error?.line),
    column: positionOf(error?.column),
    ...(code === '' ? {} : { code }),
  };
}

/** The readings of a clock as the process told them, bounded. */
const readClock = (clock: unknown): number[] =>
  (Array.isArray(clock) ? clock.slice(0, MAX_READINGS) : []).filter((at) => Number.isSafeInteger(at));

const ourError = (name: string, message: string): GuestError => ({
  name,
  message,
  stack: '',
  line: null,
  column: null,
});

interface Current {
  work: Work;
  started: number;
  counts: Record<CallKind, number>;
  abort: AbortController;
  finish(outcome: Finished): void;
  stopTimers(): void;
}

/** A sandbox process as the worker sees it: it takes one function at a time, and is ended rather than trusted. */
export class SandboxProcess {
  /** Rejects when the process can't be started. */
  readonly ready: Promise<void>;
  /** Resolves when the process is gone. */
  readonly gone: Promise<void>;
  /** The number of functions it has run, and their total time. */
  runs = 0;
  busyMs = 0;
  private readonly child: ChildProcess;
  /** Apart from what it says, so that a word to one that has ended takes nothing of its last words along. */
  private readonly input: Writable;
  private readonly output: Readable;
  private current: Current | null = null;
  private isReady = false;
  private begun = false;
  private dead = false;
  private onReady: (() => void)[] = [];
  private unread: string[] = [];
  private unreadLength = 0;
  private complaint = '';

  constructor(memoryBytes: number) {
    const program = [process.execPath, ...SANDBOX_FLAGS, INSIDE];
    const [command, ...args] =
      process.platform === 'win32' ? program : ['/bin/sh', '-c', `${ULIMITS}; exec "$0" "$@"`, ...program];
    this.child = spawn(command as string, args, { env: {}, cwd: '/', stdio: ['pipe', 'ignore', 'pipe', 'pipe'] });
    this.input = this.child.stdin as Writable;
    this.output = this.child.stdio[3] as Readable;
    this.output.setEncoding('utf8').on('data', (text: string) => this.read(text));
    // A process that died leaves broken pipes behind; its end says what matters.
    for (const pipe of [this.input, this.output]) pipe.on('error', () => undefined);
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.complaint = (this.complaint + text).slice(-2000);
    });
    this.gone = new Promise((resolve) => {
      const end = () => {
        this.dead = true;
        this.died();
        resolve();
      };
      // Only now has all been read that it said.
      this.child.once('close', end).once('error', end);
    });
    this.send({ t: 'init', prelude: GUEST_PRELUDE, kinds: CALL_KINDS, memoryBytes });
    this.ready = this.whenReady();
  }

  /** True if it can still be given anything. */
  get alive(): boolean {
    return !this.dead;
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** Resolves when it waits for a function. */
  private whenReady(): Promise<void> {
    if (this.isReady) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.kill(), START_MS);
      this.onReady.push(() => {
        clearTimeout(timer);
        resolve();
      });
      void this.gone.then(() => {
        clearTimeout(timer);
        reject(new Error(`The sandbox process did not start. ${this.complaint}`.trim()));
      });
    });
  }

  /** Runs one function to its end, however it ends; never rejects. `untaken` where the process died before it took it. */
  async run(work: Work): Promise<{ outcome: SandboxOutcome; reusable: boolean; untaken: boolean }> {
    this.isReady = false;
    this.begun = false;
    this.runs += 1;
    const started = performance.now();
    const abort = new AbortController();
    let finished: Finished;
    try {
      finished = await new Promise((resolve) => {
        const { timeMs } = work.limits;
        const timers = [
          setTimeout(() => this.send({ t: 'stop' }), timeMs),
          setTimeout(() => this.end('timeout', 'Timeout', `The run exceeded ${timeMs} ms.`), timeMs + KILL_AFTER_MS),
        ];
        const watch = setInterval(() => this.watchMemory(), RESIDENT_POLL_MS);
        const cancel = () => this.end('cancelled', 'Cancelled', 'The run was cancelled.');
        work.signal?.addEventListener('abort', cancel, { once: true });
        this.current = {
          work,
          started,
          counts: { read: 0, log: 0, effect: 0, request: 0 },
          abort,
          finish: resolve,
          stopTimers: () => {
            for (const timer of timers) clearTimeout(timer);
            clearInterval(watch);
            work.signal?.removeEventListener('abort', cancel);
          },
        };
        if (work.signal?.aborted) return cancel();
        if (this.dead) return this.died();
        const { code, limits, now, seed, clock } = work;
        this.send({ t: 'run', code, ctx: JSON.stringify(work.ctx ?? {}), now: now.getTime(), seed, clock, limits });
      });
    } finally {
      this.current?.stopTimers();
      this.current = null;
      abort.abort();
    }
    const durationMs = Math.round(performance.now() - started);
    this.busyMs += durationMs;
    const untaken = !this.begun && finished.status === 'error';
    return { outcome: { clock: [], ...finished, durationMs }, reusable: !this.dead, untaken };
  }

  /** Resolves when the next function can be given to it; rejects when it died instead. */
  next(): Promise<void> {
    return this.whenReady();
  }

  kill(): void {
    this.dead = true;
    this.child.kill('SIGKILL');
    this.output.destroy();
  }

  /** Ends the process and with it the run. */
  private end(status: SandboxStatus, name: string, message: string): void {
    this.kill();
    this.current?.finish({ status, hasResult: false, result: null, error: ourError(name, message) });
  }

  private died(): void {
    this.current?.finish({
      status: 'error',
      hasResult: false,
      result: null,
      error: ourError(CRASHED.name, CRASHED.message),
    });
  }

  private send(message: ToSandbox): void {
    if (!this.dead && this.input.writable) this.input.write(`${JSON.stringify(message)}\n`);
  }

  private read(text: string): void {
    const lines = text.split('\n');
    const rest = lines.pop() as string;
    for (const [index, line] of lines.entries()) {
      const whole = index === 0 ? [...this.unread, line].join('') : line;
      if (index === 0) this.unread = [];
      this.unreadLength = 0;
      this.receive(whole);
    }
    if (rest === '') return;
    this.unread.push(rest);
    this.unreadLength += rest.length;
    if (this.unreadLength > LINE_BYTES) this.end('rejected', 'Rejected', 'The function wrote too much output at once.');
  }

  /** Takes one line of what the process says; one that isn't as agreed ends it, because only an escape writes such. */
  private receive(line: string): void {
    if (this.dead) return;
    try {
      const message: FromSandbox = JSON.parse(line);
      if (message.t === 'ready') {
        this.isReady = true;
        for (const notify of this.onReady.splice(0)) notify();
      } else if (message.t === 'begun') this.begun = true;
      else if (message.t === 'call') void this.answer(message);
      else if (message.t === 'end') this.ended(message);
    } catch {
      this.end('error', CRASHED.name, CRASHED.message);
    }
  }

  private ended({ status, result, error, reuse, clock }: Extract<FromSandbox, { t: 'end' }>): void {
    const { current } = this;
    if (!current) return;
    if (!STATUSES.includes(status)) throw new Error('Unknown status.');
    if (reuse !== true) this.kill();
    const text = typeof result === 'string' ? result : null;
    const { resultBytes } = current.work.limits;
    if (text !== null && Buffer.byteLength(text) > resultBytes) {
      this.end('rejected', 'ResultTooLarge', `The result exceeds ${resultBytes} bytes.`);
      return;
    }
    current.finish({
      status,
      hasResult: text !== null,
      result: text === null ? null : JSON.parse(text),
      error: status === 'success' ? null : readError(error),
      clock: readClock(clock),
    });
  }

  /** Counts a call and answers it. The count ends a sandbox that doesn't count itself. */
  private async answer({ id, name, args }: Extract<FromSandbox, { t: 'call' }>): Promise<void> {
    const { current } = this;
    if (!current) return;
    const { limits, host } = current.work;
    const kind = Object.hasOwn(CALL_KINDS, name) ? CALL_KINDS[name] : undefined;
    if (kind === undefined) return this.refuse(id, 'UNKNOWN_CALL', `svc has no method ${String(name).slice(0, 100)}.`);
    const { counts } = current;
    counts[kind] += 1;
    const over = counts.log > limits.logs || counts.effect > limits.effects || counts.request > limits.requests;
    if (over || counts.read > limits.calls)
      return this.end('effect_limit', 'LimitExceeded', 'The run exceeded its limit of svc calls.');
    try {
      const given: unknown = JSON.parse(args);
      const value = await host.call(name, Array.isArray(given) ? given : [], current.abort.signal);
      if (this.current !== current) return;
      const json = value === undefined ? '' : JSON.stringify(value);
      if (json.length > ANSWER_BYTES) this.refuse(id, 'ANSWER_TOO_LARGE', 'The response is too large for a function.');
      else if (id > 0) this.send({ t: 'answer', id, ok: true, value: json });
    } catch (error) {
      if (this.current !== current) return;
      if (error instanceof HostLimitError) this.end('effect_limit', 'LimitExceeded', error.message);
      else if (error instanceof HostError) this.refuse(id, error.code, error.message);
      else {
        current.work.onHostError?.(error);
        this.refuse(id, 'INTERNAL_ERROR', 'The call failed.');
      }
    }
  }

  private refuse(id: number, code: string, message: string): void {
    if (id > 0) this.send({ t: 'answer', id, ok: false, value: JSON.stringify({ code, message }) });
  }

  /** Ends a process that has grown beyond all that its engine could need; where there is no /proc, the engine's limits stand alone. */
  private watchMemory(): void {
    try {
      const pages = Number(readFileSync(`/proc/${this.child.pid}/statm`, 'utf8').split(' ')[1]);
      if (pages * 4096 <= RESIDENT_BYTES) return;
    } catch {
      return;
    }
    const { limits } = this.current?.work ?? {};
    this.end('memory_exceeded', 'MemoryExceeded', `The run exceeded ${limits?.memoryBytes} bytes of memory.`);
  }
}
