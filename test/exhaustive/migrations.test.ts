import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Knex } from 'knex';
import { openDatabase } from '../../db/connection.js';
import { migrateDown, migrateToLatest, pendingMigrations } from '../../db/migrate.js';
import { BASELINES, migrations } from '../../db/migrations/index.js';
import { newId } from '../../runtime/ids.js';
import { schemaText } from '../../scripts/generate/write-schema.js';
import { recreateDatabase } from '../../scripts/lib/mysql-database.mjs';

// No name is longer on either server.
const name = `las_migrations_${process.env.JEST_WORKER_ID}_`.padEnd(64, 'x');
const url = (process.env.DATABASE_URL ?? '').replace(/\/[^/]*$/, `/${name}`);
let db: Knex;

beforeAll(async () => {
  await recreateDatabase(url);
  db = openDatabase({ url });
  // As an administrator may have made it, who didn't think of it.
  await db.raw('ALTER DATABASE ?? CHARACTER SET latin1', [name]);
});
afterAll(async () => {
  await db.raw('DROP DATABASE ??', [name]);
  await db.destroy();
});

const all = Object.keys(migrations).sort();

describe('the migrations', () => {
  it('are listed in the order in which they run', () => {
    expect(Object.keys(migrations)).toEqual(all);
  });

  it('run once each when two processes start at once, in a database with the longest name', async () => {
    const ran = await Promise.all([migrateToLatest(url), migrateToLatest(url)]);
    expect(ran.flat()).toEqual(all);
  });

  it('wait for a database that does not answer yet, tell that they do, and then run', async () => {
    const target = new URL(url);
    const proxy = createServer((client) => {
      const server = connect(Number(target.port || 3306), target.hostname);
      for (const socket of [client, server]) socket.on('error', () => undefined);
      client.pipe(server).pipe(client);
    });
    const port = await new Promise<number>((resolve) => {
      proxy.listen(0, '127.0.0.1', () => resolve((proxy.address() as AddressInfo).port));
    });
    await new Promise((resolve) => proxy.close(resolve));
    const through = new URL(url);
    through.host = `127.0.0.1:${port}`;
    const told: string[] = [];
    const ran = migrateToLatest(through.href, (sentence) => {
      told.push(sentence);
      proxy.listen(port, '127.0.0.1');
    });
    expect(await ran).toEqual([]);
    expect(told).toEqual([`The database at 127.0.0.1:${port} doesn't respond yet. Waiting up to a minute.`]);
    await new Promise((resolve) => proxy.close(resolve));
  });

  it('refuse a database that does not exist at once: no waiting makes one', async () => {
    const told: string[] = [];
    const missing = migrateToLatest(`${url.slice(0, -2)}_y`, (sentence) => told.push(sentence));
    await expect(missing).rejects.toMatchObject({ errno: expect.any(Number) });
    expect(told).toEqual([]);
  });

  it('make the same tables whatever character set the database has', async () => {
    expect(await schemaText(db)).toBe(readFileSync('db/schema.md', 'utf8'));
  });

  it('are carried out again without harm where a process was killed before it could note one as done', async () => {
    for (const migration of all) {
      await db('migrations').where({ name: migration }).delete();
      expect(await migrateToLatest(url)).toEqual([migration]);
    }
    expect(await schemaText(db)).toBe(readFileSync('db/schema.md', 'utf8'));
  });

  it('continue after the statement at which a process was killed, and report errors in later ones', async () => {
    const [jobs, functions] = ['0013_jobs', '0014_functions'];
    await db('migrations').where({ name: jobs }).delete();
    await db.raw('DROP TABLE tasks');
    expect(await migrateToLatest(url)).toEqual([jobs]);
    expect(await db.schema.hasTable('tasks')).toBe(true);
    await db('migrations').whereIn('name', [jobs, functions]).delete();
    await expect(migrateToLatest(url)).rejects.toMatchObject({ errno: 1050 });
    expect(await migrateToLatest(url)).toEqual([functions]);
  });

  it('can be taken back one by one to an empty database, and run again', async () => {
    const back: string[] = [];
    for (let last = await migrateDown(url); last.length > 0; last = await migrateDown(url)) back.push(...last);
    expect(back).toEqual([...all].reverse());
    const left: { name: string }[] = await db('information_schema.tables')
      .whereRaw('table_schema = DATABASE()')
      .select({ name: 'table_name' });
    expect(left.map((table) => table.name).sort()).toEqual(['migrations', 'migrations_lock']);
    expect(await migrateToLatest(url)).toEqual(all);
    expect(await schemaText(db)).toBe(readFileSync('db/schema.md', 'utf8'));
  });
});

