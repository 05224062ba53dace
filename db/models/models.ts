import type { Db } from '../connection.js';
import { insertIfNew } from '../insert-rows.js';
import { type IdPage, newestFirst } from '../keyset.js';
import type { ModelRow } from './tables.js';

export const findModel = (db: Db, accountId: string, id: string): Promise<ModelRow | undefined> =>
  db('models').where({ account_id: accountId, id }).first();

export const lockModel = (tx: Db, accountId: string, id: string): Promise<ModelRow | undefined> =>
  tx('models').where({ account_id: accountId, id }).forUpdate().first();

export const listModels = (db: Db, accountId: string, page: IdPage): Promise<ModelRow[]> =>
  newestFirst(db('models').where({ account_id: accountId }), page);

/** Lists those of the account's models that have one of these keys. */
export const listModelsByKeys = (db: Db, accountId: string, keys: readonly string[]): Promise<ModelRow[]> =>
  keys.length === 0
    ? Promise.resolve([])
    : db('models')
        .where({ account_id: accountId })
        .whereIn('model_key', [...keys]);

/** Writes a new model; false where the account has one of its key. */
export const insertModel = (tx: Db, row: ModelRow): Promise<boolean> => insertIfNew(tx, 'models', row);

export async function updateModel(tx: Db, id: string, changes: Partial<ModelRow>): Promise<void> {
  await tx('models').where({ id }).update(changes);
}

export async function deleteModel(tx: Db, id: string): Promise<void> {
  await tx('models').where({ id }).delete();
}
