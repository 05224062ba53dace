import { workerDatabaseUrl } from './worker-database.mjs';

const { DATABASE_URL, JEST_WORKER_ID } = process.env;
// Set in the environment, since the programs that tests start inherit it. A process runs many files: the first one sets it.
if (DATABASE_URL && !process.env.LAS_TEST_PROCESS) {
  process.env.DATABASE_URL = workerDatabaseUrl(DATABASE_URL, Number(JEST_WORKER_ID));
  process.env.LAS_TEST_PROCESS = JEST_WORKER_ID;
}
