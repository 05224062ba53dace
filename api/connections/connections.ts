import * as connections from '../../db/connections/connections.js';
import { findHost } from '../../db/meetings/hosts.js';
import type { ConnectionRow } from '../../db/tables.js';
import { inWork, type Work } from '../../db/work.js';
import { purposeProblem } from '../../domain/connections/permissions.js';
import type { OAuthClient } from '../../providers/oauth/provider.js';
import { publicUrl, secretsOf } from '../../runtime/config.js';
import { newId } from '../../runtime/ids.js';
import { createSecretBox, type SecretBox } from '../../runtime/secret-box.js';
import type { Static } from '../../schemas/common.js';
import {
  type ConnectionProvider,
  createConnectionContract,
  deleteConnectionContract,
  getConnectionContract,
  listConnectionsContract,
  reconnectContract,
} from '../../schemas/connections/connections.js';
import { targetOf } from '../../services/connections/own-clients.js';
import { emitConnection } from '../../services/connections/report.js';
import { openToken } from '../../services/connections/seals.js';
import { configuredProviders } from '../../services/connections/settings.js';
import { issueConnectLink } from '../../services/connections/sign-in.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { idPage, idPageOf } from '../http/request/paging.js';
import { found, pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';
import { newClientSecret, ownClientColumns } from './own-client.js';
import { toConnection } from './to-connection.js';

const KIND = 'connections';
const LINK_HOURS = 24;

type LinkInput = Static<(typeof reconnectContract)['body']>;

/** The dependencies of the connection routes. */
export type ConnectionDependencies = ApiDependencies & { oauth: OAuthClient };

export const listConnectionsRoute = ({ config }: ApiDependencies) =>
  route(listConnectionsContract).handle(async ({ account, db, query }) => {
    const page = idPage(KIND, query);
    const { rows, pagination } = idPageOf(KIND, await connections.listConnections(db, account.id, page), page.limit);
    const ids = rows.map(({ id }) => id);
    const uses = Map.groupBy(await connections.listConnectionUses(db, account.id, ids), (use) => use.connection_id);
    return {
      status: 200,
      body: {
        success: true,
        connections: rows.map((row) => toConnection(row, uses.get(row.id))),
        configured_providers: configuredProviders(config),
        pagination,
      },
    };
  });

export const getConnectionRoute = (_deps: ApiDependencies) =>
  route(getConnectionContract).handle(async ({ account, db, params }) => {
    const id = pathId(params.id, 'CONNECTION_NOT_FOUND');
    const row = found(await connections.findConnection(db, account.id, id), 'CONNECTION_NOT_FOUND');
    const uses = await connections.listConnectionUses(db, account.id, [id]);
    return { status: 200, body: { success: true, connection: toConnection(row, uses) } };
  });

export const createConnectionRoute = (deps: ConnectionDependencies) => {
  const box = createSecretBox(secretsOf(deps.config));
  return route(createConnectionContract).handle(async ({ work, account, user, db, body, now }) => {
    const { provider, purposes } = body;
    assertConfigured(deps, provider);
    const problem = purposeProblem(provider, purposes);
    if (problem) throw new ApiError('VALIDATION_ERROR', { message: problem, field: '/purposes' });
    const host = body.host_id && found(await findHost(db, account.id, body.host_id.toLowerCase()), 'HOST_NOT_FOUND');
    const id = newId();
    const row: ConnectionRow = {
      id,
      account_id: account.id,
      provider,
      ...ownClientColumns(box, id, body),
      purposes: JSON.stringify(purposes),
      host_id: host ? host.id : null,
      status: 'pending',
      subject: null,
      scopes: null,
      access_token: null,
      refresh_token: null,
      token_version: 0,
      access_expires_at: null,
      refresh_owner: null,
      refresh_until: null,
      error: null,
      reconnect_needed_at: null,
      connected_at: null,
      created_at: now,
      updated_at: now,
      created_by: user?.id ?? null,
    };
    await connections.insertConnection(db, row);
    return { status: 201, body: await linked(deps, work, row, body) };
  });
};

export const reconnectRoute = (deps: ConnectionDependencies) => {
  const box = createSecretBox(secretsOf(deps.config));
  return route(reconnectContract).handle(async ({ work, account, db, params, body, now }) => {
    const id = pathId(params.id, 'CONNECTION_NOT_FOUND');
    const row = found(await connections.lockConnection(db, account.id, id), 'CONNECTION_NOT_FOUND');
    assertConfigured(deps, row.provider);
    const changes = newClientSecret(box, row, body.client_secret);
    if (Object.keys(changes).length > 0) {
      await connections.updateConnection(db, id, { ...changes, updated_at: now });
      await connections.retryConnected(db, now, id);
    }
    return { status: 200, body: await linked(deps, work, { ...row, ...changes }, body) };
  });
};

export const deleteConnectionRoute = (deps: ConnectionDependencies) => {
  const box = createSecretBox(secretsOf(deps.config));
  return route(deleteConnectionContract).handle(async ({ account, params, origin, assertInTime }) => {
    const id = pathId(params.id, 'CONNECTION_NOT_FOUND');
    const { row, isShared } = await inWork(deps, async (work) => {
      const locked = found(await connections.lockConnection(work.tx, account.id, id), 'CONNECTION_NOT_FOUND');
      if ((await connections.listConnectionUses(work.tx, account.id, [id])).length > 0) {
        throw new ApiError('IN_USE', {
          message: 'A sender, a mailbox or a calendar of a host uses it. Change these first.',
        });
      }
      await connections.deleteConnection(work.tx, id);
      await emitConnection(work, locked, 'connection.deleted', { origin });
      assertInTime();
      return { row: locked, isShared: await connections.isSharedGrant(work.tx, locked) };
    });
    // A provider revokes all that one person has granted the app, other connections included.
    if (!isShared) void revoke(deps, box, row);
    return { status: 204, body: null };
  });
};

/** The tokens are deleted here already, so nothing waits for the provider. */
async function revoke({ oauth, logger }: ConnectionDependencies, box: SecretBox, row: ConnectionRow): Promise<void> {
  const token = openToken(box, row, 'refresh_token');
  if (token === null) return;
  await oauth
    .revoke(targetOf(box, row), token)
    .catch((err) => logger.warn({ err, connection_id: row.id }, 'The access of a connection could not be revoked'));
}

function assertConfigured({ oauth }: ConnectionDependencies, provider: ConnectionProvider): void {
  if (!oauth.isConfigured(provider)) throw new ApiError('PROVIDER_NOT_CONFIGURED');
}

async function linked(
  deps: ConnectionDependencies,
  work: Work,
  row: ConnectionRow,
  { link_hours: hours = LINK_HOURS, return_to_dashboard: returns = false }: LinkInput,
) {
  const { token, expiresAt } = await issueConnectLink(work, row, { hours, returns });
  return {
    success: true as const,
    connection: toConnection(row, await connections.listConnectionUses(work.tx, row.account_id, [row.id])),
    authorize_url: `${publicUrl(deps.config)}/connect/${token}`,
    expires_at: expiresAt.toISOString(),
  };
}
