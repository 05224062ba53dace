import { allHandlersFinished, condition, continueAsNew, workflowInfo } from '@temporalio/workflow';
import { shouldContinueAsNew } from '../domain/flow/cadence.js';
import { database } from './activity-profiles.js';
import type { CampaignInput } from './campaign.protocol.js';
import { listenForWakes, wait } from './wait.js';

/**
 * Enrolls the leads of a campaign in its agent, from its start on, piece by piece; woken when the campaign is started
 * or gets more leads. The database decides who is enrolled, this workflow keeps the time. Ends when every lead was
 * looked at or the campaign is paused. Id: `campaign/<campaign_id>`.
 */
export async function campaignWorkflow({ campaignId, after: before = '' }: CampaignInput): Promise<void> {
  const wakes = listenForWakes();
  let after = before;
  for (;;) {
    wakes.take();
    const step = await database.enrollCampaign.executeWithOptions({ summary: 'enroll the next leads' }, [
      { campaignId, after },
    ]);
    if (step.finished && !wakes.pending()) return;
    if (step.sleepUntil) {
      await wait({ sleepUntil: step.sleepUntil, summary: 'wait until the campaign begins' }, wakes.pending);
    }
    // A change that asks for all leads again is in the campaign's row, so a wake alone doesn't start over.
    after = step.after;
    if (shouldContinueAsNew(workflowInfo().historyLength)) {
      await condition(allHandlersFinished);
      await continueAsNew<typeof campaignWorkflow>({ campaignId, after });
    }
  }
}
