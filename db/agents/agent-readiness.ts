import type { Db } from '../connection.js';

/** The conditions for enrolling leads in an agent: it is published and active. */
export interface AgentReadiness {
  published: boolean;
  active: boolean;
}

/** Lists those of the ids that are agents of the account, with what enrolling in them depends on. */
export async function listAgentReadiness(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, AgentReadiness>> {
  if (ids.length === 0) return new Map();
  const rows = await db('agents')
    .where({ account_id: accountId })
    .whereIn('id', [...ids])
    .select('id', 'version', 'is_active');
  return new Map(rows.map((row) => [row.id, { published: row.version > 0, active: row.is_active }]));
}
