import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build } from '../lib/build.mjs';
import { prepareRuntime } from '../lib/dependencies.mjs';
import { lifetime, main } from '../lib/lifetime.mjs';
import { takeLock } from '../lib/lock.mjs';
import { recreateDatabase } from '../lib/mysql-database.mjs';
import { during, Stop } from '../lib/output.mjs';
import { dataDir, makeDataDir, root } from '../lib/paths.mjs';
import { describeProcess, stopProcess } from '../lib/processes.mjs';
import { masterSecret } from '../lib/secrets.mjs';
import { ensureServices } from '../lib/services.mjs';
import { run } from '../lib/shell.mjs';

/** Measurements keep their state here, apart from that of `npm start` and of the tests. */
const benchDir = join(dataDir, 'bench');
const STOP_MS = 60_000;

/** Next to the database of a URL, never that one itself, because it is emptied. */
function benchDatabaseUrl(url) {
  const target = new URL(url);
  target.pathname = `/${(target.pathname.slice(1) || 'las').replace(/_bench$/, '')}_bench`;
  return target.href;
}

async function prepare(script, env) {
  const result = await run(process.execPath, [join(root, 'dist', ...script)], { cwd: root, env, timeoutMs: 300_000 });
  if (result.code !== 0)
    throw new Stop(`dist/${script.join('/')} failed:`, result.output.trim().split('\n').slice(-30));
}

function measure(args, env) {
  const child = spawn(process.execPath, ['--enable-source-maps', join(root, 'dist', 'bench', 'main.js'), ...args], {
    cwd: root,
    env,
    stdio: 'inherit',
  });
  const record = describeProcess(child.pid);
  lifetime.defer(() => stopProcess(record, STOP_MS));
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code ?? 1));
    child.once('error', () => resolve(1));
  });
}

async function runBench() {
  const { mysql, temporal } = await ensureServices(benchDir, lifetime, { freshTemporal: true });
  const url = benchDatabaseUrl(mysql.url);
  const env = {
    ...process.env,
    ...(await masterSecret(benchDir)),
    DATABASE_URL: url,
    TEMPORAL_ADDRESS: temporal.address,
    LAS_DATA_DIR: benchDir,
    BENCH_DIR: benchDir,
  };
  delete env.PORT;
  await during('Preparing an empty database', async () => {
    await recreateDatabase(url);
    await prepare(['db', 'migrate.js'], env);
    await prepare(['scripts', 'service', 'prepare.js'], env);
  });
  return measure(process.argv.slice(2), env);
}

await main(async () => {
  await prepareRuntime();
  makeDataDir(benchDir);
  await build();
  await takeLock(join(benchDir, 'locks', 'run'), { what: 'a measurement', timeoutMs: 30 * 60_000 });
  return runBench();
});
