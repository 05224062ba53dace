import { updateLeadContract } from '../../schemas/leads/one-lead.js';
import { viewLead } from '../../services/leads/lead-view.js';
import { updateLead } from '../../services/leads/update-lead.js';
import type { ApiDependencies } from '../dependencies.js';
import { route } from '../http/route.js';
import { checkIfMatch, etagOf, requireLockedLead } from './find.js';
import { problemError, readUpdate } from './lead-body.js';

export const updateLeadRoute = (_deps: ApiDependencies) =>
  route(updateLeadContract).handle(async ({ work, account, params, body, db, origin, req }) => {
    const lead = await requireLockedLead(db, account.id, params.id);
    checkIfMatch(req, lead);
    const result = await updateLead(work, { lead, ...readUpdate(body), country: account.country, origin });
    if (!result.ok) throw problemError(result.problems);
    return {
      status: 200,
      headers: { ETag: etagOf(result.lead) },
      body: { success: true, lead: await viewLead(db, result.lead) },
    };
  });
