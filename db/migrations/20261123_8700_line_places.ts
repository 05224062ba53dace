import { createTables } from './baseline.js';
import { ID, JSON_TEXT, TIME, WORD } from './columns.js';

export const { up, down } = createTables({
  line_places: `
    subject_id ${ID} NOT NULL PRIMARY KEY,
    kind ${WORD} NOT NULL,
    account_id ${ID} NOT NULL,
    lead_id ${ID} NOT NULL,
    agent_id ${ID} NULL,
    line ${WORD} NOT NULL,
    channel ${WORD} NOT NULL,
    limits ${JSON_TEXT} NOT NULL,
    timezone VARCHAR(64) CHARACTER SET ascii NOT NULL,
    urgency SMALLINT NOT NULL,
    due_at ${TIME} NOT NULL,
    closed_from ${TIME} NULL,
    closed_until ${TIME} NULL,
    called_at ${TIME} NULL,
    KEY line_places_order (line, urgency, due_at, subject_id, closed_from, closed_until, called_at),
    KEY line_places_called (line, called_at)`,
});
