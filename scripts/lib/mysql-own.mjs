import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readJson, remove, tail, writeJson } from './files.mjs';
import { giveTo, serverAccount } from './mysql-account.mjs';
import { during, Stop, say } from './output.mjs';
import { keepPort } from './ports.mjs';
import { startService, stillRuns, stopProcess, until } from './processes.mjs';
import { run } from './shell.mjs';

const STOP_MS = 30_000;

export const mysqlStateFile = (dir) => join(dir, 'mysql.json');

/** The address of the application's database on a private server. */
export const mysqlUrl = (port, password) => `mysql://las:${password}@127.0.0.1:${port}/las`;

/** A socket's path ends at 107 bytes, so it lies in the system's temporary folder under a hash of the data folder. */
export const socketPath = (dir) =>
  join(tmpdir(), `las-${createHash('sha256').update(dir).digest('hex').slice(0, 16)}.sock`);

/** Returns whether the server at `url` lets us in. */
export async function pingMysql(url, timeoutMs = 2000) {
  const { createConnection } = await import('mysql2/promise');
  let connection;
  try {
    connection = await createConnection({ uri: url, connectTimeout: timeoutMs });
    await connection.query('SELECT 1');
    return { ok: true };
  } catch (error) {
    return { ok: false, code: error.code, reason: error.message || error.code };
  } finally {
    connection?.destroy();
  }
}

/**
 * What the server runs at each start before it accepts connections: the application's account, which reaches databases
 * whose name begins with `las` and nothing else. Root can't sign in over TCP.
 */
export function initStatements(password, mariadb) {
  return [
    'CREATE DATABASE IF NOT EXISTS `las` CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;',
    `CREATE USER IF NOT EXISTS 'las'@'127.0.0.1' IDENTIFIED BY '${password}';`,
    `ALTER USER 'las'@'127.0.0.1' IDENTIFIED BY '${password}';`,
    "GRANT ALL PRIVILEGES ON `las%`.* TO 'las'@'127.0.0.1';",
    "GRANT PROCESS ON *.* TO 'las'@'127.0.0.1';",
    ...(mariadb && process.platform !== 'win32' ? [] : [`ALTER USER 'root'@'localhost' IDENTIFIED BY '${password}';`]),
  ].join('\n');
}

/**
 * Creates the folder for a server's temporary files. Each server has its own, because MariaDB deletes every temporary
 * table in the folder when it starts, even those of another running server. It is next to the data folder, which may be
 * on a separate disk. When that is full, reads still have space to sort.
 */
function makeTemporaryFolder(dir, account) {
  const folder = join(dir, 'mysql-tmp');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  giveTo(account, folder);
  return folder;
}

function serverArguments({ data, temporary, port, dir, init, account, mariadb }) {
  return [
    '--no-defaults',
    `--datadir=${data}`,
    `--tmpdir=${temporary}`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    ...(process.platform === 'win32' ? [] : [`--socket=${socketPath(dir)}`]),
    `--pid-file=${join(data, 'server.pid')}`,
    `--init-file=${init}`,
    '--skip-log-bin',
    '--skip-name-resolve',
    '--max-connections=300',
    '--character-set-server=utf8mb4',
    '--collation-server=utf8mb4_unicode_ci',
    '--innodb-flush-log-at-trx-commit=1',
    '--innodb-buffer-pool-size=256M',
    // A distribution's default folder for file imports may be missing or another user's; nothing here imports files.
    ...(mariadb ? [] : ['--mysqlx=OFF', '--secure-file-priv=NULL']),
    ...(account.name === 'root' ? ['--user=root'] : []),
  ];
}

function appArmorLines(server) {
  if (server.mariadb || !existsSync('/etc/apparmor.d/usr.sbin.mysqld')) return [];
  return [
    '',
    "AppArmor's profile restricts mysqld to /var/lib/mysql. To disable it, run:",
    'sudo ln -s /etc/apparmor.d/usr.sbin.mysqld /etc/apparmor.d/disable/ && sudo apparmor_parser -R /etc/apparmor.d/usr.sbin.mysqld',
    'or install MariaDB instead: sudo apt-get install -y mariadb-server',
  ];
}

