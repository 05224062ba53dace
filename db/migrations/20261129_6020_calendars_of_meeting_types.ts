import type { Knex } from 'knex';
import { WORD } from './columns.js';

export const up = (db: Knex) =>
  db.raw(
    `ALTER TABLE meeting_types
       ADD COLUMN conference ${WORD} NULL,
       ADD COLUMN on_calendar_move ${WORD} NOT NULL DEFAULT 'flag',
       ADD COLUMN on_calendar_delete ${WORD} NOT NULL DEFAULT 'flag'`,
  );

export const down = (db: Knex) =>
  db.raw(
    'ALTER TABLE meeting_types DROP COLUMN conference, DROP COLUMN on_calendar_move, DROP COLUMN on_calendar_delete',
  );
