import { listRunningCampaigns, lockCampaigns, updateCampaign } from '../../db/campaigns/campaigns.js';
import type { CampaignRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { campaignWorkflowId } from '../../domain/flow/ids.js';
import { instruct, startOf } from './instruct.js';

/** Says that leads of a campaign may wait to be enrolled. */
async function makeDue({ tx }: Work, { id, enrolment }: CampaignRow): Promise<void> {
  if (enrolment !== 'due') await updateCampaign(tx, id, { enrolment: 'due' });
}

/** Has the campaign's workflow look at its leads again; it is started where none runs. */
export async function wakeCampaign(work: Work, row: CampaignRow, reason: string): Promise<void> {
  await makeDue(work, row);
  await instruct(work, [
    startOf(campaignWorkflowId(row.id), {
      workflow: 'campaignWorkflow',
      kind: 'campaign',
      summary: 'Enrolls the leads of a campaign',
      accountId: row.account_id,
      input: { campaignId: row.id },
      wake: reason,
    }),
  ]);
}

/** Tells a campaign of changes to it, or to who belongs to it: one that is running looks at its leads again. */
export const campaignChanged = (work: Work, row: CampaignRow): Promise<void> =>
  row.status === 'running' ? wakeCampaign(work, row, 'changed') : makeDue(work, row);

/** Tells campaigns that leads have joined them. */
export async function wakeJoinedCampaigns(
  work: Work,
  accountId: string,
  campaignIds: readonly (string | null)[],
): Promise<void> {
  const { tx } = work;
  const ids = [...new Set(campaignIds)].filter((id) => id !== null);
  if (ids.length === 0) return;
  for (const row of await lockCampaigns(tx, accountId, ids)) await campaignChanged(work, row);
}

/** Wakes the campaigns that waited for their agent to be active again. */
export async function wakeCampaignsOfAgent(work: Work, accountId: string, agentId: string): Promise<void> {
  const { tx } = work;
  for (const row of await listRunningCampaigns(tx, accountId, agentId)) await wakeCampaign(work, row, 'changed');
}
