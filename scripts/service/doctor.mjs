import fs, { accessSync, constants, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isBuilt } from '../lib/build.mjs';
import { bundledNode, dependenciesInstalled, npmCommand } from '../lib/dependencies.mjs';
import { findDocker } from '../lib/docker.mjs';
import { readJson } from '../lib/files.mjs';
import { mysqlLines, nodeLines, temporalLines } from '../lib/install-lines.mjs';
import { main } from '../lib/lifetime.mjs';
import { lockHolder } from '../lib/lock.mjs';
import { mysqlStateFile, pingMysql } from '../lib/mysql-own.mjs';
import { canUseApt, findMysqlServer } from '../lib/mysql-server.mjs';
import { dataDir, root } from '../lib/paths.mjs';
import { answers, isFree } from '../lib/ports.mjs';
import { stillRuns } from '../lib/processes.mjs';
import { serviceLock } from '../lib/service-state.mjs';
import { run } from '../lib/shell.mjs';
import { temporalStateFile } from '../lib/temporal-own.mjs';
import { archiveQuery, findGo, findTemporal } from '../lib/temporal-program.mjs';

// What a check found: `found` is there, `later` is brought by npm start, `missing` needs the user.
const found = (text) => ({ state: 'found', text });
const later = (text) => ({ state: 'later', text });
const missing = (text, mend) => ({ state: 'missing', text, mend });

function node() {
  const major = Number(process.versions.node.split('.')[0]);
  return major >= 18 ? found(process.version) : missing(`${process.version}, but 18 or newer is required`, nodeLines);
}

async function npm() {
  const command = npmCommand();
  if (!command) return missing('not found', nodeLines);
  const { stdout } = await run(command[0], [...command.slice(1), '--version'], { timeoutMs: 20_000 });
  return found(stdout.trim());
}

const dependencies = () =>
  dependenciesInstalled() ? found('matches the lockfile') : later('npm start installs them (npm ci)');

async function node24() {
  if (process.versions.node.startsWith('24.')) return found(process.version);
  if (!dependenciesInstalled()) return later('comes with the dependencies');
  if (!existsSync(bundledNode)) return missing("its install script didn't run", ['npm rebuild node']);
  const { stdout } = await run(bundledNode, ['--version'], { timeoutMs: 10_000 });
  return stdout.startsWith('v24.')
    ? found(`${stdout.trim()} in node_modules`)
    : missing('node_modules has a different Node.js', ['npm rebuild node']);
}

async function mysql() {
  if (process.env.DATABASE_URL) {
    if (!dependenciesInstalled()) return later('DATABASE_URL is set; checked when the dependencies are installed');
    const answer = await pingMysql(process.env.DATABASE_URL, 5000);
    return answer.ok || answer.code === 'ER_BAD_DB_ERROR'
      ? found('the server in DATABASE_URL')
      : missing(`DATABASE_URL: ${answer.reason}`, ['Correct DATABASE_URL, or unset it']);
  }
  const state = readJson(mysqlStateFile(dataDir));
  if (stillRuns(state?.process)) return found(`${state.name}, running on port ${state.port}`);
  const server = await findMysqlServer();
  if (server && !server.unsupported) return found(`${server.name} (${server.program})`);
  if (await findDocker()) return found('Docker runs it');
  if (canUseApt()) return later('npm start installs mariadb-server with apt-get');
  return missing(server ? `${server.name} is too old` : 'no MySQL, MariaDB or Docker', mysqlLines);
}

async function temporal() {
  const address = process.env.TEMPORAL_ADDRESS;
  if (address) {
    const [, host, port] = /^(?:[a-z]+:\/\/)?(.+):(\d+)$/.exec(address) ?? [];
    return host && (await answers(host, Number(port), 5000))
      ? found(`the server in TEMPORAL_ADDRESS (${address})`)
      : missing(`no response from ${address}`, ['Correct TEMPORAL_ADDRESS, or unset it']);
  }
  const state = readJson(temporalStateFile(dataDir));
  if (stillRuns(state?.process)) return found(`running on port ${state.port}`);
  const program = findTemporal();
  if (program) return found(program);
  const query = archiveQuery();
  const reachable =
    query &&
    (await fetch(query, { signal: AbortSignal.timeout(5000) }).then(
      ({ ok }) => ok,
      () => false,
    ));
  if (reachable) return later('npm start downloads it');
  if (await findDocker()) return found('Docker runs it');
  if (findGo()) return later('npm start builds it with Go (some minutes, once)');
  return missing('no Temporal CLI, download, Docker or Go', temporalLines);
}

async function port() {
  const wanted = Number(process.env.PORT || 3000);
  if (lockHolder(serviceLock)) return found('the service is running');
  return (await isFree(wanted, process.env.HOST || '127.0.0.1'))
    ? found(`${wanted} is free`)
    : missing(`${wanted} is in use by another program`, [`PORT=${wanted + 1} npm start`]);
}

function data() {
  if (!existsSync(dataDir)) return later(`npm start creates ${dataDir}`);
  try {
    accessSync(dataDir, constants.W_OK);
  } catch {
    return missing(`${dataDir} isn't writable`, [`sudo chown -R "$(id -un)" "${dataDir}"`]);
  }
  const key = join(dataDir, 'secret.key');
  if (process.platform !== 'win32' && existsSync(key) && (statSync(key).mode & 0o077) !== 0)
    return missing('other users can read secret.key', [`chmod 600 "${key}"`]);
  return found(dataDir);
}

/** Below this share of free space the service calls a disk low. */
const LOW_PERCENT = Number(process.env.DISK_ALARM_PERCENT || 10);

function disk() {
  if (!fs.statfsSync) return later('unknown with this Node.js; npm start continues with Node.js 24');
  const { blocks, bfree, bavail } = fs.statfsSync(existsSync(dataDir) ? dataDir : root);
  const percent = Math.floor((bavail * 100) / Math.max(1, blocks - bfree + bavail));
  return percent < LOW_PERCENT
    ? missing(`only ${percent} % of the disk is free`, [
        'Free up space; du -xh --max-depth=2 / | sort -h shows the largest folders',
      ])
    : found(`${percent} % free`);
}

const built = () => (isBuilt() ? found('up to date') : later('npm start compiles it'));

const CHECKS = {
  'Node 18 or newer': node,
  npm,
  Dependencies: dependencies,
  'Node 24': node24,
  'MySQL or MariaDB': mysql,
  Temporal: temporal,
  'Port of the API': port,
  'Data folder': data,
  'Disk space': disk,
  Build: built,
};
const MARKS = { found: '✓ found  ', later: '• later  ', missing: '✗ missing' };

await main(async () => {
  let failed = false;
  process.stdout.write(`${root}\n\n`);
  for (const [name, check] of Object.entries(CHECKS)) {
    const { state, text, mend = [] } = await check();
    failed ||= state === 'missing';
    process.stdout.write(`${MARKS[state]}  ${name.padEnd(17)} ${text}\n`);
    for (const line of mend) process.stdout.write(`             ${line}\n`);
  }
  process.stdout.write(
    failed
      ? '\nSomething is missing. The lines below each check show how to fix it.\n'
      : '\nnpm start has everything it needs.\n',
  );
  return failed ? 1 : 0;
});
