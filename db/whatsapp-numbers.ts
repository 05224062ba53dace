import type { Db } from './connection.js';
import { type IdPage, newestFirst } from './keyset.js';
import type { WhatsAppNumberRow } from './tables-outgoing.js';

export const findWhatsAppNumber = (db: Db, accountId: string, id: string): Promise<WhatsAppNumberRow | undefined> =>
  db('whatsapp_numbers').where({ account_id: accountId, id }).first();

/** The number, its row locked until the transaction ends. */
export const lockWhatsAppNumber = (tx: Db, accountId: string, id: string): Promise<WhatsAppNumberRow | undefined> =>
  tx('whatsapp_numbers').where({ account_id: accountId, id }).forUpdate().first();

/** The number that agents use which name none: the default one, else the oldest. */
export const findDefaultWhatsAppNumber = (db: Db, accountId: string): Promise<WhatsAppNumberRow | undefined> =>
  db('whatsapp_numbers').where({ account_id: accountId }).orderBy('is_default', 'desc').orderBy('id').first();

export const listWhatsAppNumbers = (db: Db, accountId: string, page: IdPage): Promise<WhatsAppNumberRow[]> =>
  newestFirst(db('whatsapp_numbers').where({ account_id: accountId }), page);
