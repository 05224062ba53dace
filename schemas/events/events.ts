import { nullable, oneOf, strictObject, Timestamp, Type, Uuid } from '../common.js';

/**
 * Kinds that nothing writes yet: they belong to features that are not there. They are good names, but whoever waits for
 * one waits in vain.
 */
export const UNWRITTEN_KINDS = ['lead.merged', 'webhook.disabled'] as const;

/** What a kind means where its name doesn't tell, for whoever waits for events. */
export const ABOUT_KINDS =
  'Nothing writes lead.merged and webhook.disabled yet. cadence.step_scheduled tells of a message or call ' +
  'of a cadence that is planned for later; message.queued of one that was asked for by itself: what a cadence sends ' +
  'is told from message.sent on.';

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
  'email.opened',
  'email.bounced',
  'email.complained',
  'email.unsubscribed',
  'call.started',
  'call.ended',
  'call.missed',
  'call.transcript_ready',
  'meeting.scheduled',
  'meeting.confirmed',
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
  'webhook.disabled',
  'api_key.created',
  'api_key.regenerated',
  'import.completed',
] as const;

export type EventKind = (typeof EVENT_KINDS)[number];

export const ORIGIN_KINDS = ['api', 'user', 'agent', 'job', 'function', 'cadence', 'provider', 'system'] as const;

/** What caused a change. `depth` counts how many automations stand between it and a person or an integration. */
export interface EventOrigin {
  kind: (typeof ORIGIN_KINDS)[number];
  id: string | null;
  depth?: number;
}

/** An event as the API answers it. */
export const EventRecord = strictObject({
  id: Uuid('The event.'),
  type: oneOf(EVENT_KINDS, { description: 'What happened.' }),
  lead_id: nullable(Uuid('The lead it concerns.')),
  agent_run_id: nullable(Uuid('The enrolment it concerns.')),
  data: Type.Object({}, { additionalProperties: true, description: 'Facts of the event; ids rather than documents.' }),
  origin: strictObject({
    kind: oneOf(ORIGIN_KINDS, { description: 'Who or what caused it.' }),
    id: nullable(Type.String({ description: 'Which key, user, agent, job or function.' })),
    depth: Type.Integer({ description: 'Automations between it and its first cause.' }),
  }),
  created_at: Timestamp('When it happened.'),
});
