import type { Db } from './connection.js';
import { type IdPage, newestFirst } from './keyset.js';
import type { SandboxDeliveryRow } from './tables.js';

/** What the sandbox delivered for an account, to one address if given. */
export function listSandboxDeliveries(
  db: Db,
  accountId: string,
  to: string | undefined,
  page: IdPage,
): Promise<SandboxDeliveryRow[]> {
  const query = db('sandbox_deliveries').where({ account_id: accountId });
  if (to !== undefined) query.where({ to_address: to });
  return newestFirst(query, page);
}
