import type { LeadSnapshot } from '../../db/leads/snapshots.js';
import type { AgentRunRow } from '../../db/tables.js';
import type { Facts, Hold } from '../../domain/facts.js';
import { unconfirmedChannels } from '../../domain/leads/contact-confirmation.js';
import { leadZone } from '../../domain/leads/lead-zone.js';
import type { AgentDefinition } from '../../schemas/agents/agents.js';
import type { Channel } from '../../schemas/cadence/cadence.js';
import { cadenceOf } from './run-plan.js';

const iso = (date: Date | null | undefined): string | null => date?.toISOString() ?? null;

/** The part of an agent's definition that facts depend on. */
export type FactsDefinition = Pick<AgentDefinition, 'fields' | 'timezone'> & {
  cadence: Pick<AgentDefinition['cadence'], 'window'>;
  channels?: Pick<AgentDefinition['channels'], 'whatsapp_number_id'>;
  statuses?: AgentDefinition['statuses'];
};

/** The definition for a lead without an agent. */
export const NO_AGENT = (timezone: string): FactsDefinition => ({ fields: [], timezone, cadence: {} });

/**
 * Gathers the facts that decisions about a lead are made from, for one agent and, where there is one, its enrolment.
 */
export function toFacts(
  snapshot: LeadSnapshot,
  definition: FactsDefinition,
  agentId: string,
  run: AgentRunRow | null,
  extras: { holds?: Hold[]; events?: Facts['events'] } = {},
): Facts {
  const { lead } = snapshot;
  return {
    lead: {
      id: lead.id,
      first_name: lead.first_name,
      last_name: lead.last_name,
      email: lead.email,
      phone: lead.phone,
      whatsapp_user_id: lead.whatsapp_user_id,
      company: lead.company,
      title: lead.title,
      source: lead.source,
      campaign_id: lead.campaign_id,
      created_at: lead.created_at.toISOString(),
      updated_at: lead.updated_at.toISOString(),
      timezone: lead.timezone,
      country: lead.country,
      deal_value: lead.deal_value,
      deal_currency: lead.deal_currency,
      owner_id: lead.owner_id,
    },
    metadata: snapshot.metadata,
    variables: snapshot.variables,
    fieldTypes: Object.fromEntries(definition.fields.map((field) => [field.key, field.type])),
    tags: snapshot.tags,
    status: run && {
      key: run.status_key,
      category: run.status_category,
      entered_at: run.status_entered_at.toISOString(),
      previous_key: run.previous_status_key,
    },
    ...(definition.statuses ? { statuses: definition.statuses } : {}),
    run: run && {
      step_index: run.step_index,
      attempts: run.attempts,
      cadence_state: run.cadence_state,
      started_at: iso(run.enrolled_at),
      last_step_at: iso(run.last_step_at),
      variant: cadenceOf(run).variant,
    },
    ...(run && run.open_slot !== 1 ? { runEnded: true } : {}),
    engagement: engagementFacts(snapshot, definition),
    conversion: snapshot.conversions,
    meetings: snapshot.meetings.map(({ status, starts_at, ends_at }) => ({
      status,
      starts_at: starts_at.toISOString(),
      ends_at: ends_at.toISOString(),
    })),
    consent: {
      whatsapp: lead.consent_whatsapp,
      email: lead.consent_email,
      call: lead.consent_call,
      sms: lead.consent_sms,
    },
    suppressed: snapshot.suppressed as Channel[],
    unconfirmed: unconfirmedChannels(lead),
    ...(extras.events ? { events: extras.events } : {}),
    ...(extras.holds ? { holds: extras.holds } : {}),
    timezone: leadZone({ timezone: lead.timezone, phone: lead.phone }, definition.timezone),
    agentTimezone: definition.timezone,
    agentId,
    ...(definition.cadence.window ? { window: definition.cadence.window } : {}),
  };
}

const engagementFacts = (snapshot: LeadSnapshot, definition: FactsDefinition): Facts['engagement'] => {
  const { engagement } = snapshot;
  return {
    last_inbound_at: iso(engagement.last_inbound_at),
    last_outbound_at: iso(engagement.last_outbound_at),
    inbound_count: engagement.inbound_count ?? 0,
    outbound_count: engagement.outbound_count ?? 0,
    opened_count: engagement.opened_count ?? 0,
    clicked_count: engagement.clicked_count ?? 0,
    last_channel: engagement.last_channel ?? null,
    calls_count: engagement.calls_count ?? 0,
    calls_answered: engagement.calls_answered ?? 0,
    last_call: snapshot.lastCall && {
      status: snapshot.lastCall.status,
      disconnection_reason: snapshot.lastCall.reason,
      successful: snapshot.lastCall.successful,
      at: iso(snapshot.lastCall.at),
    },
    whatsapp_window_expires_at: iso(whatsAppWindow(snapshot, definition)),
  };
};

/**
 * Returns until when WhatsApp takes free text for the lead: from the number that the agent uses, else from any. A reply
 * to one number says nothing of the others.
 */
export function whatsAppWindow(
  { engagement, windows }: Pick<LeadSnapshot, 'engagement' | 'windows'>,
  { channels }: Pick<FactsDefinition, 'channels'>,
): Date | null | undefined {
  if (!channels) return engagement.whatsapp_window_expires_at;
  const named = channels.whatsapp_number_id?.toLowerCase();
  return windows.find(({ numberId, ofDefault }) => (named ? numberId === named : ofDefault))?.expiresAt;
}

/**
 * Lists what keeps an enrolment from acting whatever its step says: a person, a paused agent, a stopped account.
 * Without a run only what would hold a new one.
 */
export function outerHolds(snapshot: LeadSnapshot, run: AgentRunRow | null): Hold[] {
  const holds: Hold[] = [];
  const until = iso(run?.auto_resume_at);
  if (run?.human_takeover) {
    holds.push({
      reason: 'human_takeover',
      until,
      detail: run.pause_reason ?? 'A user has taken over the conversation.',
    });
  } else if (run?.cadence_paused) {
    holds.push({ reason: 'manual', until, detail: run.pause_reason ?? 'The cadence is paused until it is resumed.' });
  }
  if (snapshot.agent && (snapshot.agent.paused || !snapshot.agent.is_active)) {
    holds.push({
      reason: 'workflow_paused',
      until: null,
      detail: snapshot.agent.pause_reason ?? 'The agent is paused.',
    });
  }
  if (!snapshot.account.sending_enabled) {
    holds.push({ reason: 'manual', until: null, detail: snapshot.account.sending_note ?? 'Sending is turned off.' });
  }
  return holds;
}
