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
  cancelMessage: { label: 'Cancel message' },
  dismissAttention: { label: 'Let it be' },
  wakeWorkflowRun: { label: 'Wake it' },
  resumeAutomation: { label: 'Give back', also: { resume_cadence: true } },
  bulkWorkflowRuns: { label: 'End the run', warns: 'The agent does nothing more for this lead in this run.' },
  readNotification: { label: 'It arrived' },
  giveBackConversation: { label: 'Give back' },
  closeConversation: { label: 'Close' },
  syncTemplates: { label: 'Look again' },
  updateBackgroundJob: { label: 'Switch off', warns: 'The job runs no more until somebody switches it on.' },
};

const OUTCOMES: Readonly<Record<string, Help>> = {
  sent: { label: 'It arrived' },
  failed: { label: 'It did not' },
  resend: { label: 'Send again', warns: 'If it did arrive after all, the lead gets it twice.' },
};

/** Returns how an action that the API offers is called here; undefined where it needs more than a click. */
export function helpOf(operation: string, params: Record<string, unknown>): Help | undefined {
  if (operation === 'resolveMessage') return OUTCOMES[String(params.as)];
  if (operation === 'updateBackgroundJob' && params.is_active !== false) return undefined;
  return HELP[operation as Act];
}
