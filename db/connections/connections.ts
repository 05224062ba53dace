import { type Db, fromJson } from '../connection.js';
import { type IdPage, newestFirst } from '../keyset.js';
import type { ConnectionRow, StoredOAuthClient } from './tables.js';

export const findConnection = (db: Db, accountId: string, id: string): Promise<ConnectionRow | undefined> =>
  db('connections').where({ account_id: accountId, id }).first();

/** Finds a connection of any account, for what refers to it by an ID of its own row. */
export const findConnectionById = (db: Db, id: string): Promise<ConnectionRow | undefined> =>
  db('connections').where({ id }).first();

/** Locks the row of the connection until the transaction ends. */
export const lockConnection = (tx: Db, accountId: string, id: string): Promise<ConnectionRow | undefined> =>
  tx('connections').where({ account_id: accountId, id }).forUpdate().first();

export const listConnections = (db: Db, accountId: string, page: IdPage): Promise<ConnectionRow[]> =>
  newestFirst(db('connections').where({ account_id: accountId }), page);

export async function insertConnection(tx: Db, row: ConnectionRow): Promise<void> {
  await tx('connections').insert(row);
}

export async function updateConnection(tx: Db, id: string, changes: Partial<ConnectionRow>): Promise<void> {
  await tx('connections').where({ id }).update(changes);
}

/** Removes a connection with its tokens and links. */
export async function deleteConnection(tx: Db, id: string): Promise<void> {
  await tx('connection_links').where({ connection_id: id }).delete();
  await tx('connections').where({ id }).delete();
}

/** A sender that sends or receives through a connection, or a host whose calendar uses it. */
export interface ConnectionUse {
  connection_id: string;
  email_sender_id: string | null;
  host_id: string | null;
  name: string;
  sends: boolean;
  receives: boolean;
}

const NO_USE = { email_sender_id: null, host_id: null, sends: false, receives: false } as const;

/** Lists what uses connections: senders in the order of their names, then hosts with their calendars. */
export async function listConnectionUses(db: Db, accountId: string, ids: readonly string[]): Promise<ConnectionUse[]> {
  if (ids.length === 0) return [];
  const senders: { id: string; name: string; sends: string | null; receives: string | null }[] = await db(
    'email_senders as s',
  )
    .leftJoin('mailboxes as m', 'm.sender_id', 's.id')
    .where({ 's.account_id': accountId })
    .where((uses) => uses.whereIn('s.connection_id', [...ids]).orWhereIn('m.connection_id', [...ids]))
    .orderBy(['s.name', 's.id'])
    .select('s.id', 's.name', { sends: 's.connection_id', receives: 'm.connection_id' });
  const ofSenders = senders.flatMap(({ id, name, sends, receives }) =>
    [...new Set([sends, receives])].flatMap((used) =>
      used === null || !ids.includes(used)
        ? []
        : [
            {
              ...NO_USE,
              connection_id: used,
              email_sender_id: id,
              name,
              sends: sends === used,
              receives: receives === used,
            },
          ],
    ),
  );
  const hosts: Pick<ConnectionUse, 'connection_id' | 'host_id' | 'name'>[] = await db('calendar_connections as c')
    .join('hosts as h', 'h.id', 'c.host_id')
    .where({ 'c.account_id': accountId })
    .whereIn('c.connection_id', [...ids])
    .orderBy(['h.name', 'h.id'])
    .select('c.connection_id', 'c.host_id', 'h.name');
  return [...ofSenders, ...hosts.map((host) => ({ ...NO_USE, ...host }))];
}

/** The right to refresh the tokens of a connection, for a while. */
export interface RefreshClaim {
  owner: string;
  until: Date;
}

/** Claims the right to replace the tokens of one version; false where another process has it, or has replaced them. */
export const claimRefresh = async (
  db: Db,
  now: Date,
  { id, token_version }: Pick<ConnectionRow, 'id' | 'token_version'>,
  { owner, until }: RefreshClaim,
): Promise<boolean> =>
  (await db('connections')
    .where({ id, token_version, status: 'connected' })
    .where((free) => free.whereNull('refresh_until').orWhere('refresh_until', '<=', now))
    .update({ refresh_owner: owner, refresh_until: until })) === 1;

/** The columns that a refresh or a sign-in writes. */
export type StoredTokens = Pick<ConnectionRow, 'access_token' | 'refresh_token' | 'access_expires_at' | 'scopes'>;

const RELEASED = { refresh_owner: null, refresh_until: null } as const;

/** Stores refreshed tokens under the claim, which ends. False where the claim was lost. */
export const storeRefreshed = async (
  db: Db,
  now: Date,
  { id, token_version }: Pick<ConnectionRow, 'id' | 'token_version'>,
  owner: string,
  tokens: StoredTokens,
): Promise<boolean> =>
  (await db('connections')
    .where({ id, token_version, refresh_owner: owner })
    .update({ ...tokens, ...RELEASED, token_version: token_version + 1, updated_at: now })) === 1;

/** Ends a claim without new tokens. Until `restUntil` no one tries again: the provider asked for a pause. */
export async function releaseRefresh(db: Db, id: string, owner: string, restUntil: Date): Promise<void> {
  await db('connections').where({ id, refresh_owner: owner }).update({ refresh_owner: null, refresh_until: restUntil });
}

/**
 * Marks a connection as withdrawn by its provider, with the tokens of one version. False where someone has signed in
 * again since then, or where it is marked already: only the first one reports it.
 */
export const markReconnectNeeded = async (
  tx: Db,
  now: Date,
  { id, token_version }: Pick<ConnectionRow, 'id' | 'token_version'>,
  error: string,
): Promise<boolean> =>
  (await tx('connections')
    .where({ id, token_version, status: 'connected' })
    .update({
      status: 'reconnect_needed',
      error,
      reconnect_needed_at: now,
      access_token: null,
      access_expires_at: null,
      ...RELEASED,
      updated_at: now,
    })) === 1;

/** Returns whether another connection has the access of the same person to the same client. */
export async function isSharedGrant(
  db: Db,
  { id, provider, subject, oauth_client }: Pick<ConnectionRow, 'id' | 'provider' | 'subject' | 'oauth_client'>,
): Promise<boolean> {
  if (subject === null) return false;
  const others = await db('connections').where({ provider, subject }).whereNot({ id }).select('oauth_client');
  const client = clientOf(oauth_client);
  return others.some((other) => clientOf(other.oauth_client) === client);
}

/** A subject is unique at its issuer only. */
function clientOf(stored: string | null): string {
  const client = fromJson<StoredOAuthClient | null>(stored);
  return JSON.stringify(client && [client.issuer, client.client_id]);
}

/** Schedules the mailboxes, the reports of changes and the senders of a connection for now. */
export async function retryConnected(tx: Db, now: Date, connectionId: string): Promise<void> {
  await tx('mailboxes').where({ connection_id: connectionId }).update({ next_at: now, failures: 0, last_error: null });
  await tx('push_channels').where({ connection_id: connectionId }).update({ next_at: now, failures: 0 });
  const senders: string[] = await tx('email_senders').where({ connection_id: connectionId }).pluck('id');
  if (senders.length > 0) await tx('sender_breakers').whereIn('sender_id', senders).delete();
}
