import { oneOf, Success, strictObject, Type } from '../common.js';
import { contract } from '../contract.js';
import { EVENT_KINDS, type EventKind } from '../events/events.js';

const id = (last: number): string => `01990000-0000-7000-8000-${String(last).padStart(12, '0')}`;

const LEAD = { lead_id: id(1), workflow_run_id: null };
const RUN = { lead_id: id(1), workflow_run_id: id(2) };
const NO_LEAD = { lead_id: null, workflow_run_id: null };
const AGENT = { ...RUN, workflow_id: id(3) };
const STEP = { ...AGENT, step_key: 'welcome', message_id: id(4), channel: 'email' };
const MESSAGE = { ...RUN, message_id: id(4), channel: 'email' };
const CALL = { ...RUN, message_id: id(4), channel: 'call' };
const MEETING = { ...LEAD, meeting_id: id(5) };
const CONVERSATION = { ...RUN, conversation_id: id(6), channel: 'chat' };
const JOB = { ...NO_LEAD, background_job_id: id(7), cycle_id: id(8) };
const FUNCTION = { ...LEAD, function_id: id(9), run_id: id(10) };
const CONNECTION = { ...NO_LEAD, connection_id: id(11), provider: 'microsoft', host_id: null };
const MACHINE = { is_machine: true, machine_reason: 'privacy_proxy' };

/** The data of an event of each kind, as a thin payload has it. */
const EXAMPLES: Record<EventKind, Record<string, unknown>> = {
  'lead.created': { ...LEAD, source: 'api', campaign_id: null, import_id: null },
  'lead.updated': { ...LEAD, changed: ['company'], version: 2, previous_values: { 'lead.company': 'Acme' } },
  'lead.merged': LEAD,
  'lead.deleted': LEAD,
  'lead.tags_changed': { ...LEAD, added: ['vip'], removed: [] },
  'lead.field_captured': { ...RUN, key: 'budget', confidence: 1, previous_values: { 'field.budget': 1000 } },
  'lead.owner_changed': { ...LEAD, from: null, to: id(12) },
  'lead.opted_in': { ...LEAD, channel: 'email' },
  'lead.opted_out': { ...LEAD, channel: 'email' },
  'workflow_run.started': { ...AGENT, version: 1, entry: 1 },
  'workflow_run.status_changed': { ...AGENT, from: 'new', to: 'qualified', reason: null },
  'workflow_run.completed': AGENT,
  'workflow_run.stopped': { ...AGENT, reason: 'replied' },
  'workflow_run.transferred': AGENT,
  'workflow_run.migrated': { ...AGENT, from_version: 1, version: 2 },
  'workflow_run.failed': { ...AGENT, reason: 'error' },
  'cadence.step_scheduled': STEP,
  'cadence.step_executed': { ...STEP, late_by_seconds: 0 },
  'cadence.step_skipped': { ...STEP, reason: 'skip_first_message' },
  'cadence.held': { ...STEP, reason: 'outside_window' },
  'cadence.completed': AGENT,
  'automation.paused': { ...AGENT, reason: null, by: 'user', human_takeover: true, auto_resume_at: null },
  'automation.resumed': { ...AGENT, cadence_resumed: true, policy: 'shift' },
  'message.queued': MESSAGE,
  'message.sent': MESSAGE,
  'message.delivered': MESSAGE,
  'message.read': MESSAGE,
  'message.failed': { ...MESSAGE, code: 'PROVIDER_ERROR' },
  'message.received': { ...MESSAGE, in_reply_to: null },
  'message.clicked': MESSAGE,
  'message.machine_clicked': { ...MESSAGE, ...MACHINE },
  'email.opened': MESSAGE,
  'email.machine_opened': { ...MESSAGE, ...MACHINE },
  'email.bounced': { ...MESSAGE, kind: 'hard' },
  'email.complained': MESSAGE,
  'email.unsubscribed': MESSAGE,
  'call.started': CALL,
  'call.ended': CALL,
  'call.missed': { ...CALL, disconnection_reason: 'dial_no_answer' },
  'call.transcript_ready': CALL,
  'meeting.scheduled': MEETING,
  'meeting.confirmed': MEETING,
  'meeting.answered': { ...MEETING, answer: 'accepted' },
  'meeting.rescheduled': MEETING,
  'meeting.cancelled': MEETING,
  'meeting.completed': MEETING,
  'meeting.no_show': MEETING,
  'meeting.reminder_sent': { ...MEETING, message_id: id(4), channel: 'email' },
  'meeting.sync_failed': { ...MEETING, host_id: id(13), reason: 'unauthorized' },
  'meeting.notes_added': { ...MEETING, note_id: id(14), provider: 'notes' },
  'calendar.sync_failed': { ...NO_LEAD, host_id: id(13), reason: 'unauthorized' },
  'conversion.recorded': { ...RUN, conversion_id: id(15), amount: 250, currency: 'EUR' },
  'task.created': { ...LEAD, task_id: id(16) },
  'conversation.started': CONVERSATION,
  'conversation.answered': CONVERSATION,
  'conversation.handoff_requested': { ...CONVERSATION, reason: 'asked_for_person' },
  'conversation.closed': CONVERSATION,
  'conversation.reopened': CONVERSATION,
  'agent.budget_exhausted': { ...CONVERSATION, workflow_id: id(3), scope: 'agent', day: '2026-01-15' },
  'widget.session_started': { ...CONVERSATION, widget_id: id(17) },
  'widget.lead_captured': { ...CONVERSATION, widget_id: id(17) },
  'widget.handoff_requested': { ...CONVERSATION, widget_id: id(17) },
  'background_job.cycle_completed': JOB,
  'background_job.cycle_failed': JOB,
  'function.run_completed': FUNCTION,
  'function.run_failed': FUNCTION,
  'template.status_changed': { ...NO_LEAD, template_id: id(18), status: 'APPROVED' },
  'whatsapp_number.quality_changed': { ...NO_LEAD, whatsapp_number_id: id(19), quality_rating: 'GREEN' },
  'connection.connected': CONNECTION,
  'connection.reconnect_needed': { ...CONNECTION, reason: 'invalid_grant' },
  'connection.restored': CONNECTION,
  'connection.deleted': CONNECTION,
  'webhook.disabled': { ...NO_LEAD, webhook_id: id(20), reason: 'failing' },
  'api_key.created': { ...NO_LEAD, key_id: id(21) },
  'api_key.regenerated': { ...NO_LEAD, key_id: id(21) },
  'import.completed': { ...NO_LEAD, import_id: id(22), rows: 100, created: 98 },
};

