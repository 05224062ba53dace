import type { Knex } from 'knex';
import { JSON_TEXT, TIME } from './columns.js';

// What was sent before the upgrade stays unread: it isn't news, and must not stop the cadences of today.
export const up = async (db: Knex) => {
  await db.raw(
    `ALTER TABLE mailboxes
       ADD COLUMN sent_since ${TIME} NULL,
       ADD COLUMN sent_uid_validity BIGINT NULL,
       ADD COLUMN sent_last_uid BIGINT NOT NULL DEFAULT 0,
       ADD COLUMN sent_token ${JSON_TEXT} NULL`,
  );
  await db.raw('UPDATE mailboxes SET sent_since = UTC_TIMESTAMP(3)');
};

export const down = (db: Knex) =>
  db.raw(
    `ALTER TABLE mailboxes
       DROP COLUMN sent_since,
       DROP COLUMN sent_uid_validity,
       DROP COLUMN sent_last_uid,
       DROP COLUMN sent_token`,
  );
