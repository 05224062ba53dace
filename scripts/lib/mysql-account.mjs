import { spawnSync } from 'node:child_process';
import { chownSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { isRoot } from './shell.mjs';

function lookUp(name) {
  try {
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((entry) => entry.startsWith(`${name}:`));
    const [, , uid, gid] = line?.split(':') ?? [];
    return uid === undefined ? undefined : { name, uid: Number(uid), gid: Number(gid) };
  } catch {
    return undefined;
  }
}

const canEnter = (account, dir) =>
  spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', dir], { uid: account.uid, gid: account.gid, cwd: '/', stdio: 'ignore' })
    .status === 0;

/**
 * The account the private database server runs as. Root hands it to an unprivileged one, if that can enter every folder
 * above the data; else it stays root, and `note` says why.
 */
export function serverAccount(dir) {
  if (!isRoot()) return { name: userInfo().username };
  const accounts = ['mysql', 'nobody'].map(lookUp).filter((account) => account !== undefined);
  const account = accounts.find((candidate) => canEnter(candidate, dir));
  if (account) return account;
  return {
    name: 'root',
    note: `the database server runs as root, because ${accounts[0]?.name ?? 'no unprivileged user'} can't access ${dir}`,
  };
}

/** Gives a file or folder to the account. */
export function giveTo(account, path) {
  if (account.uid !== undefined) chownSync(path, account.uid, account.gid);
}
