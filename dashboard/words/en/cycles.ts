/** The texts of `dashboard/words/cycles.ts`. */

export const cycleQueued = 'Queued';
export const cycleRunning = 'Running';
export const cycleCompleted = 'Completed';
export const cyclePartial = 'Partially failed';
export const cycleFailed = 'Failed';
export const cycleSkippedOverlap = 'Skipped: previous cycle still running';
export const cycleCancelled = 'Canceled';
export const outcomeActed = 'Acted';
export const outcomeSkipped = 'Skipped';
export const outcomeFailed = 'Failed';
export const outcomeHeld = 'Retrying';
export const outcomeWaiting = 'Waiting';
export const skippedCooldown = 'in cooldown';
export const skippedPaused = 'taken over or paused';
export const skippedOptedOut = 'opted out';
export const skippedWindow = 'outside allowed hours';
export const skippedCapped = 'message limit reached';
export const skippedNoMatch = 'no conditions met';
export const skippedNothingToDo = 'nothing to do';
