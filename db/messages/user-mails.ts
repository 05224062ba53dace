import type { Db } from '../connection.js';
import type { UserMailRow } from './tables.js';

/** A mail to a person of the account, with the zone that its sender's days are counted in. */
export interface UserMail extends UserMailRow {
  timezone: string;
}

export async function insertUserMail(tx: Db, row: UserMailRow): Promise<void> {
  await tx('user_mails').insert(row);
}

export const findUserMail = (db: Db, id: string): Promise<UserMailRow | undefined> =>
  db('user_mails').where({ id }).first();

/** Finds a test of a message that a user has asked for. */
export const findTest = (
  db: Db,
  which: Pick<UserMailRow, 'id' | 'account_id' | 'user_id'>,
): Promise<UserMailRow | undefined> => db('user_mails').where(which).whereIn('kind', ['test', 'whatsapp_test']).first();

/**
 * Records that a mailbox of the account received a test email, unless one did before. Returns false if the ID isn't
 * that of a test email.
 */
export async function receiveTest(
  tx: Db,
  which: Pick<UserMailRow, 'id' | 'account_id'>,
  received: Pick<UserMailRow, 'received_at' | 'authentication'>,
): Promise<boolean> {
  const test = { ...which, kind: 'test' as const };
  if (!(await tx('user_mails').where(test).first('id'))) return false;
  await tx('user_mails').where(test).whereNull('received_at').update(received);
  return true;
}

/** Finds the last test email of a sender, unless it failed. */
export const findLastTest = (db: Db, senderId: string): Promise<UserMailRow | undefined> =>
  db('user_mails')
    .where({ sender_id: senderId, kind: 'test' })
    .whereNot('status', 'failed')
    .orderBy('created_at', 'desc')
    .first();

/** Writes down that WhatsApp could not deliver a test that it had taken; false where that is none. */
export const failTest = async (
  tx: Db,
  which: Pick<UserMailRow, 'id' | 'account_id'>,
  failure: string,
): Promise<boolean> =>
  (await tx('user_mails')
    .where({ ...which, kind: 'whatsapp_test' })
    .update({ status: 'failed', content: null, failure: failure.slice(0, 500) })) > 0;

/** Finds a mail, its row locked until the transaction ends. */
export async function lockUserMail(tx: Db, id: string): Promise<UserMail | undefined> {
  const row: UserMailRow | undefined = await tx('user_mails').where({ id }).forUpdate().first();
  const account = row && (await tx('accounts').where({ id: row.account_id }).first('timezone'));
  return row && account && { ...row, timezone: account.timezone };
}

/** Takes the claim for a mail whose row is locked, with the sender that it leaves through, and returns its number. */
export async function claimUserMail(
  tx: Db,
  now: Date,
  { id, claim_no, sender_id }: Pick<UserMailRow, 'id' | 'claim_no' | 'sender_id'>,
  senderId = sender_id,
): Promise<number> {
  const claimed = {
    status: 'sending' as const,
    claim_no: claim_no + 1,
    claimed_at: now,
    sender_id: senderId,
    failure: null,
  };
  await tx('user_mails').where({ id }).update(claimed);
  return claimed.claim_no;
}

/** Says of a mail that it waits, and what for. */
export async function postponeUserMail(tx: Db, id: string, failure: string): Promise<void> {
  await tx('user_mails')
    .where({ id, status: 'queued' })
    .update({ failure: failure.slice(0, 500) });
}

/** A failed mail with the address of the user to whom a chat message goes. */
export type FailedUserMail = Pick<
  UserMailRow,
  'id' | 'kind' | 'to_address' | 'failure' | 'content' | 'expires_at' | 'created_at'
> & { user_email: string | null };

/** Lists the failed mails of some kinds to users of an account, newest first. */
export const listFailedUserMails = (
  db: Db,
  accountId: string,
  { kinds, limit }: { kinds: readonly UserMailRow['kind'][]; limit: number },
): Promise<FailedUserMail[]> =>
  db('user_mails as m')
    .leftJoin('users as u', 'u.id', 'm.user_id')
    .where({ 'm.account_id': accountId, 'm.status': 'failed' })
    .whereIn('m.kind', kinds)
    .orderBy('m.id', 'desc')
    .limit(limit)
    .select('m.id', 'm.kind', 'm.to_address', 'm.failure', 'm.content', 'm.expires_at', 'm.created_at', {
      user_email: 'u.email',
    });

/** Queues a failed mail again whose row is locked. */
export async function requeueUserMail(tx: Db, id: string): Promise<void> {
  await tx('user_mails').where({ id, status: 'failed' }).update({ status: 'queued', failure: null });
}

/**
 * Records the outcome of a claim. Returns false if the claim was given up. The text of an email is deleted once it has
 * left. That of a failed one is kept, sealed, until it expires, because it can be sent again; tests can't.
 */
export const recordUserMail = async (
  tx: Db,
  { id, claim_no }: Pick<UserMailRow, 'id' | 'claim_no'>,
  status: Exclude<UserMailRow['status'], 'sending'>,
  failure: string | null,
): Promise<boolean> =>
  (await tx('user_mails')
    .where({ id, claim_no })
    .whereIn('status', ['queued', 'sending'])
    .update({
      status,
      failure: failure?.slice(0, 500) ?? null,
      ...(status === 'queued' ? {} : { content: status === 'failed' ? tx.raw(UNLESS_TEST) : null }),
    })) > 0;

const UNLESS_TEST = "IF(kind IN ('test', 'whatsapp_test'), NULL, content)";
const KEPT_MS = 30 * 86_400_000;
const BATCH = 1_000;

/** Removes mails of a month ago, with what the sandbox has of them, and the texts of failed ones that have expired. */
export async function forgetUserMails(db: Db, now: Date): Promise<void> {
  const expired: string[] = await db('user_mails')
    .where({ status: 'failed' })
    .where('expires_at', '<=', now)
    .whereNotNull('content')
    .limit(BATCH)
    .pluck('id');
  // By their IDs: an update would lock every row that it looks at.
  if (expired.length > 0)
    await db('user_mails').whereIn('id', expired).where({ status: 'failed' }).update({ content: null });
  const old: string[] = await db('user_mails')
    .where('created_at', '<', new Date(now.getTime() - KEPT_MS))
    .limit(BATCH)
    .pluck('id');
  if (old.length === 0) return;
  await db('sandbox_deliveries').whereIn('message_id', old).delete();
  await db('user_mails').whereIn('id', old).delete();
}
