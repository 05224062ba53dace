import type { Facts, WorkflowFacts } from '../facts.js';

const NO_ENGAGEMENT: Facts['engagement'] = {
  last_inbound_at: null,
  last_outbound_at: null,
  inbound_count: 0,
  outbound_count: 0,
  opened_count: 0,
  clicked_count: 0,
  last_channel: null,
  calls_count: 0,
  calls_answered: 0,
  last_call: null,
  whatsapp_window_expires_at: null,
};

const NO_LEAD = {
  first_name: null,
  last_name: null,
  email: null,
  phone: null,
  company: null,
  title: null,
  source: null,
  campaign_id: null,
  created_at: '',
  updated_at: '',
  timezone: null,
  country: null,
  owner_id: null,
  deal_value: null,
  deal_currency: null,
};

/** Gives the facts where there is no lead, as for a job that runs once for an agent: the agent's counts and the clock. */
export const agentFacts = (agentId: string, timezone: string, workflow?: WorkflowFacts): Facts => ({
  lead: { id: agentId, ...NO_LEAD },
  metadata: {},
  variables: {},
  tags: [],
  status: null,
  run: null,
  engagement: NO_ENGAGEMENT,
  consent: { whatsapp: 'unknown', email: 'unknown', call: 'unknown', sms: 'unknown' },
  ...(workflow ? { workflow } : {}),
  timezone,
  agentTimezone: timezone,
  agentId,
});
