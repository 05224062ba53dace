import { createHash } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import type { Knex } from 'knex';
import { BASELINES, migrations } from './migrations/index.js';
import { openWhenAvailable } from './open-when-available.js';

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
const sourceOf = (started?: string): Knex.MigrationSource<string> => ({
  getMigrations: async () => Object.keys(migrations),
  getMigrationName: (name) => name,
  getMigration: async (name) => {
    const migration = migrations[name] as Knex.Migration;
    return name === started ? { ...migration, up: (db) => migration.up(repeating(db)) } : migration;
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

/** The 108 migrations that the baselines took the place of, as a hash of their names. */
const BEFORE_BASELINES = '3e0eb39bc2b30ec9184a5ce530eea0a618d4f02dd4ac42749e88b8ab8303f59a';

/** The applied migrations of a database: those of this version, and those of other versions. */
interface Applied {
  known: string[];
  unknown: string[];
}

/** Reads which migrations a database notes as done. */
async function appliedMigrations(db: Knex): Promise<Applied> {
  const names: string[] = (await db.schema.hasTable('migrations')) ? await db('migrations').pluck('name') : [];
  const { known = [], unknown = [] } = Object.groupBy(names, (name) => (name in migrations ? 'known' : 'unknown'));
  return { known, unknown };
}

/**
 * Returns whether a later version has brought the schema further than this one knows. A release works on the schema of
 * the one after it, so that it can be put back in place of that one: nothing is left to do.
 */
function isOfLaterVersion({ known, unknown }: Applied): boolean {
  const ours = Object.keys(migrations);
  const newest = ours.at(-1) ?? '';
  return unknown.length > 0 && known.length === ours.length && unknown.every((name) => name > newest);
}

/** Returns whether what another version did is the schema of the baselines; throws where it is anything else. */
function isBeforeBaselines({ unknown }: Applied): boolean {
  if (unknown.length === 0) return false;
  const hash = createHash('sha256').update(unknown.toSorted().join('\n')).digest('hex');
  if (hash === BEFORE_BASELINES) return true;
  throw new Error(
    `Another version of the service migrated this database (${unknown.length} of its migrations are unknown to this one). ` +
      'Start that version again to finish the migration, or start with an empty database (npm run reset).',
  );
}

/** Notes the baselines as done in a database that the migrations before them brought to the same schema. */
async function adoptBaselines(db: Knex): Promise<void> {
  const applied = await appliedMigrations(db);
  if (!isBeforeBaselines(applied)) return;
  const rows = BASELINES.map((name) => ({ name, batch: 1, migration_time: new Date() }));
  await db.transaction(async (tx) => {
    await tx('migrations').insert(rows);
    await tx('migrations').whereIn('name', applied.unknown).delete();
  });
}

/** Returns the names of the migrations that this database still lacks. */
export async function pendingMigrations(db: Knex): Promise<string[]> {
  const applied = await appliedMigrations(db);
  if (isOfLaterVersion(applied)) return [];
  const done = new Set([...applied.known, ...(isBeforeBaselines(applied) ? BASELINES : [])]);
  return Object.keys(migrations).filter((name) => !done.has(name));
}

const settings = { migrationSource: sourceOf(), tableName: 'migrations', disableTransactions: true };

/**
 * Brings the schema up to date as soon as the database answers; one of a later version stays as it is. Safe to call
 * from several processes at once. Returns the names that ran.
 */
export async function migrateToLatest(url: string, tell?: (sentence: string) => void): Promise<string[]> {
  const db = await openWhenAvailable({ url, poolSize: 3, silenceMs: 0 }, tell);
  try {
    return await exclusively(db, async () => {
      // The lock row of a migrator that was killed would stop every later one; the named lock above is the real guard.
      await db.migrate.forceFreeMigrationsLock(settings);
      if (isOfLaterVersion(await appliedMigrations(db))) return [];
      await adoptBaselines(db);
      const [started] = await pendingMigrations(db);
      const [, ran] = await db.migrate.latest({ ...settings, migrationSource: sourceOf(started) });
      return ran as string[];
    });
  } finally {
    await db.destroy();
  }
}

/** Takes back the newest migration. */
export async function migrateDown(url: string): Promise<string[]> {
  const db = await openWhenAvailable({ url, poolSize: 3, silenceMs: 0 });
  try {
    return await exclusively(db, async () => {
      await adoptBaselines(db);
      return ((await db.migrate.down(settings)) as [number, string[]])[1];
    });
  } finally {
    await db.destroy();
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    const ran = await migrateToLatest(process.env.DATABASE_URL ?? '');
    process.stdout.write(ran.length > 0 ? `${ran.length} migrations applied\n` : '');
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
}
