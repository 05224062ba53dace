import type { Knex } from 'knex';
import { JSON_TEXT } from './columns.js';

/** The account's own caps, on top of each agent's. */
export const up = (db: Knex) => db.raw(`ALTER TABLE accounts ADD COLUMN limits ${JSON_TEXT} NULL AFTER sending_note`);

export const down = (db: Knex) => db.raw('ALTER TABLE accounts DROP COLUMN limits');
