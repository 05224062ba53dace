import type { Db } from '../connection.js';
import type { ImportRowRow, LeadRow } from '../tables.js';
import { type AddressHash, addressHash, addressHashesOf } from './suppressions.js';

/** Whose data are erased. */
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
/** A text as `LIKE` finds it, whatever it holds. */
const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
/** What tells a person in texts that belong to no lead, in lower case; phones stand there with and without a plus. */
const marksOf = ({ lead: { email, phone }, userIds }: Pick<Erasure, 'lead' | 'userIds'>): string[] =>
  [email, phone?.replace('+', ''), ...userIds].flatMap((mark) => mark?.toLowerCase() || []);
/** What a function's run says. */
export const RUN_DOCUMENTS = [
  ...(['ctx', 'result', 'error', 'lead_before', 'lead_after'] as const),
  ...(['effects', 'logs', 'requests', 'journal', 'draft_source'] as const),
];
type RunDocument = (typeof RUN_DOCUMENTS)[number];

/** A run of a function that says nothing any more. */
export const EMPTY_RUN = {
  ...{ sample_label: null, lead_name: null, lead_email: null },
  ...(Object.fromEntries(RUN_DOCUMENTS.map((column) => [column, null])) as Record<RunDocument, null>),
  ctx: EMPTY,
};

