import * as conversions from '../../db/campaigns/conversions.js';
import {
  deleteConversionContract,
  getConversionContract,
  listConversionsContract,
  recordConversionContract,
} from '../../schemas/campaigns/conversions.js';
import { toConversion } from '../../services/campaigns/conversion-view.js';
import * as service from '../../services/campaigns/conversions.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { instantField } from '../http/request/fields.js';
import { idPage, idPageOf } from '../http/request/paging.js';
import { found, pathId } from '../http/request/path-id.js';
import { momentOf } from '../http/request/query.js';
import { includedFor } from '../http/response/included.js';
import { route } from '../http/route.js';
import { requireLockedLead } from '../leads/find.js';

const KIND = 'conversions';

export const listConversionsRoute = (_deps: ApiDependencies) =>
  route(listConversionsContract).handle(async (input) => {
    const { account, db, query } = input;
    const filter: conversions.ConversionFilter = {
      leadId: query.lead_id?.toLowerCase(),
      typeId: query.conversion_type_id?.toLowerCase(),
      agentId: query.workflow_id?.toLowerCase(),
      convertedAfter: momentOf(query.converted_after, 'converted_after'),
      convertedBefore: momentOf(query.converted_before, 'converted_before'),
    };
    const page = idPage(KIND, query);
    const all = await conversions.listConversions(db, account.id, filter, page);
    const { rows, pagination } = idPageOf(KIND, all, page.limit);
    const types = await conversions.conversionTypeNames(
      db,
      rows.map((row) => row.conversion_type_id),
    );
    const total = await conversions.countConversions(db, account.id, filter);
    const items = rows.map((row) => toConversion(row, types.get(row.conversion_type_id)));
    const included = await includedFor(input, rows);
    return {
      status: 200,
      body: { success: true, conversions: items, total, ...included, pagination: { ...pagination, total } },
    };
  });

export const recordConversionRoute = (_deps: ApiDependencies) =>
  route(recordConversionContract).handle(async ({ work, account, db, body, origin }) => {
    const lead = await requireLockedLead(db, account.id, body.lead_id);
    const recorded = await service.recordConversion(work, {
      accountId: account.id,
      leadId: lead.id,
      typeId: body.conversion_type_id.toLowerCase(),
      amount: body.amount,
      currency: body.currency,
      runId: body.workflow_run_id?.toLowerCase(),
      convertedAt: body.converted_at === undefined ? undefined : instantField(body.converted_at, '/converted_at'),
      metadata: body.metadata,
      notes: body.notes,
      origin,
    });
    if (!recorded.ok) {
      const { code, field, message } = recorded.problem;
      throw new ApiError(code, { field, message });
    }
    return { status: 201, body: { success: true, conversion: toConversion(recorded.row, recorded.type) } };
  });

export const getConversionRoute = (_deps: ApiDependencies) =>
  route(getConversionContract).handle(async ({ account, db, params }) => {
    const id = pathId(params.id, 'CONVERSION_NOT_FOUND');
    const row = found(await conversions.findConversion(db, account.id, id), 'CONVERSION_NOT_FOUND');
    const type = await conversions.findConversionType(db, account.id, row.conversion_type_id);
    return { status: 200, body: { success: true, conversion: toConversion(row, type) } };
  });

export const deleteConversionRoute = (_deps: ApiDependencies) =>
  route(deleteConversionContract).handle(async ({ account, db, params }) => {
    const id = pathId(params.id, 'CONVERSION_NOT_FOUND');
    if (!(await conversions.deleteConversion(db, account.id, id))) throw new ApiError('CONVERSION_NOT_FOUND');
    return { status: 204, body: null };
  });
