import { holdRunningCampaigns, listRunningCampaigns } from '../../db/campaigns/campaigns.js';
import type { CampaignRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { campaignWorkflowId } from '../../domain/flow/ids.js';
import { instruct, startOf } from './instruct.js';

/** Has the campaign's workflow look at the rows again; it is started where none runs. */
export const wakeCampaign = (
  work: Work,
  { id, account_id }: Pick<CampaignRow, 'id' | 'account_id'>,
  reason: string,
): Promise<void> =>
  instruct(work, [
    startOf(campaignWorkflowId(id), {
      workflow: 'campaignWorkflow',
      kind: 'campaign',
      summary: 'Enrolls the leads of a campaign',
      accountId: account_id,
      input: { campaignId: id },
      wake: reason,
    }),
  ]);

/** Wakes those of the campaigns that are running, since leads have joined them. */
export async function wakeJoinedCampaigns(
  work: Work,
  accountId: string,
  campaignIds: readonly (string | null)[],
): Promise<void> {
  const { tx } = work;
  const ids = [...new Set(campaignIds)].filter((id) => id !== null);
  if (ids.length === 0) return;
  for (const row of await holdRunningCampaigns(tx, accountId, ids)) await wakeCampaign(work, row, 'changed');
}

/** Wakes the campaigns that waited for their agent to be active again. */
export async function wakeCampaignsOfAgent(work: Work, accountId: string, agentId: string): Promise<void> {
  const { tx } = work;
  for (const row of await listRunningCampaigns(tx, accountId, agentId)) await wakeCampaign(work, row, 'changed');
}
