import { createTables } from './baseline.js';
import { ID, JSON_TEXT, WORD } from './columns.js';

export const { up, down } = createTables({
  api_requests: `
    id ${ID} NOT NULL PRIMARY KEY,
    account_id ${ID} NOT NULL,
    key_id ${ID} NOT NULL,
    operation ${WORD} NOT NULL,
    method ${WORD} NOT NULL,
    path VARCHAR(500) NOT NULL,
    status SMALLINT UNSIGNED NULL,
    status_class TINYINT UNSIGNED NOT NULL,
    error_code ${WORD} NULL,
    duration_ms INT UNSIGNED NOT NULL,
    idempotency_key VARCHAR(64) NULL,
    replayed TINYINT(1) NOT NULL,
    query ${JSON_TEXT} NULL,
    request_body ${JSON_TEXT} NULL,
    response_body ${JSON_TEXT} NULL,
    KEY api_requests_account (account_id, id),
    KEY api_requests_key (account_id, key_id, id),
    KEY api_requests_operation (account_id, operation, id),
    KEY api_requests_class (account_id, status_class, id)`,
});
