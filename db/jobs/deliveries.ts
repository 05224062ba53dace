import type { Db } from '../connection.js';
import { insertIfNew } from '../insert-rows.js';
import type { JobDeliveryRow } from '../tables.js';

/** Writes a request that is to be made; false when the same effect wrote it before. */
export const insertDelivery = (tx: Db, row: JobDeliveryRow): Promise<boolean> => insertIfNew(tx, 'job_deliveries', row);

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
