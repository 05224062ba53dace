import inspector from 'node:inspector';
import { Worker } from 'node:worker_threads';
import type { Logger } from './logger.js';

const BEAT_MS = 250;
/** The time in which the stalled thread must report its position. */
const ASK_MS = 1_000;
const FRAMES = 12;

/**
 * The program of the thread that watches. It counts its own ticks instead of looking at a clock: where the machine or the
 * whole process was suspended, this thread was as well. Only a signal ends a process from here.
 */
const PROGRAM = `
const { workerData } = require('node:worker_threads');
const { writeSync } = require('node:fs');
const { Session } = require('node:inspector');
const { beats, tickMs, stallMs, askMs, frames, line } = workerData;
let last = -1;
let still = 0;
let ending = false;
function end(stack) {
  const fields = { ...line, time: new Date().toISOString(), stalled_ms: still * tickMs, stack };
  try {
    writeSync(1, JSON.stringify({ ...fields, msg: 'The event loop stalled: the process ends itself to be restarted' }) + '\\n');
  } catch {}
  process.kill(process.pid, 'SIGKILL');
}
/** Requests the stack of the main thread. A thread that waits in native code doesn't respond. */
function ask() {
  ending = true;
  setTimeout(end, askMs, []);
  try {
    const session = new Session();
    session.connectToMainThread();
    session.on('Debugger.paused', ({ params }) => {
      const places = params.callFrames.slice(0, frames);
      end(places.map((at) => (at.functionName || 'anonymous') + ' ' + at.url + ':' + (at.location.lineNumber + 1)));
    });
    session.post('Debugger.enable');
    session.post('Debugger.pause');
  } catch {}
}
setInterval(() => {
  const beat = Atomics.load(beats, 0);
  if (beat !== last || Atomics.load(beats, 1) === 1) {
    last = beat;
    still = 0;
  } else still += 1;
  if (!ending && still * tickMs >= stallMs) ask();
}, tickMs);
`;

export interface WatchdogOptions {
  logger: Logger;
  /** The program that is watched, as its log names it. */
  name: string;
  /** The time after which a blocked event loop counts as stalled, in milliseconds; 0 disables the watchdog. */
  stallMs: number;
}

/**
 * Ends the process with SIGKILL once its event loop has not turned for `stallMs`, after a fatal log line that names the
 * functions it was in, so that its supervisor starts it again. Never while a debugger can be attached. Ends with what it
 * returns.
 */
export function startWatchdog({ logger, name, stallMs }: WatchdogOptions): () => void {
  if (stallMs === 0) return () => undefined;
  const beats = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  const beat = () => {
    Atomics.store(beats, 1, inspector.url() === undefined ? 0 : 1);
    Atomics.add(beats, 0, 1);
  };
  beat();
  const timer = setInterval(beat, BEAT_MS).unref();
  const line = { level: 'fatal', name };
  const workerData = { beats, tickMs: BEAT_MS, stallMs, askMs: ASK_MS, frames: FRAMES, line };
  // Flags of the process, such as source maps, cost this thread memory and give it nothing.
  const thread = new Worker(PROGRAM, { eval: true, workerData, execArgv: [], env: {} });
  thread.on('error', (error) => logger.error({ err: error }, 'The watchdog of the event loop failed'));
  thread.unref();
  return () => {
    clearInterval(timer);
    void thread.terminate();
  };
}
