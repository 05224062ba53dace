import type { Db } from '../../db/connection.js';
import { findEngagement, listVariables } from '../../db/leads/lead-details.js';
import { findLead } from '../../db/leads/leads.js';
import { toEngagement, toVariables, viewLead } from '../leads/lead-view.js';

/** Shows a lead as functions see it: as the API answers it, with what agents found out and what it did. */
export async function functionLead(
  db: Db,
  accountId: string,
  id: string,
): Promise<{ lead: Record<string, unknown>; version: number } | undefined> {
  const row = await findLead(db, accountId, id);
  if (!row || row.hidden) return undefined;
  const [lead, variables, engagement] = await Promise.all([
    viewLead(db, row),
    listVariables(db, row.id),
    findEngagement(db, row.id),
  ]);
  const whole = { ...lead, variables: toVariables(variables), engagement: toEngagement(engagement) };
  return { lead: whole, version: row.version };
}
