import type { Knex } from 'knex';
import { ID, JSON_TEXT, TABLE, TIME, WORD } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE models (
    id ${ID} NOT NULL PRIMARY KEY,
    account_id ${ID} NOT NULL,
    model_key ${WORD} NOT NULL,
    name VARCHAR(200) NOT NULL,
    base_url VARCHAR(2048) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    model VARCHAR(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    api_key ${JSON_TEXT} NULL,
    timeout_ms INT NOT NULL,
    temperature DOUBLE NULL,
    price_input DOUBLE NOT NULL,
    price_cached_input DOUBLE NULL,
    price_output DOUBLE NOT NULL,
    version INT NOT NULL,
    created_at ${TIME} NOT NULL,
    updated_at ${TIME} NOT NULL,
    UNIQUE KEY models_key (account_id, model_key),
    KEY models_page (account_id, id)
  ) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE models');
