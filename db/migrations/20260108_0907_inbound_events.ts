import type { Knex } from 'knex';
import { ID, JSON_TEXT, TABLE, TIME, WORD } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE inbound_events (
  id ${ID} NOT NULL PRIMARY KEY,
  account_id ${ID} NOT NULL,
  provider ${WORD} NOT NULL,
  event_key BINARY(32) NOT NULL,
  type ${WORD} NOT NULL,
  payload ${JSON_TEXT} NOT NULL,
  lead_id ${ID} NULL,
  outcome ${WORD} NULL,
  received_at ${TIME} NOT NULL,
  processed_at ${TIME} NULL,
  UNIQUE KEY inbound_events_key (account_id, provider, event_key),
  KEY inbound_events_open (processed_at, received_at),
  KEY inbound_events_lead (lead_id)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE inbound_events');
