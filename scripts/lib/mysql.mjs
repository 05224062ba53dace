import { join } from 'node:path';
import { containerName, discardContainer, findDocker, startContainer, stopContainer } from './docker.mjs';
import { readJson, writeJson } from './files.mjs';
import { mysqlLines } from './install-lines.mjs';
import { withLock } from './lock.mjs';
import { createDatabase } from './mysql-database.mjs';
import { mysqlStateFile, mysqlUrl, pingMysql, runningMysql, startMysql, stopMysql } from './mysql-own.mjs';
import { aptSteps, canUseApt, findMysqlServer } from './mysql-server.mjs';
import { during, Stop, say } from './output.mjs';
import { makeDataDir } from './paths.mjs';
import { keepPort } from './ports.mjs';
import { until } from './processes.mjs';
import { databasePassword } from './secrets.mjs';
import { run } from './shell.mjs';

const IMAGE = 'mariadb:11.4';

async function startInDocker(docker, dir, password, lifetime) {
  const name = containerName('mysql', dir);
  const port = await keepPort(readJson(mysqlStateFile(dir))?.port);
  const url = mysqlUrl(port, password);
  await during(`Starting ${IMAGE} in Docker`, async () => {
    const problem = await startContainer(docker, name, {
      env: {
        MARIADB_DATABASE: 'las',
        MARIADB_USER: 'las',
        MARIADB_PASSWORD: password,
        MARIADB_ROOT_PASSWORD: password,
      },
      options: ['--publish', `127.0.0.1:${port}:3306`, '--volume', `${name}:/var/lib/mysql`],
      image: IMAGE,
      args: [
        '--skip-log-bin',
        '--skip-name-resolve',
        '--max-connections=300',
        '--character-set-server=utf8mb4',
        '--collation-server=utf8mb4_unicode_ci',
        '--innodb-flush-log-at-trx-commit=1',
      ],
    });
    if (problem) throw new Stop(`Docker couldn't run ${IMAGE}:`, [problem]);
    lifetime.defer(() => stopContainer(docker, name, 30));
    writeJson(mysqlStateFile(dir), { kind: 'docker', name, port });
    if (!(await until(async () => (await pingMysql(url)).ok, { timeoutMs: 120_000, everyMs: 500 }))) {
      throw new Stop(`${IMAGE} didn't become ready.`, [`Check: docker logs ${name}`]);
    }
    // The image's user only has access to one database. Tests create others next to it.
    await run(
      docker,
      ['exec', '--env', 'MYSQL_PWD', name, 'mariadb', '-uroot', '-e', "GRANT ALL PRIVILEGES ON `las%`.* TO 'las'@'%'"],
      {
        env: { ...process.env, MYSQL_PWD: password },
        timeoutMs: 30_000,
      },
    );
  });
  return { url, name: `${IMAGE} in Docker` };
}

async function installByApt() {
  say(
    '! No MySQL or MariaDB found. Installing the package mariadb-server with apt-get, because this runs as ' +
      'root on Debian or Ubuntu.',
  );
  const steps = aptSteps();
  await during('apt-get install mariadb-server', () => runApt(steps.usual));
  const server = await findMysqlServer();
  if (server) return server;
  // The package counts as installed, yet its program is gone.
  await during('apt-get install --reinstall mariadb-server-core', () => runApt(steps.again));
  return findMysqlServer();
}

async function runApt(steps) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  for (const args of steps) {
    const { code, output } = await run('apt-get', args, { env, timeoutMs: 900_000 });
    if (code === 0) continue;
    const said = output.trim().split('\n').slice(-10);
    throw new Stop(`apt-get ${args.join(' ')} failed:`, [...said, '', 'To install a database server:', ...mysqlLines]);
  }
}

async function bringUp(dir, password, lifetime) {
  const running = await runningMysql(dir, password);
  if (running) {
    lifetime.defer(() => stopMysql(dir));
    return running;
  }
  const dataInDocker = readJson(mysqlStateFile(dir))?.kind === 'docker';
  const server = dataInDocker ? undefined : await findMysqlServer();
  if (server && !server.unsupported) return startMysql(server, dir, password, lifetime);
  const docker = await findDocker();
  if (docker) return startInDocker(docker, dir, password, lifetime);
  if (dataInDocker)
    throw new Stop("The database of this data folder runs in Docker, but the Docker daemon doesn't respond.", [
      'Start Docker, or start over with: npm run reset',
    ]);
  const installed = canUseApt() ? await installByApt() : undefined;
  if (installed && !installed.unsupported) return startMysql(installed, dir, password, lifetime);
  const found = server
    ? `${server.name} is too old. MySQL 8.0 or MariaDB 10.6 is required.`
    : 'No MySQL or MariaDB was found.';
  throw new Stop(`${found} To install one:`, [
    ...mysqlLines,
    '',
    'or set DATABASE_URL=mysql://user:password@host:3306/database',
  ]);
}

/**
 * A database server for the service: the one DATABASE_URL names, one of ours that runs, a private one from a program on
 * this machine, Docker, or apt. Answers `{url, process?, own}`. One of ours ends with `lifetime`.
 */
export async function ensureMysql(dir, lifetime) {
  if (process.env.DATABASE_URL) {
    const url = process.env.DATABASE_URL;
    let answer = await pingMysql(url, 5000);
    if (answer.code === 'ER_BAD_DB_ERROR') {
      await createDatabase(url);
      answer = await pingMysql(url, 5000);
    }
    if (!answer.ok)
      throw new Stop(`The server in DATABASE_URL can't be used: ${answer.reason}`, [
        'Correct DATABASE_URL, or unset it to use a private server.',
      ]);
    return { url, own: false };
  }
  makeDataDir(dir);
  const password = await databasePassword(dir);
  const found = await withLock(join(dir, 'locks', 'mysql'), { what: 'starting MySQL' }, () =>
    bringUp(dir, password, lifetime),
  );
  if (!found)
    throw new Stop('The private database server exited right after its start.', [
      `Check: ${join(dir, 'logs', 'mysql.log')}`,
    ]);
  return { ...found, own: true };
}

/** Ends whatever private server this data folder has; `discard` also removes data that lives outside the folder. */
export async function putAwayMysql(dir, { discard = false } = {}) {
  await stopMysql(dir);
  const state = readJson(mysqlStateFile(dir));
  if (state?.kind !== 'docker') return;
  const docker = await findDocker();
  if (!docker) return;
  await stopContainer(docker, state.name, 30);
  if (discard) await discardContainer(docker, state.name);
}
