import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { newId } from '../../runtime/ids.js';

/** The last column of each unique key: where it differs, rows do. */
async function tellingColumns(db: Knex, table: string): Promise<string[]> {
  const [rows] = await db.raw(
    `SELECT index_name AS name, column_name AS col FROM information_schema.statistics
      WHERE table_schema = DATABASE() AND table_name = ? AND non_unique = 0 ORDER BY index_name, seq_in_index`,
    [table],
  );
  const keys = Map.groupBy(rows as { name: string; col: string }[], ({ name }) => name);
  return [...keys.values()].map((columns) => columns.at(-1)?.col ?? '');
}

function another(value: unknown, n: number): unknown {
  if (value === null) return null;
  if (typeof value === 'number') return value + n;
  if (typeof value === 'string') return value.length < 36 ? `${value.slice(0, 8)}${n}` : newId();
  if (Buffer.isBuffer(value)) return randomBytes(value.length);
  return value instanceof Date ? new Date(value.getTime() + n) : value;
}

/**
 * Adds `count` rows like one of a table, each with values of its own where rows have to differ; `set` gives further
 * ones. Returns the rows that were added.
 */
export async function addRowsLike(
  db: Knex,
  table: string,
  where: Record<string, unknown>,
  count: number,
  set: (n: number) => Record<string, unknown> = () => ({}),
): Promise<Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = await db(table).where(where);
  const first = found[0];
  if (!first) throw new Error(`There is no row in ${table} like ${JSON.stringify(where)}.`);
  const columns = (await tellingColumns(db, table)).filter((column) => !(column in where));
  const [info] = await db.raw(
    `SELECT column_name AS col FROM information_schema.columns
      WHERE table_schema = DATABASE() AND table_name = ? AND (extra LIKE '%auto_increment%' OR extra LIKE '%GENERATED%')`,
    [table],
  );
  const computed = (info as { col: string }[]).map(({ col }) => col);
  const rows = Array.from({ length: count }, (_, n) => {
    const own = columns.map((column) => [column, another(first[column], found.length + n)]);
    const row: Record<string, unknown> = { ...first, ...Object.fromEntries(own), ...set(n) };
    for (const column of computed) delete row[column];
    return row;
  });
  if (rows.length > 0) await (db as Knex<Record<string, unknown>>).batchInsert(table as never, rows as never, 100);
  return rows;
}
