import type { Knex } from 'knex';
import { findImport, lockImport } from '../../db/imports/imports.js';
import type { ImportRow } from '../../db/tables.js';
import { cancelImportContract, undoImportContract } from '../../schemas/imports/imports.js';
import * as control from '../../services/imports/control.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { found, pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';
import { toImport } from './to-import.js';

/** The import, its row locked; an id of another account locks nothing. */
async function lockOwn(tx: Knex, accountId: string, text: string): Promise<ImportRow> {
  const own = found(await findImport(tx, accountId, pathId(text, 'IMPORT_NOT_FOUND')), 'IMPORT_NOT_FOUND');
  return found(await lockImport(tx, own.id), 'IMPORT_NOT_FOUND');
}

export const cancelImportRoute = (_deps: ApiDependencies) =>
  route(cancelImportContract).handle(async ({ work, account, db, params }) => {
    const row = await lockOwn(db, account.id, params.id);
    const cancelled = await control.cancelImport(work, row);
    if (!cancelled) {
      throw new ApiError('NOT_MODIFIABLE', { message: `The import is ${row.status} and can't be cancelled.` });
    }
    return { status: 200, body: { success: true, import: toImport(cancelled) } };
  });

export const undoImportRoute = (_deps: ApiDependencies) =>
  route(undoImportContract).handle(async ({ work, account, db, params, origin }) => {
    const row = await lockOwn(db, account.id, params.id);
    const started = await control.startUndo(work, row, origin);
    if (!started) {
      throw new ApiError('NOT_MODIFIABLE', {
        message: `The import is ${row.status}. Only imports that have ended or were cancelled can be undone.`,
      });
    }
    return { status: 202, body: { success: true, import: toImport(started) } };
  });
