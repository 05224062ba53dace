import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { tryLock, unlock } from '../../scripts/lib/lock.mjs';

export const ROOT = path.resolve(import.meta.dirname, '../..');
const LOCK = path.join(ROOT, '.data/test/locks/installs');
const LOOK_MS = 200;

/**
 * Runs `install` while no other test file of this checkout installs anything: apt-get and pip refuse to share, and what
 * one file has half unpacked another would take for whole.
 */
export function inTurn<T>(install: () => T): T {
  const clock = new Int32Array(new SharedArrayBuffer(4));
  while (!tryLock(LOCK)) Atomics.wait(clock, 0, 0, LOOK_MS);
  try {
    return install();
  } finally {
    unlock(LOCK);
  }
}

const runToEnd = (command: string, args: string[], cwd = ROOT) =>
  spawnSync(command, args, { cwd, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, encoding: 'utf8' });

/** Runs a program to its end. Throws what it said where it failed. */
export function must(command: string, args: string[], cwd = ROOT): void {
  const { status, stdout, stderr } = runToEnd(command, args, cwd);
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${stderr} ${stdout}`);
}

/** Installs a package of Debian or Ubuntu. The caller has seen that it may, and holds its turn. */
export function aptInstall(name: string): void {
  must('apt-get', ['update', '-qq']);
  must('apt-get', installing(name));
}

/** Installs a package that not every system knows. Returns whether it is there now. */
export function tryAptInstall(name: string): boolean {
  return runToEnd('apt-get', ['update', '-qq']).status === 0 && runToEnd('apt-get', installing(name)).status === 0;
}

const installing = (name: string) => ['install', '-y', '-qq', '--no-install-recommends', name];
