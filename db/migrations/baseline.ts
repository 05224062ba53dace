import type { Knex } from 'knex';
import { TABLE } from './columns.js';

/** Makes tables, each by one statement, from their columns and keys; taken back, they go the other way round. */
export const createTables = (definitions: Record<string, string>): Required<Knex.Migration> => ({
  async up(db: Knex) {
    for (const [name, columns] of Object.entries(definitions))
      await db.raw(`CREATE TABLE ${name} (${columns}\n) ${TABLE}`);
  },
  async down(db: Knex) {
    for (const name of Object.keys(definitions).reverse()) await db.raw(`DROP TABLE IF EXISTS ${name}`);
  },
});
