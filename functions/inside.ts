/**
 * The program of a sandbox process. It runs one function after the other, each in a fresh QuickJS in WebAssembly. Its
 * only input is its one socket. Its environment is empty, and it drops root before it reads any code. It runs without
 * an event loop because it has no other work.
 *
 * Only Node resolves its imports. It imports project files with their real extension, so that it starts fast and runs
 * unchanged from sources and from dist.
 */
import { readFileSync, readSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { EvalFlags, type JSValueHandle, QuickJS } from 'quickjs-wasi';
import { type End, endWithoutResult, FILE, failed, guestError, type Stop, stopped, thrown } from './ends.ts';
import { lockDown } from './lockdown.ts';
import type { CallKind, FromSandbox, SandboxLimits, ToSandbox } from './protocol.js';

/** The part of WebAssembly that this program needs, which the types of Node omit. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<CompiledEngine> };
interface CompiledEngine {
  readonly compiled?: never;
}

/** The worker's messages arrive through one pipe, and the sandbox's leave through another. */
const IN = 0;
const OUT = 3;
const HOST = 'host';
const NOBODY = 65_534;
const PAGE = 65_536;
/** Memory of the engine in addition to the guest's heap: its data, its stack and fragmentation. */
const MARGIN_BYTES = 16 * 1024 * 1024;
const STACK_BYTES = 256 * 1024;
const MAX_ARGS = 512 * 1024;
/** Later readings of the clock are not kept. */
const MAX_READINGS = 1_000;

type Run = Extract<ToSandbox, { t: 'run' }>;
type Init = Extract<ToSandbox, { t: 'init' }>;

/** A VM with the guest's part of `svc`, ready for a function. */
interface Vm {
  engine: QuickJS;
  guest: JSValueHandle;
}

/** The state of the current run, which the engine's callbacks read. */
interface State {
  clockOffset: number;
  clock: { start: number; given: readonly number[]; readings: number[] };
  deadline: number;
  stop: Stop | null;
  pending: number;
  counts: Record<CallKind, number> & { all: number };
  limits: SandboxLimits | null;
  ended: { ok: boolean; json: string | undefined } | null;
}

const state: State = {
  clockOffset: 0,
  clock: { start: 0, given: [], readings: [] },
  deadline: Number.POSITIVE_INFINITY,
  stop: null,
  pending: 0,
  counts: { read: 0, log: 0, effect: 0, request: 0, all: 0 },
  limits: null,
  ended: null,
};

/** Gives the memory section of the engine a maximum: what WebAssembly itself refuses to exceed, whatever the code does. */
function withMemoryMaximum(bytes: Uint8Array, maximumPages: number): Uint8Array {
  let at = 8;
  const leb = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at] as number;
      at += 1;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  };
  const encoded = (value: number): number[] =>
    value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...encoded(Math.floor(value / 0x80))];
  while (at < bytes.length) {
    const start = at;
    const section = bytes[at];
    at += 1;
    const size = leb();
    const body = at;
    if (section === 5) {
      at += 2;
      const minimum = leb();
      const memory = [1, 1, ...encoded(minimum), ...encoded(maximumPages)];
      return Buffer.concat([
        bytes.subarray(0, start),
        Buffer.from([5, ...encoded(memory.length), ...memory]),
        bytes.subarray(body + size),
      ]);
    }
    at = body + size;
  }
  throw new Error('The engine has no memory of its own.');
}

let unread = '';
const chunk = Buffer.alloc(PAGE);
const decoder = new TextDecoder();

/** The worker's next message; ends the process when the worker is gone. */
function receive(): ToSandbox {
  for (;;) {
    const line = unread.indexOf('\n');
    if (line >= 0) {
      const message = unread.slice(0, line);
      unread = unread.slice(line + 1);
      return JSON.parse(message);
    }
    const parts = [unread];
    for (;;) {
      const size = readSync(IN, chunk);
      if (size === 0) process.exit(0);
      const part = decoder.decode(chunk.subarray(0, size), { stream: true });
      parts.push(part);
      if (part.includes('\n')) break;
    }
    unread = parts.join('');
  }
}

