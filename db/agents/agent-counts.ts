import type { Db } from '../connection.js';

/** The open runs of an agent: in all, paused, without an answer to the last message, and by status. */
export interface AgentCounts {
  active_leads: number;
  unreplied_leads: number;
  paused_leads: number;
  status_counts: Record<string, number>;
}

export async function agentCounts(db: Db, accountId: string, agentId: string): Promise<AgentCounts> {
  const rows: { status_key: string; n: number; paused: number; unreplied: number }[] = await db('agent_runs as r')
    .leftJoin('lead_engagement as e', 'e.lead_id', 'r.lead_id')
    .where({ 'r.account_id': accountId, 'r.agent_id': agentId, 'r.open_slot': 1 })
    .groupBy('r.status_key')
    .select(
      'r.status_key',
      db.raw('COUNT(*) AS n'),
      db.raw('SUM(r.human_takeover = 1 OR r.cadence_paused = 1) AS paused'),
      db.raw(
        'SUM(e.last_outbound_at IS NOT NULL AND (e.last_inbound_at IS NULL OR e.last_inbound_at < e.last_outbound_at)) AS unreplied',
      ),
    );
  const sum = (column: 'n' | 'paused' | 'unreplied') =>
    rows.reduce((total, row) => total + Number(row[column] ?? 0), 0);
  return {
    active_leads: sum('n'),
    unreplied_leads: sum('unreplied'),
    paused_leads: sum('paused'),
    status_counts: Object.fromEntries(rows.map((row) => [row.status_key, Number(row.n)])),
  };
}
