import { spawn, spawnSync } from 'node:child_process';
import { closeSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openLog } from './files.mjs';

/** Reads when a process began, as the system words it; empty where that can't be told. */
function startOf(pid) {
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      // A zombie has ended; it only waits for a parent that never asks.
      return fields[0] === 'Z' ? undefined : fields[19];
    } catch {
      return undefined;
    }
  }
  if (process.platform === 'win32') return '';
  return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() || undefined;
}

/** A process as it can be written down: the start tells it from a later one with the same id. */
export const describeProcess = (pid) => ({ pid, started: startOf(pid) ?? '' });

/** Returns whether a process that was written down still runs. */
export function stillRuns(record) {
  if (!Number.isInteger(record?.pid) || record.pid <= 0) return false;
  try {
    process.kill(record.pid, 0);
  } catch (error) {
    if (error.code !== 'EPERM') return false;
  }
  return startOf(record.pid) === record.started;
}

/** Waits until `check` answers something, asking every `everyMs`; undefined when the time is over. */
export async function until(check, { timeoutMs, everyMs = 100 }) {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const answer = await check();
    if (answer) return answer;
    if (Date.now() >= end) return undefined;
    await sleep(everyMs);
  }
}

/** Signals a process to end and kills it after `graceMs`. Returns whether it ended without being killed. */
export async function stopProcess(record, graceMs) {
  if (!stillRuns(record)) return true;
  const signal = (name) => {
    try {
      process.kill(record.pid, name);
    } catch {
      // It ended in between.
    }
  };
  signal('SIGTERM');
  if (await until(() => !stillRuns(record), { timeoutMs: graceMs, everyMs: 25 })) return true;
  signal('SIGKILL');
  await until(() => !stillRuns(record), { timeoutMs: 5000, everyMs: 25 });
  return false;
}

/**
 * Starts a program that outlives its parent's terminal: a group of its own, so that Ctrl-C reaches only the
 * supervisor, which ends the others in order. Its output goes to a log.
 */
export function startService({ command, args, cwd, env, logFile, uid, gid }) {
  const log = openLog(logFile);
  // What the service writes is its owner's alone, whatever the shell's habit is.
  const habit = process.umask(0o077);
  const child = spawn(command, args, {
    cwd,
    env,
    uid,
    gid,
    detached: true,
    windowsHide: true,
    stdio: ['ignore', log, log],
  });
  process.umask(habit);
  closeSync(log);
  const exited = new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', (error) => resolve({ code: -1, signal: null, error }));
  });
  child.unref();
  return { record: describeProcess(child.pid ?? -1), exited };
}
