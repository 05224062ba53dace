import type { AttentionItem, AttentionKind } from '../../schemas/operations/attention.js';
import type { MutationOperation } from '../api/operation-types.js';
import * as words from './en/help.js';

/** An action that a button of an attention item runs immediately. */
interface Help {
  label: string;
  /** The consequence to confirm before the action runs. */
  warns?: string;
  /** Parameters of the request in addition to those of the item. */
  also?: Record<string, unknown>;
}

/** Actions that need only what the item knows. All others are on the page of the item’s subject. */
export const HELP: Readonly<Partial<Record<MutationOperation, Help>>> = {
  assignWorkflow: {
    label: words.assignWorkflow,
    warns: words.assignWorkflowWarns,
  },
  cancelMessage: { label: words.cancelMessage },
  dismissAttention: { label: words.dismissAttention },
  wakeWorkflowRun: { label: words.wakeWorkflowRun },
  resumeAutomation: { label: words.resumeAutomation, also: { resume_cadence: true } },
  bulkWorkflowRuns: { label: words.bulkWorkflowRuns, warns: words.bulkWorkflowRunsWarns },
  readNotification: { label: words.readNotification },
  giveBackConversation: { label: words.giveBackConversation },
  closeConversation: { label: words.closeConversation },
  syncTemplates: { label: words.syncTemplates },
  updateWorkflow: { label: words.updateWorkflow },
  updateBackgroundJob: { label: words.updateBackgroundJob, warns: words.updateBackgroundJobWarns },
  updateCloudFunction: {
    label: words.updateCloudFunction,
    warns: words.updateCloudFunctionWarns,
  },
  retryHeldWork: { label: words.retry },
  retryInboundEvent: { label: words.retry },
  retryInstruction: { label: words.retry },
};

/** Resolutions of a message with an unknown outcome. */
export const OUTCOMES = {
  sent: { label: words.outcomeSent },
  failed: { label: words.outcomeFailed },
  resend: { label: words.outcomeResend, warns: words.outcomeResendWarns },
} as const satisfies Record<string, Help>;

const SWITCHES = new Set(['updateBackgroundJob', 'updateCloudFunction']);

/** Returns the label of an action that the API offers, or undefined if it needs more than a click. */
export function helpOf(operation: string, params: Record<string, unknown>): Help | undefined {
  if (operation === 'resolveMessage') return (OUTCOMES as Readonly<Record<string, Help>>)[String(params.as)];
  if (SWITCHES.has(operation) && params.is_active !== false) return undefined;
  return HELP[operation as MutationOperation];
}

type Action = AttentionItem['actions'][number];

/** Actions on the service itself, which only managers of the account may run. */
const MANAGED: Readonly<Partial<Record<AttentionKind, (id: string) => Action>>> = {
  work_held: () => ({ operation: 'retryHeldWork', params: {} }),
  mail_unmatched: (id) => ({ operation: 'retryInboundEvent', params: { id } }),
  event_unworked: (id) => ({ operation: 'retryInboundEvent', params: { id } }),
  instruction_parked: (id) => ({ operation: 'retryInstruction', params: { id } }),
};

/** Lists the one-click actions of an item that the user may run. */
export function actionsOf({ kind, id, actions }: AttentionItem, manages: boolean): readonly Action[] {
  const managed = manages ? MANAGED[kind]?.(id) : undefined;
  return managed ? [...actions, managed] : actions;
}

/** A page where an attention item is resolved. */
export interface Place {
  to: string;
  label: string;
}

const OF_SUBJECT: Readonly<Record<string, (id: string) => Place>> = {
  background_job: (id) => ({ to: `/jobs/${id}`, label: words.openJob }),
  cloud_function: (id) => ({ to: `/functions/${id}`, label: words.openFunction }),
  connection: () => ({ to: '/channels/connections', label: words.openConnections }),
  host: (id) => ({ to: `/meetings/hosts/${id}`, label: words.openHostCalendar }),
  import: (id) => ({ to: `/leads/import/${id}`, label: words.openImport }),
  meeting: (id) => ({ to: `/meetings/${id}`, label: words.openMeeting }),
  notification: () => ({ to: '/tasks', label: words.openNotification }),
  sender: () => ({ to: '/channels', label: words.openSenders }),
  whatsapp_number: () => ({ to: '/channels/whatsapp', label: words.openNumbers }),
  widget: (id) => ({ to: `/integrations/widgets/${id}`, label: words.openWidget }),
  workflow_run: (id) => ({ to: `/runs/${id}`, label: words.openRun }),
};

/** Additional pages for some kinds of items. */
const OF_KIND: Readonly<Partial<Record<AttentionKind, Place>>> = {
  message_refused: { to: '/channels', label: words.openSenders },
  run_without_sender: { to: '/channels', label: words.addSender },
};

/** Lists the pages where an item is resolved. Only managers of the account see the page of the service. */
export function placesOf({ kind, subject }: AttentionItem, manages: boolean): Place[] {
  if (kind === 'events_unread') return manages ? [{ to: '/system', label: words.openSystem }] : [];
  return [OF_SUBJECT[subject.type]?.(subject.id), OF_KIND[kind]].filter((place) => place !== undefined);
}
