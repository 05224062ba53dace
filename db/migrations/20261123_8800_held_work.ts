import type { Knex } from 'knex';
import { ID, TABLE, TIME, WORD } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE held_work (
    kind ${WORD} NOT NULL,
    id ${ID} NOT NULL,
    account_id ${ID} NOT NULL,
    agent_id ${ID} NULL,
    step_key VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
    fault VARCHAR(200) NOT NULL,
    tries INT NOT NULL,
    build ${WORD} NOT NULL,
    held_at ${TIME} NOT NULL,
    failed_at ${TIME} NOT NULL,
    woken_at ${TIME} NULL,
    PRIMARY KEY (kind, id),
    KEY held_work_step (kind, agent_id, step_key, failed_at),
    KEY held_work_account (account_id, kind)
  ) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE held_work');
