import type { Db } from '../../db/connection.js';
import { HostError } from '../../functions/sandbox.js';
import type { LeadsPage } from '../../schemas/rules/leads-query.js';
import { parseLeadsQuery, queryLeads } from '../leads/leads-query.js';
import { functionLead } from './lead-view.js';

/** Reads leads for functions, only those of their account. */
export interface LeadsReader {
  get(id: string): Promise<Record<string, unknown> | undefined>;
  query(query: unknown): Promise<LeadsPage>;
}

/** Reads the leads of one account. */
export const leadsReader = (db: Db, accountId: string, timezone: string, now: Date): LeadsReader => ({
  get: async (id) => (await functionLead(db, accountId, id))?.lead,
  async query(given) {
    const parsed = parseLeadsQuery(given);
    if (!parsed.ok) throw new HostError('INVALID_QUERY', `${parsed.problem.field}: ${parsed.problem.message}`);
    return queryLeads(db, { accountId, timezone, now, query: parsed.query });
  },
});
