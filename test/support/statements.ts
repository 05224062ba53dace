import type { Knex } from 'knex';

/** Statements that only open and close transactions; they are not counted. */
const FRAME = /^(BEGIN|COMMIT|ROLLBACK|SET |SELECT 1)/i;

/**
 * Returns the SQL statements of `work` on a pool, without transaction frames. Nothing else may use the pool at the same
 * time.
 */
export async function statementsOf(db: Knex, work: () => PromiseLike<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const note = ({ sql }: { sql: string }) => {
    if (!FRAME.test(sql)) statements.push(sql);
  };
  db.on('query', note);
  try {
    await work();
  } finally {
    db.off('query', note);
  }
  return statements;
}
