/** The texts of `dashboard/words/function-runs.ts`. */

export const runSuccess = 'Succeeded';
export const runError = 'Failed';
export const runTimeout = 'Timed out';
export const runMemoryExceeded = 'Memory limit exceeded';
export const runEffectLimit = 'Effect limit exceeded';
export const runRejected = 'Rejected';
export const runCancelled = 'Canceled';
