import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findProgram, isRoot, run } from './shell.mjs';

const FOLDERS = [
  '/usr/sbin',
  '/usr/libexec',
  '/usr/local/sbin',
  '/usr/local/bin',
  '/usr/local/mysql/bin',
  '/opt/homebrew/opt/mariadb/bin',
  '/opt/homebrew/opt/mysql/bin',
  '/usr/local/opt/mariadb/bin',
  '/usr/local/opt/mysql/bin',
];

/** Reads the flavour and version from what `--version` prints. */
export function parseServerVersion(text) {
  const numbers = /(?:Ver|Distrib|from)\s+(\d+)\.(\d+)(?:\.(\d+))?/.exec(text);
  if (!numbers) return undefined;
  return {
    mariadb: /mariadb/i.test(text),
    major: Number(numbers[1]),
    minor: Number(numbers[2]),
    text: `${numbers[1]}.${numbers[2]}.${numbers[3] ?? 0}`,
  };
}

/** MySQL 8.0 or MariaDB 10.6 at least. */
export const isSupported = ({ mariadb, major, minor }) =>
  mariadb ? major > 10 || (major === 10 && minor >= 6) : major >= 8;

/** The database server on this machine, with what initialises its data; `unsupported` names one that is too old. */
export async function findMysqlServer() {
  const program = findProgram(['mariadbd', 'mysqld'], FOLDERS);
  if (!program) return undefined;
  const version = parseServerVersion((await run(program, ['--version'], { timeoutMs: 10_000 })).output);
  if (!version) return undefined;
  const name = `${version.mariadb ? 'MariaDB' : 'MySQL'} ${version.text}`;
  if (!isSupported(version)) return { program, name, unsupported: true };
  const beside = [dirname(program), join(dirname(program), '..', 'bin'), join(dirname(program), '..', 'scripts')];
  const installer = version.mariadb ? findProgram(['mariadb-install-db', 'mysql_install_db'], beside) : undefined;
  if (version.mariadb && !installer) return undefined;
  return { program, name, mariadb: version.mariadb, installer };
}

/** Returns whether apt-get may bring a server here: as root on Debian, Ubuntu and what is made from them. */
export function canUseApt() {
  if (!isRoot() || !findProgram(['apt-get'])) return false;
  try {
    return /^(ID|ID_LIKE)=.*\b(debian|ubuntu)\b/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

/** Returns what apt-get is asked for: the usual way, and again where the package is there but its program isn't. */
export function aptSteps() {
  const install = ['install', '-y', '--no-install-recommends'];
  return {
    usual: [['update'], [...install, 'mariadb-server']],
    again: [[...install, '--reinstall', 'mariadb-server-core']],
  };
}
