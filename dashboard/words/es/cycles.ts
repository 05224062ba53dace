/** The Spanish texts of `dashboard/words/cycles.ts`. */

export const cycleQueued = 'En cola';
export const cycleRunning = 'En marcha';
export const cycleCompleted = 'Completado';
export const cyclePartial = 'Fallido en parte';
export const cycleFailed = 'Fallido';
export const cycleSkippedOverlap = 'Omitido: el ciclo anterior sigue en marcha';
export const cycleCancelled = 'Cancelado';
export const outcomeActed = 'Con acción';
export const outcomeSkipped = 'Omitido';
export const outcomeFailed = 'Fallido';
export const outcomeHeld = 'Reintentando';
export const outcomeWaiting = 'Esperando';
export const skippedCooldown = 'en pausa entre acciones';
export const skippedPaused = 'con atención humana o en pausa';
export const skippedOptedOut = 'de baja';
export const skippedWindow = 'fuera del horario permitido';
export const skippedCapped = 'límite de mensajes alcanzado';
export const skippedNoMatch = 'no se cumple ninguna condición';
export const skippedNothingToDo = 'nada que hacer';
