import { pathToFileURL } from 'node:url';
import type { Knex } from 'knex';
import { openDatabase } from './connection.js';
import { migrations } from './migrations/index.js';

const source: Knex.MigrationSource<string> = {
  getMigrations: async () => Object.keys(migrations),
  getMigrationName: (name) => name,
  getMigration: async (name) => migrations[name] as Knex.Migration,
};

/** Runs `work` while this process alone may change the schema; others wait up to two minutes. */
async function exclusively<T>(db: Knex, work: () => Promise<T>): Promise<T> {
  const holder = await db.client.acquireConnection();
  try {
    const [[row]] = await holder.promise().query(`SELECT GET_LOCK(CONCAT('migrate.', DATABASE()), 120) AS got`);
    if (row.got !== 1) throw new Error('Another process has been migrating this database for two minutes.');
    return await work();
  } finally {
    await holder.promise().query(`SELECT RELEASE_LOCK(CONCAT('migrate.', DATABASE()))`);
    await db.client.releaseConnection(holder);
  }
}

const settings = { migrationSource: source, tableName: 'migrations', disableTransactions: true };

/** Brings the schema up to date. Safe to call from several processes at once. Answers the names that ran. */
export async function migrateToLatest(url: string): Promise<string[]> {
  const db = openDatabase({ url, poolSize: 3, silenceMs: 0 });
  try {
    return await exclusively(db, async () => {
      // The lock row of a migrator that was killed would stop every later one; the named lock above is the real guard.
      await db.migrate.forceFreeMigrationsLock(settings);
      const [, ran] = await db.migrate.latest(settings);
      return ran as string[];
    });
  } finally {
    await db.destroy();
  }
}

/** The names of the migrations that this database still lacks. */
export async function pendingMigrations(db: Knex): Promise<string[]> {
  const [, pending] = (await db.migrate.list(settings)) as [unknown, string[]];
  return pending;
}

/** Takes back the newest migration. */
export async function migrateDown(url: string): Promise<string[]> {
  const db = openDatabase({ url, poolSize: 3, silenceMs: 0 });
  try {
    return await exclusively(db, async () => ((await db.migrate.down(settings)) as [number, string[]])[1]);
  } finally {
    await db.destroy();
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const ran = await migrateToLatest(process.env.DATABASE_URL ?? '');
  process.stdout.write(ran.length > 0 ? `${ran.length} migrations applied\n` : '');
}
