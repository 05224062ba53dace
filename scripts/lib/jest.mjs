import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { prepareRuntime } from './dependencies.mjs';
import { remove, writeJson } from './files.mjs';
import { forever, lifetime } from './lifetime.mjs';
import { takeLock } from './lock.mjs';
import { recreateDatabase, testDatabaseUrl } from './mysql-database.mjs';
import { during, Stop, say } from './output.mjs';
import { binDir, makeDataDir, root, testDataDir } from './paths.mjs';
import { describeProcess, stopProcess } from './processes.mjs';
import { ensureServices } from './services.mjs';
import { run } from './shell.mjs';

const SECRET = 'a-master-secret-that-only-tests-use-0123456789';

/** Held while tests run: the next run waits, since it begins with dropping the database. */
export const testLock = join(testDataDir, 'locks', 'run');

/** Returns where a suite leaves its result. */
export const resultFile = (suite) => join(testDataDir, `${suite}.json`);

const hasTests = (dir) =>
  existsSync(dir) && readdirSync(dir, { recursive: true }).some((name) => /\.test\.ts$/.test(String(name)));

function jest(args, env) {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(root, 'node_modules', 'jest', 'bin', 'jest.js'), ...args],
    { cwd: root, env, stdio: 'inherit' },
  );
  const record = describeProcess(child.pid);
  lifetime.defer(() => stopProcess(record, 10_000));
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code ?? 1));
    child.once('error', () => resolve(1));
  });
}

async function runWith(suite, selection, jestArgs, keep) {
  const { mysql, temporal } = await ensureServices(testDataDir, keep ? forever : lifetime, { freshTemporal: true });
  const url = testDatabaseUrl(mysql.url);
  const env = {
    ...process.env,
    DATABASE_URL: url,
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_UI_URL: temporal.uiUrl,
    LAS_SECRET: SECRET,
    LAS_DATA_DIR: testDataDir,
    LAS_BIN_DIR: binDir,
    MAIL_PRIVATE_HOSTS: '127.0.0.1:*,localhost:*',
  };
  delete env.LAS_SECRET_FILE;
  delete env.PORT;
  await during('Preparing an empty database', async () => {
    await recreateDatabase(url);
    for (const script of ['db/migrate.js', 'scripts/service/prepare-temporal.js']) {
      const result = await run(process.execPath, [join(root, 'dist', script)], { cwd: root, env, timeoutMs: 300_000 });
      if (result.code !== 0) throw new Stop(`${script} failed:`, result.output.trim().split('\n').slice(-30));
    }
  });
  // Options that take a list would swallow the names of files, so those come first.
  return jest([...jestArgs, '--ci', '--json', `--outputFile=${resultFile(suite)}`, ...selection], env);
}

/**
 * Runs the tests in `folder`, or all but those in `without`, with private services and an empty, migrated database,
 * with `workers` files at a time. Other arguments are passed to jest. `--keep` leaves the services running for the next
 * run.
 */
export async function runSuite(suite, { folder, without = [], workers }) {
  await prepareRuntime();
  makeDataDir(testDataDir);
  const given = process.argv.slice(2);
  const keep = given.includes('--keep');
  const jestArgs = given.filter((argument) => argument !== '--keep');
  remove(resultFile(suite));
  if (folder && !hasTests(join(root, folder))) {
    writeJson(resultFile(suite), { success: true, numPassedTests: 0, numFailedTests: 0, testResults: [] });
    say(`There are no tests in ${folder}.`);
    return 0;
  }
  const selection = [
    ...(folder ? [`--roots=${join(root, folder)}`] : []),
    ...without.map((path) => `--testPathIgnorePatterns=/${path}/`),
    ...(workers ? [`--maxWorkers=${workers}`] : []),
  ];
  await build();
  // Until this process ends: the next run must not find servers that this one is about to stop.
  await takeLock(testLock, { what: 'tests', timeoutMs: 90 * 60_000 });
  return runWith(suite, selection, jestArgs, keep);
}
