import type { Db } from './connection.js';

type Column = string | number | boolean | Date | Buffer | null;

/**
 * Inserts rows of one shape, many to a statement. The driver writes the values out by itself: the query builder would
 * look at each of them several times, which for a thousand leads takes longer than the database does.
 */
export async function insertRows<T extends { [C in keyof T]: Column }>(
  tx: Db,
  table: string,
  rows: readonly T[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first) as (keyof T & string)[];
  const values = rows.map((row) => columns.map((column) => row[column]));
  await tx.raw(`INSERT INTO ?? (${columns.map(() => '??').join(', ')}) VALUES ?`, [
    table,
    ...columns,
    values as unknown as Column,
  ]);
}
