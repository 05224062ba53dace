import { copyDatabase } from '../../scripts/lib/mysql-database.mjs';
import { workerDatabaseUrl } from './worker-database.mjs';

/** Before all tests: makes a database for each process of jest beyond the first, which has the given one. */
export default async function makeWorkerDatabases({ maxWorkers }) {
  const { DATABASE_URL } = process.env;
  // Tests that need none run without a database.
  if (!DATABASE_URL) return;
  for (let worker = 2; worker <= maxWorkers; worker += 1) {
    await copyDatabase(DATABASE_URL, workerDatabaseUrl(DATABASE_URL, worker));
  }
}
