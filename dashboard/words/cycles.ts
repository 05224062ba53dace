import type { CycleStatus } from '../../schemas/jobs/background-jobs.js';
import type { LeadOutcome } from '../../schemas/jobs/job-cycles.js';
import type { Words } from './who.js';

export const CYCLES = {
  queued: { label: 'Queued', who: 'clock' },
  running: { label: 'Running', who: 'clock' },
  completed: { label: 'Done', who: 'ok' },
  partial: { label: 'Some failed', who: 'act' },
  failed: { label: 'Failed', who: 'act' },
  skipped_overlap: { label: 'Left out: one was running', who: 'off' },
  cancelled: { label: 'Cancelled', who: 'off' },
} as const satisfies Record<CycleStatus, Words>;

export const OUTCOMES = {
  acted: { label: 'Acted', who: 'ok' },
  skipped: { label: 'Passed over', who: 'off' },
  failed: { label: 'Failed', who: 'act' },
  held: { label: 'Tried again', who: 'clock' },
  waiting: { label: 'Waits', who: 'clock' },
} as const satisfies Record<LeadOutcome | 'waiting', Words>;

/** Why leads were passed over. */
export const SKIPPED: Readonly<Record<string, string>> = {
  cooldown: 'acted on a short while ago',
  paused: 'taken over or paused',
  opted_out: 'opted out',
  window: 'outside their hours',
  capped: 'enough messages for now',
  no_match: 'no condition held',
  nothing_to_do: 'nothing to do',
};
