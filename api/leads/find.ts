import type { Request } from 'express';
import type { Knex } from 'knex';
import type { Db } from '../../db/connection.js';
import { findLead, lockLead } from '../../db/leads/leads.js';
import type { LeadRow } from '../../db/tables.js';
import { ApiError, type ErrorExtras } from '../http/errors.js';
import { pathId } from '../http/request/path-id.js';

/** Finds the visible lead of a path: 404 for unknown, foreign, malformed and hidden ones, 410 for erased ones. */
export async function requireLead(db: Db, accountId: string, id: string | undefined): Promise<LeadRow> {
  return visible(await findLead(db, accountId, pathId(id, 'LEAD_NOT_FOUND')));
}

/** Finds the lead of a path as `requireLead` does, and locks its row until the transaction ends. */
export async function requireLockedLead(tx: Knex, accountId: string, id: string | undefined): Promise<LeadRow> {
  return visible(await lockLead(tx, accountId, pathId(id, 'LEAD_NOT_FOUND')));
}

/** Finds and locks the lead that a field of the body names, by its pointer. */
export async function lockLeadOfField(tx: Knex, accountId: string, id: string, field: string): Promise<LeadRow> {
  return visible(await lockLead(tx, accountId, id.toLowerCase()), { field });
}

/** Returns the lead if it may be shown. */
export function visible<Row extends LeadRow>(lead: Row | undefined, extras?: ErrorExtras): Row {
  if (lead?.erased_at) throw new ApiError('LEAD_ERASED', extras);
  if (!lead || lead.hidden) throw new ApiError('LEAD_NOT_FOUND', extras);
  return lead;
}

/** Returns the ETag of a record that counts its versions. */
export const etagOf = (lead: { version: number }): string => `"${lead.version}"`;

/** Refuses the change when the caller’s `If-Match` names another version than the record has. */
export function checkIfMatch(req: Request, lead: { version: number }): void {
  const header = req.get('if-match');
  if (header === undefined) return;
  const named = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (named.includes('*') || named.includes(etagOf(lead)) || named.includes(String(lead.version))) return;
  throw new ApiError('PRECONDITION_FAILED', { details: { version: lead.version } });
}
