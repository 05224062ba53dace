import { createTables } from './baseline.js';
import { ID, TIME, WORD } from './columns.js';

export const { up, down } = createTables({
  turn_counters: `
    subject BINARY(32) NOT NULL PRIMARY KEY,
    ends BIGINT NOT NULL,
    n INT NOT NULL,
    KEY turn_counters_end (ends)`,
  used_proofs: `
    proof BINARY(32) NOT NULL PRIMARY KEY,
    expires_at ${TIME} NOT NULL,
    KEY used_proofs_expiry (expires_at)`,
  widget_telemetry: `
    widget_id ${ID} NOT NULL,
    account_id ${ID} NOT NULL,
    day DATE NOT NULL,
    type ${WORD} NOT NULL,
    code ${WORD} NOT NULL DEFAULT '',
    n INT NOT NULL,
    total_ms BIGINT NOT NULL DEFAULT 0,
    max_ms INT NOT NULL DEFAULT 0,
    PRIMARY KEY (widget_id, day, type, code),
    KEY widget_telemetry_day (day)`,
});
