import type { Knex } from 'knex';
import { deleteLead } from '../../schemas/leads.js';
import { hideLead } from '../../services/lead-removal.js';
import type { ApiDependencies } from '../dependencies.js';
import { route } from '../route.js';
import { checkIfMatch, requireLockedLead } from './find.js';

export const deleteLeadRoute = (_deps: ApiDependencies) =>
  route(deleteLead).handle(async ({ account, params, db, now, origin, req }) => {
    const tx = db as Knex.Transaction;
    const lead = await requireLockedLead(tx, account.id, params.id);
    checkIfMatch(req, lead);
    await hideLead(tx, now, lead, origin);
    return { status: 204, body: null };
  });