/** Returns example data of a kind of event. */
export const exampleOf = (kind: EventKind): Record<string, unknown> => EXAMPLES[kind];

type JsonSchema = Record<string, unknown>;

function schemaOf(name: string, value: unknown): JsonSchema {
  if (value === null) return { type: ['string', 'null'], ...(name.endsWith('_id') ? { format: 'uuid' } : {}) };
  if (Array.isArray(value)) return { type: 'array', items: { type: 'string' } };
  if (typeof value === 'object') return { type: 'object', additionalProperties: true };
  if (typeof value === 'number') return { type: 'number' };
  if (typeof value === 'boolean') return { type: 'boolean' };
  const isId = name.endsWith('_id');
  return isId ? { type: ['string', 'null'], format: 'uuid' } : { type: ['string', 'null'] };
}

/** Returns the JSON Schema of a kind's data. Events may have further fields, and those of erased leads only IDs. */
export const schemaOfKind = (kind: EventKind): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(EXAMPLES[kind]).map(([name, value]) => [name, schemaOf(name, value)])),
  required: ['lead_id', 'workflow_run_id'],
  additionalProperties: true,
});

export const listEventTypesContract = contract({
  operationId: 'listEventTypes',
  method: 'get',
  path: '/api/public/event-types',
  tag: 'Webhooks',
  scope: 'webhooks:read',
  summary: 'List the kinds of events, each with the schema and an example of its data.',
  success: {
    200: strictObject({
      success: Success,
      event_types: Type.Array(
        strictObject({
          type: oneOf(EVENT_KINDS),
          group: Type.String({ description: 'Choice that includes all kinds of the group, such as `message.*`.' }),
          description: Type.String(),
          schema: Type.Object({}, { additionalProperties: true, description: 'JSON Schema of `data`.' }),
          example: Type.Object({}, { additionalProperties: true, description: 'Example of `data`.' }),
        }),
      ),
    }),
  },
  errors: [],
});
