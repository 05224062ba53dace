import type { Knex } from 'knex';
import { ID, TABLE } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE ai_usage (
    subject_id ${ID} NOT NULL,
    day CHAR(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    account_id ${ID} NOT NULL,
    calls INT NOT NULL,
    tokens BIGINT NOT NULL,
    reserved_tokens BIGINT NOT NULL,
    cost_micros BIGINT NOT NULL,
    reserved_micros BIGINT NOT NULL,
    announced TINYINT(1) NOT NULL,
    PRIMARY KEY (subject_id, day),
    KEY ai_usage_account (account_id, day)
  ) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE ai_usage');
