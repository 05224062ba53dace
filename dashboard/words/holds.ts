import type { NextStep } from '../../schemas/agent-runs/agent-runs.js';
import type { HoldReason } from '../../schemas/agents/agents.js';
import type { MutationOperation } from '../api/operation-types.js';
import * as words from './en/holds.js';

/** A page where the cause of a hold is resolved. */
export interface HoldPlace {
  to: string;
  label: string;
  search?: { side?: 'hours'; tab?: 'settings'; entry?: string };
}

type Next = Pick<NextStep, 'workflow_run_id' | 'workflow_id' | 'channel'>;

const hoursOf = ({ workflow_id }: Next): HoldPlace => ({
  to: `/agents/${workflow_id}`,
  search: { side: 'hours' },
  label: words.editSendingHours,
});

/** Pages of the senders whose limit or server delays a message. */
const SENDERS: Readonly<Record<string, HoldPlace>> = {
  whatsapp: { to: '/channels/whatsapp', label: words.openNumbers },
  call: { to: '/channels/voice', label: words.openVoiceAgents },
};
const senderOf = ({ channel }: Next): HoldPlace =>
  SENDERS[channel ?? ''] ?? { to: '/channels', label: words.openSenders };

/** Pages where each hold is resolved. */
const PLACES = {
  outside_window: hoursOf,
  holiday: hoursOf,
  frequency_cap: ({ workflow_id }) => ({
    to: `/agents/${workflow_id}`,
    search: { tab: 'settings' },
    label: words.editLimits,
  }),
  sender_throttle: senderOf,
  provider_backoff: senderOf,
  reconnect_needed: senderOf,
  window_24h_closed: ({ workflow_id }) => ({ to: `/agents/${workflow_id}`, label: words.useATemplate }),
  template_pending: () => ({ to: '/channels/templates', label: words.openTemplates }),
  human_takeover: (_, leadId) => ({ to: '/inbox', search: { entry: leadId }, label: words.openInInbox }),
  workflow_paused: ({ workflow_id }) => ({ to: `/agents/${workflow_id}`, label: words.openAgent }),
  consent_missing: (_, leadId) => ({ to: `/leads/${leadId}`, label: words.recordConsent }),
  outcome_unknown: ({ workflow_run_id }) => ({ to: `/runs/${workflow_run_id}`, label: words.openRun }),
  manual: () => ({ to: '/settings', label: words.openSettings }),
  error: ({ workflow_run_id }) => ({ to: `/runs/${workflow_run_id}`, label: words.openRun }),
} as const satisfies Record<HoldReason, (next: Next, leadId: string) => HoldPlace>;

/** Returns the page where the cause of a hold is resolved. */
export const placeOfHold = (reason: HoldReason, next: Next, leadId: string): HoldPlace => PLACES[reason](next, leadId);

/** An action that ends a hold immediately. */
interface HoldAct {
  operation: MutationOperation;
  params: Record<string, unknown>;
  /** The required permission. */
  scope: string;
}

/**
 * Returns the action that ends a hold, or undefined if its cause is resolved on another page. If the account doesn't
 * send (`sends`), a manual hold comes from the account and not from a pause of the run.
 */
export function actOfHold(reason: HoldReason, next: Next, leadId: string, sends: boolean): HoldAct | undefined {
  const { workflow_id, workflow_run_id } = next;
  if (reason === 'workflow_paused') {
    return { operation: 'updateWorkflow', params: { id: workflow_id, paused: false }, scope: 'workflows:write' };
  }
  if (reason === 'manual' && sends) {
    return { operation: 'resumeAutomation', params: { id: leadId, workflow_run_id }, scope: 'automation:write' };
  }
  if (reason === 'error') {
    return { operation: 'wakeWorkflowRun', params: { id: workflow_run_id }, scope: 'automation:write' };
  }
  return undefined;
}
