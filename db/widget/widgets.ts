import { type Db, fromJson } from '../connection.js';
import type { IdPage } from '../keyset.js';
import type { WidgetRow } from './tables.js';

/** A widget with the key that its page shows. */
export type KeyedWidget = WidgetRow & { public_key: string };

const keyed = (db: Db) =>
  db('widgets').join('api_keys', 'api_keys.id', 'widgets.key_id').select('widgets.*', 'api_keys.public_key');

export const findWidget = (db: Db, accountId: string, id: string): Promise<KeyedWidget | undefined> =>
  keyed(db).where('widgets.account_id', accountId).where('widgets.id', id).first();

/** Finds the settings of a widget; undefined where it is gone. */
export const findWidgetSettings = (
  db: Db,
  accountId: string,
  id: string,
): Promise<Pick<WidgetRow, 'settings'> | undefined> =>
  db('widgets').where({ account_id: accountId, id }).first('settings');

/** Finds the widget, its row locked until the transaction ends: changes of it take turns. */
export const lockWidget = (tx: Db, accountId: string, id: string): Promise<WidgetRow | undefined> =>
  tx('widgets').where({ account_id: accountId, id }).forUpdate().first();

/** Finds the widget of a key, as it is at this moment; undefined once the key was revoked. */
export const findWidgetOfKey = (db: Db, keyId: string): Promise<KeyedWidget | undefined> =>
  keyed(db).where('widgets.key_id', keyId).whereNull('api_keys.revoked_at').first();

/** Lists the widgets of an account, newest first; one row more than `limit` where there are more. */
export function listWidgets(db: Db, accountId: string, { limit, before }: IdPage): Promise<KeyedWidget[]> {
  const query = keyed(db).where('widgets.account_id', accountId);
  if (before !== undefined) query.where('widgets.id', '<', before);
  return query.orderBy('widgets.id', 'desc').limit(limit + 1);
}

export async function insertWidget(tx: Db, row: WidgetRow): Promise<void> {
  await tx('widgets').insert(row);
}

export async function updateWidget(tx: Db, id: string, changes: Partial<WidgetRow>): Promise<void> {
  await tx('widgets').where({ id }).update(changes);
}

export async function deleteWidget(tx: Db, id: string): Promise<void> {
  await tx('widgets').where({ id }).delete();
}

/** The permissions of pages from other sites, from all active widgets. */
export interface AllowedPages {
  /** Every entry of an allowed-domain list. */
  domains: Set<string>;
  /** True if any widget lets pages create contacts. */
  requestContact: boolean;
}

/** Reads what all widgets with a standing key allow. */
export async function readAllowedPages(db: Db): Promise<AllowedPages> {
  const rows = await db('widgets')
    .join('api_keys', 'api_keys.id', 'widgets.key_id')
    .where('widgets.is_active', true)
    .whereNull('api_keys.revoked_at')
    .select('widgets.allowed_domains', 'widgets.request_contact');
  return {
    domains: new Set(rows.flatMap((row) => fromJson<string[]>(row.allowed_domains))),
    requestContact: rows.some((row) => row.request_contact),
  };
}
