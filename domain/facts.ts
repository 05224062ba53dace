import type { FieldType, HoldReason } from '../schemas/agents/agents.js';
import type { Channel, Window } from '../schemas/cadence/cadence.js';
import type { ConsentState } from '../schemas/leads/leads.js';
import type { StatusPosition } from './agent-runs/status-change.js';

/** The lead's own columns; times are ISO strings. */
export interface LeadFacts {
  id: string;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  phone: string | null;
  /** The user ID that WhatsApp reaches the lead by; none if not given. */
  whatsapp_user_id?: string | null;
  company: string | null;
  title: string | null;
  source: string | null;
  campaign_id: string | null;
  created_at: string;
  updated_at: string;
  timezone: string | null;
  country: string | null;
  owner_id: string | null;
  deal_value: number | null;
  /** ISO 4217 code of the deal value. */
  deal_currency: string | null;
}

/** A captured variable. */
interface VariableFact {
  value: unknown;
  value_text: string;
  confidence: number;
  updated_at: string;
}

export interface StatusFacts {
  key: string;
  category: string;
  entered_at: string;
  previous_key: string | null;
}

export interface RunFacts {
  step_index: number;
  attempts: number;
  cadence_state: string;
  started_at: string | null;
  last_step_at: string | null;
  variant: string | null;
}

/** A call, as far as it went. */
export interface CallFact {
  status: string;
  disconnection_reason: string | null;
  successful: boolean | null;
  /** The time when it ended or, until then, began. */
  at: string | null;
}

export interface EngagementFacts {
  last_inbound_at: string | null;
  last_outbound_at: string | null;
  inbound_count: number;
  outbound_count: number;
  opened_count: number;
  clicked_count: number;
  last_channel: string | null;
  calls_count: number;
  calls_answered: number;
  /** The lead's last call; null while there was none. */
  last_call: CallFact | null;
  whatsapp_window_expires_at: string | null;
}

/** The lead's conversions in sum. */
export interface ConversionFacts {
  count: number;
  total_amount: number;
  last_at: string | null;
  /** Names and ids of their types. */
  types: readonly string[];
}

/** A meeting of the lead. */
export interface MeetingFact {
  status: string;
  starts_at: string;
  ends_at: string;
}

/** The event that set something off; `changes` names what it changed as `source.key`. */
export interface EventFacts {
  type: string;
  data: Record<string, unknown>;
  changes?: Record<string, { from: unknown; to: unknown }>;
}

/** An event of a lead. `seq` is its place among all events, where it is one that was written down. */
export interface EventFact {
  type: string;
  created_at: string;
  seq?: number;
}

/** Counts of an agent's leads, which jobs that run once for an agent look at. */
export interface WorkflowFacts {
  active_leads: number;
  unreplied_leads: number;
  paused_leads: number;
  status_counts: Record<string, number>;
}

/** The resource of a queue: a sender's counters, calls and provider, or the new leads that an agent takes in a day. */
export type LineKind = 'sender' | 'new_leads';

/** Something that keeps a due step from happening. */
export interface Hold {
  reason: HoldReason;
  /**
   * The time to check again (ISO), or null if only a user can end the hold. A queued run is woken at about that time.
   */
  until: string | null;
  detail: string;
  /** The line it waits in, where it does. */
  line?: LineKind;
  /** Its place in that line, from 1. */
  place?: number;
}

/** Returns a hold as the API answers it. */
export const holdView = ({ reason, until, detail, place }: Hold) => ({
  reason,
  until,
  detail,
  ...(place === undefined ? {} : { position: place }),
});

/** Everything decisions are made from, read in one go: plain data, no clock, no database. */
export interface Facts {
  lead: LeadFacts;
  metadata: Record<string, unknown>;
  variables: Record<string, VariableFact>;
  /** The types of the agent's fields, by key. */
  fieldTypes?: Record<string, FieldType>;
  /** Tag slugs. */
  tags: readonly string[];
  status: StatusFacts | null;
  /** The agent's statuses, in no order. */
  statuses?: readonly StatusPosition[];
  run: RunFacts | null;
  /** Set where the run has ended, so that nothing can be done with it any more. */
  runEnded?: boolean;
  engagement: EngagementFacts;
  conversion?: ConversionFacts;
  /** The lead's meetings in the order they were made; none if not given. */
  meetings?: readonly MeetingFact[];
  consent: Record<'whatsapp' | 'email' | 'call' | 'sms', ConsentState>;
  /** Channels on which the lead's address is on the suppression list. */
  suppressed?: readonly Channel[];
  /** Channels on which the lead has yet to confirm the address that a visitor typed. */
  unconfirmed?: readonly Channel[];
  /** The event that is being handled, where there is one. */
  event?: EventFacts;
  /** The agent's counts, where a job runs once for it. */
  workflow?: WorkflowFacts;
  /** Events of the lead since its enrolment, as far as the cadence waits for their kinds. */
  events?: readonly EventFact[];
  /** The external holds of the run: a user, a paused agent, a failed provider. */
  holds?: readonly Hold[];
  /** The lead's zone, resolved by `leadZone`. */
  timezone: string;
  agentTimezone: string;
  /** The acting agent, which shares of a split are drawn for. */
  agentId: string;
  /** The agent's window, which business hours and holidays are read from. */
  window?: Window;
}
