import { createTables } from './baseline.js';
import { ID, JSON_TEXT, TIME, WORD } from './columns.js';

export const { up, down } = createTables({
  audit_entries: `
    id ${ID} NOT NULL PRIMARY KEY,
    account_id ${ID} NOT NULL,
    at ${TIME} NOT NULL,
    actor_kind ${WORD} NOT NULL,
    actor_id ${ID} NULL,
    operation ${WORD} NOT NULL,
    resource_type ${WORD} NOT NULL,
    resource_id ${WORD} NULL,
    resource_name VARCHAR(200) NULL,
    changed ${JSON_TEXT} NOT NULL,
    request_id ${ID} NULL,
    address VARCHAR(45) CHARACTER SET ascii NULL,
    KEY audit_entries_account (account_id, id),
    KEY audit_entries_actor (account_id, actor_id, id),
    KEY audit_entries_resource (account_id, resource_id, id)`,
});
