import { join } from 'node:path';
import { build } from '../lib/build.mjs';
import { prepareRuntime } from '../lib/dependencies.mjs';
import { testLock } from '../lib/jest.mjs';
import { lifetime, main } from '../lib/lifetime.mjs';
import { takeLock } from '../lib/lock.mjs';
import { ensureMysql } from '../lib/mysql.mjs';
import { recreateDatabase, testDatabaseUrl } from '../lib/mysql-database.mjs';
import { during, Stop } from '../lib/output.mjs';
import { makeDataDir, root, testDataDir } from '../lib/paths.mjs';
import { run } from '../lib/shell.mjs';

const WRITERS = {
  '.env.example': ['scripts', 'generate', 'write-env-example.js'],
  'docs/guides/errors.md': ['scripts', 'generate', 'write-error-guide.js'],
  'docs/requests.http and docs/postman-collection.json': ['scripts', 'generate', 'write-request-file.js'],
  'client/src/types.ts': ['scripts', 'generate', 'write-client-types.js'],
  'dashboard/api/operations.ts': ['scripts', 'generate', 'write-dashboard-operations.js'],
  'dashboard/forms/shapes.ts': ['scripts', 'generate', 'write-dashboard-shapes.js'],
  'db/schema.md': ['scripts', 'generate', 'write-schema.js'],
};

async function program(path, env) {
  const result = await run(process.execPath, ['--enable-source-maps', join(root, 'dist', ...path)], {
    cwd: root,
    env,
    timeoutMs: 300_000,
  });
  if (result.code !== 0) throw new Stop(`dist/${path.join('/')} failed:`, result.output.trim().split('\n').slice(-20));
}

await main(async () => {
  await prepareRuntime();
  makeDataDir(testDataDir);
  await build();
  // The schema is written from an empty, migrated database, the one of the tests.
  await takeLock(testLock, { what: 'tests', timeoutMs: 90 * 60_000 });
  const mysql = await ensureMysql(testDataDir, lifetime);
  const env = { ...process.env, DATABASE_URL: testDatabaseUrl(mysql.url) };
  await recreateDatabase(env.DATABASE_URL);
  await program(['db', 'migrate.js'], env);
  for (const [file, path] of Object.entries(WRITERS)) await during(`Writing ${file}`, () => program(path, env));
  return 0;
});