/**
 * Every table that holds something of a lead, and how it is taken out: the one list that erasure goes by. Rows that
 * others count or refer to stay without their content. What is listed here is tested against all tables there are.
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
  events: (tx, { lead }) => tx('events').where({ lead_id: lead.id }).update({ data: EMPTY }),
  conversions: (tx, { lead }) => tx('conversions').where({ lead_id: lead.id }).update({ metadata: EMPTY, notes: null }),
  held_work: (tx, { lead, runIds }) =>
    tx('held_work')
      .whereIn('id', [lead.id, ...runIds])
      .delete(),
  message_clicks: (tx, { lead }) => tx('message_clicks').where({ lead_id: lead.id }).delete(),
  lead_metadata_values: (tx, { lead }) => tx('lead_metadata_values').where({ lead_id: lead.id }).delete(),
  lead_variables: (tx, { lead }) => tx('lead_variables').where({ lead_id: lead.id }).delete(),
  changed_leads: (tx, { lead }) => tx('changed_leads').where({ lead_id: lead.id }).delete(),
  lead_notes: (tx, { lead }) => tx('lead_notes').where({ lead_id: lead.id }).delete(),
  inbox_states: (tx, { lead }) => tx('inbox_states').where({ id: lead.id }).delete(),
  lead_tags: (tx, { lead }) => tx('lead_tags').where({ lead_id: lead.id }).delete(),
  lead_engagement: (tx, { lead }) => tx('lead_engagement').where({ lead_id: lead.id }).delete(),
  whatsapp_users: (tx, { lead }) => tx('whatsapp_users').where({ lead_id: lead.id }).delete(),
  whatsapp_windows: (tx, { lead }) => tx('whatsapp_windows').where({ lead_id: lead.id }).delete(),
  consent_log: (tx, { lead }) => tx('consent_log').where({ lead_id: lead.id }).delete(),
  import_rows: async (tx, { lead, userIds }) => {
    const nothing = { data: EMPTY, problems: null, before_update: null };
    await tx('import_rows').where({ lead_id: lead.id }).update(nothing);
    // Rows that failed keep their cells and belong to no lead, though the person was imported later. They are found
    // without locks first: rows and imports that are being worked at this moment are not waited for.
    const marks = marksOf({ lead, userIds });
    if (marks.length === 0) return;
    const failed: Pick<ImportRowRow, 'import_id' | 'row_no'>[] = await tx('import_rows AS r')
      .join('imports AS i', 'i.id', 'r.import_id')
      .where({ 'i.account_id': lead.account_id, 'r.severity': 'error' })
      .whereNull('r.lead_id')
      .where((about) => {
        for (const mark of marks) about.orWhereRaw('LOWER(r.data) LIKE ?', [`%${likeText(mark)}%`]);
      })
      .select('r.import_id', 'r.row_no');
    for (const [importId, rows] of Map.groupBy(failed, ({ import_id }) => import_id)) {
      const numbers = rows.map(({ row_no }) => row_no);
      await tx('import_rows').where({ import_id: importId }).whereIn('row_no', numbers).update(nothing);
    }
  },
  inbound_events: async (tx, { lead, userIds, now }) => {
    await tx('inbound_events').where({ lead_id: lead.id }).update({ payload: EMPTY });
    // What came from or about the person and belongs to no lead, or wasn't worked yet. One that is worked at this
    // moment waits for the lead and then keeps nothing.
    for (const mark of marksOf({ lead, userIds })) {
      const found = tx('inbound_events')
        .where({ account_id: lead.account_id })
        .whereNull('lead_id')
        .whereRaw('LOWER(payload) LIKE ?', [`%${likeText(mark)}%`]);
      const ids: string[] = await found.clone().forUpdate().skipLocked().pluck('id');
      await tx('inbound_events')
        .whereIn('id', ids)
        .update({
          payload: EMPTY,
          outcome: tx.raw("COALESCE(outcome, 'erased')"),
          processed_at: tx.raw('COALESCE(processed_at, ?)', [now]),
        });
    }
  },
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
  // Stored answers show the lead as it was; a repeat of such a request hears that it is gone instead.
  idempotency_keys: async (tx, { lead, goneBody }) => {
    // Found without locks first: keys of requests that are still running are none of these, and would be waited for.
    const keys = await tx('idempotency_keys')
      .where({ account_id: lead.account_id })
      .where((about) =>
        about
          .where('body', 'like', `%"id":"${lead.id}"%`)
          // Several leads at once are answered by their ids alone.
          .orWhere((named) => named.where('body', 'like', `%"lead_id":"${lead.id}"%`).whereNot('route', 'createLead')),
      )
      .select('route', 'key_hash');
    for (const { route, key_hash } of keys) {
      await tx('idempotency_keys')
        .where({ account_id: lead.account_id, route, key_hash })
        .update({ status: 410, body: goneBody });
    }
  },
  job_cycle_leads: (tx, { lead }) => tx('job_cycle_leads').where({ lead_id: lead.id }).update({ steps: null }),
  job_effects: (tx, { lead }) =>
    tx('job_effects').where({ lead_id: lead.id }).update({ effect: EMPTY, status: 'erased' }),
  job_events: (tx, { lead }) => tx('job_events').where({ lead_id: lead.id }).delete(),
  job_deliveries: (tx, { lead, now }) =>
    tx('job_deliveries')
      .where({ lead_id: lead.id })
      .update({ request: EMPTY, failure: null, status: 'erased', updated_at: now }),
  tasks: (tx, { lead, now }) => tx('tasks').where({ lead_id: lead.id }).update({ title: 'Erased', updated_at: now }),
  notification_lines: (tx, { lead }) => tx('notification_lines').where({ lead_id: lead.id }).update({ text: 'Erased' }),
  // What functions keep is theirs to name: whatever speaks of the lead goes.
  function_values: async (tx, { lead, userIds }) => {
    for (const mark of [lead.id, lead.email, lead.phone, ...userIds]) {
      if (!mark) continue;
      const like = `%${likeText(mark)}%`;
      await tx('function_values')
        .where({ account_id: lead.account_id })
        // Names are ASCII, which the servers don't compare with an address that isn't.
        .where((about) => about.where('value', 'like', like).orWhereRaw('CONVERT(name USING utf8mb4) LIKE ?', [like]))
        .delete();
    }
  },
  // A run may have read a lead that it wasn't about: whatever documents name the lead go.
  function_runs: (tx, { lead }) =>
    tx('function_runs')
      .where({ account_id: lead.account_id })
      .where((named) => {
        named.where({ lead_id: lead.id });
        for (const column of RUN_DOCUMENTS) named.orWhere(column, 'like', `%${lead.id}%`);
      })
      .update({
        // One that is still to be made has nothing to be made from.
        status: tx.raw("IF(status = 'pending', 'cancelled', status)"),
        ran_at: tx.raw('COALESCE(ran_at, created_at)'),
        ...EMPTY_RUN,
      }),
  // What many leads were picked by may have been the person's name or address.
  lead_changes: async (tx, { lead, userIds }) => {
    for (const mark of marksOf({ lead, userIds })) {
      await tx('lead_changes')
        .where({ account_id: lead.account_id })
        .whereRaw('LOWER(request) LIKE ?', [`%${likeText(mark)}%`])
        .update({ request: EMPTY });
    }
  },
  // A list that looks for the person by name or address says as much of them.
  views: async (tx, { lead, userIds }) => {
    for (const mark of marksOf({ lead, userIds })) {
      await tx('views')
        .where({ account_id: lead.account_id })
        .whereRaw('LOWER(layout) LIKE ?', [`%${likeText(mark)}%`])
        .delete();
    }
  },
  // What agreed to text messages without being a lead is found by what it says of the person.
  widget_submissions: async (tx, { lead, userIds }) => {
    const nothing = { fields: null, page: null, fingerprint: Buffer.alloc(32) };
    await tx('widget_submissions').where({ lead_id: lead.id }).update(nothing);
    for (const mark of marksOf({ lead, userIds })) {
      await tx('widget_submissions')
        .where({ account_id: lead.account_id })
        .whereNull('lead_id')
        .whereRaw('LOWER(fields) LIKE ?', [`%${likeText(mark)}%`])
        .update(nothing);
    }
  },
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
  // What was to be said later is not said.
  planned_messages: (tx, { lead }) =>
    tx('planned_messages').whereIn('conversation_id', conversationsOf(tx, lead)).delete(),
  agent_turns: (tx, { lead }) =>
    tx('agent_turns').whereIn('conversation_id', conversationsOf(tx, lead)).update({ calls: '[]', effects: '[]' }),
  // What was asked and answered goes; what it cost is no personal datum and stays counted.
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

/** Takes a lead's personal data out of all tables, in the caller's transaction. The lead's row is locked by the caller. */
export async function erasePersonalData(tx: Db, erasure: Erasure): Promise<void> {
  for (const erase of Object.values(ERASERS)) await erase(tx, erasure);
}
