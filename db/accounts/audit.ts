import type { Db } from '../connection.js';
import { type IdPage, newestFirst } from '../keyset.js';
import type { AuditEntryRow } from '../tables.js';

export async function insertAuditEntry(tx: Db, row: AuditEntryRow): Promise<void> {
  await tx('audit_entries').insert(row);
}

export interface AuditFilter {
  actorId?: string | undefined;
  operation?: string | undefined;
  resourceType?: string | undefined;
  resourceId?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

/** An entry with the name its actor has by now. */
export interface NamedAuditEntry extends AuditEntryRow {
  user_name: string | null;
  key_name: string | null;
}

/** Lists what was changed, the newest first. */
export function listAuditEntries(
  db: Db,
  accountId: string,
  { actorId, operation, resourceType, resourceId, from, to }: AuditFilter,
  page: IdPage,
): Promise<NamedAuditEntry[]> {
  const entries = db('audit_entries').where({ account_id: accountId });
  if (actorId !== undefined) entries.where({ actor_id: actorId });
  if (operation !== undefined) entries.where({ operation });
  if (resourceType !== undefined) entries.where({ resource_type: resourceType });
  if (resourceId !== undefined) entries.where({ resource_id: resourceId });
  if (from !== undefined) entries.where('at', '>=', from);
  if (to !== undefined) entries.where('at', '<', to);
  return newestFirst(entries, page).select('audit_entries.*', {
    user_name: db('users').whereRaw('users.id = audit_entries.actor_id').select('name'),
    key_name: db('api_keys').whereRaw('api_keys.id = audit_entries.actor_id').select('name'),
  });
}