function send(message: FromSandbox): void {
  const bytes = Buffer.from(`${JSON.stringify(message)}\n`);
  for (let sent = 0; sent < bytes.length; ) sent += writeSync(OUT, bytes, sent);
}

/** Runs the guest's one host function. It never throws, because an exception of the host would reveal its stack. */
function answerGuest(
  kinds: Record<string, CallKind>,
  kind: string,
  id: number,
  name: string,
  json: string | undefined,
) {
  if (state.limits === null || state.ended || state.stop) return;
  if (kind !== 'call') {
    state.ended = { ok: kind === 'done', json };
    return;
  }
  const { limits, counts } = state;
  const counted = Object.hasOwn(kinds, name) ? (kinds[name] as CallKind) : 'read';
  counts.all += 1;
  counts[counted] += 1;
  if (counts.log > limits.logs) state.stop = 'logs';
  else if (counts.effect > limits.effects) state.stop = 'effects';
  else if (counts.request > limits.requests) state.stop = 'requests';
  else if (counts.all > limits.calls + limits.logs) state.stop = 'calls';
  if (state.stop) return;
  if (id > 0) state.pending += 1;
  send({ t: 'call', id, name, args: json ?? '[]' });
}

/** A text of the guest's, or undefined; what is too long to be anything but an attack is cut before it is copied. */
const textOf = (value: JSValueHandle | undefined, limit: number): string | undefined => {
  if (!value?.isString) return undefined;
  return value.length > limit ? '' : value.toString();
};

/** The function's clock. A replay returns the readings of the recorded run and continues from there. */
function readClock(): number {
  const { start, given, readings } = state.clock;
  const at = Math.round(Date.now() + state.clockOffset);
  if (state.limits === null || readings.length >= MAX_READINGS) return at;
  const recorded = given[readings.length];
  if (recorded !== undefined) state.clockOffset += start + recorded - at;
  const reading = recorded === undefined ? at : start + recorded;
  readings.push(reading - start);
  return reading;
}

type Engine = NonNullable<Parameters<typeof QuickJS.create>[0]>;
type Snapshot = ReturnType<QuickJS['snapshot']>;

/**
 * Returns the options of an engine: bounded memory, stack and time, with the run's clock and nothing else from outside.
 */
const engineOptions = (module: CompiledEngine, memoryLimit: number) => ({
  wasm: module as Engine as never,
  memoryLimit,
  maxStackSize: STACK_BYTES,
  timezoneOffset: 0,
  interruptHandler: () => {
    if (state.stop) return true;
    if (performance.now() < state.deadline) return false;
    state.stop = 'timeout';
    return true;
  },
  wasi: (memory: { readonly buffer: ArrayBuffer }) => ({
    clock_time_get: (_clock: number, _precision: bigint, at: number) => {
      const now = BigInt(readClock()) * 1_000_000n;
      new DataView(memory.buffer).setBigUint64(at, now, true);
      return 0;
    },
    fd_write: () => 8,
  }),
});

/** The engine with the guest's part of `svc` in place, as a copy of its memory: the state that every run begins with. */
async function takeSnapshot(module: CompiledEngine, init: Init): Promise<Snapshot> {
  const engine = await QuickJS.create(engineOptions(module, init.memoryBytes));
  const host = engine.newFunction(HOST, () => engine.undefined);
  const make = engine.evalCode(init.prelude, 'svc.js', EvalFlags.STRICT);
  const methods = Object.keys(init.kinds).map((name) => name.split('.'));
  const list = engine.newString(JSON.stringify(methods.filter((path) => path.length === 2)));
  engine.callFunction(make, engine.undefined, host, list).dispose();
  for (const handle of [make, list, host]) handle.dispose();
  const snapshot = engine.snapshot();
  engine.dispose();
  return snapshot;
}

async function createVm(module: CompiledEngine, init: Init, snapshot: Snapshot): Promise<Vm> {
  const engine = await QuickJS.restore(snapshot, engineOptions(module, init.memoryBytes));
  engine.registerHostCallback(HOST, (kind, id, name, json) => {
    try {
      const what = textOf(kind, 10) ?? '';
      const limit = what === 'call' ? MAX_ARGS : Number.MAX_SAFE_INTEGER;
      answerGuest(init.kinds, what, id?.isNumber ? id.toNumber() : 0, textOf(name, 100) ?? '', textOf(json, limit));
    } catch {
      state.stop ??= 'calls';
    }
    return engine.undefined;
  });
  const guest = engine.global.getProp('__guest');
  return { engine, guest };
}

