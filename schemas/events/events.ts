import { nullable, oneOf, strictObject, Timestamp, Type, Uuid } from '../common.js';

/** The meanings of kinds that their names don't explain, for everyone who waits for events. */
export const ABOUT_KINDS =
  'cadence.step_scheduled reports a planned message or call of a cadence. message.queued reports a message ' +
  'that was requested individually. Messages of cadences are reported from message.sent on.';

/** Every kind of business event: what is written, triggers jobs and functions, and goes to webhooks. */
export const EVENT_KINDS = [
  'lead.created',
  'lead.updated',
  'lead.merged',
  'lead.deleted',
  'lead.tags_changed',
  'lead.field_captured',
  'lead.owner_changed',
  'lead.opted_in',
  'lead.opted_out',
  'workflow_run.started',
  'workflow_run.status_changed',
  'workflow_run.completed',
  'workflow_run.stopped',
  'workflow_run.transferred',
  'workflow_run.migrated',
  'workflow_run.failed',
  'cadence.step_scheduled',
  'cadence.step_executed',
  'cadence.step_skipped',
  'cadence.held',
  'cadence.completed',
  'automation.paused',
  'automation.resumed',
  'message.queued',
  'message.sent',
  'message.delivered',
  'message.read',
  'message.failed',
  'message.received',
  'message.clicked',
  'message.machine_clicked',
  'email.opened',
  'email.machine_opened',
  'email.bounced',
  'email.complained',
  'email.unsubscribed',
  'call.started',
  'call.ended',
  'call.missed',
  'call.transcript_ready',
  'meeting.scheduled',
  'meeting.confirmed',
  'meeting.answered',
  'meeting.rescheduled',
  'meeting.cancelled',
  'meeting.completed',
  'meeting.no_show',
  'meeting.reminder_sent',
  'meeting.sync_failed',
  'meeting.notes_added',
  'calendar.sync_failed',
  'conversion.recorded',
  'task.created',
  'conversation.started',
  'conversation.answered',
  'conversation.handoff_requested',
  'conversation.closed',
  'conversation.reopened',
  'agent.budget_exhausted',
  'widget.session_started',
  'widget.lead_captured',
  'widget.handoff_requested',
  'background_job.cycle_completed',
  'background_job.cycle_failed',
  'function.run_completed',
  'function.run_failed',
  'template.status_changed',
  'whatsapp_number.quality_changed',
  'connection.connected',
  'connection.reconnect_needed',
  'connection.restored',
  'connection.deleted',
  'webhook.disabled',
  'api_key.created',
  'api_key.regenerated',
  'import.completed',
] as const;

export type EventKind = (typeof EVENT_KINDS)[number];

/** Kinds that nothing writes yet: their features don't exist. */
export const UNWRITTEN_KINDS = ['lead.merged'] as const;
export type WrittenKind = Exclude<EventKind, (typeof UNWRITTEN_KINDS)[number]>;

/** The kinds that jobs, functions and cadences can wait for: a wait for any other would never end. */
export const WRITTEN_KINDS: readonly WrittenKind[] = EVENT_KINDS.filter(
  (kind): kind is WrittenKind => !(UNWRITTEN_KINDS as readonly string[]).includes(kind),
);

const LEADLESS_KINDS: readonly WrittenKind[] = [
  ...(['calendar.sync_failed', 'template.status_changed', 'whatsapp_number.quality_changed'] as const),
  ...(['background_job.cycle_completed', 'background_job.cycle_failed', 'import.completed'] as const),
  ...(['api_key.created', 'api_key.regenerated', 'webhook.disabled'] as const),
  ...(['connection.connected', 'connection.reconnect_needed', 'connection.restored', 'connection.deleted'] as const),
];

/** The kinds that concern a lead, though not each event of some does: an agent's budget may run out in a visitor's chat. */
export const LEAD_KINDS: readonly WrittenKind[] = WRITTEN_KINDS.filter((kind) => !LEADLESS_KINDS.includes(kind));

export const ORIGIN_KINDS = ['api', 'user', 'agent', 'job', 'function', 'cadence', 'provider', 'system'] as const;

/** The cause of a change. `depth` counts the automations between it and a person or an integration. */
export interface EventOrigin {
  kind: (typeof ORIGIN_KINDS)[number];
  id: string | null;
  depth?: number;
}

/** An event as the API answers it. */
export const EventRecord = strictObject({
  id: Uuid(),
  type: oneOf(EVENT_KINDS),
  lead_id: nullable(Uuid('ID of the lead. Null if the event has none.')),
  agent_run_id: nullable(Uuid('ID of the run. Null if the event has none.')),
  data: Type.Object(
    {},
    { additionalProperties: true, description: 'Data of the event, with IDs instead of full objects.' },
  ),
  origin: strictObject({
    kind: oneOf(ORIGIN_KINDS, { description: 'Type of the actor that caused the event.' }),
    id: nullable(
      Type.String({ description: 'ID of the key, user, agent, job or function. Null if the actor has none.' }),
    ),
    depth: Type.Integer({ description: 'Number of automations between the event and its original cause.' }),
  }),
  created_at: Timestamp('Time of the event.'),
});
