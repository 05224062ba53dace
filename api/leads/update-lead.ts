import type { Knex } from 'knex';
import { updateLead } from '../../schemas/leads.js';
import { updateLead as changeLead } from '../../services/lead-update.js';
import { viewLead } from '../../services/lead-view.js';
import type { ApiDependencies } from '../dependencies.js';
import { route } from '../route.js';
import { checkIfMatch, etagOf, requireLockedLead } from './find.js';
import { problemError, readUpdate } from './lead-body.js';

export const updateLeadRoute = (_deps: ApiDependencies) =>
  route(updateLead).handle(async ({ account, params, body, db, now, origin, req }) => {
    const tx = db as Knex.Transaction;
    const lead = await requireLockedLead(tx, account.id, params.id);
    checkIfMatch(req, lead);
    const result = await changeLead(tx, now, { lead, ...readUpdate(body), country: account.country, origin });
    if (!result.ok) throw problemError(result.problems);
    return {
      status: 200,
      headers: { ETag: etagOf(result.lead) },
      body: { success: true, lead: await viewLead(tx, result.lead) },
    };
  });
