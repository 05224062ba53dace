import type { Db } from '../../db/connection.js';
import { EMPTY_RUN, insertRunLeads, RUN_DOCUMENTS } from '../../db/functions/documents.js';
import { lockErasedAt } from '../../db/leads/leads.js';
import type { FunctionRunRow } from '../../db/tables.js';

const ID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;

/**
 * Returns the result of a run, and lists the leads that it names, by which their erasures find it. Nothing is returned of
 * a run that names a lead which was erased while its code ran, as no search looks for that lead any more. The erasure of
 * the lead that it is about has cancelled it.
 */
export async function withoutErased(
  tx: Db,
  row: FunctionRunRow,
  changes: Partial<FunctionRunRow>,
): Promise<Partial<FunctionRunRow>> {
  const named = new Set(RUN_DOCUMENTS.flatMap((column) => (changes[column] ?? row[column])?.match(ID) ?? []));
  if (row.lead_id !== null) named.delete(row.lead_id);
  const leads = named.size > 0 ? await lockErasedAt(tx, row.account_id, [...named]) : [];
  if (leads.some(({ erased_at }) => erased_at !== null)) return { ...changes, ...EMPTY_RUN, leads_listed: true };
  await insertRunLeads(
    tx,
    row,
    leads.map(({ id }) => id),
  );
  return { ...changes, leads_listed: true };
}
