import type { EventKind } from '../../schemas/events/events.js';
import type { MachineReason } from '../../schemas/events/machines.js';

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
const MACHINE_WORDS: Record<MachineReason, string> = {
  user_agent: 'it identifies itself as a program',
  privacy_proxy: 'Apple’s Mail Privacy Protection loads every email',
  prefetch: 'it was fetched ahead',
  head_request: 'a link checker tested the link',
  at_delivery: 'it came with the delivery',
  several_links: 'several links within a second',
  provider: 'reported by the provider',
};
const machineReason = (data: Facts): string => {
  const reason = MACHINE_WORDS[String(data.machine_reason) as MachineReason];
  return reason === undefined ? '' : ` (${reason})`;
};
const says = (sentence: string) => () => sentence;

const WORDS: Record<EventKind, Words> = {
  'lead.created': ['Lead created', says('The lead was created.')],
  'lead.updated': [
    'Lead updated',
    (data) =>
      data.note === undefined
        ? `${many(list(data, 'changed').length, 'field')} of the lead changed.`
        : 'A note about the lead was added.',
  ],
  'lead.merged': ['Leads merged', says('Another lead was merged into this lead.')],
  'lead.deleted': ['Lead deleted', says('The lead was deleted.')],
  'lead.tags_changed': [
    'Tags changed',
    (data) => `${many(list(data, 'added').length, 'tag')} added, ${list(data, 'removed').length} removed.`,
  ],
  'lead.field_captured': ['Field captured', (data) => `The agent captured a field${phrase(data, 'key', 'named')}.`],
  'lead.owner_changed': ['Owner changed', says('The owner of the lead changed.')],
  'lead.opted_in': ['Opted in', (data) => `The lead gave consent${phrase(data, 'channel', 'for')}.`],
  'lead.opted_out': ['Opted out', (data) => `The lead opted out${phrase(data, 'channel', 'of')}.`],
  'workflow_run.started': ['Enrolled', says('The lead was enrolled in an agent.')],
  'workflow_run.status_changed': [
    'Status changed',
    (data) => `The status changed${status(data, 'from')}${status(data, 'to')}.`,
  ],
  'workflow_run.completed': ['Run completed', says('The agent finished its work with the lead.')],
  'workflow_run.stopped': ['Run stopped', (data) => `The run was stopped${phrase(data, 'reason', 'because of:')}.`],
  'workflow_run.transferred': ['Run transferred', says('The lead moved to another agent.')],
  'workflow_run.migrated': ['Run moved', says('The run moved to another version of its agent.')],
  'workflow_run.failed': ['Run failed', (data) => `The run failed${phrase(data, 'reason', 'because of:')}.`],
  'cadence.step_scheduled': ['Step scheduled', (data) => `${stepOf(data)} was scheduled.`],
  'cadence.step_executed': [
    'Step done',
    (data) => `${stepOf(data)} was ${data.actions_left ? 'partly completed' : 'completed'}.`,
  ],
  'cadence.step_skipped': [
    'Step skipped',
    (data) => `${stepOf(data)} was skipped${phrase(data, 'reason', 'because of:')}.`,
  ],
  'cadence.held': ['Cadence held', (data) => `The next step is on hold${phrase(data, 'reason', 'because of:')}.`],
  'cadence.completed': ['Cadence completed', says('The cadence completed.')],
  'automation.paused': ['Automation paused', says('The automation was paused.')],
  'automation.resumed': ['Automation resumed', says('The automation was resumed.')],
  'message.queued': [
    'Message queued',
    (data) =>
      data.settled_by === 'lookup'
        ? "The sender's mailbox doesn't have the message, so it was queued again."
        : `A message was queued${phrase(data, 'channel', 'for')}.`,
  ],
  'message.sent': [
    'Message sent',
    (data) =>
      data.settled_by === 'lookup'
        ? "The message was found in the sender's mailbox, so it was sent."
        : `A message was sent${phrase(data, 'channel', 'by')}.`,
  ],
  'message.delivered': ['Message delivered', (data) => `A message was delivered${phrase(data, 'channel', 'by')}.`],
  'message.read': ['Message read', (data) => `A message was read${phrase(data, 'channel', 'on')}.`],
  'message.failed': ['Message failed', (data) => `A message couldn't be sent${phrase(data, 'code', 'because of:')}.`],
  'message.received': ['Message received', (data) => `The lead sent a message${phrase(data, 'channel', 'by')}.`],
  'message.clicked': ['Link clicked', says('The lead clicked a link.')],
  'email.opened': ['Email opened', says('The lead opened an email.')],
  'message.machine_clicked': [
    'Link clicked by a machine',
    (data) => `A machine, not the lead, followed a link${machineReason(data)}.`,
  ],
  'email.machine_opened': [
    'Email opened by a machine',
    (data) => `A machine, not the lead, loaded an email${machineReason(data)}.`,
  ],
  'email.bounced': ['Email bounced', (data) => `An email bounced${phrase(data, 'kind', 'as')}.`],
  'email.complained': ['Email reported as spam', says('The lead reported an email as spam.')],
  'email.unsubscribed': ['Unsubscribed', says('The lead unsubscribed from emails.')],
  'call.started': ['Call started', says('A call was started.')],
  'call.ended': ['Call ended', says('A call ended.')],
  'call.missed': [
    'Call missed',
    (data) => `A call wasn't answered${phrase(data, 'disconnection_reason', 'because of:')}.`,
  ],
  'call.transcript_ready': ['Transcript ready', says('The transcript of a call is ready.')],
  'meeting.scheduled': ['Meeting scheduled', says('A meeting was scheduled.')],
  'meeting.confirmed': ['Meeting confirmed', says('A meeting was confirmed.')],
  'meeting.answered': [
    'Invitation answered',
    (data) => `An attendee responded to the invitation${phrase(data, 'answer', 'with:')}.`,
  ],
  'meeting.rescheduled': ['Meeting rescheduled', says('A meeting was rescheduled.')],
  'meeting.cancelled': ['Meeting cancelled', says('A meeting was cancelled.')],
  'meeting.completed': ['Meeting held', says('A meeting was completed.')],
  'meeting.no_show': ['No show', says('A meeting was marked as a no-show.')],
  'meeting.reminder_sent': ['Reminder sent', says('A meeting reminder was sent.')],
  'meeting.sync_failed': [
    'Calendar out of step',
    ({ reason }) =>
      reason === 'no_conference'
        ? 'The calendar created no video conference for a meeting.'
        : "A meeting couldn't be written to the calendar.",
  ],
  'meeting.notes_added': ['Notes added', says('Meeting notes were added.')],
  'calendar.sync_failed': [
    'Calendar unreadable',
    (data) => `A host's calendar couldn't be read${phrase(data, 'reason', 'because of:')}.`,
  ],
  'conversion.recorded': ['Converted', says('A conversion was recorded.')],
  'task.created': ['Task added', says('A task was created.')],
  'conversation.started': [
    'Conversation started',
    (data) => `A conversation was started${phrase(data, 'channel', 'by')}.`,
  ],
  'conversation.answered': ['Agent answered', (data) => `The agent replied${phrase(data, 'channel', 'by')}.`],
  'conversation.handoff_requested': [
    'Person needed',
    (data) => `The agent handed off the conversation${phrase(data, 'reason', 'because of:')}.`,
  ],
  'conversation.closed': ['Conversation closed', says('The conversation was closed.')],
  'conversation.reopened': ['Conversation opened again', says('The conversation was reopened.')],
  'agent.budget_exhausted': ['Budget spent', says('An agent reached its model budget.')],
  'widget.session_started': ['Chat started', says('A chat was started.')],
  'widget.lead_captured': ['Captured in chat', says('The lead left contact details in the chat.')],
  'widget.handoff_requested': ['Person asked for', says('The lead requested a person in the chat.')],
  'background_job.cycle_completed': ['Job completed', says('A background job completed.')],
  'background_job.cycle_failed': ['Job failed', says('A background job failed.')],
  'function.run_completed': ['Function completed', says('A cloud function completed.')],
  'function.run_failed': ['Function failed', says('A cloud function failed.')],
  'template.status_changed': ['Template changed', says('The status of a template changed.')],
  'whatsapp_number.quality_changed': [
    'Number quality changed',
    says('The quality rating of a WhatsApp number changed.'),
  ],
  'webhook.disabled': ['Webhook disabled', says('A webhook was disabled.')],
  'connection.connected': ['Mailbox connected', (data) => `A mailbox was connected${phrase(data, 'provider', 'at')}.`],
  'connection.reconnect_needed': [
    'Sign-in needed',
    (data) => `Access to a mailbox was withdrawn${phrase(data, 'provider', 'by')}.`,
  ],
  'connection.restored': ['Mailbox reconnected', says('A mailbox was connected again.')],
  'connection.deleted': ['Mailbox disconnected', says('The connection to a mailbox was deleted.')],
  'api_key.created': ['Key created', says('An API key was created.')],
  'api_key.regenerated': ['Key regenerated', says('An API key was replaced.')],
  'import.completed': ['Import completed', says('An import completed.')],
};

