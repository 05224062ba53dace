import type { Knex } from 'knex';
import { lockLeadRow } from '../../db/leads.js';
import { eraseLead } from '../../schemas/leads.js';
import { eraseLead as erase } from '../../services/lead-removal.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../errors.js';
import { found, pathId } from '../path-id.js';
import { route } from '../route.js';

export const eraseLeadRoute = (_deps: ApiDependencies) =>
  route(eraseLead).handle(async ({ account, params, db, now, origin, requestId }) => {
    const tx = db as Knex.Transaction;
    // Hidden leads too: whoever was deleted has the same right to be forgotten.
    const lead = found(await lockLeadRow(tx, account.id, pathId(params.id, 'LEAD_NOT_FOUND')), 'LEAD_NOT_FOUND');
    const gone = new ApiError('LEAD_ERASED');
    if (lead.erased_at) throw gone;
    await erase(tx, now, lead, origin, JSON.stringify(gone.toBody(requestId)));
    return { status: 200, body: { success: true, lead_id: lead.id, erased_at: now.toISOString() } };
  });
