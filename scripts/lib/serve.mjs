import { join } from 'node:path';
import { build } from './build.mjs';
import { readJson, remove, writeJson } from './files.mjs';
import { lifetime } from './lifetime.mjs';
import { tryLock, unlock } from './lock.mjs';
import { ensureMysql } from './mysql.mjs';
import { during, explain, Stop, say } from './output.mjs';
import { dataDir, root } from './paths.mjs';
import { freePort, isFree, keepPort } from './ports.mjs';
import { stillRuns, stopProcess } from './processes.mjs';
import { masterSecret } from './secrets.mjs';
import { processesFile, serviceFile, serviceLock } from './service-state.mjs';
import { ensureServices, together } from './services.mjs';
import { run } from './shell.mjs';
import { supervise } from './supervise.mjs';
import { ensureTemporal } from './temporal.mjs';
import { pingTemporal } from './temporal-own.mjs';

/**
 * How much room new objects get, in each of a worker's threads, and how much is added to what V8 kept before it collects
 * again: garbage alone would take some hundred megabytes, after a burst of enrolments more.
 */
const FLAGS = { worker: ['--max-semi-space-size=4', '--heap-growing-percent=30'], api: ['--max-semi-space-size=16'] };
const GRACE_MS = { api: 20_000, worker: 25_000 };
const WATCH_MS = 500;
const PING_MS = 5_000;
const STUCK_MS = 15_000;

const log = (name) => join(dataDir, 'logs', `${name}.log`);

/**
 * Ends the API and worker of a killed supervisor, which would hold the port and process work concurrently with the new
 * ones.
 */
async function clearLeftovers() {
  const left = readJson(processesFile) ?? {};
  await Promise.all(
    ['api', 'worker'].filter((name) => stillRuns(left[name])).map((name) => stopProcess(left[name], GRACE_MS[name])),
  );
  remove(serviceFile);
}

async function choosePort() {
  const host = process.env.HOST || '127.0.0.1';
  const wanted = Number(process.env.PORT || 3000);
  if (!Number.isInteger(wanted) || wanted < 0 || wanted > 65535)
    throw new Stop(`PORT must be a port number: ${process.env.PORT}`);
  const port = wanted === 0 ? await freePort(host) : wanted;
  if (!(await isFree(port, host))) {
    throw new Stop(`Port ${port} is in use by another program.`, [
      `Use another port:   PORT=${port + 1} npm start`,
      `Find the program:   ${process.platform === 'win32' ? `netstat -ano | findstr :${port}` : `lsof -i :${port}`}`,
    ]);
  }
  return {
    host,
    port,
    url: `http://${['0.0.0.0', '::', ''].includes(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}`,
  };
}

/** Runs one of our own programs to its end. */
async function runScript(script, env, timeoutMs) {
  const result = await run(process.execPath, ['--enable-source-maps', join(root, 'dist', ...script)], {
    cwd: root,
    env: { ...process.env, ...env },
    timeoutMs,
  });
  if (result.code !== 0)
    throw new Stop(`dist/${script.join('/')} failed:`, result.output.trim().split('\n').slice(-30));
}

/** The settings every process of the service gets. */
const environment = ({ services, secret, api }) => ({
  ...secret,
  DATABASE_URL: services.mysql.url,
  TEMPORAL_ADDRESS: services.temporal.address,
  ...(services.temporal.uiUrl ? { TEMPORAL_UI_URL: services.temporal.uiUrl } : {}),
  LAS_DATA_DIR: dataDir,
  HOST: api.host,
  PORT: String(api.port),
  API_URL: api.url,
});