/** Makes the server's first files. They appear under their name only when they are complete. */
async function initialise(server, dir, account, temporary) {
  const data = join(dir, 'mysql', 'data');
  if (existsSync(data)) return;
  await during(`Preparing a private ${server.name}`, async () => {
    const fresh = `${data}.new`;
    remove(fresh);
    mkdirSync(fresh, { mode: 0o700 });
    giveTo(account, fresh);
    const user = account.name === 'root' ? ['--user=root'] : [];
    const [program, args] = server.mariadb
      ? [
          server.installer,
          process.platform === 'win32'
            ? [`--datadir=${fresh}`]
            : [
                '--no-defaults',
                `--datadir=${fresh}`,
                `--tmpdir=${temporary}`,
                '--auth-root-authentication-method=socket',
                `--auth-root-socket-user=${account.name}`,
                '--skip-test-db',
                ...user,
              ],
        ]
      : [
          server.program,
          [
            '--no-defaults',
            '--initialize-insecure',
            '--secure-file-priv=NULL',
            `--datadir=${fresh}`,
            `--tmpdir=${temporary}`,
            ...user,
          ],
        ];
    const result = await run(program, args, { uid: account.uid, gid: account.gid, cwd: fresh, timeoutMs: 180_000 });
    if (result.code !== 0) {
      throw new Stop(`${server.name} couldn't create its data folder:`, [
        ...result.output.trim().split('\n').slice(-15),
        ...appArmorLines(server),
      ]);
    }
    renameSync(fresh, data);
  });
}

/** The private server that runs on this data folder and lets us in, if any. */
export async function runningMysql(dir, password) {
  const state = readJson(mysqlStateFile(dir));
  if (state?.kind !== 'process' || !stillRuns(state.process)) return undefined;
  const url = mysqlUrl(state.port, password);
  const answered = await until(async () => !stillRuns(state.process) || (await pingMysql(url)).ok, {
    timeoutMs: 30_000,
  });
  return answered && stillRuns(state.process) ? { url, process: state.process, name: state.name } : undefined;
}

/** Ends the private server; it writes everything down first. */
export async function stopMysql(dir) {
  const state = readJson(mysqlStateFile(dir));
  if (state?.kind === 'process') await stopProcess(state.process, STOP_MS);
}

/** Starts the private server on this data folder and waits until it lets the application in. */
export async function startMysql(server, dir, password, lifetime) {
  const home = join(dir, 'mysql');
  const logFile = join(dir, 'logs', 'mysql.log');
  mkdirSync(home, { recursive: true, mode: 0o711 });
  const account = serverAccount(home);
  if (account.note) say(`  ! ${account.note}`);
  const temporary = makeTemporaryFolder(dir, account);
  await initialise(server, dir, account, temporary);
  // One that hangs without answering keeps the files locked.
  await stopMysql(dir);
  const port = await keepPort(readJson(mysqlStateFile(dir))?.port);
  const init = join(home, 'init.sql');
  remove(init);
  writeFileSync(init, initStatements(password, server.mariadb), { mode: 0o600 });
  giveTo(account, init);
  await during(`Starting ${server.name}`, async () => {
    const data = join(home, 'data');
    const args = serverArguments({ data, temporary, port, dir, init, account, mariadb: server.mariadb });
    const { record, exited } = startService({
      command: server.program,
      args,
      cwd: data,
      logFile,
      uid: account.uid,
      gid: account.gid,
    });
    lifetime.defer(() => stopProcess(record, STOP_MS));
    writeJson(mysqlStateFile(dir), { kind: 'process', name: server.name, port, process: record });
    let ended;
    void exited.then((how) => {
      ended = how;
    });
    let last;
    const ready = await until(
      async () => {
        last = await pingMysql(mysqlUrl(port, password));
        return ended !== undefined || last.ok;
      },
      { timeoutMs: 120_000 },
    );
    if (!ready || ended) {
      throw new Stop(`${server.name} didn't start${last?.reason ? ` (${last.reason})` : ''}. The end of ${logFile}:`, [
        ...tail(logFile, 15).split('\n'),
        ...appArmorLines(server),
      ]);
    }
  });
  remove(init);
  return runningMysql(dir, password);
}
