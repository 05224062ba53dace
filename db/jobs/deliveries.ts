import { type Db, isDuplicate } from '../connection.js';
import type { JobDeliveryRow } from '../tables.js';

/** Writes a request that is to be made; false when the same effect wrote it before. */
export async function insertDelivery(tx: Db, row: JobDeliveryRow): Promise<boolean> {
  try {
    await tx('job_deliveries').insert(row);
    return true;
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    return false;
  }
}

export const findDelivery = (db: Db, id: string): Promise<JobDeliveryRow | undefined> =>
  db('job_deliveries').where({ id }).first();

/** Notes what became of a delivery that still waits, for `place` alone; false where the row says otherwise by now. */
export const updateQueuedDelivery = async (
  db: Db,
  where: Pick<JobDeliveryRow, 'id'> & Partial<Pick<JobDeliveryRow, 'attempts'>>,
  changes: Partial<JobDeliveryRow>,
): Promise<boolean> =>
  (await db('job_deliveries')
    .where({ ...where, status: 'queued' })
    .update(changes)) > 0;
