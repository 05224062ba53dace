import { firstIdAt, newId } from '../../runtime/ids.js';
import type { Db } from '../connection.js';
import { insertRows } from '../insert-rows.js';
import type { CampaignJoinRow, CampaignRow } from './tables.js';

/** A lead that belongs to a campaign from now on. */
export interface CampaignJoin {
  campaignId: string;
  leadId: string;
}

/** A campaign that leads join, and whether it has to be woken for it. */
export interface JoinedCampaign extends Pick<CampaignRow, 'id' | 'account_id' | 'name' | 'status'> {
  wakes: boolean;
}

/**
 * Notes that leads join campaigns, and returns those campaigns that the account has. Asleep stay the ones that don't
 * run, and those with a note of the last moments by someone else: the look that removes it begins again after that,
 * and finds these. No row of a campaign is locked: the notes are written before the status is read, so a campaign that
 * starts at the same time either is seen here as running or waits for the notes.
 */
export async function noteCampaignJoins(
  tx: Db,
  { accountId, joins, since }: { accountId: string; joins: readonly CampaignJoin[]; since: Date },
): Promise<JoinedCampaign[]> {
  const rows = joins.map(
    ({ campaignId, leadId }): CampaignJoinRow => ({
      campaign_id: campaignId,
      id: newId(),
      account_id: accountId,
      lead_id: leadId,
    }),
  );
  const [first] = rows;
  if (!first) return [];
  await insertRows(tx, 'campaign_joins', rows);
  const ids = [...new Set(rows.map(({ campaign_id }) => campaign_id))];
  const [campaigns] = (await tx.raw(JOINED, [firstIdAt(since), first.id, accountId, ids as unknown as string])) as [
    (JoinedCampaign & { noted: string | null })[],
  ];
  return campaigns.map(({ noted, ...row }) => ({ ...row, wakes: row.status === 'running' && noted === null }));
}

// Written out, since each lead that joins waits for it.
const JOINED = `
  SELECT c.id, c.account_id, c.name, c.status, (
    SELECT j.id FROM campaign_joins j WHERE j.campaign_id = c.id AND j.id >= ? AND j.id < ? LIMIT 1
  ) AS noted
  FROM campaigns c WHERE c.account_id = ? AND c.id IN (?) ORDER BY c.id`;

/** Locks the oldest notes of a campaign behind one. Waits for notes that are being written: none is missed. */
export const lockCampaignJoins = (
  tx: Db,
  campaignId: string,
  after: string,
  limit: number,
): Promise<CampaignJoinRow[]> =>
  tx('campaign_joins')
    .where({ campaign_id: campaignId })
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .forUpdate();

// Of a small table the server would look at all rows, and wait for those of other campaigns.
const DELETE = 'DELETE j FROM campaign_joins j FORCE INDEX (PRIMARY) WHERE j.campaign_id = ?';

export async function deleteCampaignJoins(tx: Db, campaignId: string, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.raw(`${DELETE} AND j.id IN (?)`, [campaignId, ids as unknown as string]);
}

/** Deletes notes of a campaign that a look through all its leads makes superfluous; what is left is looked at after it. */
export async function deleteOldCampaignJoins(tx: Db, campaignId: string, limit: number): Promise<void> {
  const ids = await tx('campaign_joins').where({ campaign_id: campaignId }).orderBy('id').limit(limit).pluck('id');
  const last = ids.at(-1);
  if (last !== undefined) await tx.raw(`${DELETE} AND j.id <= ?`, [campaignId, last]);
}

/** Counts the leads of each of the campaigns that joined and were not looked at since; enrolled and held ones don't count. */
export async function countJoinedLeads(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows: { campaign_id: string; n: number }[] = await db('campaign_joins AS j')
    .join('campaigns AS p', 'p.id', 'j.campaign_id')
    .join('leads AS l', 'l.id', 'j.lead_id')
    .whereIn('j.campaign_id', [...ids])
    .whereRaw('l.campaign_id = j.campaign_id')
    .where('l.hidden', false)
    .whereNotExists(
      db('agent_runs AS r').select(db.raw('1')).whereRaw('r.lead_id = l.id').whereRaw('r.agent_id = p.agent_id'),
    )
    .whereNotExists(db('held_work AS h').select(db.raw('1')).whereRaw('h.id = l.id').where('h.kind', 'campaign_lead'))
    .groupBy('j.campaign_id')
    .select('j.campaign_id', db.raw('COUNT(DISTINCT l.id) AS n'));
  return new Map(rows.map(({ campaign_id, n }) => [campaign_id, Number(n)]));
}
