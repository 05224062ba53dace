import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Knex } from 'knex';
import { openDatabase } from '../../db/connection.js';
import { migrateToLatest } from '../../db/migrate.js';
import { schemaText } from '../../scripts/generate/write-schema.js';

let db: Knex;
const url = process.env.DATABASE_URL ?? '';

beforeAll(async () => {
  await migrateToLatest(url);
  db = openDatabase({ url });
});
afterAll(() => db.destroy());

// When this fails: `npm run generate`, and commit what it wrote.
describe('db/schema.md', () => {
  it('shows the database as the migrations make it', async () => {
    expect(readFileSync('db/schema.md', 'utf8')).toBe(await schemaText(db));
  });
});
