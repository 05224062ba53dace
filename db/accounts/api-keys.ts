import { type Db, fromJson } from '../connection.js';
import type { ApiKeyRow } from './tables.js';

/** A key with what every request needs of its account. */
export interface ApiKey {
  id: string;
  accountId: string;
  name: string;
  kind: 'live' | 'pub';
  lastFour: string;
  publicKey: string | null;
  /** Empty means every scope. */
  scopes: string[];
  rateLimit: number;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  createdAt: Date;
  createdBy: string | null;
  account: { id: string; name: string; timezone: string; country: string | null };
}

type Joined = ApiKeyRow & { account_name: string; timezone: string; country: string | null };

const toApiKey = (row: Joined): ApiKey => ({
  id: row.id,
  accountId: row.account_id,
  name: row.name,
  kind: row.kind as ApiKey['kind'],
  lastFour: row.last_four,
  publicKey: row.public_key,
  scopes: fromJson(row.scopes),
  rateLimit: row.rate_limit,
  lastUsedAt: row.last_used_at,
  revokedAt: row.revoked_at,
  createdAt: row.created_at,
  createdBy: row.created_by,
  account: { id: row.account_id, name: row.account_name, timezone: row.timezone, country: row.country },
});

const joined = (db: Db) =>
  db('api_keys')
    .join('accounts', 'accounts.id', 'api_keys.account_id')
    .select('api_keys.*', 'accounts.name as account_name', 'accounts.timezone', 'accounts.country');

/** Finds the active key with this hash. */
export async function findApiKey(db: Db, hash: Buffer): Promise<ApiKey | undefined> {
  const row: Joined | undefined = await joined(db).where({ key_hash: hash }).whereNull('revoked_at').first();
  return row && toApiKey(row);
}

export async function findApiKeyById(db: Db, id: string): Promise<ApiKey | undefined> {
  const row: Joined | undefined = await joined(db).where('api_keys.id', id).first();
  return row && toApiKey(row);
}

export async function listApiKeys(db: Db, accountId: string): Promise<ApiKey[]> {
  const rows: Joined[] = await joined(db).where('api_keys.account_id', accountId).orderBy('api_keys.id');
  return rows.map(toApiKey);
}

/** Lists the REST keys that work and were made by a user or the system, oldest first. */
export async function listActiveKeysMadeBy(db: Db, accountId: string, createdBy: string): Promise<ApiKey[]> {
  const rows: Joined[] = await joined(db)
    .where('api_keys.account_id', accountId)
    .where({ created_by: createdBy, kind: 'live' })
    .whereNull('revoked_at')
    .orderBy('api_keys.id');
  return rows.map(toApiKey);
}

/** Lists the hashes of all keys that stand. */
export async function listActiveHashes(db: Db): Promise<Buffer[]> {
  const rows = await db('api_keys').whereNull('revoked_at').select('key_hash');
  return rows.map((row) => row.key_hash);
}

export interface NewApiKey {
  id: string;
  accountId: string;
  name: string;
  kind: 'live' | 'pub';
  hash: Buffer;
  lastFour: string;
  publicKey: string | null;
  scopes: string[];
  rateLimit: number;
  createdBy: string;
}

export async function insertApiKey(db: Db, now: Date, key: NewApiKey): Promise<void> {
  await db('api_keys').insert({
    id: key.id,
    account_id: key.accountId,
    name: key.name,
    kind: key.kind,
    key_hash: key.hash,
    last_four: key.lastFour,
    public_key: key.publicKey,
    scopes: JSON.stringify(key.scopes),
    domains: '[]',
    rate_limit: key.rateLimit,
    created_at: now,
    created_by: key.createdBy,
  });
}

/** Ends a key at once. Returns whether it still stood. */
export async function revokeApiKey(db: Db, now: Date, id: string): Promise<boolean> {
  return (await db('api_keys').where({ id }).whereNull('revoked_at').update({ revoked_at: now })) === 1;
}

/** Returns whether a key was not revoked. */
export const isActive = async (db: Db, id: string): Promise<boolean> =>
  (await db('api_keys').where({ id }).whereNull('revoked_at').first('id')) !== undefined;

export interface Counted {
  /** Requests of this key in the current minute, those just counted included. */
  count: number;
  /** Seconds until the next minute starts, by the database's clock; 1 to 60. */
  secondsLeft: number;
}

/**
 * Counts `requests` of a key in the current calendar minute of the database's clock, in one statement that all
 * processes share. Returns undefined if the key isn't active any more.
 */
export async function countRequests(db: Db, apiKeyId: string, requests: number): Promise<Counted | undefined> {
  // LAST_INSERT_ID(x) carries count and second of the minute back in the answer to the INSERT itself.
  const [result] = (await db.raw(
    `INSERT INTO rate_counters (api_key_id, minute, n)
     SELECT id, FLOOR(UNIX_TIMESTAMP() / 60), LAST_INSERT_ID(? * 60 + MOD(UNIX_TIMESTAMP(), 60)) DIV 60
       FROM api_keys WHERE id = ? AND revoked_at IS NULL
     ON DUPLICATE KEY UPDATE
       n = LAST_INSERT_ID(IF(minute = VALUES(minute), n + ?, ?) * 60 + MOD(UNIX_TIMESTAMP(), 60)) DIV 60,
       minute = VALUES(minute)`,
    [requests, apiKeyId, requests, requests],
  )) as unknown as [{ affectedRows: number; insertId: number }];
  if (result.affectedRows === 0) return undefined;
  return { count: Math.floor(result.insertId / 60), secondsLeft: 60 - (result.insertId % 60) };
}

/** Finds what all processes have counted of a key in the current minute of the database's clock; it is only read. */
export async function findCounted(db: Db, apiKeyId: string): Promise<(Counted & { minute: number }) | undefined> {
  const row = await db('api_keys')
    .leftJoin('rate_counters', 'rate_counters.api_key_id', 'api_keys.id')
    .where('api_keys.id', apiKeyId)
    .whereNull('api_keys.revoked_at')
    .first('rate_counters.minute', 'rate_counters.n', db.raw('UNIX_TIMESTAMP() AS seconds'));
  if (!row) return undefined;
  const seconds = Number(row.seconds);
  const minute = Math.floor(seconds / 60);
  return { minute, count: row.minute === minute ? row.n : 0, secondsLeft: 60 - (seconds % 60) };
}

/** Reads how many requests each of the account's keys made in the current minute of the database's clock, by key ID. */
export async function countsOfMinute(db: Db, accountId: string): Promise<Map<string, number>> {
  const rows = await db('rate_counters')
    .join('api_keys', 'api_keys.id', 'rate_counters.api_key_id')
    .where('api_keys.account_id', accountId)
    .whereRaw('rate_counters.minute = FLOOR(UNIX_TIMESTAMP() / 60)')
    .select('rate_counters.api_key_id', 'rate_counters.n');
  return new Map(rows.map(({ api_key_id, n }) => [api_key_id, n]));
}

/** Notes the minute in which keys were last used. */
export async function touchApiKeys(db: Db, now: Date, ids: string[]): Promise<void> {
  if (ids.length > 0) await db('api_keys').whereIn('id', ids).update({ last_used_at: now });
}