describe('a database of a later version', () => {
  it('is left as it is, and this version starts on it', async () => {
    const later = '20991231_2359_later';
    await db('migrations').insert({ name: later, batch: 2, migration_time: new Date() });
    expect(await migrateToLatest(url)).toEqual([]);
    expect(await pendingMigrations(db)).toEqual([]);
    expect(await db('migrations').orderBy('name').pluck('name')).toEqual([...all, later]);
  });

  it('is refused where it lacks what this version needs', async () => {
    await db('migrations')
      .where({ name: all.at(-1) })
      .delete();
    await expect(migrateToLatest(url)).rejects.toThrow(/^Another version of the service migrated this database/);
  });
});

/** Statements under which a release before, or a process of it that still runs, would fail. */
const TAKES_AWAY = [
  /\bDROP (TABLE|COLUMN)\b/i,
  /\bRENAME\b/i,
  /\bCHANGE (COLUMN )?\w/i,
  /\bADD (COLUMN )?(?!KEY|INDEX|UNIQUE|PRIMARY|CONSTRAINT)\w+ (?!.*\b(NULL DEFAULT|DEFAULT)\b)[^,]*\bNOT NULL\b/i,
];

describe('a migration', () => {
  it('takes nothing away that the release before reads or writes', async () => {
    const statements: string[] = [];
    const raw = async (sql: string) => {
      statements.push(sql);
      return [[]];
    };
    const recorded = { raw } as unknown as Knex;
    for (const migration of all.filter((one) => !BASELINES.includes(one))) await migrations[migration]?.up(recorded);
    expect(statements.length).toBeGreaterThan(0);
    expect(statements.filter((sql) => TAKES_AWAY.some((pattern) => pattern.test(sql)))).toEqual([]);
    for (const sql of [
      'ALTER TABLE leads DROP COLUMN company',
      'ALTER TABLE leads ADD COLUMN rank INT NOT NULL',
      'ALTER TABLE leads CHANGE company firm TEXT',
    ]) {
      expect(TAKES_AWAY.some((pattern) => pattern.test(sql))).toBe(true);
    }
  });
});

describe('a database of the version before the baselines', () => {
  const before = readFileSync('test/db/schema-before-baselines.sql', 'utf8');
  const applied = [...before.matchAll(/^-- (\d{8}_\w+)$/gm)].map((match) => match[1] as string);
  const since = all.filter((migration) => !BASELINES.includes(migration));

  /** Brings the database to where the version before had it when it had applied these migrations. */
  async function recreate(names: readonly string[]): Promise<void> {
    await recreateDatabase(url);
    const empty = sourceOf(names);
    await db.migrate.latest({ migrationSource: empty, tableName: 'migrations', disableTransactions: true });
    for (const [table] of before.matchAll(/^CREATE TABLE [\s\S]*?\n\);$/gm)) {
      await db.raw(table.replace(/;$/, ' ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci'));
    }
  }

  const sourceOf = (names: readonly string[]) => ({
    getMigrations: async () => [...names],
    getMigrationName: (migration: string) => migration,
    getMigration: async () => ({ up: async () => undefined, down: async () => undefined }),
  });

  it('is brought up to date in place, its rows kept, by several processes at once', async () => {
    await recreate(applied);
    await addAccount('Kept');
    expect(await pendingMigrations(db)).toEqual(since);
    const ran = await Promise.all([migrateToLatest(url), migrateToLatest(url)]);
    expect(ran.flat()).toEqual(since);
    expect(await schemaText(db)).toBe(readFileSync('db/schema.md', 'utf8'));
    expect(await db('accounts').pluck('name')).toEqual(['Kept']);
    expect(await db('migrations').orderBy('name').pluck('name')).toEqual(all);
  });

  it.each([
    ['some of its migrations are not applied', applied.slice(0, -1)],
    ['one of its migrations is unknown', [...applied, '20270101_0900_later']],
  ])('is refused, untouched, with what to do about it where %s', async (_where, names) => {
    await recreate(names);
    const advice = /^Another version of the service migrated this database .*\(npm run reset\)\.$/;
    await expect(migrateToLatest(url)).rejects.toThrow(advice);
    await expect(migrateDown(url)).rejects.toThrow(advice);
    await expect(pendingMigrations(db)).rejects.toThrow(advice);
    expect(await db('migrations').orderBy('name').pluck('name')).toEqual(names);
  });
});

const addAccount = (accountName: string) =>
  db('accounts').insert({ id: newId(), name: accountName, created_at: new Date(), updated_at: new Date() });
