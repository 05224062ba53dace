import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readJson } from './files.mjs';
import { Stop, say } from './output.mjs';
import { describeProcess, stillRuns } from './processes.mjs';

const held = new Set();
process.once('exit', () => {
  for (const path of held) rmSync(path, { force: true });
});

/** Returns the holder of a lock, or undefined if it has died. */
export function lockHolder(path) {
  const record = readJson(path);
  return stillRuns(record) ? record : undefined;
}

/** Moves a dead holder's lock away. A process that detects that it moved a live one instead restores it. */
function clearStale(path, seen) {
  const aside = `${path}.stale.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    renameSync(path, aside);
    if (readFileSync(aside, 'utf8') !== seen) linkSync(aside, path);
  } catch {
    // Another process was faster. In both cases the next attempt checks again.
  }
  rmSync(aside, { force: true });
}

/** Takes a lock if it is free. The file appears with its content in one step. Returns whether it is ours now. */
export function tryLock(path) {
  mkdirSync(dirname(path), { recursive: true, mode: 0o711 });
  const mine = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(mine, JSON.stringify(describeProcess(process.pid)));
  try {
    for (let attempt = 0; attempt < 5; attempt++) {
      try {
        linkSync(mine, path);
        held.add(path);
        return true;
      } catch (error) {
        if (error.code !== 'EEXIST') throw error;
      }
      let seen;
      try {
        seen = readFileSync(path, 'utf8');
      } catch {
        continue;
      }
      if (lockHolder(path)) return false;
      clearStale(path, seen);
    }
    return false;
  } finally {
    rmSync(mine, { force: true });
  }
}

export function unlock(path) {
  if (held.delete(path)) rmSync(path, { force: true });
}

/** Takes a lock, waiting for its turn, until this process unlocks it or ends. The lock of a process that died is void. */
export async function takeLock(path, { what, timeoutMs = 15 * 60_000 }) {
  const end = Date.now() + timeoutMs;
  let told = false;
  while (!tryLock(path)) {
    if (!told) {
      const holder = lockHolder(path);
      if (holder) say(`  … waiting for process ${holder.pid}, which runs ${what}`);
      told = holder !== undefined;
    }
    if (Date.now() > end) throw new Stop(`Another process has been running ${what} for too long.`, [`Lock: ${path}`]);
    await sleep(200);
  }
}

/** Runs `work` while no other process does the same, waiting for its turn. */
export async function withLock(path, options, work) {
  await takeLock(path, options);
  try {
    return await work();
  } finally {
    unlock(path);
  }
}
