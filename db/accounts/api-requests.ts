import { firstIdAt } from '../../runtime/ids.js';
import type { Db } from '../connection.js';
import { type IdPage, newestFirst } from '../keyset.js';
import type { ApiRequestRow } from './tables.js';

const DAY_MS = 86_400_000;
/** The number of rows that a statement deletes, small enough that others hardly wait for them. */
const PIECE = 1_000;

/** Writes requests of several accounts, except those of accounts that keep none. */
export async function insertApiRequests(db: Db, rows: readonly ApiRequestRow[]): Promise<void> {
  const accounts = new Set(rows.map(({ account_id }) => account_id));
  const logging = new Set(
    await db('accounts')
      .whereIn('id', [...accounts])
      .where('request_log_days', '>', 0)
      .pluck('id'),
  );
  const kept = rows.filter(({ account_id }) => logging.has(account_id));
  if (kept.length > 0) await db('api_requests').insert(kept);
}

export interface ApiRequestFilter {
  id?: string | undefined;
  keyId?: string | undefined;
  operation?: string | undefined;
  method?: string | undefined;
  statusClass?: number | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
}

/** A request with the name its key has by now. */
export type NamedApiRequest = ApiRequestRow & { key_name: string | null };
/** A request of a list. */
export type ListedApiRequest = Omit<NamedApiRequest, 'query' | 'request_body' | 'response_body'>;

const keyName = (db: Db) => ({
  key_name: db('api_keys').whereRaw('api_keys.id = api_requests.key_id').select('name'),
});

const LISTED = [
  ...['id', 'account_id', 'key_id', 'operation', 'method', 'path', 'status', 'status_class', 'error_code'],
  ...['duration_ms', 'idempotency_key', 'replayed'],
].map((column) => `api_requests.${column}`);

/** Lists the requests of an account, newest first. IDs are made when a request arrives, so they are its time, too. */
export function listApiRequests(
  db: Db,
  accountId: string,
  { id, keyId, operation, method, statusClass, since, until }: ApiRequestFilter,
  page: IdPage,
): Promise<ListedApiRequest[]> {
  const requests = db('api_requests').where({ account_id: accountId });
  if (id !== undefined) requests.where({ id });
  if (keyId !== undefined) requests.where({ key_id: keyId });
  if (operation !== undefined) requests.where({ operation });
  if (method !== undefined) requests.where({ method });
  if (statusClass !== undefined) requests.where({ status_class: statusClass });
  if (since !== undefined) requests.where('id', '>=', firstIdAt(since));
  if (until !== undefined) requests.where('id', '<', firstIdAt(until));
  return newestFirst(requests, page).select([...LISTED, keyName(db)]) as unknown as Promise<ListedApiRequest[]>;
}

export const findApiRequest = (db: Db, accountId: string, id: string): Promise<NamedApiRequest | undefined> =>
  db('api_requests').where({ account_id: accountId, id }).first('api_requests.*', keyName(db));

/** Deletes each account's requests that are older than its days, in pieces. */
export async function forgetApiRequests(db: Db, now: Date): Promise<void> {
  for (const { id, request_log_days: days } of await db('accounts').select('id', 'request_log_days')) {
    const before = firstIdAt(new Date(now.getTime() - days * DAY_MS));
    const piece = () => db('api_requests').where({ account_id: id }).where('id', '<', before).limit(PIECE).delete();
    while ((await piece()) === PIECE);
  }
}
