import type { Knex } from 'knex';
import type { Db } from '../connection.js';
import type { AgentRunRow } from '../tables.js';
import { whereBeginsWith } from './begins-with.js';
import { type LeadFilter, whereFilter } from './lead-list.js';

/** A lead's place in the order of a query. */
export interface LeadsPosition {
  id: string;
  /** The sort value, or 1970 if the lead has none. */
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
  /** And it is one of these. */
  among: LeadFilter | undefined;
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

/** Returns the next leads of an account in a query's order that pass its filters. */
export async function scanLeads(db: Db, scan: LeadsScan): Promise<LeadsPosition[]> {
  const value = db.raw(SORTS[scan.sort]);
  const direction = scan.descending ? 'desc' : 'asc';
  const query: Knex.QueryBuilder = db('leads AS l')
    .where({ 'l.account_id': scan.accountId, 'l.hidden': false })
    .select('l.id', db.raw('? AS value', [value]))
    .orderBy('value', direction)
    .orderBy('l.id', direction)
    .limit(scan.limit);
  if (scan.words.length > 0) {
    const called: Knex.QueryBuilder = db('leads AS l').where('l.account_id', scan.accountId).select('l.id');
    whereBeginsWith(called, scan.words, { phone: true });
    query.whereIn('l.id', called);
  }
  if (scan.agentId !== undefined || scan.statusKeys?.length) {
    const run = db('agent_runs AS r').select(db.raw('1')).whereRaw('r.lead_id = l.id');
    if (scan.agentId !== undefined) run.where('r.agent_id', scan.agentId);
    if (scan.statusKeys?.length) run.whereIn('r.status_key', [...scan.statusKeys]);
    else run.where('r.open_slot', 1);
    query.whereExists(run);
  }
  for (const tagId of scan.tagIds)
    query.whereExists(db('lead_tags AS t').select(db.raw('1')).whereRaw('t.lead_id = l.id').where('t.tag_id', tagId));
  if (scan.among && !(await whereFilter(db, query, scan.accountId, scan.among))) return [];
  if (scan.after) {
    const sign = scan.descending ? '<' : '>';
    const { id, value: from } = scan.after;
    query.whereRaw(`(? ${sign} ? OR (? = ? AND l.id ${sign} ?))`, [value, from, value, from, id]);
  }
  const rows: { id: string; value: Date | string }[] = await query;
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
