import type { Knex } from 'knex';
import type { Db } from '../connection.js';
import { type IdPage, newestFirst } from '../keyset.js';
import type { LeadRow } from '../tables.js';
import type { CampaignRow } from './tables.js';

export const findCampaign = (db: Db, accountId: string, id: string): Promise<CampaignRow | undefined> =>
  db('campaigns').where({ account_id: accountId, id }).first();

/** Locks the row of the campaign until the transaction ends. */
export const lockCampaign = (tx: Db, accountId: string, id: string): Promise<CampaignRow | undefined> =>
  tx('campaigns').where({ account_id: accountId, id }).forUpdate().first();

export const listCampaigns = (db: Db, accountId: string, page: IdPage): Promise<CampaignRow[]> =>
  newestFirst(db('campaigns').where({ account_id: accountId }), page);

/** The leads that belong to a campaign; hidden ones don't count. */
export interface CampaignLeads {
  leads: number;
  /** Those whose enrolment failed, which waits for a person. */
  held: number;
}

export const NO_LEADS: CampaignLeads = { leads: 0, held: 0 };

/** Counts the leads of each of the campaigns. */
export async function countCampaignLeads(
  db: Db,
  accountId: string,
  ids: string[],
): Promise<Map<string, CampaignLeads>> {
  if (ids.length === 0) return new Map();
  const ofThese = () =>
    db('leads').where({ account_id: accountId, hidden: false }).whereIn('campaign_id', ids).groupBy('campaign_id');
  const count = (of: ReturnType<typeof ofThese>): Promise<{ campaign_id: string; n: number }[]> =>
    of.select('campaign_id', db.raw('COUNT(*) AS n'));
  const all = await count(ofThese());
  const held = await count(
    ofThese().whereIn('id', db('held_work').where({ kind: 'campaign_lead', account_id: accountId }).select('id')),
  );
  const heldIn = new Map(held.map(({ campaign_id, n }) => [campaign_id, Number(n)]));
  return new Map(
    all.map(({ campaign_id, n }) => [campaign_id, { leads: Number(n), held: heldIn.get(campaign_id) ?? 0 }]),
  );
}

/** The counts of a campaign's enrollments by outcome. */
export interface CampaignCounts {
  enrolled: number;
  /** Leads of these in its present agent that still belong to it. */
  here: number;
  active: number;
  completed: number;
  stopped: number;
  replied: number;
  booked: number;
  converted: number;
  opted_out: number;
}

export const NO_COUNTS: CampaignCounts = {
  enrolled: 0,
  here: 0,
  active: 0,
  completed: 0,
  stopped: 0,
  replied: 0,
  booked: 0,
  converted: 0,
  opted_out: 0,
};

const COUNTS: Record<keyof CampaignCounts, string> = {
  enrolled: 'COUNT(*)',
  here: `COUNT(DISTINCT CASE WHEN l.campaign_id = r.campaign_id AND l.hidden = 0 AND r.agent_id = p.agent_id
    THEN r.lead_id END)`,
  active: "SUM(r.run_status = 'running')",
  completed: "SUM(r.run_status = 'completed')",
  stopped: "SUM(r.run_status NOT IN ('running', 'completed'))",
  replied: "SUM(r.stop_reason = 'replied' OR e.last_inbound_at >= r.enrolled_at)",
  // One that is called off counts no more, though it has ended the run.
  booked: `SUM(EXISTS (SELECT 1 FROM meetings m
    WHERE m.lead_id = r.lead_id AND m.status <> 'cancelled' AND m.created_at >= r.enrolled_at))`,
  converted: `SUM(r.stop_reason = 'converted' OR EXISTS
    (SELECT 1 FROM conversions c WHERE c.lead_id = r.lead_id AND c.agent_run_id = r.id))`,
  opted_out: `SUM(r.stop_reason = 'opted_out' OR EXISTS
    (SELECT 1 FROM consent_log c WHERE c.lead_id = r.lead_id AND c.state = 'opted_out' AND c.created_at >= r.enrolled_at))`,
};

/** Counts the enrollments of campaigns by outcome. */
export async function countCampaignRuns(db: Db, ids: string[]): Promise<Map<string, CampaignCounts>> {
  if (ids.length === 0) return new Map();
  const columns = Object.entries(COUNTS).map(([name, sql]) => db.raw(`${sql} AS ${name}`));
  const rows: ({ campaign_id: string } & Record<keyof CampaignCounts, string | number | null>)[] = await db(
    'agent_runs AS r',
  )
    .join('campaigns AS p', 'p.id', 'r.campaign_id')
    .leftJoin('leads AS l', 'l.id', 'r.lead_id')
    .leftJoin('lead_engagement AS e', 'e.lead_id', 'r.lead_id')
    .whereIn('r.campaign_id', ids)
    .groupBy('r.campaign_id')
    .select('r.campaign_id', ...columns);
  const names = Object.keys(COUNTS) as (keyof CampaignCounts)[];
  return new Map(
    rows.map((row) => {
      const counts = { ...NO_COUNTS };
      for (const name of names) counts[name] = Number(row[name]);
      return [row.campaign_id, counts];
    }),
  );
}

