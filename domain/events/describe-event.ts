import type { EventKind } from '../../schemas/events/events.js';

type Facts = Record<string, unknown>;
type Words = [title: string, describe: (data: Facts) => string];

/** A machine word of an event's facts, such as a key or a reason; anything else could be about a person. */
const word = (data: Facts, key: string): string | undefined => {
  const value = data[key];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && /^[\w.:-]{1,64}$/.test(value) ? value : undefined;
};

/** ` by email` if the facts name a channel, else nothing. */
const phrase = (data: Facts, key: string, before: string): string => {
  const value = word(data, key);
  return value === undefined ? '' : ` ${before} ${value.replaceAll('_', ' ')}`;
};
/** ` from new`. An account names its statuses as it likes, and names no person by them. */
const status = (data: Facts, key: 'from' | 'to'): string =>
  typeof data[key] === 'string' ? ` ${key} ${data[key].replaceAll('_', ' ')}` : '';
const list = (data: Facts, key: string): string[] => {
  const values = data[key];
  return Array.isArray(values) ? values.filter((value): value is string => typeof value === 'string') : [];
};
const many = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
const stepOf = (data: Facts): string => {
  const key = word(data, 'step_key');
  return key === undefined ? 'A step' : `The step ${key}`;
};
const says = (sentence: string) => () => sentence;

