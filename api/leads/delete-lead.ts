import { deleteLeadContract } from '../../schemas/leads/one-lead.js';
import { hideLead } from '../../services/leads/remove-lead.js';
import type { ApiDependencies } from '../dependencies.js';
import { route } from '../http/route.js';
import { checkIfMatch, requireLockedLead } from './find.js';

export const deleteLeadRoute = (_deps: ApiDependencies) =>
  route(deleteLeadContract).handle(async ({ work, account, params, db, origin, req }) => {
    const lead = await requireLockedLead(db, account.id, params.id);
    checkIfMatch(req, lead);
    await hideLead(work, lead, origin);
    return { status: 204, body: null };
  });