/** Restarts private services that ended unexpectedly, and the programs too if an address changed. */
function watch({ services, restart, publish }) {
  let busy = false;
  let silentSince;
  /**
   * The development server's SQLite can be left answering "interrupted" to everything after an overload, for ever. Its
   * process ends then, to be started again; it loses nothing by that.
   */
  async function endWhenStuck({ process: record, address }) {
    if (!record || !stillRuns(record) || (await pingTemporal(address))) {
      silentSince = undefined;
      return;
    }
    silentSince ??= Date.now();
    if (Date.now() - silentSince < STUCK_MS) return;
    say(`  ! Temporal hasn't responded for ${STUCK_MS / 1000} s.`);
    silentSince = undefined;
    await stopProcess(record, 2000);
  }
  let pingAt = 0;
  const again = {
    mysql: () => ensureMysql(dataDir, services.parts.mysql),
    temporal: () => ensureTemporal(dataDir, services.parts.temporal),
  };
  async function look() {
    if (Date.now() > pingAt) {
      pingAt = Date.now() + PING_MS;
      await endWhenStuck(services.temporal);
    }
    for (const name of ['mysql', 'temporal']) {
      if (!services[name].process || stillRuns(services[name].process)) continue;
      say(`  ! ${name === 'mysql' ? 'The database server' : 'Temporal'} exited. Restarting it. Its log: ${log(name)}`);
      const before = services[name];
      services[name] = await again[name]();
      publish();
      if (before.url !== services[name].url || before.address !== services[name].address) await restart();
    }
  }
  const timer = setInterval(async () => {
    if (busy) return;
    busy = true;
    await look().catch(explain);
    busy = false;
  }, WATCH_MS);
  lifetime.defer(() => clearInterval(timer));
}

/**
 * Brings the whole service up and stays with it: programs that crash are started again. Returns the addresses once all
 * is ready; undefined when another process serves this data folder already. Everything ends with the process: API,
 * worker, Temporal, MySQL.
 */
export async function serve() {
  if (!tryLock(serviceLock)) return undefined;
  lifetime.defer(() => unlock(serviceLock));
  await clearLeftovers();
  const api = await choosePort();
  const secret = await masterSecret(dataDir);
  const workerPort =
    process.env.WORKER_PORT && process.env.WORKER_PORT !== '0'
      ? Number(process.env.WORKER_PORT)
      : await keepPort(readJson(processesFile)?.workerPort);
  // The Temporal UI asks the worker to open what is encrypted; it has to be told where before it starts.
  if (process.env.PAYLOAD_ENCRYPTION_KEYS) process.env.TEMPORAL_CODEC_ENDPOINT = `http://127.0.0.1:${workerPort}/codec`;
  const [services] = await together(ensureServices(dataDir, lifetime), build());
  const settings = () => environment({ services, secret, api });

  // A large table takes the time it takes: a migrator that is ended half way begins again at the next start.
  await during('Preparing the database', () => runScript(['db', 'migrate.js'], settings()));
  await during('Preparing Temporal and the demo account', () =>
    runScript(['scripts', 'service', 'prepare.js'], settings(), 300_000),
  );

  const workerUrl = `http://127.0.0.1:${workerPort}`;
  let up = false;
  const publish = () => {
    const records = { api: programs.api.record(), worker: programs.worker.record() };
    writeJson(processesFile, { ...records, workerPort });
    if (!up) return;
    writeJson(serviceFile, {
      api_url: api.url,
      worker_url: workerUrl,
      temporal_address: services.temporal.address,
      temporal_ui_url: services.temporal.uiUrl,
      database_url: services.mysql.url,
      pids: {
        supervisor: process.pid,
        api: records.api?.pid,
        worker: records.worker?.pid,
        temporal: services.temporal.process?.pid,
        mysql: services.mysql.process?.pid,
      },
    });
  };
  const programs = {
    worker: supervise({
      name: 'The worker',
      script: join(root, 'dist', 'worker', 'main.js'),
      flags: FLAGS.worker,
      logFile: log('worker'),
      graceMs: GRACE_MS.worker,
      onStart: () => publish(),
      readyUrl: `${workerUrl}/readyz`,
      settings: () => ({ ...settings(), WORKER_PORT: String(workerPort) }),
    }),
    api: supervise({
      name: 'The API',
      script: join(root, 'dist', 'api', 'main.js'),
      flags: FLAGS.api,
      logFile: log('api'),
      graceMs: GRACE_MS.api,
      onStart: () => publish(),
      readyUrl: `${api.url}/readyz`,
      settings,
    }),
  };
  lifetime.defer(() => remove(serviceFile));
  lifetime.defer(() => programs.worker.stop());
  lifetime.defer(() => programs.api.stop());
  await during('Starting the API and the worker', () => {
    programs.worker.start();
    programs.api.start();
    return together(programs.api.ready(), programs.worker.ready());
  });
  up = true;
  publish();
  watch({ services, publish, restart: () => together(programs.worker.restart(), programs.api.restart()) });
  return readJson(serviceFile);
}
