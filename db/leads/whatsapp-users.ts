import type { Knex } from 'knex';
import type { Db } from '../connection.js';
import type { LeadRow, WhatsAppUserRow } from './tables.js';

const visible = (db: Db, accountId: string): Knex.QueryBuilder =>
  db('whatsapp_users AS w')
    .join('leads AS l', 'l.id', 'w.lead_id')
    .where({ 'w.account_id': accountId, 'l.hidden': false });

/** Lists what is known of user IDs whose leads are neither hidden nor erased. */
export const listWhatsAppUsers = (db: Db, accountId: string, userIds: readonly string[]): Promise<WhatsAppUserRow[]> =>
  userIds.length === 0
    ? Promise.resolve([])
    : visible(db, accountId)
        .whereIn('w.user_id', [...userIds])
        .select('w.*');

/** Lists the user IDs of a lead. */
export const listUserIdsOfLead = (db: Db, leadId: string): Promise<string[]> =>
  db('whatsapp_users').where({ lead_id: leadId }).orderBy('user_id').pluck('user_id');

/** Finds the lead whose user ID WhatsApp showed together with one of the numbers, the latest first. */
export const findLeadShownWith = (
  db: Db,
  accountId: string,
  phones: readonly string[],
): Promise<Pick<LeadRow, 'id'> | undefined> =>
  visible(db, accountId)
    .whereIn('w.phone', [...phones])
    .orderBy('w.updated_at', 'desc')
    .first('l.id');

/** Returns whether the lead is another person on WhatsApp: it has another user ID there, of the same business. */
export async function isAnotherUser(
  db: Db,
  leadId: string,
  { wabaId, userIds }: { wabaId: string; userIds: readonly string[] },
): Promise<boolean> {
  const other = await db('whatsapp_users')
    .where({ lead_id: leadId, waba_id: wabaId })
    .whereNotIn('user_id', [...userIds])
    .first('user_id');
  return other !== undefined;
}

/** Writes which lead user IDs belong to; a number that WhatsApp shows with them is shown with no other ID any more. */
export async function putWhatsAppUsers(
  tx: Db,
  now: Date,
  {
    accountId,
    leadId,
    userIds,
    wabaId,
    phone,
  }: {
    accountId: string;
    leadId: string;
    userIds: readonly string[];
    wabaId: string;
    phone: string | null;
  },
): Promise<void> {
  if (phone !== null) {
    await tx('whatsapp_users')
      .where({ account_id: accountId, phone })
      .whereNot({ lead_id: leadId })
      .update({ phone: null });
  }
  for (const userId of userIds) {
    await tx('whatsapp_users')
      .insert({
        account_id: accountId,
        user_id: userId,
        lead_id: leadId,
        waba_id: wabaId,
        phone,
        created_at: now,
        updated_at: now,
      })
      .onConflict(['account_id', 'user_id'])
      .merge(['lead_id', 'updated_at', ...(phone === null ? [] : (['phone'] as const))]);
  }
}

/** Writes that user IDs of a lead which were shown with one of some numbers have another one, or none, from now on. */
export async function renumberWhatsAppUsers(
  tx: Db,
  now: Date,
  leadId: string,
  phones: readonly string[],
  phone: string | null,
): Promise<void> {
  await tx('whatsapp_users')
    .where({ lead_id: leadId })
    .whereIn('phone', [...phones])
    .update({ phone, updated_at: now });
}

/**
 * Finds the user ID to write to a lead by from a number of a business account, the newest first; of another business
 * account where the lead has none of this one.
 */
export const findUserIdToAnswer = (
  db: Db,
  { id }: Pick<LeadRow, 'id'>,
  wabaId: string | null,
): Promise<Pick<WhatsAppUserRow, 'user_id' | 'phone'> | undefined> =>
  db('whatsapp_users')
    .where({ lead_id: id })
    // An ID that several businesses share is taken where there is none of the business's own.
    .orderByRaw("waba_id = ? DESC, user_id LIKE '%.ENT.%', created_at DESC, user_id", [wabaId ?? ''])
    .first('user_id', 'phone');
