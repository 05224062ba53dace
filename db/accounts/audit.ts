import { createHash } from 'node:crypto';
import type { AuditOutcome } from '../../schemas/accounts/audit.js';
import type { Db } from '../connection.js';
import { type IdPage, newestFirst } from '../keyset.js';
import type { AuditEntryRow } from './tables.js';

/** The data of a request for its audit entry. */
export type AuditedRequest = Omit<AuditEntryRow, 'changes' | 'outcome' | 'n' | 'last_at' | 'once' | 'counts'>;

export async function insertAuditEntry(
  tx: Db,
  row: AuditedRequest & Partial<Pick<AuditEntryRow, 'changes'>>,
): Promise<void> {
  await tx('audit_entries').insert(row);
}

/** A background operation of the service on a resource. */
export interface OwnOperation {
  id: string;
  accountId: string;
  at: Date;
  operation: string;
  resource: { type: string; id: string };
  counts: Readonly<Record<string, number>>;
}

/** Writes down what the service did in the background, with how much of it. */
export async function insertOwnOperation(
  tx: Db,
  { id, accountId, at, operation, resource, counts }: OwnOperation,
): Promise<void> {
  await tx('audit_entries').insert({
    id,
    account_id: accountId,
    at,
    actor_kind: 'system',
    operation,
    resource_type: resource.type,
    resource_id: resource.id,
    changed: '[]',
    counts: JSON.stringify(counts),
  });
}

const HOUR_MS = 3_600_000;

/** Counts an attempt that was refused: those of one hour with the same outcome and the same `who` are one entry. */
export async function countAttempt(
  db: Db,
  { outcome, ...request }: AuditedRequest & { outcome: AuditOutcome },
  who: string,
): Promise<void> {
  const hour = Math.floor(request.at.getTime() / HOUR_MS);
  const of = [request.account_id, request.operation, outcome, hour, who].join('\n');
  const once = createHash('sha256').update(of).digest();
  await db('audit_entries')
    .insert({ ...request, outcome, once })
    .onConflict('once')
    .merge({ n: db.raw('n + 1'), last_at: request.at });
}

export interface AuditFilter {
  actorId?: string | undefined;
  operation?: string | undefined;
  outcome?: AuditOutcome | undefined;
  /** Operations that aren't changes, and whether these or the others are listed. */
  access?: { operations: readonly string[]; only: boolean } | undefined;
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
  { actorId, operation, outcome, access, resourceType, resourceId, from, to }: AuditFilter,
  page: IdPage,
): Promise<NamedAuditEntry[]> {
  const entries = db('audit_entries').where({ account_id: accountId });
  if (actorId !== undefined) entries.where({ actor_id: actorId });
  if (operation !== undefined) entries.where({ operation });
  if (outcome !== undefined) entries.where({ outcome });
  if (access?.only)
    entries.where((each) => each.whereNot({ outcome: 'done' }).orWhereIn('operation', [...access.operations]));
  if (access && !access.only) entries.where({ outcome: 'done' }).whereNotIn('operation', [...access.operations]);
  if (resourceType !== undefined) entries.where({ resource_type: resourceType });
  if (resourceId !== undefined) entries.where({ resource_id: resourceId });
  if (from !== undefined) entries.where('at', '>=', from);
  if (to !== undefined) entries.where('at', '<', to);
  return newestFirst(entries, page).select('audit_entries.*', {
    user_name: db('users').whereRaw('users.id = audit_entries.actor_id').select('name'),
    key_name: db('api_keys').whereRaw('api_keys.id = audit_entries.actor_id').select('name'),
  });
}
