import type { Db } from '../connection.js';

/** The display name of a lead. */
export interface NamedLead {
  id: string;
  name: string;
  company: string | null;
}

/** Lists what the visible leads of some ids are called. */
export async function listNamedLeads(db: Db, accountId: string, ids: readonly string[]): Promise<NamedLead[]> {
  if (ids.length === 0) return [];
  const rows = await db('leads')
    .where({ account_id: accountId, hidden: false })
    .whereIn('id', [...ids])
    .orderBy('id')
    .select('id', 'first_name', 'last_name', 'company');
  return rows.map(({ id, first_name, last_name, company }) => ({
    id,
    name: [first_name, last_name].filter(Boolean).join(' '),
    company,
  }));
}
