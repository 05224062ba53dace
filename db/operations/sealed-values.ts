import type { Knex } from 'knex';
import { afterKey } from '../keyset.js';

/** A column that holds values sealed by a master secret, and the primary key of its table. */
export interface SealedColumn {
  table: string;
  column: string;
  key: readonly string[];
}

/** A row of such a column: its primary key, and its value where that is a sealed one. */
export interface SealedRow {
  key: Record<string, string | Buffer>;
  sealed: string | null;
}

const SEALED = 'v1.%';

/** Lists up to `limit` rows of a column in the order of the primary key, from behind `after` on. */
export async function listSealed(
  db: Knex,
  { table, column, key }: SealedColumn,
  after: SealedRow['key'] | undefined,
  limit: number,
): Promise<SealedRow[]> {
  const rows = afterKey(db(table), key, after).limit(limit);
  const found: Record<string, string | Buffer>[] = await rows.select([
    ...key,
    db.raw('CASE WHEN ?? LIKE ? THEN ?? END AS sealed_value', [column, SEALED, column]),
  ]);
  return found.map(({ sealed_value, ...rest }) => ({ key: rest, sealed: (sealed_value as string | null) ?? null }));
}

/** Puts a value in place of the one that was read. Returns false where it was changed or deleted since then. */
export const replaceSealed = async (
  db: Knex,
  { table, column }: SealedColumn,
  { key, sealed }: SealedRow,
  value: string,
): Promise<boolean> =>
  (await db(table)
    .where(key)
    .whereRaw('BINARY ?? = ?', [column, sealed ?? ''])
    .update({ [column]: value })) === 1;
