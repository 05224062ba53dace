import { insertAuditEntry } from '../../db/accounts/audit.js';
import { insertEvents } from '../../db/events/events.js';
import type { ConnectionRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { newId } from '../../runtime/ids.js';
import type { EventOrigin } from '../../schemas/events/events.js';

type ConnectionEvent =
  | 'connection.connected'
  | 'connection.reconnect_needed'
  | 'connection.restored'
  | 'connection.deleted';

type Reported = Pick<ConnectionRow, 'id' | 'account_id' | 'provider' | 'host_id'>;

/** Writes the event of a connection. It holds no address. */
export const emitConnection = (
  { tx, now }: Work,
  { id, account_id: accountId, provider, host_id }: Reported,
  type: ConnectionEvent,
  more: { reason?: string; origin?: EventOrigin } = {},
): Promise<void> =>
  insertEvents(tx, now, [
    {
      accountId,
      type,
      data: { connection_id: id, provider, host_id, ...(more.reason === undefined ? {} : { reason: more.reason }) },
      origin: more.origin ?? { kind: 'provider', id: null, depth: 1 },
    },
  ]);

/** Writes an audit entry for what no signed-in caller did: a sign-in by a link, or a withdrawal by the provider. */
export const auditConnection = (
  { tx, now }: Work,
  { id, account_id }: Reported,
  { operation, by, address = null }: { operation: string; by: 'system' | 'anonymous'; address?: string | null },
): Promise<void> =>
  insertAuditEntry(tx, {
    id: newId(),
    account_id,
    at: now,
    actor_kind: by,
    actor_id: null,
    operation,
    resource_type: 'connections',
    resource_id: id,
    resource_name: null,
    changed: '[]',
    request_id: null,
    address,
  });
