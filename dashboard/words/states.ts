import type { CadenceState, HoldReason, RunStatus, StopReason } from '../../schemas/agents/agents.js';
import type { ConsentState } from '../../schemas/leads/leads.js';
import * as words from './en/states.js';
import type { Words } from './who.js';

export const STATES = {
  pending: { label: words.statePending, who: 'clock' },
  active: { label: words.stateActive, who: 'clock' },
  waiting: { label: words.stateWaiting, who: 'clock' },
  held: { label: words.stateHeld, who: 'clock' },
  paused: { label: words.statePaused, who: 'person' },
  completed: { label: words.stateCompleted, who: 'ok' },
  stopped: { label: words.stateStopped, who: 'off' },
  failed: { label: words.stateFailed, who: 'act' },
} as const satisfies Record<CadenceState, Words>;

export const ENDS = {
  running: { label: words.endRunning, who: 'clock' },
  completed: { label: words.endCompleted, who: 'ok' },
  stopped: { label: words.endStopped, who: 'off' },
  failed: { label: words.endFailed, who: 'act' },
  transferred: { label: words.endTransferred, who: 'ok' },
  expired: { label: words.endExpired, who: 'off' },
} as const satisfies Record<RunStatus, Words>;

export const HOLDS = {
  outside_window: { label: words.holdOutsideWindow, who: 'clock' },
  holiday: { label: words.holdHoliday, who: 'clock' },
  frequency_cap: { label: words.holdFrequencyCap, who: 'clock' },
  sender_throttle: { label: words.holdSenderThrottle, who: 'clock' },
  window_24h_closed: { label: words.holdWindow24hClosed, who: 'decide' },
  template_pending: { label: words.holdTemplatePending, who: 'decide' },
  human_takeover: { label: words.holdHumanTakeover, who: 'person' },
  workflow_paused: { label: words.holdWorkflowPaused, who: 'off' },
  provider_backoff: { label: words.holdProviderBackoff, who: 'decide' },
  consent_missing: { label: words.holdConsentMissing, who: 'decide' },
  reconnect_needed: { label: words.holdReconnectNeeded, who: 'act' },
  outcome_unknown: { label: words.holdOutcomeUnknown, who: 'act' },
  manual: { label: words.holdManual, who: 'off' },
  error: { label: words.holdError, who: 'act' },
} as const satisfies Record<HoldReason, Words>;

export const STOPS = {
  replied: words.stopReplied,
  meeting_booked: words.stopMeetingBooked,
  converted: words.stopConverted,
  opted_out: words.stopOptedOut,
  bounced: words.stopBounced,
  status_terminal: words.stopStatusTerminal,
  reassigned: words.stopReassigned,
  human: words.stopHuman,
  api: words.stopApi,
  job: words.stopJob,
  completed: words.stopCompleted,
  expired: words.stopExpired,
  error: words.stopError,
  erased: words.stopErased,
} as const satisfies Record<StopReason, string>;

export const CONSENTS = {
  opted_in: { label: words.consentOptedIn, who: 'ok' },
  opted_out: { label: words.consentOptedOut, who: 'act' },
  unknown: { label: words.consentUnknown, who: 'off' },
} as const satisfies Record<ConsentState, Words>;

const CATEGORIES: Readonly<Record<string, Words['who']>> = {
  open: 'clock',
  active: 'clock',
  won: 'ok',
  lost: 'off',
  expired: 'off',
};

/** Returns who acts next on a lead with a status of this category. */
export const whoOfCategory = (category: string): Words['who'] => CATEGORIES[category] ?? 'off';
