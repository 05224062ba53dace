import { findEngagement, listVariables } from '../../db/leads/lead-details.js';
import { leadZone } from '../../domain/leads/lead-zone.js';
import { getLeadContract } from '../../schemas/leads/one-lead.js';
import { toEngagement, toVariables, viewLead } from '../../services/leads/lead-view.js';
import type { ApiDependencies } from '../dependencies.js';
import { route } from '../http/route.js';
import { etagOf, requireLead } from './find.js';

export const getLeadRoute = (_deps: ApiDependencies) =>
  route(getLeadContract).handle(async ({ account, params, db }) => {
    const row = await requireLead(db, account.id, params.id);
    const [lead, variables, engagement] = await Promise.all([
      viewLead(db, row),
      listVariables(db, row.id),
      findEngagement(db, row.id),
    ]);
    return {
      status: 200,
      headers: { ETag: etagOf(row) },
      body: {
        success: true,
        lead,
        local_timezone: leadZone(row, account.timezone),
        variables: toVariables(variables),
        engagement: toEngagement(engagement),
      },
    };
  });
