import { type Db, fromJson } from '../connection.js';
import { type IdPage, newestFirst } from '../keyset.js';
import type { ReportLinkRow } from './tables.js';

export async function insertReportLink(tx: Db, row: ReportLinkRow): Promise<void> {
  await tx('report_links').insert(row);
}

export const listReportLinks = (db: Db, accountId: string, page: IdPage): Promise<ReportLinkRow[]> =>
  newestFirst(db('report_links').where({ account_id: accountId }), page);

/** Deletes a link. Returns whether there was one. */
export const deleteReportLink = async (tx: Db, accountId: string, id: string): Promise<boolean> =>
  (await tx('report_links').where({ account_id: accountId, id }).delete()) > 0;

/** Finds a link by the hash of its token, whether or not it still works. */
export const findReportLink = (db: Db, hash: Buffer): Promise<ReportLinkRow | undefined> =>
  db('report_links').where({ token_hash: hash }).first();

export async function countOpening(db: Db, now: Date, id: string): Promise<void> {
  await db('report_links').where({ id }).update({ last_opened_at: now }).increment('openings', 1);
}

/** Finds the names of senders of any channel. */
export async function listSenderNames(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return [];
  const named = (table: 'email_senders' | 'whatsapp_numbers' | 'voice_agents', column: string) =>
    db(table)
      .where({ account_id: accountId })
      .whereIn('id', [...ids])
      .select('id', db.raw('?? AS name', [column]));
  return (await named('email_senders', 'from_email').unionAll([
    named('whatsapp_numbers', 'phone_number'),
    named('voice_agents', 'name'),
  ])) as unknown as { id: string; name: string }[];
}

const KEPT_MS = 30 * 86_400_000;

/** Removes links that expired a month ago. */
export async function forgetReportLinks(db: Db, now: Date): Promise<void> {
  await db('report_links')
    .where('expires_at', '<', new Date(now.getTime() - KEPT_MS))
    .limit(1_000)
    .delete();
}

/** A user or API key that may have created a link, with what it may do now. */
export type LinkCreator =
  | { kind: 'user'; id: string; name: string; role: string; ended_at: Date | null }
  | { kind: 'key'; id: string; name: string; scopes: string[]; ended_at: Date | null };

/** Finds the creators of links by the ID in `created_by`. */
export async function listLinkCreators(db: Db, accountId: string, ids: readonly string[]): Promise<LinkCreator[]> {
  if (ids.length === 0) return [];
  const of = { account_id: accountId };
  const users = await db('users')
    .where(of)
    .whereIn('id', [...ids])
    .select('id', 'name', 'role', 'disabled_at');
  const keys = await db('api_keys')
    .where(of)
    .whereIn('id', [...ids])
    .select('id', 'name', 'scopes', 'revoked_at');
  return [
    ...users.map(({ disabled_at, ...user }) => ({ kind: 'user' as const, ...user, ended_at: disabled_at })),
    ...keys.map(({ revoked_at, scopes, ...key }) => ({
      kind: 'key' as const,
      ...key,
      scopes: fromJson<string[]>(scopes),
      ended_at: revoked_at,
    })),
  ];
}
