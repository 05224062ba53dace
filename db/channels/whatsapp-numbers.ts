import type { Db } from '../connection.js';
import { type IdPage, newestFirst } from '../keyset.js';
import { closeSenderBreaker } from './sender-breakers.js';
import type { WhatsAppNumberRow } from './tables.js';

export const findWhatsAppNumber = (db: Db, accountId: string, id: string): Promise<WhatsAppNumberRow | undefined> =>
  db('whatsapp_numbers').where({ account_id: accountId, id }).first();

/** Finds the number whatever its account, for work that was asked for by its id. */
export const findNumberById = (db: Db, id: string): Promise<WhatsAppNumberRow | undefined> =>
  db('whatsapp_numbers').where({ id }).first();

/** Locks the row of the number until the transaction ends. */
export const lockWhatsAppNumber = (tx: Db, accountId: string, id: string): Promise<WhatsAppNumberRow | undefined> =>
  tx('whatsapp_numbers').where({ account_id: accountId, id }).forUpdate().first();

/** Locks the number with this phone number. */
export const lockNumberByPhone = (tx: Db, accountId: string, phone: string): Promise<WhatsAppNumberRow | undefined> =>
  tx('whatsapp_numbers').where({ account_id: accountId, phone_number: phone }).forUpdate().first();

/** Locks the numbers of one business account at the provider, or those of none, in the order of their ids. */
export const lockNumbersOfBusiness = (tx: Db, accountId: string, wabaId: string | null): Promise<WhatsAppNumberRow[]> =>
  tx('whatsapp_numbers').where({ account_id: accountId, waba_id: wabaId }).orderBy('id').forUpdate();

/** Returns our number that a message came to: by the provider's id, else by the number itself. */
export async function findReceivingNumber(
  db: Db,
  accountId: string,
  { providerId, phone }: { providerId: string | null; phone: string },
): Promise<string | null> {
  const numbers = await db('whatsapp_numbers')
    .where({ account_id: accountId })
    .where((either) => either.where({ provider_phone_number_id: providerId ?? '' }).orWhere({ phone_number: phone }))
    .select('id', 'provider_phone_number_id');
  const known = numbers.find(({ provider_phone_number_id: id }) => id !== null && id === providerId);
  return (known ?? numbers[0])?.id ?? null;
}

/** Finds the number that agents use which name none: the default one, else the oldest. */
export const findDefaultWhatsAppNumber = (db: Db, accountId: string): Promise<WhatsAppNumberRow | undefined> =>
  db('whatsapp_numbers').where({ account_id: accountId }).orderBy('is_default', 'desc').orderBy('id').first();

export const listWhatsAppNumbers = (db: Db, accountId: string, page: IdPage): Promise<WhatsAppNumberRow[]> =>
  newestFirst(db('whatsapp_numbers').where({ account_id: accountId }), page);

/** Lists every number of an account, or the one of this id. */
export function listNumbersToSync(db: Db, accountId: string, id: string | undefined): Promise<WhatsAppNumberRow[]> {
  const query = db('whatsapp_numbers').where({ account_id: accountId }).orderBy('id');
  return id === undefined ? query : query.where({ id });
}

export async function insertWhatsAppNumber(tx: Db, row: WhatsAppNumberRow): Promise<void> {
  await tx('whatsapp_numbers').insert(row);
}

export async function updateWhatsAppNumber(tx: Db, id: string, changes: Partial<WhatsAppNumberRow>): Promise<void> {
  await tx('whatsapp_numbers').where({ id }).update(changes);
}

/** Notes that a look at the templates and the state of numbers was asked for. */
export async function noteSyncAsked(tx: Db, now: Date, ids: readonly string[]): Promise<void> {
  await tx('whatsapp_numbers')
    .whereIn('id', [...ids])
    .update({ sync_asked_at: now });
}

/** Takes being the default from every number of the account but this one. */
export async function clearOtherDefaults(tx: Db, accountId: string, id: string): Promise<void> {
  await tx('whatsapp_numbers')
    .where({ account_id: accountId, is_default: true })
    .whereNot({ id })
    .update({ is_default: false });
}

/** Removes a number, what was counted for it and the windows that were open with it. */
export async function deleteWhatsAppNumber(tx: Db, id: string): Promise<void> {
  await tx('whatsapp_numbers').where({ id }).delete();
  await tx('sender_usage').where({ sender_id: id }).delete();
  await tx('whatsapp_windows').where({ number_id: id }).delete();
  await closeSenderBreaker(tx, id);
}

/**
 * Returns which agents name each of these numbers in their draft, which always holds what was published last or is to
 * be.
 */
export async function agentsOfNumbers(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map();
  const rows: { id: string; draft: string }[] = await db('agents')
    .where({ account_id: accountId })
    .whereNull('deleted_at')
    .where('draft', 'like', '%"whatsapp_number_id":"%')
    .orderBy('id')
    .select('id', 'draft');
  const named = rows.map(({ id, draft }) => ({ id, draft: draft.toLowerCase() }));
  return new Map(
    ids.map((number) => [
      number,
      named.filter(({ draft }) => draft.includes(`"whatsapp_number_id":"${number}"`)).map(({ id }) => id),
    ]),
  );
}
