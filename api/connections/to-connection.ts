import type { ConnectionUse } from '../../db/connections/connections.js';
import type { ConnectionRow } from '../../db/tables.js';
import type { Static } from '../../schemas/common.js';
import type { Connection } from '../../schemas/connections/connections.js';
import { ownClientOf } from '../../services/connections/own-clients.js';
import { purposesOf } from '../../services/connections/settings.js';

/** Shows a connection as the API answers it, without its tokens. */
export const toConnection = (row: ConnectionRow, uses: readonly ConnectionUse[] = []): Static<typeof Connection> => ({
  id: row.id,
  provider: row.provider,
  purposes: purposesOf(row),
  host_id: row.host_id,
  status: row.status,
  email: row.email,
  oauth: toOwnClient(row),
  scopes: row.scopes?.split(' ') ?? [],
  error: row.error,
  created_by: row.created_by,
  used_by: uses.map(({ connection_id: _connection, ...use }) => use),
  connected_at: row.connected_at?.toISOString() ?? null,
  reconnect_needed_at: row.reconnect_needed_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

function toOwnClient(row: ConnectionRow): Static<typeof Connection>['oauth'] {
  const client = ownClientOf(row);
  return client && { ...client, client_secret_set: row.client_secret !== null };
}
