import type { Db } from '../connection.js';
import type { EventRow } from '../tables.js';

export type RunEvent = Pick<EventRow, 'seq' | 'agent_run_id' | 'type' | 'data'>;

/** Events that give an enrollment's version, its steps and its outcome. */
const TOLD = [
  ...(['workflow_run.started', 'workflow_run.migrated', 'conversion.recorded'] as const),
  ...(['cadence.step_scheduled', 'cadence.step_executed', 'cadence.step_skipped', 'cadence.held'] as const),
  ...(['message.sent', 'message.failed'] as const),
];

/** Lists what happened in enrolments up to a place of the events, in the order in which it was told. */
export async function listRunEvents(db: Db, runIds: readonly string[], upTo: number): Promise<RunEvent[]> {
  if (runIds.length === 0) return [];
  return db('events')
    .whereIn('agent_run_id', [...runIds])
    .where('seq', '<=', upTo)
    .whereIn('type', [...TOLD])
    .orderBy('seq')
    .select('seq', 'agent_run_id', 'type', 'data');
}