/**
 * Locks the row of a campaign of any account. Batches of its enrollment, pauses and changes are serialized by this
 * lock.
 */
export const lockCampaignById = (tx: Db, id: string): Promise<CampaignRow | undefined> =>
  tx('campaigns').where({ id }).forUpdate().first();

/** Lists the running campaigns that enroll in an agent. */
export const listRunningCampaigns = (db: Db, accountId: string, agentId: string): Promise<CampaignRow[]> =>
  db('campaigns').where({ account_id: accountId, agent_id: agentId, status: 'running' }).orderBy('id');

/** A campaign that enrolls leads. */
export type EnrollingCampaign = Pick<CampaignRow, 'id' | 'account_id'> & { agent_id: string };

/** Selects the leads of a campaign that were never enrolled in its agent and are not held. */
const unenrolledLeads = (tx: Db, campaign: EnrollingCampaign): Knex.QueryBuilder<LeadRow, LeadRow[]> =>
  tx('leads')
    .where({ account_id: campaign.account_id, campaign_id: campaign.id, hidden: false })
    .whereNotExists(
      tx('agent_runs')
        .select(tx.raw('1'))
        .whereRaw('agent_runs.lead_id = leads.id')
        .where('agent_runs.agent_id', campaign.agent_id),
    )
    .whereNotExists(
      tx('held_work').select(tx.raw('1')).whereRaw('held_work.id = leads.id').where('held_work.kind', 'campaign_lead'),
    )
    .orderBy('id');

/** Lists the next leads of a campaign, from behind `after` on, that were never enrolled in its agent and are not held. */
export const listUnenrolledLeads = (
  tx: Db,
  campaign: EnrollingCampaign,
  after: string,
  limit: number,
): Promise<LeadRow[]> => unenrolledLeads(tx, campaign).where('id', '>', after).limit(limit);

/** Lists those of some leads that belong to a campaign, were never enrolled in its agent and are not held. */
export const listUnenrolledAmong = (
  tx: Db,
  campaign: EnrollingCampaign,
  leadIds: readonly string[],
): Promise<LeadRow[]> => unenrolledLeads(tx, campaign).whereIn('id', [...leadIds]);

/** Returns whether any lead, seen or hidden, belongs to the campaign. */
export const hasCampaignLeads = async (db: Db, accountId: string, id: string): Promise<boolean> =>
  (await db('leads')
    .where({ account_id: accountId, campaign_id: id })
    .whereIn('hidden', [false, true])
    .whereNull('erased_at')
    .first('id')) !== undefined;

/** Makes leads, which the caller has locked, those of a campaign. */
export async function moveToCampaign(tx: Db, now: Date, leadIds: readonly string[], campaignId: string): Promise<void> {
  await tx('leads')
    .whereIn('id', [...leadIds])
    .update({ campaign_id: campaignId, version: tx.raw('version + 1'), updated_at: now });
}

export async function insertCampaign(tx: Db, row: CampaignRow): Promise<void> {
  await tx('campaigns').insert(row);
}

export async function updateCampaign(tx: Db, id: string, changes: Partial<CampaignRow>): Promise<void> {
  await tx('campaigns').where({ id }).update(changes);
}

export async function deleteCampaign(tx: Db, id: string): Promise<void> {
  await tx('campaign_joins').where({ campaign_id: id }).delete();
  await tx('campaigns').where({ id }).delete();
}

/** Returns whether the account has an agent with this id. */
export const hasAgent = async (db: Db, accountId: string, id: string): Promise<boolean> =>
  (await db('agents').where({ account_id: accountId, id }).whereNull('deleted_at').first('id')) !== undefined;

/** Lists those of the campaigns that are there. */
export const listCampaignsById = (db: Db, ids: readonly string[]): Promise<CampaignRow[]> =>
  db('campaigns').whereIn('id', [...ids]);

/** Lists the campaigns that some leads belong to. */
export const listCampaignsOfLeads = (db: Db, leadIds: readonly string[]): Promise<CampaignRow[]> =>
  db('campaigns').whereIn(
    'id',
    db('leads')
      .whereIn('id', [...leadIds])
      .whereNotNull('campaign_id')
      .select('campaign_id'),
  );
