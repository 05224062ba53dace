import type { Knex } from 'knex';
import type { Db } from '../connection.js';
import type { AgentRunRow } from '../tables.js';
import { whereBeginsWith } from './begins-with.js';

/** A lead's place in the order of a query. */
export interface LeadsPosition {
  id: string;
  /** What it is ordered by; 1970 where the lead has none. */
  value: Date;
}

export interface LeadsScan {
  accountId: string;
  /** Something of the lead begins with each of these. */
  words: readonly string[];
  agentId: string | undefined;
  statusKeys: readonly string[] | undefined;
  /** The lead has all of these. */
  tagIds: readonly string[];
  sort: 'created_at' | 'updated_at' | 'last_inbound_at' | 'status_entered_at';
  descending: boolean;
  after: LeadsPosition | undefined;
  limit: number;
}

const NEVER = "'1970-01-01'";
const SORTS: Record<LeadsScan['sort'], string> = {
  created_at: 'l.created_at',
  updated_at: 'l.updated_at',
  last_inbound_at: `COALESCE((SELECT e.last_inbound_at FROM lead_engagement e WHERE e.lead_id = l.id), ${NEVER})`,
  status_entered_at: `COALESCE((SELECT MAX(s.status_entered_at) FROM agent_runs s WHERE s.lead_id = l.id AND s.open_slot = 1), ${NEVER})`,
};
const marks = (list: readonly unknown[]): string => list.map(() => '?').join(', ');

/** Returns the next leads of an account in a query's order that pass its filters. */
export async function scanLeads(db: Db, scan: LeadsScan): Promise<LeadsPosition[]> {
  const where = ['l.account_id = ?', 'l.hidden = 0'];
  const bindings: Knex.Value[] = [scan.accountId];
  if (scan.words.length > 0) {
    const called = db('leads as l').where('l.account_id', scan.accountId).select('l.id');
    whereBeginsWith(called, scan.words, { phone: true });
    where.push('l.id IN ?');
    bindings.push(called as unknown as Knex.Value);
  }
  if (scan.agentId !== undefined || scan.statusKeys?.length) {
    const run = ['r.lead_id = l.id'];
    if (scan.agentId !== undefined) {
      run.push('r.agent_id = ?');
      bindings.push(scan.agentId);
    }
    if (scan.statusKeys?.length) {
      run.push(`r.status_key IN (${marks(scan.statusKeys)})`);
      bindings.push(...scan.statusKeys);
    } else run.push('r.open_slot = 1');
    where.push(`EXISTS (SELECT 1 FROM agent_runs r WHERE ${run.join(' AND ')})`);
  }
  for (const tagId of scan.tagIds) {
    where.push('EXISTS (SELECT 1 FROM lead_tags t WHERE t.lead_id = l.id AND t.tag_id = ?)');
    bindings.push(tagId);
  }
  const value = SORTS[scan.sort];
  const direction = scan.descending ? 'DESC' : 'ASC';
  if (scan.after) {
    const sign = scan.descending ? '<' : '>';
    where.push(`(${value} ${sign} ? OR (${value} = ? AND l.id ${sign} ?))`);
    bindings.push(scan.after.value, scan.after.value, scan.after.id);
  }
  const [rows] = (await db.raw(
    `SELECT l.id, ${value} AS value FROM leads l WHERE ${where.join(' AND ')}
      ORDER BY value ${direction}, l.id ${direction} LIMIT ?`,
    [...bindings, scan.limit],
  )) as unknown as [{ id: string; value: Date | string }[]];
  return rows.map((row) => ({ id: row.id, value: asDate(row.value) }));
}

/** A date out of an expression may come as text, in UTC. */
const asDate = (value: Date | string): Date =>
  value instanceof Date ? value : new Date(`${value.replace(' ', 'T').slice(0, 23)}Z`);

/** Lists the open runs of leads in one agent, by lead. */
export async function listOpenRunsIn(
  db: Db,
  agentId: string,
  leadIds: readonly string[],
): Promise<Map<string, AgentRunRow>> {
  if (leadIds.length === 0) return new Map();
  const rows = await db('agent_runs')
    .where({ agent_id: agentId, open_slot: 1 })
    .whereIn('lead_id', [...leadIds]);
  return new Map(rows.map((row) => [row.lead_id, row]));
}
