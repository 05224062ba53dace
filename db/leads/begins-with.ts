import type { Knex } from 'knex';

const COLUMNS = ['first_name', 'last_name', 'email', 'company', 'whatsapp_username'];
const MOST_WORDS = 5;

/** Returns the words that leads are looked for by. */
export const wordsOf = (text: string): string[] =>
  text
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS);

const pattern = (word: string): string => `${word.replaceAll(/[\\%_]/g, '\\$&')}%`;

/**
 * Keeps of a query those leads, under the alias `l`, of whom something begins with each of these words; their phone
 * number too where `phone` says so.
 */
export function whereBeginsWith(
  query: Knex.QueryBuilder,
  words: readonly string[],
  { phone = false } = {},
): Knex.QueryBuilder {
  for (const word of words) {
    const begins = pattern(word);
    query.where((any) => {
      for (const column of COLUMNS) any.orWhere(`l.${column}`, 'like', begins);
      // WhatsApp shows usernames with an @ that it doesn't store.
      if (/^@./.test(word)) any.orWhere('l.whatsapp_username', 'like', pattern(word.slice(1)));
      const digits = word.replaceAll(/[^0-9+]/g, '');
      // The column is ASCII; comparing it with other letters is an error on some servers.
      if (phone && /^[+0-9().-]+$/.test(word) && digits !== '') {
        any.orWhere('l.phone', 'like', `${digits.startsWith('+') ? '' : '+'}${digits}%`);
      }
    });
  }
  return query;
}
