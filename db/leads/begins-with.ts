import type { Knex } from 'knex';

const COLUMNS = ['first_name', 'last_name', 'email', 'company'];
const MOST_WORDS = 5;

/** Returns the words that leads are looked for by. */
export const wordsOf = (text: string): string[] =>
  text
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS);

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
    const begins = `${word.replaceAll(/[\\%_]/g, '\\$&')}%`;
    query.where((any) => {
      for (const column of COLUMNS) any.orWhere(`l.${column}`, 'like', begins);
      const digits = word.replaceAll(/[^0-9+]/g, '');
      // The column is ASCII; comparing it with other letters is an error on some servers.
      if (phone && /^[+0-9().-]+$/.test(word) && digits !== '') {
        any.orWhere('l.phone', 'like', `${digits.startsWith('+') ? '' : '+'}${digits}%`);
      }
    });
  }
  return query;
}
