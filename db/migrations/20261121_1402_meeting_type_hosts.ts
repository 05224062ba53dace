import type { Knex } from 'knex';
import { ID, TABLE } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE meeting_type_hosts (
  meeting_type_id ${ID} NOT NULL,
  host_id ${ID} NOT NULL,
  account_id ${ID} NOT NULL,
  weight INT NOT NULL DEFAULT 1,
  priority INT NOT NULL DEFAULT 0,
  PRIMARY KEY (meeting_type_id, host_id),
  KEY meeting_type_hosts_host (host_id)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE meeting_type_hosts');
