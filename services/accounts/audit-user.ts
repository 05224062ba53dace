import { insertAuditEntry } from '../../db/accounts/audit.js';
import type { Db } from '../../db/connection.js';
import type { UserRow } from '../../db/tables.js';
import { newId } from '../../runtime/ids.js';

/** Writes to the audit log a change of a user without a signed-in caller: by an issuer, or by an operator. */
export const auditUser = (
  tx: Db,
  now: Date,
  operation: string,
  { id, account_id }: Pick<UserRow, 'id' | 'account_id'>,
) =>
  insertAuditEntry(tx, {
    id: newId(),
    account_id,
    at: now,
    actor_kind: 'system',
    actor_id: null,
    operation,
    resource_type: 'users',
    resource_id: id,
    resource_name: null,
    changed: '[]',
    request_id: null,
    address: null,
  });
