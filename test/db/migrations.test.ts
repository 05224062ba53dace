import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Knex } from 'knex';
import { openDatabase } from '../../db/connection.js';
import { migrateDown, migrateToLatest } from '../../db/migrate.js';
import { migrations } from '../../db/migrations/index.js';
import { recreateDatabase } from '../../scripts/lib/mysql-database.mjs';
import { schemaText } from '../../scripts/write-schema.js';

// No name is longer on either server.
const name = `las_migrations_${process.env.LAS_TEST_PROCESS}_`.padEnd(64, 'x');
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
  it('run once each when two processes start at once, in a database with the longest name', async () => {
    const ran = await Promise.all([migrateToLatest(url), migrateToLatest(url)]);
    expect(ran.flat()).toEqual(all);
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

  it('go on behind the statement at which a process was killed, and tell what is wrong with those behind', async () => {
    const [told, after] = ['20261122_7000_told_by_meta', '20261123_3000_template_looks'];
    await db('migrations').where({ name: told }).delete();
    await db.raw('ALTER TABLE whatsapp_numbers DROP COLUMN told_at');
    expect(await migrateToLatest(url)).toEqual([told]);
    expect(await db.schema.hasColumn('whatsapp_numbers', 'told_at')).toBe(true);
    await db('migrations').whereIn('name', [told, after]).delete();
    await expect(migrateToLatest(url)).rejects.toMatchObject({ errno: 1060 });
    expect(await migrateToLatest(url)).toEqual([after]);
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
