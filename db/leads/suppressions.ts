import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { emailKey } from '../../domain/values/email.js';
import { newId } from '../../runtime/ids.js';
import type { Db } from '../connection.js';
import { insertIfNew } from '../insert-rows.js';
import { type IdPage, newestFirst } from '../keyset.js';
import type { LeadRow, SuppressionRow } from './tables.js';

/** Returns what addresses are compared by: email without regard to case, the rest as it is. */
export const addressHash = (channel: string, address: string): Buffer =>
  createHash('sha256')
    .update(channel === 'email' ? emailKey(address) : address)
    .digest();

/** A channel, and the hash of an address on it. */
export type AddressHash = readonly [channel: string, hash: Buffer];

/**
 * Returns where suppressions of a lead are found: by hash alone, since an erased person's address is kept in no other
 * form, and since the database takes addresses that differ by an accent for one.
 */
export function addressHashesOf({
  email,
  phone,
  whatsapp_user_id: userId,
}: Pick<LeadRow, 'email' | 'phone' | 'whatsapp_user_id'>): AddressHash[] {
  const hashesOf = (address: string | null, channels: readonly string[]): AddressHash[] => {
    if (address === null) return [];
    const hash = addressHash(channels[0] ?? '', address);
    return channels.map((channel) => [channel, hash]);
  };
  return [
    ...hashesOf(email, ['email']),
    ...hashesOf(phone, ['whatsapp', 'sms', 'call']),
    ...hashesOf(userId, ['whatsapp']),
  ];
}

/** The reasons of suppressions that an opt-out made and an opt-in takes back; all others stay. */
export const OPT_OUT_REASONS: readonly string[] = ['opted_out', 'unsubscribed', 'whatsapp_settings'];

export interface NewSuppression {
  accountId: string;
  channel: string;
  address: string;
  reason: string;
}

const rowOf = ({ accountId, channel, address, reason }: NewSuppression, now: Date): SuppressionRow => ({
  id: newId(),
  account_id: accountId,
  channel,
  address_hash: addressHash(channel, address),
  address,
  reason,
  created_at: now,
});

/** Finds the suppression of an address, if there is one: nothing is sent to it on this channel. */
export const findSuppression = (
  db: Db,
  { accountId, channel, address }: Omit<NewSuppression, 'reason'>,
): Promise<SuppressionRow | undefined> =>
  db('suppressions')
    .where({ account_id: accountId, channel, address_hash: addressHash(channel, address) })
    .first();

/**
 * Suppresses an address. One that is suppressed already keeps its row and first reason, but that an opt-out gives way
 * to any other: what an opt-in would take back must not stand for a complaint. The answer says which row it was.
 */
export async function insertSuppression(
  tx: Db,
  now: Date,
  suppression: NewSuppression,
): Promise<{ row: SuppressionRow; created: boolean }> {
  const row = rowOf(suppression, now);
  if (await insertIfNew(tx, 'suppressions', row)) return { row, created: true };
  const { accountId, channel, reason } = suppression;
  if (!OPT_OUT_REASONS.includes(reason)) {
    await tx('suppressions')
      .where({ account_id: accountId, channel, address_hash: row.address_hash })
      .whereIn('reason', [...OPT_OUT_REASONS])
      .update({ reason });
  }
  // The row that was found is locked since.
  const earlier = await findSuppression(tx, suppression);
  if (!earlier) throw new Error('A suppressed address has no suppression.');
  return { row: earlier, created: false };
}

/** Suppresses many addresses at once; those that are suppressed already keep their rows and first reasons. */
export async function insertSuppressions(tx: Db, now: Date, suppressions: readonly NewSuppression[]): Promise<void> {
  if (suppressions.length === 0) return;
  await tx('suppressions')
    .insert(suppressions.map((suppression) => rowOf(suppression, now)))
    .onConflict()
    .merge({ id: tx.raw('suppressions.id') });
}

export interface SuppressionFilter {
  channel?: string | undefined;
  address?: string | undefined;
}

export function listSuppressions(
  db: Db,
  accountId: string,
  { channel, address }: SuppressionFilter,
  page: IdPage,
): Promise<SuppressionRow[]> {
  const query: Knex.QueryBuilder = db('suppressions').where({ account_id: accountId });
  if (channel !== undefined) query.where({ channel });
  if (address !== undefined) {
    const channels = channel === undefined ? ['email', 'whatsapp', 'sms', 'call'] : [channel];
    query.whereIn(
      'address_hash',
      channels.map((name) => addressHash(name, address)),
    );
  }
  return newestFirst(query, page);
}

/** Lifts a suppression; false when the account has none with this id. */
export const deleteSuppression = async (tx: Db, accountId: string, id: string): Promise<boolean> =>
  (await tx('suppressions').where({ account_id: accountId, id }).delete()) > 0;

/** Lifts the suppression of an address if it exists for one of these reasons. */
export async function liftSuppression(
  tx: Db,
  { accountId, channel, address }: Omit<NewSuppression, 'reason'>,
  reasons: readonly string[],
): Promise<void> {
  await tx('suppressions')
    .where({ account_id: accountId, channel, address_hash: addressHash(channel, address) })
    .whereIn('reason', [...reasons])
    .delete();
}
