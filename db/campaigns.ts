import type { Db } from './connection.js';
import { type IdPage, newestFirst } from './keyset.js';
import type { CampaignRow } from './tables.js';

export const findCampaign = (db: Db, accountId: string, id: string): Promise<CampaignRow | undefined> =>
  db('campaigns').where({ account_id: accountId, id }).first();

/** The campaign, its row locked until the transaction ends. */
export const lockCampaign = (tx: Db, accountId: string, id: string): Promise<CampaignRow | undefined> =>
  tx('campaigns').where({ account_id: accountId, id }).forUpdate().first();

export const listCampaigns = (db: Db, accountId: string, page: IdPage): Promise<CampaignRow[]> =>
  newestFirst(db('campaigns').where({ account_id: accountId }), page);

/** How many leads each of the campaigns has; hidden leads don't count. */
export async function countCampaignLeads(db: Db, accountId: string, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = (await db('leads')
    .where({ account_id: accountId, hidden: 0 })
    .whereIn('campaign_id', ids)
    .groupBy('campaign_id')
    .select('campaign_id', db.raw('COUNT(*) AS n'))) as { campaign_id: string; n: number }[];
  return new Map(rows.map((row) => [row.campaign_id, Number(row.n)]));
}

/** Whether any lead, seen or hidden, belongs to the campaign. */
export const hasCampaignLeads = async (db: Db, accountId: string, id: string): Promise<boolean> =>
  (await db('leads')
    .where({ account_id: accountId, campaign_id: id })
    .whereIn('hidden', [0, 1])
    .whereNull('erased_at')
    .first('id')) !== undefined;

export async function insertCampaign(tx: Db, row: CampaignRow): Promise<void> {
  await tx('campaigns').insert(row);
}

export async function updateCampaign(tx: Db, id: string, changes: Partial<CampaignRow>): Promise<void> {
  await tx('campaigns').where({ id }).update(changes);
}

export async function deleteCampaign(tx: Db, id: string): Promise<void> {
  await tx('campaigns').where({ id }).delete();
}

/** Whether the account has an agent with this id. */
export const hasAgent = async (db: Db, accountId: string, id: string): Promise<boolean> =>
  (await db('agents').where({ account_id: accountId, id }).first('id')) !== undefined;
