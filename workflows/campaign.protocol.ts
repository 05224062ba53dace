export interface CampaignInput {
  campaignId: string;
  /** The last lead that an earlier run of this workflow looked at. */
  after?: string;
}

/** The progress of a campaign's enrollment; IDs and counts only. */
export interface CampaignStep {
  after: string;
  enrolled: number;
  finished: boolean;
  sleepUntil?: string;
}
