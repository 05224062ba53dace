import { type Db, fromJson } from '../../db/connection.js';
import { findSpokenLanguage } from '../../db/conversations/conversations.js';
import type { LeadRow } from '../../db/tables.js';
import { type Reader, readerOf } from '../../domain/values/reader.js';

/**
 * Finds how a lead reads: by `locale` or `language` of its metadata, else by the language of its last conversation.
 * Undefined if none of these is known or has texts.
 */
export async function findLeadReader(
  db: Db,
  { id, metadata }: Pick<LeadRow, 'id' | 'metadata'>,
): Promise<Reader | undefined> {
  const { locale, language } = fromJson<Record<string, unknown>>(metadata);
  return readerOf(locale) ?? readerOf(language) ?? readerOf(await findSpokenLanguage(db, id));
}
