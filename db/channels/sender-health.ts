import type { Knex } from 'knex';
import { type Claimed, claimDue } from '../claim-due.js';
import type { Db } from '../connection.js';
import { insertIfNew } from '../insert-rows.js';
import type { EmailSenderRow, SenderHealthRow } from './tables.js';

export const findSenderHealth = (db: Db, senderId: string): Promise<SenderHealthRow | undefined> =>
  db('sender_health').where({ sender_id: senderId }).first();

/** Adds a sender that is due at a time. Returns false if it is known already, with its results unchanged. */
const addSender = (
  tx: Db,
  { id, account_id }: Pick<EmailSenderRow, 'id' | 'account_id'>,
  at: Date,
): Promise<boolean> => {
  const row: SenderHealthRow = {
    sender_id: id,
    account_id,
    checks: '[]',
    memory: '{"known":{},"broken":[]}',
    checked_at: null,
    next_at: at,
    broken_since: null,
    claimed_until: null,
  };
  return insertIfNew(tx, 'sender_health', row);
};

/** Schedules a check of a sender, after one that is in progress. Its results stay until then. */
export async function scheduleSenderHealth(
  tx: Db,
  sender: Pick<EmailSenderRow, 'id' | 'account_id'>,
  at: Date,
): Promise<void> {
  if (!(await addSender(tx, sender, at)))
    await tx('sender_health').where({ sender_id: sender.id }).update({ next_at: at });
}

/** Forgets the results of a sender that has other settings now. It is checked again within seconds. */
export async function forgetSenderHealth(tx: Db, senderId: string): Promise<void> {
  await tx('sender_health').where({ sender_id: senderId }).delete();
}

/** Adds up to `limit` senders that have never been checked. */
export async function addUncheckedSenders(db: Knex, now: Date, limit: number): Promise<void> {
  const senders: Pick<EmailSenderRow, 'id' | 'account_id'>[] = await db('email_senders')
    .leftJoin('sender_health', 'sender_health.sender_id', 'email_senders.id')
    .whereNull('sender_health.sender_id')
    .whereNot('email_senders.provider', 'sandbox')
    .limit(limit)
    .select('email_senders.id', 'email_senders.account_id');
  for (const sender of senders) await addSender(db, sender, now);
}

/** A sender that a process has to itself. */
export type ClaimedSender = Claimed<SenderHealthRow>;

/** Claims senders that are due until a time. No other process claims them before it, or before they are saved. */
export const claimSenderHealth = (db: Knex, now: Date, until: Date, limit: number): Promise<ClaimedSender[]> =>
  claimDue<SenderHealthRow>(db, { table: 'sender_health', key: 'sender_id' }, { now, until, limit });

/**
 * Saves results under a claim and ends it. If the claim was replaced, or the sender has other settings, nothing changes.
 * A sender whose check was requested in between stays due.
 */
export async function saveSenderHealth(
  db: Db,
  { sender_id, claimed_until, next_at }: ClaimedSender,
  { next_at: next, ...results }: Pick<SenderHealthRow, 'checks' | 'memory' | 'checked_at' | 'broken_since' | 'next_at'>,
): Promise<void> {
  await db('sender_health')
    .where({ sender_id, claimed_until })
    .update({ ...results, next_at: db.raw('IF(next_at = ?, ?, next_at)', [next_at, next]), claimed_until: null });
}

/**
 * Saves whether the tracking domain of a sender reached the service. If it wasn't found out, or the sender has another
 * domain now, nothing changes.
 */
export async function saveTrackingReach(
  db: Db,
  senderId: string,
  { domain, reach, now }: { domain: string; reach: 'reached' | 'missed' | 'unknown'; now: Date },
): Promise<void> {
  if (reach === 'unknown') return;
  await db('email_senders')
    .where({ id: senderId, tracking_domain: domain })
    .update({ tracking_verified_at: reach === 'reached' ? now : null });
}
