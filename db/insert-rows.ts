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

/**
 * Inserts a row where none has one of its keys; one that has stays as it is. Answers whether the row is new. Whoever
 * inserts the same at this moment is waited for. For tables that don't number their rows by themselves.
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
