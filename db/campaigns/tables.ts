export interface CampaignRow {
  id: string;
  account_id: string;
  name: string;
  status: 'draft' | 'running' | 'paused';
  /** The state of the enrolment: leads can be waiting, are being processed, or have all been processed. */
  enrolment: 'due' | 'looking' | 'through';
  source: string | null;
  agent_id: string | null;
  starts_at: Date | null;
  started_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** A lead that joined a campaign, until the campaign has looked at it. */
export interface CampaignJoinRow {
  campaign_id: string;
  id: string;
  account_id: string;
  lead_id: string;
}

/** A kind of success that an account counts. */
export interface ConversionTypeRow {
  id: string;
  account_id: string;
  name: string;
  category: string;
  currency: string | null;
  /** JSON list of the fields that a conversion of the kind may carry in its metadata. */
  fields: string;
  created_at: Date;
  updated_at: Date;
}

/** A success with a lead, and the enrolment it is put down to. */
export interface ConversionRow {
  id: string;
  account_id: string;
  conversion_type_id: string;
  lead_id: string;
  agent_run_id: string | null;
  agent_id: string | null;
  amount: number | null;
  currency: string | null;
  converted_at: Date;
  metadata: string;
  notes: string | null;
  created_at: Date;
}
