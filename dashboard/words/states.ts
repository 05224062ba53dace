import type { CadenceState, HoldReason, RunStatus, StopReason } from '../../schemas/agents/agents.js';
import type { ConsentState } from '../../schemas/leads/leads.js';
import type { Words } from './who.js';

export const STATES = {
  pending: { label: 'Starting', who: 'clock' },
  active: { label: 'Acting', who: 'clock' },
  waiting: { label: 'Waits', who: 'clock' },
  held: { label: 'Held', who: 'clock' },
  paused: { label: 'Paused', who: 'person' },
  completed: { label: 'Done', who: 'ok' },
  stopped: { label: 'Stopped', who: 'off' },
  failed: { label: 'Failed', who: 'act' },
} as const satisfies Record<CadenceState, Words>;

export const ENDS = {
  running: { label: 'Open', who: 'clock' },
  completed: { label: 'Done', who: 'ok' },
  stopped: { label: 'Stopped', who: 'off' },
  failed: { label: 'Failed', who: 'act' },
  transferred: { label: 'Went on elsewhere', who: 'ok' },
  expired: { label: 'Expired', who: 'off' },
} as const satisfies Record<RunStatus, Words>;

export const HOLDS = {
  outside_window: { label: 'Window closed', who: 'clock' },
  holiday: { label: 'Holiday', who: 'clock' },
  frequency_cap: { label: 'Enough for today', who: 'clock' },
  sender_throttle: { label: 'Sender is busy', who: 'clock' },
  window_24h_closed: { label: 'WhatsApp closed', who: 'decide' },
  template_pending: { label: 'Template in review', who: 'decide' },
  human_takeover: { label: 'Taken over', who: 'person' },
  workflow_paused: { label: 'Agent paused', who: 'off' },
  provider_backoff: { label: 'Provider fails', who: 'decide' },
  consent_missing: { label: 'No consent', who: 'decide' },
  outcome_unknown: { label: 'Did it arrive?', who: 'act' },
  manual: { label: 'Sending off', who: 'off' },
  error: { label: 'Went wrong', who: 'act' },
} as const satisfies Record<HoldReason, Words>;

export const STOPS = {
  replied: 'the lead replied',
  meeting_booked: 'a meeting was booked',
  converted: 'the lead converted',
  opted_out: 'the lead opted out',
  bounced: 'the address does not exist',
  status_terminal: 'the status ends it',
  reassigned: 'another agent has the lead',
  human: 'somebody ended it',
  api: 'an integration ended it',
  job: 'a background job ended it',
  completed: 'it came to its end',
  expired: 'it took too long',
  error: 'something went wrong',
  erased: 'the lead was erased',
} as const satisfies Record<StopReason, string>;

export const CONSENTS = {
  opted_in: { label: 'Agreed', who: 'ok' },
  opted_out: { label: 'Refused', who: 'act' },
  unknown: { label: 'Not asked', who: 'off' },
} as const satisfies Record<ConsentState, Words>;

const CATEGORIES: Readonly<Record<string, Words['who']>> = {
  open: 'clock',
  active: 'clock',
  won: 'ok',
  lost: 'off',
  expired: 'off',
};

/** Tells who acts next where a lead has a status of this category. */
export const whoOfCategory = (category: string): Words['who'] => CATEGORIES[category] ?? 'off';
