import type { Knex } from 'knex';
import { ID, TABLE, TIME, WORD } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE processes (
    id ${ID} NOT NULL,
    kind ${WORD} NOT NULL,
    host VARCHAR(255) NOT NULL,
    pid INT NOT NULL,
    clock_ahead_ms INT NOT NULL,
    started_at ${TIME} NOT NULL,
    seen_at ${TIME} NOT NULL,
    PRIMARY KEY (id),
    KEY processes_seen (seen_at)
  ) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE processes');
