import { listAuditEntries, type NamedAuditEntry } from '../../db/accounts/audit.js';
import { fromJson } from '../../db/connection.js';
import { ACCESS_OPERATIONS } from '../../domain/accounts/audit.js';
import { type FieldChange, listAuditContract } from '../../schemas/accounts/audit.js';
import type { ApiDependencies } from '../dependencies.js';
import { instantField } from '../http/request/fields.js';
import { idPage, idPageOf } from '../http/request/paging.js';
import { route } from '../http/route.js';

const KIND = 'audit';

const toEntry = (row: NamedAuditEntry, showsValues: boolean) => ({
  id: row.id,
  at: row.at.toISOString(),
  outcome: row.outcome,
  count: row.n,
  last_at: (row.last_at ?? row.at).toISOString(),
  actor: { kind: row.actor_kind, id: row.actor_id, name: row.user_name ?? row.key_name },
  operation: row.operation,
  resource: { type: row.resource_type, id: row.resource_id, name: row.resource_name },
  changed: fromJson<string[]>(row.changed),
  changes: showsValues ? fromJson<FieldChange[] | null>(row.changes) : null,
  counts: fromJson<Record<string, number> | null>(row.counts),
  request_id: row.request_id,
  address: row.address,
});

export const listAuditRoute = (_deps: ApiDependencies) =>
  route(listAuditContract).handle(async ({ account, db, query, user }) => {
    const page = idPage(KIND, query);
    const filter = {
      actorId: query.actor?.toLowerCase(),
      operation: query.operation,
      outcome: query.outcome,
      access: query.kind && { operations: ACCESS_OPERATIONS, only: query.kind === 'access' },
      resourceType: query.resource_type,
      resourceId: query.resource?.toLowerCase(),
      from: query.from === undefined ? undefined : instantField(query.from, '/from'),
      to: query.to === undefined ? undefined : instantField(query.to, '/to'),
    };
    const { rows, pagination } = idPageOf(KIND, await listAuditEntries(db, account.id, filter, page), page.limit);
    return {
      status: 200,
      body: { success: true, entries: rows.map((row) => toEntry(row, user?.role === 'owner')), pagination },
    };
  });