const WORDS: Record<EventKind, Words> = {
  'lead.created': ['Lead created', says('The lead was created.')],
  'lead.updated': [
    'Lead updated',
    (data) =>
      data.note === undefined
        ? `${many(list(data, 'changed').length, 'field')} of the lead changed.`
        : 'A note was written about the lead.',
  ],
  'lead.merged': ['Leads merged', says('Another lead was merged into this one.')],
  'lead.deleted': ['Lead deleted', says('The lead was deleted.')],
  'lead.tags_changed': [
    'Tags changed',
    (data) => `${many(list(data, 'added').length, 'tag')} added, ${list(data, 'removed').length} removed.`,
  ],
  'lead.field_captured': ['Field captured', (data) => `The agent captured a field${phrase(data, 'key', 'named')}.`],
  'lead.owner_changed': ['Owner changed', says('The lead has another owner.')],
  'lead.opted_in': ['Opted in', (data) => `The lead agreed to be written to${phrase(data, 'channel', 'by')}.`],
  'lead.opted_out': ['Opted out', (data) => `The lead does not want to be written to${phrase(data, 'channel', 'by')}.`],
  'workflow_run.started': ['Enrolled', says('The lead was enrolled in an agent.')],
  'workflow_run.status_changed': [
    'Status changed',
    (data) => `The status changed${status(data, 'from')}${status(data, 'to')}.`,
  ],
  'workflow_run.completed': ['Run completed', says('The agent finished its work with the lead.')],
  'workflow_run.stopped': ['Run stopped', (data) => `The run was stopped${phrase(data, 'reason', 'because of:')}.`],
  'workflow_run.transferred': ['Run transferred', says('The lead went over to another agent.')],
  'workflow_run.migrated': ['Run moved', says('The run follows another version of its agent.')],
  'workflow_run.failed': ['Run failed', (data) => `The run failed${phrase(data, 'reason', 'because of:')}.`],
  'cadence.step_scheduled': ['Step scheduled', (data) => `${stepOf(data)} was scheduled.`],
  'cadence.step_executed': [
    'Step done',
    (data) => `${stepOf(data)} was carried out${data.actions_left ? ' in part' : ''}.`,
  ],
  'cadence.step_skipped': [
    'Step skipped',
    (data) => `${stepOf(data)} was skipped${phrase(data, 'reason', 'because of:')}.`,
  ],
  'cadence.held': ['Cadence held', (data) => `The next step waits${phrase(data, 'reason', 'because of:')}.`],
  'cadence.completed': ['Cadence completed', says('All steps of the cadence are done.')],
  'automation.paused': ['Automation paused', says('Nothing is sent by itself until the automation is resumed.')],
  'automation.resumed': ['Automation resumed', says('The automation goes on.')],
  'message.queued': ['Message queued', (data) => `A message was queued${phrase(data, 'channel', 'for')}.`],
  'message.sent': ['Message sent', (data) => `A message was sent${phrase(data, 'channel', 'by')}.`],
  'message.delivered': ['Message delivered', (data) => `A message was delivered${phrase(data, 'channel', 'by')}.`],
  'message.read': ['Message read', (data) => `A message was read${phrase(data, 'channel', 'on')}.`],
  'message.failed': ['Message failed', (data) => `A message could not be sent${phrase(data, 'code', 'because of:')}.`],
  'message.received': ['Message received', (data) => `The lead wrote${phrase(data, 'channel', 'by')}.`],
  'message.clicked': ['Link clicked', says('The lead clicked a link.')],
  'email.opened': ['E-mail opened', says('The lead opened an e-mail.')],
  'email.bounced': ['E-mail bounced', (data) => `An e-mail came back${phrase(data, 'kind', 'as')}.`],
  'email.complained': ['E-mail reported as spam', says('The lead reported an e-mail as spam.')],
  'email.unsubscribed': ['Unsubscribed', says('The lead unsubscribed from e-mails.')],
  'call.started': ['Call started', says('A call was started.')],
  'call.ended': ['Call ended', says('A call ended.')],
  'call.missed': [
    'Call missed',
    (data) => `A call reached nobody${phrase(data, 'disconnection_reason', 'because of:')}.`,
  ],
  'call.transcript_ready': ['Transcript ready', says('The transcript of a call is ready.')],
  'meeting.scheduled': ['Meeting scheduled', says('A meeting was scheduled.')],
  'meeting.confirmed': ['Meeting confirmed', says('A meeting was confirmed.')],
  'meeting.rescheduled': ['Meeting rescheduled', says('A meeting was moved.')],
  'meeting.cancelled': ['Meeting cancelled', says('A meeting was cancelled.')],
  'meeting.completed': ['Meeting held', says('A meeting took place.')],
  'meeting.no_show': ['No show', says('The lead did not come to a meeting.')],
  'meeting.reminder_sent': ['Reminder sent', says('The lead was reminded of a meeting.')],
  'meeting.sync_failed': ['Calendar out of step', says('A meeting could not be written to the calendar.')],
  'meeting.notes_added': ['Notes added', says('Notes of a meeting were added.')],
  'calendar.sync_failed': [
    'Calendar unreadable',
    (data) => `A host’s calendar could not be read${phrase(data, 'reason', 'because of:')}.`,
  ],
  'conversion.recorded': ['Converted', says('A conversion was recorded.')],
  'task.created': ['Task added', says('A task was made for a person.')],
  'conversation.started': [
    'Conversation started',
    (data) => `A conversation was started${phrase(data, 'channel', 'by')}.`,
  ],
  'conversation.answered': ['Agent answered', (data) => `The agent answered${phrase(data, 'channel', 'by')}.`],
  'conversation.handoff_requested': [
    'Person needed',
    (data) => `The agent gave the conversation to a person${phrase(data, 'reason', 'because of:')}.`,
  ],
  'conversation.closed': ['Conversation closed', says('The conversation was closed.')],
  'conversation.reopened': ['Conversation opened again', says('The conversation was opened again.')],
  'agent.budget_exhausted': ['Budget spent', says('What an agent may spend on models was spent.')],
  'widget.session_started': ['Chat started', says('A chat was started.')],
  'widget.lead_captured': ['Captured in chat', says('The lead left an address in the chat.')],
  'widget.handoff_requested': ['Person asked for', says('The lead asked for a person in the chat.')],
  'background_job.cycle_completed': ['Job completed', says('A background job went through.')],
  'background_job.cycle_failed': ['Job failed', says('A background job failed.')],
  'function.run_completed': ['Function completed', says('A cloud function went through.')],
  'function.run_failed': ['Function failed', says('A cloud function failed.')],
  'template.status_changed': ['Template changed', says('A template has another status.')],
  'whatsapp_number.quality_changed': ['Number quality changed', says('A WhatsApp number has another quality.')],
  'webhook.disabled': ['Webhook disabled', says('A webhook was disabled.')],
  'api_key.created': ['Key created', says('An API key was created.')],
  'api_key.regenerated': ['Key regenerated', says('An API key was replaced.')],
  'import.completed': ['Import completed', says('An import went through.')],
};

/** Describes an event in plain words, without names, addresses or texts of people. */
export function describeEvent(type: EventKind, data: Facts): { title: string; description: string } {
  const [title, describe] = WORDS[type];
  return { title, description: describe(data) };
}
