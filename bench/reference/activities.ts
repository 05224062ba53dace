import { createPool } from 'mysql2/promise';

const pool = createPool({ uri: process.env.DATABASE_URL ?? '', connectionLimit: 30 });

/** Writes one row: all that a step of the reference does. */
export async function writeRow(runId: string, step: number): Promise<void> {
  await pool.query('INSERT INTO bench_rows (run_id, step, at_ms) VALUES (?, ?, ?)', [runId, step, Date.now()]);
}
