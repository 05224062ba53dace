import { pathToFileURL } from 'node:url';
import type { Knex } from 'knex';
import { openDatabase } from './connection.js';
import { migrations } from './migrations/index.js';

/** A table, column or key that is there already, or one to be dropped that isn't. */
const CARRIED_OUT = [1050, 1060, 1061, 1091];

/**
 * The same database, for a migration whose process may have been killed before it was noted as done: each statement
 * happens as a whole or not at all, and one that has happened already counts as done.
 */
const repeating = (db: Knex): Knex =>
  new Proxy(db, {
    get: (target, name) =>
      name === 'raw'
        ? (...statement: Parameters<Knex['raw']>) =>
            target.raw(...statement).catch((error: { errno?: number }) => {
              if (!CARRIED_OUT.includes(error.errno ?? 0)) throw error;
            })
        : Reflect.get(target, name),
  });

/** The migrations; `begun` is the one that an earlier process may have carried out in part. */
const sourceOf = (begun?: string): Knex.MigrationSource<string> => ({
  getMigrations: async () => Object.keys(migrations),
  getMigrationName: (name) => name,
  getMigration: async (name) => {
    const migration = migrations[name] as Knex.Migration;
    return name === begun ? { ...migration, up: (db) => migration.up(repeating(db)) } : migration;
  },
});

/** MySQL's names of locks end at 64 characters, which a database's own may have. */
const LOCK = `LEFT(CONCAT('migrate.', DATABASE()), 64)`;

/** Runs `work` while this process alone may change the schema; others wait up to two minutes. */
async function exclusively<T>(db: Knex, work: () => Promise<T>): Promise<T> {
  const holder = await db.client.acquireConnection();
  try {
    const [[row]] = await holder.promise().query(`SELECT GET_LOCK(${LOCK}, 120) AS got`);
    if (row.got !== 1) throw new Error('Another process has been migrating this database for two minutes.');
    return await work();
  } finally {
    await holder.promise().query(`SELECT RELEASE_LOCK(${LOCK})`);
    await db.client.releaseConnection(holder);
  }
}

const settings = { migrationSource: sourceOf(), tableName: 'migrations', disableTransactions: true };

/** Brings the schema up to date. Safe to call from several processes at once. Answers the names that ran. */
export async function migrateToLatest(url: string): Promise<string[]> {
  const db = openDatabase({ url, poolSize: 3, silenceMs: 0 });
  try {
    return await exclusively(db, async () => {
      // The lock row of a migrator that was killed would stop every later one; the named lock above is the real guard.
      await db.migrate.forceFreeMigrationsLock(settings);
      const [begun] = await pendingMigrations(db);
      const [, ran] = await db.migrate.latest({ ...settings, migrationSource: sourceOf(begun) });
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
