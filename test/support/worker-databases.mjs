import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { recreateDatabase } from '../../scripts/lib/mysql-database.mjs';
import { workerDatabaseUrl } from './worker-database.mjs';

const migrate = fileURLToPath(new URL('../../dist/db/migrate.js', import.meta.url));

/** Before all tests: makes an empty, migrated database for each process of jest beyond the first, which has the given one. */
export default async function makeWorkerDatabases({ maxWorkers }) {
  // Tests that need none run without a database.
  if (!process.env.DATABASE_URL) return;
  for (let worker = 2; worker <= maxWorkers; worker += 1) {
    const url = workerDatabaseUrl(process.env.DATABASE_URL, worker);
    await recreateDatabase(url);
    const { status, stderr } = spawnSync(process.execPath, [migrate], {
      env: { ...process.env, DATABASE_URL: url },
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`The database of test process ${worker} could not be prepared: ${stderr}`);
  }
}