const WORD_PARAMS = [
  ...['channel', 'reason', 'step_key', 'key', 'kind', 'code', 'answer', 'provider', 'disconnection_reason'],
  'machine_reason',
];

/** Returns the values that a description mentions: machine words, counts, and the names of statuses. */
function paramsOf(type: EventKind, data: Facts): Record<string, string | number> {
  const entries: [string, string | number | undefined][] = [
    ...WORD_PARAMS.map((key): [string, string | undefined] => [key, word(data, key)]),
    ['actions_left', data.actions_left ? 1 : undefined],
  ];
  for (const key of ['changed', 'added', 'removed']) {
    if (Array.isArray(data[key])) entries.push([key, list(data, key).length]);
  }
  if (type === 'workflow_run.status_changed') {
    for (const key of ['from', 'to']) if (typeof data[key] === 'string') entries.push([key, data[key]]);
  }
  return Object.fromEntries(entries.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));
}

interface Described {
  title: string;
  description: string;
  params: Record<string, string | number>;
}

/**
 * Describes an event in plain words, without names, addresses or texts of people. The parameters are for clients that
 * describe events in another language.
 */
export function describeEvent(type: EventKind, data: Facts): Described {
  const [title, describe] = WORDS[type];
  return { title, description: describe(data), params: paramsOf(type, data) };
}
