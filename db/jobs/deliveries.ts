import type { Db } from '../connection.js';
import { insertIfNew } from '../insert-rows.js';
import type { JobDeliveryRow } from './tables.js';

/** Writes a request that is to be made; false when the same effect wrote it before. */
export const insertDelivery = (tx: Db, row: JobDeliveryRow): Promise<boolean> => insertIfNew(tx, 'job_deliveries', row);

export const findDelivery = (db: Db, id: string): Promise<JobDeliveryRow | undefined> =>
  db('job_deliveries').where({ id }).first();

/** Records the outcome of a queued delivery, for `place` only. Returns false if the row has changed since then. */
export const updateQueuedDelivery = async (
  db: Db,
  where: Pick<JobDeliveryRow, 'id'> & Partial<Pick<JobDeliveryRow, 'attempts'>>,
  changes: Partial<JobDeliveryRow>,
): Promise<boolean> =>
  (await db('job_deliveries')
    .where({ ...where, status: 'queued' })
    .update(changes)) > 0;
