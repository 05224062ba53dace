import type { Knex } from 'knex';
import type { Db } from '../connection.js';
import type { TouchOutcome } from './report-touches.js';

/** The groupings of messages and their outcomes. */
export type TouchDimension = 'agent_id' | 'owner_id' | 'sender_id' | 'channel' | 'step_key';

/** The messages of a period, and the values of dimensions that they must have. */
export interface TouchFilter {
  accountId: string;
  since: Date;
  until: Date;
  values: Partial<Record<TouchDimension, string | undefined>>;
  /** The dimensions that must be empty. */
  missing: readonly TouchDimension[];
}

export type LeadOutcome = 'sent' | 'delivered' | 'replied' | 'met' | 'won';

const COLUMN_OF: Record<LeadOutcome, TouchOutcome | 'sent_at'> = {
  sent: 'sent_at',
  delivered: 'delivered_at',
  replied: 'replied_at',
  met: 'met_at',
  won: 'won_at',
};
export const LEAD_OUTCOMES = Object.keys(COLUMN_OF) as LeadOutcome[];

/** Selects messages of a period. Counts and lists both use it, so a number always equals its list. */
function touchesOf(db: Db, { accountId, since, until, values, missing }: TouchFilter): Knex.QueryBuilder {
  const query: Knex.QueryBuilder = db('report_touches')
    .where({ account_id: accountId })
    .where('sent_at', '>=', since)
    .where('sent_at', '<', until);
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.where(name, value);
  for (const name of missing) query.where(name, '');
  return query;
}

export type TouchCounts = Partial<Record<TouchDimension, string>> & Record<LeadOutcome, number>;

/** Counts the leads with each outcome by the end of the period, each lead once in each group. */
export async function countTouchedLeads(
  db: Db,
  filter: TouchFilter,
  dimensions: readonly TouchDimension[],
): Promise<TouchCounts[]> {
  const query = touchesOf(db, filter)
    .select(...dimensions)
    .select(
      LEAD_OUTCOMES.map((outcome) =>
        db.raw('COUNT(DISTINCT CASE WHEN ?? < ? THEN lead_id END) AS ??', [COLUMN_OF[outcome], filter.until, outcome]),
      ),
    );
  if (dimensions.length > 0) query.groupBy(dimensions).orderBy([...dimensions]);
  const rows = (await query) as TouchCounts[];
  return rows.map((row) => ({
    ...row,
    ...(Object.fromEntries(LEAD_OUTCOMES.map((name) => [name, Number(row[name])])) as Record<LeadOutcome, number>),
  }));
}

/** A lead with an outcome: its first message in the period, and the first time of the outcome. */
export interface TouchedLead {
  lead_id: string;
  first_sent_at: Date;
  outcome_at: Date;
}

/** Lists the leads that such a count is of, ordered by ID. Returns up to one row more than `limit`. */
export const listTouchedLeads = (
  db: Db,
  filter: TouchFilter,
  { outcome, limit, after }: { outcome: LeadOutcome; limit: number; after: string | undefined },
): Promise<TouchedLead[]> => {
  const query = touchesOf(db, filter)
    .where(COLUMN_OF[outcome], '<', filter.until)
    .groupBy('lead_id')
    .orderBy('lead_id')
    .limit(limit + 1)
    .select('lead_id')
    .min({ first_sent_at: 'sent_at', outcome_at: COLUMN_OF[outcome] });
  if (after !== undefined) query.where('lead_id', '>', after);
  return query as unknown as Promise<TouchedLead[]>;
};

export interface PipelineRow {
  agent_id: string;
  status_key: string;
  runs: number;
  median_seconds: number;
  oldest_seconds: number;
}

/** Counts the open runs of each agent by status, and measures for how long they have had it. */
export async function listPipeline(
  db: Db,
  { accountId, now, agentId }: { accountId: string; now: Date; agentId?: string | undefined },
): Promise<PipelineRow[]> {
  const ages = db('agent_runs')
    .where({ account_id: accountId, open_slot: 1, ...(agentId === undefined ? {} : { agent_id: agentId }) })
    .select(
      'agent_id',
      'status_key',
      db.raw('GREATEST(0, TIMESTAMPDIFF(SECOND, status_entered_at, ?)) AS age', [now]),
      db.raw('ROW_NUMBER() OVER (PARTITION BY agent_id, status_key ORDER BY status_entered_at DESC) AS place'),
      db.raw('COUNT(*) OVER (PARTITION BY agent_id, status_key) AS runs'),
    );
  const rows = (await db
    .from(ages.as('a'))
    .groupBy('agent_id', 'status_key')
    .orderBy(['agent_id', 'status_key'])
    .select(
      'agent_id',
      'status_key',
      db.raw('MAX(runs) AS runs'),
      db.raw('AVG(CASE WHEN place IN (FLOOR((runs + 1) / 2), CEIL((runs + 1) / 2)) THEN age END) AS median_seconds'),
      db.raw('MAX(age) AS oldest_seconds'),
    )) as PipelineRow[];
  return rows.map((row) => ({
    ...row,
    runs: Number(row.runs),
    median_seconds: Math.round(Number(row.median_seconds)),
    oldest_seconds: Number(row.oldest_seconds),
  }));
}
