import type { Knex } from 'knex';
import type { OutboxItem } from '../db/outbox.js';
import type { Clock } from '../runtime/clock.js';
import { enrollNextLeads } from '../services/campaigns.js';
import type { CampaignStep } from '../workflows/campaign.protocol.js';

export interface CampaignDependencies {
  db: Knex;
  clock: Clock;
  /** Tries instructions to Temporal right after their commit; never throws and is not waited for. */
  dispatch: (items: OutboxItem[]) => void;
}

/** The activity that enrolls a campaign's leads. Each piece is one transaction: a repeat passes over who is enrolled. */
export const createCampaignActivities = ({ db, clock, dispatch }: CampaignDependencies) => ({
  async enrollCampaign(piece: { campaignId: string; after: string }): Promise<CampaignStep> {
    const { pending, ...step } = await enrollNextLeads(db, clock, piece);
    if (pending.length > 0) dispatch(pending);
    return step;
  },
});
