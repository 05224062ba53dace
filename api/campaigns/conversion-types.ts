import * as conversions from '../../db/campaigns/conversions.js';
import { isDuplicate } from '../../db/connection.js';
import type { ConversionTypeRow } from '../../db/tables.js';
import { newId } from '../../runtime/ids.js';
import {
  type ConversionField,
  type ConversionType,
  createConversionTypeContract,
  deleteConversionTypeContract,
  getConversionTypeContract,
  listConversionTypesContract,
  updateConversionTypeContract,
} from '../../schemas/campaigns/conversions.js';
import type { Static } from '../../schemas/common.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { idPage, idPageOf } from '../http/request/paging.js';
import { found, pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';

const KIND = 'conversion_types';

const toConversionType = (row: ConversionTypeRow): Static<typeof ConversionType> => ({
  id: row.id,
  name: row.name,
  category: row.category as Static<typeof ConversionType>['category'],
  currency: row.currency,
  fields: JSON.parse(row.fields),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

export const listConversionTypesRoute = (_deps: ApiDependencies) =>
  route(listConversionTypesContract).handle(async ({ account, db, query }) => {
    const page = idPage(KIND, query);
    const all = await conversions.listConversionTypes(db, account.id, query.category, page);
    const { rows, pagination } = idPageOf(KIND, all, page.limit);
    return { status: 200, body: { success: true, conversion_types: rows.map(toConversionType), pagination } };
  });

export const getConversionTypeRoute = (_deps: ApiDependencies) =>
  route(getConversionTypeContract).handle(async ({ account, db, params }) => {
    const id = pathId(params.id, 'CONVERSION_TYPE_NOT_FOUND');
    const row = found(await conversions.findConversionType(db, account.id, id), 'CONVERSION_TYPE_NOT_FOUND');
    return { status: 200, body: { success: true, conversion_type: toConversionType(row) } };
  });

export const createConversionTypeRoute = (_deps: ApiDependencies) =>
  route(createConversionTypeContract).handle(async ({ account, db, body, now }) => {
    const row: ConversionTypeRow = {
      id: newId(),
      account_id: account.id,
      name: body.name,
      category: body.category ?? 'final',
      currency: body.currency ?? null,
      fields: fieldsOf(body.fields ?? []),
      created_at: now,
      updated_at: now,
    };
    await conversions.insertConversionType(db, row).catch(refuseTakenName);
    return { status: 201, body: { success: true, conversion_type: toConversionType(row) } };
  });

export const updateConversionTypeRoute = (_deps: ApiDependencies) =>
  route(updateConversionTypeContract).handle(async ({ account, db, params, body, now }) => {
    const id = pathId(params.id, 'CONVERSION_TYPE_NOT_FOUND');
    const row = found(await conversions.lockConversionType(db, account.id, id), 'CONVERSION_TYPE_NOT_FOUND');
    const { fields, ...rest } = body;
    const changes: Partial<ConversionTypeRow> = { ...rest, updated_at: now };
    if (fields !== undefined) changes.fields = fieldsOf(fields);
    await conversions.updateConversionType(db, id, changes).catch(refuseTakenName);
    return { status: 200, body: { success: true, conversion_type: toConversionType({ ...row, ...changes }) } };
  });

export const deleteConversionTypeRoute = (_deps: ApiDependencies) =>
  route(deleteConversionTypeContract).handle(async ({ account, db, params }) => {
    const id = pathId(params.id, 'CONVERSION_TYPE_NOT_FOUND');
    found(await conversions.lockConversionType(db, account.id, id), 'CONVERSION_TYPE_NOT_FOUND');
    if (await conversions.isTypeUsed(db, account.id, id)) {
      throw new ApiError('IN_USE', { message: "The type has recorded conversions and can't be deleted." });
    }
    await conversions.deleteConversionType(db, id);
    return { status: 204, body: null };
  });

function fieldsOf(fields: readonly ConversionField[]): string {
  const keys = fields.map(({ key }) => key);
  const twice = keys.findIndex((key, at) => keys.indexOf(key) !== at);
  if (twice >= 0) {
    throw new ApiError('VALIDATION_ERROR', { message: 'Each key must be unique.', field: `/fields/${twice}/key` });
  }
  return JSON.stringify(fields);
}

function refuseTakenName(error: unknown): never {
  if (isDuplicate(error)) throw new ApiError('NAME_TAKEN', { field: '/name' });
  throw error;
}
