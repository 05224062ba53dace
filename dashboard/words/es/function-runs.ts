/** The Spanish texts of `dashboard/words/function-runs.ts`. */

export const runSuccess = 'Correcta';
export const runError = 'Fallida';
export const runTimeout = 'Tiempo agotado';
export const runMemoryExceeded = 'Límite de memoria superado';
export const runEffectLimit = 'Límite de efectos superado';
export const runRejected = 'Rechazada';
export const runCancelled = 'Cancelada';
