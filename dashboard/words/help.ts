import type { AttentionItem, AttentionKind } from '../../schemas/operations/attention.js';
import type { Act } from '../api/names.js';

/** Something that a button of the list of what waits does at once. */
interface Help {
  label: string;
  /** What it comes to, where a click should be thought over. */
  warns?: string;
  /** What the request says besides what the item knows. */
  also?: Record<string, unknown>;
}

/** What can be done with nothing but what the item knows. Everything else is done on the page of what it concerns. */
export const HELP: Readonly<Partial<Record<Act, Help>>> = {
  assignWorkflow: {
    label: 'Hand it over again',
    warns: 'The agent begins anew with the lead, from its first step on.',
  },
  cancelMessage: { label: 'Cancel message' },
  dismissAttention: { label: 'Let it be' },
  wakeWorkflowRun: { label: 'Wake it' },
  resumeAutomation: { label: 'Give back', also: { resume_cadence: true } },
  bulkWorkflowRuns: { label: 'End the run', warns: 'The agent does nothing more for this lead in this run.' },
  readNotification: { label: 'It arrived' },
  giveBackConversation: { label: 'Give back' },
  closeConversation: { label: 'Close' },
  syncTemplates: { label: 'Look again' },
  updateWorkflow: { label: 'Let the agent go on' },
  updateBackgroundJob: { label: 'Switch off', warns: 'The job runs no more until somebody switches it on.' },
  updateCloudFunction: { label: 'Switch off', warns: 'The function runs no more until somebody switches it on.' },
  retryHeldWork: { label: 'Try again' },
  retryInboundEvent: { label: 'Work it again' },
  retryInstruction: { label: 'Try again' },
};

/** What became of a message of which nobody knows. */
export const OUTCOMES = {
  sent: { label: 'It arrived' },
  failed: { label: 'It did not' },
  resend: { label: 'Send again', warns: 'If it did arrive after all, the lead gets it twice.' },
} as const satisfies Record<string, Help>;

const SWITCHES = new Set(['updateBackgroundJob', 'updateCloudFunction']);

/** Returns how an action that the API offers is called here; undefined where it needs more than a click. */
export function helpOf(operation: string, params: Record<string, unknown>): Help | undefined {
  if (operation === 'resolveMessage') return (OUTCOMES as Readonly<Record<string, Help>>)[String(params.as)];
  if (SWITCHES.has(operation) && params.is_active !== false) return undefined;
  return HELP[operation as Act];
}

type Action = AttentionItem['actions'][number];

/** What concerns the service itself and not a lead: whoever manages the account mends it. */
const MANAGED: Readonly<Partial<Record<AttentionKind, (id: string) => Action>>> = {
  work_held: () => ({ operation: 'retryHeldWork', params: {} }),
  mail_unmatched: (id) => ({ operation: 'retryInboundEvent', params: { id } }),
  event_unworked: (id) => ({ operation: 'retryInboundEvent', params: { id } }),
  instruction_parked: (id) => ({ operation: 'retryInstruction', params: { id } }),
};

/** Lists what can be done about an item by a click, by whoever may. */
export function actionsOf({ kind, id, actions }: AttentionItem, manages: boolean): readonly Action[] {
  const managed = manages ? MANAGED[kind]?.(id) : undefined;
  return managed ? [...actions, managed] : actions;
}

/** A page on which something is mended. */
export interface Place {
  to: string;
  label: string;
}

const OF_SUBJECT: Readonly<Record<string, (id: string) => Place>> = {
  background_job: (id) => ({ to: `/jobs/${id}`, label: 'Open the job' }),
  cloud_function: (id) => ({ to: `/functions/${id}`, label: 'Open the function' }),
  host: (id) => ({ to: `/meetings/hosts/${id}`, label: 'Open the host’s calendar' }),
  import: (id) => ({ to: `/leads/import/${id}`, label: 'Open the import' }),
  meeting: (id) => ({ to: `/meetings/${id}`, label: 'Open the meeting' }),
  notification: () => ({ to: '/tasks', label: 'Read it' }),
  sender: () => ({ to: '/channels', label: 'Open the senders' }),
  whatsapp_number: () => ({ to: '/channels/whatsapp', label: 'Open the numbers' }),
  widget: (id) => ({ to: `/integrations/widgets/${id}`, label: 'Open widget' }),
  workflow_run: (id) => ({ to: `/runs/${id}`, label: 'Open the run' }),
};

/** What else has to be opened for some kinds. */
const OF_KIND: Readonly<Partial<Record<AttentionKind, Place>>> = {
  message_refused: { to: '/channels', label: 'Open the senders' },
  run_without_sender: { to: '/channels', label: 'Add a sender' },
};

/** Lists the pages on which an item is mended; that of the service is for whoever manages the account. */
export function placesOf({ kind, subject }: AttentionItem, manages: boolean): Place[] {
  if (kind === 'events_unread') return manages ? [{ to: '/system', label: 'Open System' }] : [];
  return [OF_SUBJECT[subject.type]?.(subject.id), OF_KIND[kind]].filter((place) => place !== undefined);
}
