import { createPool } from 'mysql2/promise';

const pool = createPool({ uri: process.env.DATABASE_URL ?? '', connectionLimit: 30 });

/** Writes one row: all that a step of the reference does. */
export async function writeRow(runId: string, step: number): Promise<void> {
  await pool.query('INSERT INTO bench_rows (run_id, step, at_ms) VALUES (?, ?, ?)', [runId, step, Date.now()]);
}

/** Calls a model for one answer and writes one row: the least that a turn with a model takes. */
export async function askModel(runId: string, url: string): Promise<void> {
  const body = JSON.stringify({ model: 'bench', messages: [{ role: 'user', content: 'Hello' }] });
  const answer = await fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  await answer.json();
  await writeRow(runId, 0);
}
