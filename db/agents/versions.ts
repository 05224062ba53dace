import type { Db } from '../connection.js';
import type { AgentVersionRow } from './tables.js';

/** Lists the versions of an agent without what they hold, the newest first. */
export const listVersions = (
  db: Db,
  agentId: string,
  { before, limit }: { before: number; limit: number },
): Promise<Pick<AgentVersionRow, 'version' | 'created_at'>[]> =>
  db('agent_versions')
    .where({ agent_id: agentId })
    .where('version', '<', before)
    .orderBy('version', 'desc')
    .limit(limit)
    .select('version', 'created_at');

export const findVersion = (db: Db, agentId: string, version: number): Promise<AgentVersionRow | undefined> =>
  db('agent_versions').where({ agent_id: agentId, version }).first();

/** Counts the open runs of an agent by the version they are pinned to. */
export async function countOpenRunsByVersion(db: Db, accountId: string, agentId: string): Promise<Map<number, number>> {
  const rows = await db('agent_runs')
    .where({ account_id: accountId, agent_id: agentId, open_slot: 1 })
    .groupBy('agent_version')
    .select('agent_version', db.raw('COUNT(*) AS n'));
  return new Map(rows.map((row) => [row.agent_version, Number((row as unknown as { n: number }).n)]));
}
