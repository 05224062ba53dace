import type { Knex } from 'knex';
import type { Db } from '../connection.js';
import { type IdPage, newestFirst } from '../keyset.js';
import type { NotificationRow } from './tables.js';

/** One line of a digest. */
export interface NotificationLine {
  targetId: string;
  leadId: string | null;
  text: string;
}

/** The columns of a new digest. Its progress starts with its status. */
type NewNotification = Omit<NotificationRow, 'claim_no' | 'claimed_at'>;

/**
 * Adds a line to the digest that a group key makes for a user, and makes the digest if this is its first line; answers
 * whether it did.
 */
export async function addNotificationLine(tx: Db, row: NewNotification, line: NotificationLine): Promise<boolean> {
  await tx('notifications').insert(row).onConflict().ignore();
  const digest = await tx('notifications')
    .where({ user_id: row.user_id, effect_key: row.effect_key })
    .first<{ id: string } | undefined>('id');
  await tx('notification_lines')
    .insert({
      notification_id: digest?.id ?? row.id,
      subject_id: line.targetId,
      lead_id: line.leadId,
      text: line.text,
    })
    .onConflict()
    .ignore();
  return digest?.id === row.id;
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

/** No more notices than these are looked at for a number. */
const COUNTED = 100;

/** Writes the query that counts what a user hasn't read among the newest notices. */
export const unreadNotices = (db: Db, accountId: string, userId: string): Knex.QueryBuilder =>
  db
    .from(
      db('notifications')
        .where({ account_id: accountId, user_id: userId })
        .select('read_at')
        .orderBy('id', 'desc')
        .limit(COUNTED)
        .as('n'),
    )
    .whereNull('read_at')
    .count();

export interface DigestLine {
  notification_id: string;
  lead_id: string | null;
  text: string;
}

/** The number of lines that a digest shows. */
export const LINES_SHOWN = 50;

/** Lists the lines of digests, in the order of their leads. */
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

/** A digest that is mailed, with its user's address. */
export interface Digest extends Pick<NotificationRow, 'id' | 'account_id' | 'user_id' | 'title' | 'status'> {
  claim_no: number;
  claimed_at: Date | null;
  email: string;
  name: string;
  /** The zone of its account. */
  timezone: string;
  /** True if a cycle that is not over yet still writes to it. */
  isWritten: boolean;
}

/** Finds a digest, its row locked until the transaction ends. */
export async function lockDigest(tx: Db, id: string): Promise<Digest | undefined> {
  const row: NotificationRow | undefined = await tx('notifications').where({ id }).forUpdate().first();
  if (!row) return undefined;
  const user: { email: string; name: string; timezone: string } | undefined = await tx('users as u')
    .join('accounts as a', 'a.id', 'u.account_id')
    .where({ 'u.id': row.user_id })
    .first('u.email', 'u.name', 'a.timezone');
  const job = await tx('background_jobs')
    .where({ id: row.source_id ?? '' })
    .whereNotNull('open_cycle_id')
    .first('id');
  return user && { ...row, ...user, isWritten: job !== undefined };
}

/** Finds the digests that a job has written and that are not mailed yet. */
export const findOpenDigests = (
  db: Db,
  accountId: string,
  sourceId: string,
): Promise<Pick<NotificationRow, 'id' | 'account_id'>[]> =>
  db('notifications')
    .where({ account_id: accountId, source_id: sourceId, channel: 'email', status: 'queued' })
    .select('id', 'account_id');

/** Finds an account's digests that are not mailed yet, in the order of their ids. */
export const listQueuedDigests = (
  db: Db,
  accountId: string,
  after: string,
  limit: number,
): Promise<Pick<NotificationRow, 'id' | 'account_id'>[]> =>
  db('notifications')
    .where({ account_id: accountId, channel: 'email', status: 'queued' })
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .select('id', 'account_id');

/**
 * Takes the claim for a digest whose row is locked, and answers its number. It gives up the key that its lines were
 * gathered by, so that a line which comes later makes a digest of its own and none is added to a mail that has left.
 */
export async function claimDigest(
  tx: Db,
  now: Date,
  { id, claim_no }: Pick<Digest, 'id' | 'claim_no'>,
): Promise<number> {
  const claimNo = claim_no + 1;
  const claimed = {
    status: 'sending' as const,
    claim_no: claimNo,
    claimed_at: now,
    effect_key: Buffer.from(id),
    failure: null,
  };
  await tx('notifications').where({ id }).update(claimed);
  return claimNo;
}

/** Says of a digest that it waits, and what for. */
export async function postponeDigest(tx: Db, id: string, failure: string): Promise<void> {
  await tx('notifications')
    .where({ id, status: 'queued' })
    .update({ failure: failure.slice(0, 500) });
}

/** Records the outcome of a claim. Returns false if the claim was given up. */
export const recordDigest = async (
  tx: Db,
  { id, claim_no }: Pick<Digest, 'id' | 'claim_no'>,
  status: 'delivered' | 'failed' | 'queued' | 'unknown',
  failure: string | null,
): Promise<boolean> =>
  (await tx('notifications').where({ id, claim_no, status: 'sending' }).update({ status, failure })) > 0;
