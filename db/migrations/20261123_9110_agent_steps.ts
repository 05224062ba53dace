import type { Knex } from 'knex';
import { ID, JSON_TEXT, TABLE, TIME, WORD } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE agent_steps (
    conversation_id ${ID} NOT NULL,
    turn_no INT NOT NULL,
    step_no INT NOT NULL,
    claim_no INT NOT NULL,
    account_id ${ID} NOT NULL,
    agent_id ${ID} NOT NULL,
    model_id ${ID} NOT NULL,
    model_version INT NOT NULL,
    model_key ${WORD} NOT NULL,
    model_name VARCHAR(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
    status ${WORD} NOT NULL,
    error ${WORD} NULL,
    finish_reason ${WORD} NULL,
    request ${JSON_TEXT} NOT NULL,
    response ${JSON_TEXT} NOT NULL,
    results ${JSON_TEXT} NOT NULL,
    attempts INT NOT NULL,
    input_tokens INT NOT NULL,
    cached_tokens INT NOT NULL,
    output_tokens INT NOT NULL,
    reasoning_tokens INT NOT NULL,
    cost_micros BIGINT NOT NULL,
    latency_ms INT NOT NULL,
    created_at ${TIME} NOT NULL,
    PRIMARY KEY (conversation_id, turn_no, claim_no, step_no),
    KEY agent_steps_account (account_id, created_at)
  ) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE agent_steps');
