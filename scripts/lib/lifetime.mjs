import { explain, say } from './output.mjs';

const deferred = [];
let stopping = false;
let interruptedAt = 0;

async function runDeferred() {
  while (deferred.length > 0) {
    try {
      await deferred.pop()();
    } catch (error) {
      explain(error);
    }
  }
}

/** What the running command has to put away at its end, newest first, however it ends. */
export const lifetime = { defer: (work) => deferred.push(work) };

/**
 * A part of a lifetime. Its place in the order is that of this call, whatever it gets to hold later: parts that are
 * filled at the same time still end one after the other.
 */
export function part(of) {
  const held = [];
  let over = false;
  of.defer(async () => {
    over = true;
    while (held.length > 0) await held.pop()();
  });
  return { defer: (work) => (over ? void work() : held.push(work)) };
}

/** A lifetime for services that are meant to outlive the command. */
export const forever = { defer() {} };

async function leave(code) {
  stopping = true;
  await runDeferred();
  process.exit(code);
}

/** Puts everything away and ends the process, as a signal would. */
export async function interrupt(signal) {
  if (stopping) {
    // npm hands a terminal's Ctrl-C on a second time, so only a later one means impatience.
    if (signal === 'SIGINT' && interruptedAt > 0 && Date.now() - interruptedAt > 1500) {
      say('Exiting immediately. To stop remaining processes, run `npm stop`.');
      process.exit(130);
    }
    return;
  }
  interruptedAt = Date.now();
  await leave(signal === 'SIGINT' ? 130 : 143);
}

/**
 * A shell that npm starts between itself and a script may end without forwarding the signal. The command ends then too,
 * unless it is the detached supervisor, which outlives the command that started it.
 */
function endWithParent() {
  if (!process.env.npm_lifecycle_event || process.env.LAS_SUPERVISOR || process.platform === 'win32') return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && void interrupt('SIGTERM'), 500).unref();
}

/** Runs a command: `work` answers its exit code. Signals and errors put away what was deferred. */
export async function main(work) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void interrupt(signal));
  endWithParent();
  let code = 1;
  try {
    code = (await work()) ?? 0;
  } catch (error) {
    // What fails while everything is being stopped is a consequence of that.
    if (!stopping) explain(error);
  }
  if (stopping) return;
  await leave(code);
}
