import type { Db } from '../connection.js';
import { emptyRuns } from '../functions/documents.js';
import { type AddressHash, addressHash, addressHashesOf } from './suppressions.js';
import type { LeadRow } from './tables.js';

/** The lead to erase, with its account. */
export interface Erasure {
  lead: LeadRow;
  /** The user IDs of the lead on WhatsApp. */
  userIds: readonly string[];
  /** All enrolments of the lead, open or not. */
  runIds: readonly string[];
  now: Date;
  /** The answer that requests about the lead repeat from now on. */
  goneBody: string;
}

const conversationsOf = (tx: Db, lead: LeadRow) => tx('conversations').where({ lead_id: lead.id }).select('id');

type Eraser = (tx: Db, erasure: Erasure) => Promise<unknown>;

const EMPTY = '{}';

/** Replaces the stored answers that show a lead: a repeat of such a request is answered that the lead is gone. */
export const emptyStoredAnswers = (
  tx: Db,
  { accountId, leadId, goneBody }: { accountId: string; leadId: string; goneBody: string },
): Promise<number> =>
  tx('idempotency_keys')
    .where({ account_id: accountId, lead_id: leadId })
    .whereNot({ route: 'eraseLead' })
    .update({ status: 410, body: goneBody });

/**
 * The tables whose rows an index finds by their lead, and how they are erased: at once, in the transaction of the request.
 * Rows that others count or refer to stay without their content. `SEARCHES` has the tables that are searched afterwards;
 * both lists together are tested against all tables there are.
 */
