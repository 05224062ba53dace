import type { Db } from './connection.js';

/** A value that the statement computes. */
export type SqlValue = { toSqlString(): string };
type Column = string | number | boolean | Date | Buffer | SqlValue | null;

/**
 * Inserts rows of one shape, many per statement. The driver formats the values, because the query builder would process
 * each of them several times, which for a thousand leads takes longer than the database does.
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

/**
 * Inserts a row unless a row with one of its keys exists, which stays unchanged. Returns whether the row is new. Waits
 * for a concurrent insert of the same key. Only for tables without automatic row numbers.
 */
export async function insertIfNew<T extends object>(tx: Db, table: string, row: T): Promise<boolean> {
  const [column] = Object.keys(row) as [string];
  // The driver counts a row that was found like one that was made, so the statement says itself which it was.
  const [result] = await tx.raw('? ON DUPLICATE KEY UPDATE ?? = IF(LAST_INSERT_ID(1), ??, ??)', [
    tx(table).insert(row),
    ...[column, column, column],
  ]);
  return (result as { insertId: number }).insertId === 0;
}
