export interface CampaignInput {
  campaignId: string;
  /** The last lead that an earlier run of this workflow looked at. */
  after?: string;
}

/** How far a campaign's enrolment has come; ids and counts only. */
export interface CampaignStep {
  after: string;
  enrolled: number;
  finished: boolean;
  sleepUntil?: string;
}
