/** The texts of `dashboard/words/imports.ts`. */

export const importUploading = 'Uploading';
export const importQueued = 'Queued';
export const importRunning = 'Running';
export const importCompleted = 'Completed';
export const importCancelled = 'Canceled';
export const importFailed = 'Failed';
export const importUndone = 'Undone';
export const outcomeCreated = 'New';
export const outcomeUpdated = 'Updated';
export const outcomeReused = 'Unchanged';
export const outcomeFailed = 'Skipped';