const call = ({ engine, guest }: Vm, method: string, ...args: JSValueHandle[]): void => {
  const work = guest.getProp(method);
  engine.callFunction(work, guest, ...args).dispose();
  work.dispose();
  for (const arg of args) if (arg !== engine.true && arg !== engine.false) arg.dispose();
};

/** Runs until the function has ended, and waits for the worker's answers when it has no other work. */
function work(vm: Vm, limits: SandboxLimits): End {
  for (;;) {
    vm.engine.executePendingJobs();
    if (state.stop) return stopped(state.stop, limits);
    if (state.ended) break;
    if (state.pending === 0) {
      return endWithoutResult('error', guestError('NeverEnds', 'The code waits for a promise that never settles.', ''));
    }
    const message = receive();
    if (message.t === 'stop') return stopped('timeout', limits);
    if (message.t !== 'answer') continue;
    state.pending -= 1;
    const { engine } = vm;
    call(
      vm,
      'settle',
      engine.newNumber(message.id),
      message.ok ? engine.true : engine.false,
      engine.newString(message.value),
    );
  }
  const { ok, json } = state.ended;
  if (!ok) return failed(JSON.parse(json ?? '{}'), limits);
  if (json !== undefined && Buffer.byteLength(json) > limits.resultBytes) {
    return endWithoutResult(
      'rejected',
      guestError('ResultTooLarge', `The result exceeds ${limits.resultBytes} bytes.`, ''),
    );
  }
  return { t: 'end', status: 'success', result: json ?? null, error: null, reuse: true };
}

function execute(vm: Vm, { code, ctx, now, seed, clock, limits }: Run): End {
  state.clockOffset = now - Date.now();
  state.clock = { start: now, given: clock, readings: [] };
  state.deadline = performance.now() + limits.timeMs;
  state.stop = null;
  state.pending = 0;
  state.counts = { read: 0, log: 0, effect: 0, request: 0, all: 0 };
  state.ended = null;
  state.limits = limits;
  let end: End;
  try {
    call(vm, 'prepare', vm.engine.newNumber(seed));
    const loaded = vm.engine.evalCode(code, FILE, EvalFlags.TYPE_MODULE);
    call(vm, 'start', loaded, vm.engine.newString(ctx));
    end = work(vm, limits);
  } catch (error) {
    end = state.stop ? stopped(state.stop, limits) : thrown(error, limits);
  }
  state.limits = null;
  state.deadline = Number.POSITIVE_INFINITY;
  state.stop = null;
  return { ...end, clock: state.clock.readings };
}

/** Leaves root behind, where the process was started by it: from here on it can open nothing of anybody's. */
function dropRights(): void {
  if (process.getuid?.() !== 0) return;
  process.setgroups?.([]);
  process.setgid?.(NOBODY);
  process.setuid?.(NOBODY);
}

async function main(): Promise<void> {
  const engineFile = createRequire(import.meta.url).resolve('quickjs-wasi/quickjs.wasm');
  const bytes = readFileSync(engineFile);
  dropRights();
  const init = receive();
  if (init.t !== 'init') throw new Error('The first message must be init.');
  const pages = Math.ceil((init.memoryBytes + MARGIN_BYTES) / PAGE);
  const module = await WebAssembly.compile(new Uint8Array(withMemoryMaximum(bytes, pages)));
  lockDown();
  const snapshot = await takeSnapshot(module, init);
  for (;;) {
    const vm = await createVm(module, init, snapshot);
    send({ t: 'ready' });
    let message = receive();
    // An answer or a stop that was on its way when the last function ended.
    while (message.t !== 'run') message = receive();
    send({ t: 'begun' });
    const end = execute(vm, message);
    send(end);
    if (!end.reuse) process.exit(0);
    vm.engine.dispose();
  }
}

await main();
