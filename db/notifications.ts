import type { Db } from './connection.js';
import { type IdPage, newestFirst } from './keyset.js';
import type { NotificationRow } from './tables-jobs.js';

/** One line of a digest. */
export interface NotificationLine {
  subjectId: string;
  leadId: string | null;
  text: string;
}

/** Adds a line to the digest that an occasion makes for a user, and makes the digest if this is its first line. */
export async function addNotificationLine(tx: Db, row: NotificationRow, line: NotificationLine): Promise<void> {
  await tx('notifications').insert(row).onConflict().ignore();
  const digest = await tx('notifications')
    .where({ user_id: row.user_id, effect_key: row.effect_key })
    .first<{ id: string } | undefined>('id');
  await tx('notification_lines')
    .insert({
      notification_id: digest?.id ?? row.id,
      subject_id: line.subjectId,
      lead_id: line.leadId,
      text: line.text,
    })
    .onConflict()
    .ignore();
}

export interface NotificationFilter {
  user_id?: string | undefined;
  unread?: boolean | undefined;
}

export function listNotifications(
  db: Db,
  accountId: string,
  filter: NotificationFilter,
  page: IdPage,
): Promise<NotificationRow[]> {
  const query = db('notifications').where({ account_id: accountId });
  if (filter.user_id !== undefined) query.where({ user_id: filter.user_id });
  if (filter.unread === true) query.whereNull('read_at');
  if (filter.unread === false) query.whereNotNull('read_at');
  return newestFirst(query, page);
}

export interface DigestLine {
  notification_id: string;
  lead_id: string | null;
  text: string;
}

/** How many lines of each digest are shown. */
export const LINES_SHOWN = 50;

/** The lines of digests, in the order of their leads. */
export async function listNotificationLines(db: Db, ids: readonly string[]): Promise<Map<string, DigestLine[]>> {
  if (ids.length === 0) return new Map();
  const rows: DigestLine[] = await db('notification_lines')
    .whereIn('notification_id', [...ids])
    .orderBy(['notification_id', 'subject_id'])
    .select('notification_id', 'lead_id', 'text');
  return Map.groupBy(rows, (row) => row.notification_id);
}

/** Marks one as read; false when the account has none with this id. */
export const markNotificationRead = async (tx: Db, now: Date, accountId: string, id: string): Promise<boolean> => {
  const found = await tx('notifications').where({ account_id: accountId, id }).first('id');
  if (!found) return false;
  await tx('notifications').where({ id }).whereNull('read_at').update({ read_at: now });
  return true;
};

/** A digest that is to be mailed, with its user's address. */
export interface EmailDigest {
  id: string;
  account_id: string;
  title: string;
  email: string;
  name: string;
}

/** The digests of a job that wait to be mailed. */
export const listJobDigests = (db: Db, accountId: string, sourceId: string): Promise<EmailDigest[]> =>
  db('notifications as n')
    .join('users as u', 'u.id', 'n.user_id')
    .where({ 'n.account_id': accountId, 'n.source_id': sourceId, 'n.channel': 'email', 'n.status': 'queued' })
    .select(DIGEST);

/** How many of those that wait are listed at once. */
export const WAITING_AT_ONCE = 100;

/**
 * Digests that wait to be mailed and that no cycle still writes to: those of cadences and functions, and those
 * that found no sender when they were made. In the order of their ids, from behind the one named.
 */
export const listWaitingDigests = (db: Db, afterId: string): Promise<EmailDigest[]> =>
  db('notifications as n')
    .join('users as u', 'u.id', 'n.user_id')
    .where({ 'n.status': 'queued', 'n.channel': 'email' })
    .where('n.id', '>', afterId)
    .whereExists(db('email_senders as s').whereRaw('s.account_id = n.account_id').select(db.raw('1')))
    .whereNotExists(
      db('background_jobs as j').whereRaw('j.id = n.source_id').whereNotNull('j.open_cycle_id').select(db.raw('1')),
    )
    .orderBy('n.id')
    .limit(WAITING_AT_ONCE)
    .select(DIGEST);

const DIGEST = ['n.id', 'n.account_id', 'n.title', 'u.email', 'u.name'];

/**
 * Takes a digest to mail it, once; false where somebody else did. It gives up the key that its lines were gathered
 * by, so that a line which comes later makes a digest of its own and none is added to a mail that has left.
 */
export const claimDigest = async (db: Db, id: string): Promise<boolean> =>
  (await db('notifications')
    .where({ id, status: 'queued' })
    .update({ status: 'sending', effect_key: Buffer.from(id) })) > 0;

/** Says of a digest that it waits, and what for. */
export async function postponeDigest(db: Db, id: string, failure: string): Promise<void> {
  await db('notifications').where({ id, status: 'queued' }).update({ failure });
}

/** Writes down what became of a digest that was taken. */
export async function finishDigest(
  db: Db,
  id: string,
  status: 'delivered' | 'failed',
  failure: string | null,
): Promise<void> {
  await db('notifications').where({ id }).update({ status, failure });
}
