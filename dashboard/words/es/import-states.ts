/** The Spanish texts of `dashboard/words/imports.ts`. */

export const importUploading = 'Subiendo';
export const importQueued = 'En cola';
export const importRunning = 'En marcha';
export const importCompleted = 'Completada';
export const importCancelled = 'Cancelada';
export const importFailed = 'Fallida';
export const importUndone = 'Deshecha';
export const outcomeCreated = 'Nuevo';
export const outcomeUpdated = 'Actualizado';
export const outcomeReused = 'Sin cambios';
export const outcomeFailed = 'Omitido';
