import type { WorkDependencies } from '../db/work.js';
import { enrollNextLeads } from '../services/campaigns/enroll-leads.js';
import type { CampaignStep } from '../workflows/campaign.protocol.js';

/**
 * Creates the activity that enrolls a campaign's leads. Each piece is one transaction: a repeat passes over who is
 * enrolled.
 */
export const createCampaignActivities = (deps: WorkDependencies) => ({
  enrollCampaign: (piece: { campaignId: string; after: string }): Promise<CampaignStep> => enrollNextLeads(deps, piece),
});
