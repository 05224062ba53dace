import type { CycleStatus } from '../../schemas/jobs/background-jobs.js';
import type { LeadOutcome } from '../../schemas/jobs/job-cycles.js';
import * as words from './en/cycles.js';
import type { Words } from './who.js';

export const CYCLES = {
  queued: { label: words.cycleQueued, who: 'clock' },
  running: { label: words.cycleRunning, who: 'clock' },
  completed: { label: words.cycleCompleted, who: 'ok' },
  partial: { label: words.cyclePartial, who: 'act' },
  failed: { label: words.cycleFailed, who: 'act' },
  skipped_overlap: { label: words.cycleSkippedOverlap, who: 'off' },
  cancelled: { label: words.cycleCancelled, who: 'off' },
} as const satisfies Record<CycleStatus, Words>;

export const OUTCOMES = {
  acted: { label: words.outcomeActed, who: 'ok' },
  skipped: { label: words.outcomeSkipped, who: 'off' },
  failed: { label: words.outcomeFailed, who: 'act' },
  held: { label: words.outcomeHeld, who: 'clock' },
  waiting: { label: words.outcomeWaiting, who: 'clock' },
} as const satisfies Record<LeadOutcome | 'waiting', Words>;

/** Reasons for skipping leads. */
export const SKIPPED: Readonly<Record<string, string>> = {
  cooldown: words.skippedCooldown,
  paused: words.skippedPaused,
  opted_out: words.skippedOptedOut,
  window: words.skippedWindow,
  capped: words.skippedCapped,
  no_match: words.skippedNoMatch,
  nothing_to_do: words.skippedNothingToDo,
};