export const ERASERS: Record<string, Eraser> = {
  leads: (tx, { lead, now }) =>
    tx('leads')
      .where({ id: lead.id })
      .update({
        first_name: '',
        last_name: null,
        email: null,
        phone: null,
        source: 'erased',
        company: null,
        title: null,
        timezone: null,
        country: null,
        owner_id: null,
        external_id: null,
        deal_value: null,
        deal_currency: null,
        whatsapp_user_id: null,
        whatsapp_username: null,
        metadata: EMPTY,
        campaign_id: null,
        hidden: true,
        erased_at: now,
        updated_at: now,
        version: tx.raw('version + 1'),
      }),
  messages: (tx, { lead, now }) =>
    tx('messages').where({ lead_id: lead.id }).update({
      to_address: null,
      subject: null,
      content: null,
      html: null,
      variant: null,
      provider_message_id: null,
      failure: null,
      details: null,
      updated_at: now,
    }),
  // Behind the messages, whose locked rows keep a sandbox that delivers at this moment waiting until they are erased.
  sandbox_deliveries: (tx, { lead }) =>
    tx('sandbox_deliveries')
      .whereIn('message_id', tx('messages').where({ lead_id: lead.id }).select('id'))
      .delete(),
  // A test of a message was written for the lead; one that waits finds nothing to send.
  user_mails: async (tx, { lead }) => {
    const ids: string[] = await tx('user_mails').where({ lead_id: lead.id }).pluck('id');
    await tx('user_mails').whereIn('id', ids).delete();
    await tx('sandbox_deliveries').whereIn('message_id', ids).delete();
  },
  outgoing_messages: (tx, { lead, now }) =>
    tx('outgoing_messages').where({ lead_id: lead.id }).update({ request: EMPTY, occasion: null, closed_at: now }),
  line_places: (tx, { lead, runIds }) =>
    tx('line_places')
      .whereIn('subject_id', [...runIds])
      .orWhereIn('subject_id', tx('messages').where({ lead_id: lead.id }).select('id'))
      .delete(),
  calls: (tx, { lead, now }) =>
    tx('calls')
      .where({ lead_id: lead.id })
      .update({ summary: null, transcript: null, recording_url: null, updated_at: now }),
  agent_runs: (tx, { lead, now }) =>
    tx('agent_runs')
      .where({ lead_id: lead.id })
      .update({ cadence: EMPTY, hold_detail: null, pause_reason: null, updated_at: now }),
  meetings: (tx, { lead, now }) =>
    tx('meetings').where({ lead_id: lead.id }).update({
      title: '',
      description: null,
      location_details: null,
      meeting_url: null,
      attendee_name: null,
      attendee_email: null,
      attendee_phone: null,
      additional_attendees: '[]',
      answers: null,
      attendee_answers: null,
      answer_to_read_at: null,
      sync_error: null,
      reschedule_reason: null,
      cancellation_reason: null,
      no_show_reason: null,
      outcome_notes: null,
      updated_at: now,
    }),
  booking_keys: (tx, { lead }) =>
    tx('booking_keys')
      .whereIn('meeting_id', tx('meetings').where({ lead_id: lead.id }).select('id'))
      .update({ answer: null }),
  meeting_notes: (tx, { lead }) => tx('meeting_notes').where({ lead_id: lead.id }).delete(),
  events: (tx, { lead }) => tx('events').where({ lead_id: lead.id }).update({ data: EMPTY, values_before: null }),
  conversions: (tx, { lead }) => tx('conversions').where({ lead_id: lead.id }).update({ metadata: EMPTY, notes: null }),
  held_work: (tx, { lead, runIds }) =>
    tx('held_work')
      .where({ account_id: lead.account_id })
      .whereIn('id', [lead.id, ...runIds])
      .delete(),
  message_hits: (tx, { lead }) => tx('message_hits').where({ lead_id: lead.id }).delete(),
  report_touches: (tx, { lead }) => tx('report_touches').where({ lead_id: lead.id }).delete(),
  lead_senders: (tx, { lead }) => tx('lead_senders').where({ lead_id: lead.id }).delete(),
  sent_mails: (tx, { lead }) => tx('sent_mails').where({ lead_id: lead.id }).delete(),
  message_clicks: (tx, { lead }) => tx('message_clicks').where({ lead_id: lead.id }).delete(),
  lead_metadata_values: (tx, { lead }) => tx('lead_metadata_values').where({ lead_id: lead.id }).delete(),
  lead_variables: (tx, { lead }) => tx('lead_variables').where({ lead_id: lead.id }).delete(),
  campaign_joins: (tx, { lead }) => tx('campaign_joins').where({ lead_id: lead.id }).delete(),
  changed_leads: (tx, { lead }) => tx('changed_leads').where({ lead_id: lead.id }).delete(),
  lead_notes: (tx, { lead }) => tx('lead_notes').where({ lead_id: lead.id }).delete(),
  inbox_states: (tx, { lead }) => tx('inbox_states').where({ id: lead.id }).delete(),
  lead_tags: (tx, { lead }) => tx('lead_tags').where({ lead_id: lead.id }).delete(),
  lead_engagement: (tx, { lead }) => tx('lead_engagement').where({ lead_id: lead.id }).delete(),
  whatsapp_users: (tx, { lead }) => tx('whatsapp_users').where({ lead_id: lead.id }).delete(),
  whatsapp_windows: (tx, { lead }) => tx('whatsapp_windows').where({ lead_id: lead.id }).delete(),
  consent_log: (tx, { lead }) => tx('consent_log').where({ lead_id: lead.id }).delete(),
  import_rows: (tx, { lead }) =>
    tx('import_rows').where({ lead_id: lead.id }).update({ data: EMPTY, problems: null, before_update: null }),
  inbound_events: (tx, { lead }) => tx('inbound_events').where({ lead_id: lead.id }).update({ payload: EMPTY }),
  // The hash stays: the person is still not to be written to, by whatever lead has the address next.
  suppressions: async (tx, { lead, userIds }) => {
    const onWhatsApp = userIds.map((id): AddressHash => ['whatsapp', addressHash('whatsapp', id)]);
    const addresses = [...addressHashesOf(lead), ...onWhatsApp];
    if (addresses.length === 0) return;
    await tx('suppressions')
      .where({ account_id: lead.account_id })
      .whereIn(['channel', 'address_hash'], addresses as unknown as string[][])
      .update({ address: '' });
  },
  idempotency_keys: (tx, { lead, goneBody }) =>
    emptyStoredAnswers(tx, { accountId: lead.account_id, leadId: lead.id, goneBody }),
  job_cycle_leads: (tx, { lead }) => tx('job_cycle_leads').where({ lead_id: lead.id }).update({ steps: null }),
  job_effects: (tx, { lead }) =>
    tx('job_effects').where({ lead_id: lead.id }).update({ effect: EMPTY, status: 'erased' }),
  job_events: (tx, { lead }) => tx('job_events').where({ lead_id: lead.id }).delete(),
  job_deliveries: (tx, { lead, now }) =>
    tx('job_deliveries')
      .where({ lead_id: lead.id })
      .update({ request: EMPTY, failure: null, status: 'erased', updated_at: now }),
  // Payloads are made from events, which have nothing of the lead any more.
  webhook_deliveries: (tx, { lead }) => tx('webhook_deliveries').where({ lead_id: lead.id }).update({ failure: null }),
  tasks: (tx, { lead, now }) => tx('tasks').where({ lead_id: lead.id }).update({ title: 'Erased', updated_at: now }),
  notices: (tx, { lead }) => tx('notices').where({ lead_id: lead.id }).delete(),
  notification_lines: (tx, { lead }) => tx('notification_lines').where({ lead_id: lead.id }).update({ text: 'Erased' }),
  function_runs: (tx, { lead }) =>
    emptyRuns(tx, (runs) => runs.where({ account_id: lead.account_id, lead_id: lead.id })),
  widget_submissions: (tx, { lead }) =>
    tx('widget_submissions')
      .where({ lead_id: lead.id })
      .update({ fields: null, page: null, fingerprint: Buffer.alloc(32) }),
  conversations: (tx, { lead, now }) =>
    tx('conversations').where({ lead_id: lead.id }).update({
      memory: EMPTY,
      page: null,
      handler: 'nobody',
      status: 'closed',
      owed: false,
      awaited_since: null,
      thinks: false,
      due_at: null,
      follow_up_at: null,
      planned_at: null,
      updated_at: now,
    }),
  conversation_messages: (tx, { lead }) =>
    tx('conversation_messages')
      .whereIn('conversation_id', conversationsOf(tx, lead))
      .update({ text: null, choice: null, actions: null, citations: null, fingerprint: null }),
  // Scheduled messages aren't sent.
  planned_messages: (tx, { lead }) =>
    tx('planned_messages').whereIn('conversation_id', conversationsOf(tx, lead)).delete(),
  agent_turns: (tx, { lead }) =>
    tx('agent_turns').whereIn('conversation_id', conversationsOf(tx, lead)).update({ calls: '[]', effects: '[]' }),
  // Prompts and answers are erased. Costs aren't personal data and stay counted.
  agent_steps: (tx, { lead }) =>
    tx('agent_steps')
      .whereIn('conversation_id', conversationsOf(tx, lead))
      .update({ request: '[]', response: '', results: '[]' }),
  offered_slots: (tx, { lead }) => tx('offered_slots').whereIn('conversation_id', conversationsOf(tx, lead)).delete(),
  outbox: (tx, { runIds }) =>
    tx('outbox')
      .whereIn(
        'workflow_id',
        runIds.map((id) => `cadence/${id}`),
      )
      .delete(),
};

/** Erases what `ERASERS` has of a lead, in the caller's transaction. The lead's row is locked by the caller. */
export async function erasePersonalData(tx: Db, erasure: Erasure): Promise<void> {
  for (const erase of Object.values(ERASERS)) await erase(tx, erasure);
}
