import type { NextStep } from '../../schemas/agent-runs/agent-runs.js';
import type { HoldReason } from '../../schemas/agents/agents.js';
import type { Act } from '../api/names.js';

/** A page on which a hold's cause is mended. */
export interface HoldPlace {
  to: string;
  label: string;
  search?: Readonly<Record<string, string>>;
}

type Next = Pick<NextStep, 'workflow_run_id' | 'workflow_id' | 'channel'>;

const hoursOf = ({ workflow_id }: Next): HoldPlace => ({
  ...{ to: `/agents/${workflow_id}`, search: { side: 'hours' }, label: 'The agent’s window' },
});

/** Whose rate, or whose server, keeps a message waiting. */
const SENDERS: Readonly<Record<string, HoldPlace>> = {
  whatsapp: { to: '/channels/whatsapp', label: 'Open the numbers' },
  call: { to: '/channels/voice', label: 'Open the voice agents' },
};
const senderOf = ({ channel }: Next): HoldPlace =>
  SENDERS[channel ?? ''] ?? { to: '/channels', label: 'Open the senders' };

/** Where each hold is mended. */
const PLACES = {
  outside_window: hoursOf,
  holiday: hoursOf,
  frequency_cap: ({ workflow_id }) => ({
    ...{ to: `/agents/${workflow_id}`, search: { tab: 'settings' }, label: 'The agent’s limits' },
  }),
  sender_throttle: senderOf,
  provider_backoff: senderOf,
  window_24h_closed: ({ workflow_id }) => ({ to: `/agents/${workflow_id}`, label: 'Use a template' }),
  template_pending: () => ({ to: '/channels/templates', label: 'Open the templates' }),
  human_takeover: (_, leadId) => ({ to: '/inbox', search: { entry: leadId }, label: 'Open in the inbox' }),
  workflow_paused: ({ workflow_id }) => ({ to: `/agents/${workflow_id}`, label: 'Open the agent' }),
  consent_missing: (_, leadId) => ({ to: `/leads/${leadId}`, label: 'Record the consent' }),
  outcome_unknown: ({ workflow_run_id }) => ({ to: `/runs/${workflow_run_id}`, label: 'Open the run' }),
  manual: () => ({ to: '/settings', label: 'Open the settings' }),
  error: ({ workflow_run_id }) => ({ to: `/runs/${workflow_run_id}`, label: 'Open the run' }),
} as const satisfies Record<HoldReason, (next: Next, leadId: string) => HoldPlace>;

/** Returns where the cause of a hold is mended. */
export const placeOfHold = (reason: HoldReason, next: Next, leadId: string): HoldPlace => PLACES[reason](next, leadId);

/** Something that ends a hold at once. */
interface HoldAct {
  operation: Act;
  params: Record<string, unknown>;
  /** What one must be allowed to do. */
  scope: string;
}

/**
 * Returns what a click does about a hold; undefined where its cause is mended elsewhere. `sends` says whether the account
 * sends at all: where it doesn't, that is what holds, and not a pause of the run.
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
