import type { Db } from './connection.js';
import type { JobEventRow } from './tables-jobs.js';

/** The events that a cycle takes, by their lead. */
export async function listTakenEvents(db: Db, cycleId: string): Promise<Map<string, string>> {
  const rows: Pick<JobEventRow, 'lead_id' | 'event_id'>[] = await db('job_events')
    .where({ cycle_id: cycleId })
    .select('lead_id', 'event_id');
  return new Map(rows.map((row) => [row.lead_id, row.event_id]));
}
