import type { Knex } from 'knex';
import { JSON_TEXT } from './columns.js';

/** The calendar part of an invitation. */
export const up = (db: Knex) =>
  db.raw(`ALTER TABLE sandbox_deliveries ADD COLUMN calendar ${JSON_TEXT} NULL AFTER body_html`);

export const down = (db: Knex) => db.raw('ALTER TABLE sandbox_deliveries DROP COLUMN calendar');
