import type { Knex } from 'knex';
import { JSON_TEXT } from './columns.js';

export const up = (db: Knex) => db.raw(`ALTER TABLE meetings ADD COLUMN former_hosts ${JSON_TEXT} NULL AFTER host_id`);

export const down = (db: Knex) => db.raw('ALTER TABLE meetings DROP COLUMN former_hosts');
