import { listRunningCampaigns, updateCampaign } from '../../db/campaigns/campaigns.js';
import { noteCampaignJoins } from '../../db/campaigns/joins.js';
import type { CampaignRow, LeadRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { campaignWorkflowId } from '../../domain/flow/ids.js';
import { instruct, startOf } from './instruct.js';

/** States that leads of a campaign may wait to be enrolled. */
async function makeDue({ tx }: Work, { id, enrolment }: CampaignRow): Promise<void> {
  if (enrolment !== 'due') await updateCampaign(tx, id, { enrolment: 'due' });
}

/** Wakes the campaign's workflow to check all its leads again, or starts it. */
export async function wakeCampaign(work: Work, row: CampaignRow, reason: string): Promise<void> {
  await makeDue(work, row);
  await wakeWorkflow(work, row, reason);
}

const wakeWorkflow = (work: Work, row: Pick<CampaignRow, 'id' | 'account_id'>, reason: string): Promise<void> =>
  instruct(work, [
    startOf(campaignWorkflowId(row.id), {
      workflow: 'campaignWorkflow',
      kind: 'campaign',
      summary: 'Enrolls the leads of a campaign',
      accountId: row.account_id,
      input: { campaignId: row.id },
      wake: reason,
    }),
  ]);

/** Notifies a campaign of changes to it: one that is running looks at its leads again. */
export const campaignChanged = (work: Work, row: CampaignRow): Promise<void> =>
  row.status === 'running' ? wakeCampaign(work, row, 'changed') : makeDue(work, row);

/** After so long, leads that wait to be looked at don't keep others that join from waking the campaign. */
const WOKEN_MS = 60_000;

/** A lead, and the campaign that it belongs to if any. */
type JoiningLead = Pick<LeadRow, 'id' | 'campaign_id'>;

/**
 * Notes that leads have joined their campaigns; one that is running looks at them. Returns the names of those campaigns
 * that the account has.
 */
export async function joinCampaigns(
  work: Work,
  accountId: string,
  leads: readonly JoiningLead[],
): Promise<Map<string, string>> {
  const { tx, now } = work;
  const joins = leads.flatMap(({ id, campaign_id }) =>
    campaign_id === null ? [] : [{ leadId: id, campaignId: campaign_id }],
  );
  const since = new Date(now.getTime() - WOKEN_MS);
  const campaigns = await noteCampaignJoins(tx, { accountId, joins, since });
  for (const campaign of campaigns) if (campaign.wakes) await wakeWorkflow(work, campaign, 'joined');
  return new Map(campaigns.map(({ id, name }) => [id, name]));
}

/** Wakes the campaigns that waited for their agent to be active again. */
export async function wakeCampaignsOfAgent(work: Work, accountId: string, agentId: string): Promise<void> {
  const { tx } = work;
  for (const row of await listRunningCampaigns(tx, accountId, agentId)) await wakeCampaign(work, row, 'changed');
}
