import type { Knex } from 'knex';

const SIGN = '\\p{Sm}\\p{Sc}\\p{So}#&%@*';
const SEPARATORS = new RegExp(`[^\\p{L}\\p{M}\\p{N}${SIGN}]+`, 'gu');
const AT_SIGNS = new RegExp(`-(?=[${SIGN}])|(?<=[${SIGN}])-`, 'gu');
const PAGE = 1_000;

const slugOf = (name: string): string => {
  const folded = name.normalize('NFKC').toLowerCase();
  const words = folded.replace(SEPARATORS, '-').replace(/^-|-$/g, '').replace(AT_SIGNS, '');
  return [...(words || folded.trim())].slice(0, 80).join('');
};

/** Gives tags whose names hold signs the slugs that keep them; a slug that another tag has already is left to it. */
interface Tag {
  id: string;
  account_id: string;
  name: string;
  slug: string;
}

export const up = async (db: Knex) => {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page: Tag[][] = await db.raw('SELECT id, account_id, name, slug FROM tags WHERE id > ? ORDER BY id LIMIT ?', [
      after,
      PAGE,
    ]);
    const tags = page[0] ?? [];
    for (const { id, account_id, name, slug } of tags) {
      const wanted = slugOf(name);
      if (wanted === slug || wanted === '') continue;
      const [others] = await db.raw('SELECT id FROM tags WHERE account_id = ? AND slug = ?', [account_id, wanted]);
      if (others.length === 0) await db.raw('UPDATE tags SET slug = ? WHERE id = ?', [wanted, id]);
    }
    after = tags.at(-1)?.id;
  }
};

/** The slugs stay: the earlier ones follow from the names. */
export const down = async () => undefined;
