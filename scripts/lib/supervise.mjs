import { join } from 'node:path';
import { tail } from './files.mjs';
import { Stop, say } from './output.mjs';
import { dataDir, root } from './paths.mjs';
import { startService, stopProcess, until } from './processes.mjs';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
const STEADY_MS = 60_000;
const READY_MS = 90_000;

async function isReady(url) {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2000) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}

/** Returns how long to wait before the next start: doubled with each crash soon after a start. */
export const pauseAfter = (crashes) => Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, crashes - 1), LONGEST_PAUSE_MS);

/**
 * A program of the service that is restarted when it ends unexpectedly. `settings` is called at every start, so that a
 * changed address applies. `flags` are Node's own. A crash before it was ready for the first time makes `ready()` fail
 * instead.
 */
export function supervise({ name, script, flags = [], settings, logFile, readyUrl, graceMs, onStart }) {
  let record;
  let startedAt = 0;
  let crashes = 0;
  let timer;
  let wasReady = false;
  let stopping = false;
  let failure;

  function start() {
    startedAt = Date.now();
    const service = startService({
      command: process.execPath,
      args: ['--enable-source-maps', ...flags, script],
      cwd: root,
      // Compiled once and kept, so that the next start needs a third less of the processor.
      env: { NODE_COMPILE_CACHE: join(dataDir, 'compile-cache'), ...process.env, ...settings() },
      logFile,
    });
    record = service.record;
    onStart();
    void service.exited.then((how) => ended(service.record, how));
  }

  function ended(which, how) {
    if (stopping || which !== record) return;
    const reason = how.error?.message ?? (how.signal ? `signal ${how.signal}` : `code ${how.code}`);
    if (!wasReady) {
      failure = reason;
      return;
    }
    crashes = Date.now() - startedAt > STEADY_MS ? 1 : crashes + 1;
    const pause = pauseAfter(crashes);
    say(`  ! ${name} exited (${reason}). Restarting it in ${pause / 1000} s. Its log: ${logFile}`);
    timer = setTimeout(start, pause);
  }

  return {
    start,
    record: () => record,
    /** Waits until it answers; throws with the end of its log when it doesn't. */
    async ready() {
      const answered = await until(async () => failure !== undefined || (await isReady(readyUrl)), {
        timeoutMs: READY_MS,
      });
      if (!answered || failure !== undefined) {
        const what =
          failure === undefined ? `didn't become ready within ${READY_MS / 1000} s` : `exited at start (${failure})`;
        throw new Stop(`${name} ${what}. The end of ${logFile}:`, tail(logFile, 30).split('\n'));
      }
      wasReady = true;
    },
    /** Restarts it with new settings. */
    async restart() {
      clearTimeout(timer);
      const old = record;
      record = undefined;
      if (old) await stopProcess(old, graceMs);
      if (!stopping) start();
    },
    /** Lets it finish what it does; kills it when that takes longer than `graceMs`. */
    async stop() {
      stopping = true;
      clearTimeout(timer);
      if (record && !(await stopProcess(record, graceMs))) say(`  ! ${name} didn't exit in time and was killed.`);
    },
  };
}
