import { plural } from '../plural.js';

/** The Spanish texts of `dashboard/runs`. */

export const pause = 'Pausar';
export const resume = 'Reanudar';
export const reschedule = 'Cambiar fecha';
export const stopPermanently = 'Detener definitivamente';
export const shiftByThePause = 'Desplazar según la pausa';
export const catchUpOnMissedSteps = 'Hacer los pasos perdidos';
export const skipMissedSteps = 'Omitir los pasos perdidos';
export const stoppedAfterOfRunsSeeThe = (done: string, total: string) =>
  `Se detuvo después de ${done} de ${total} ejecuciones. Consulta el motivo en las tareas en segundo plano.`;
export const moveByNegativeForEarlier = 'Mover (negativo para adelantar)';
export const unit = 'Unidad';
export const missedSteps = 'Pasos perdidos';
export const includeRunsThatAUserHas = 'Incluir ejecuciones de leads con atención humana';
export const theAgentsStopForTheseLeads = 'Los agentes se detienen para estos leads. No puedes deshacerlo.';
export const reasonShownInTheHistory = 'Motivo (se muestra en el historial)';
export const messageWasAlreadyBeingSentAnd = (count: number) =>
  plural(count, {
    one: ' # mensaje ya se estaba enviando y es posible que se entregue.',
    other: ' # mensajes ya se estaban enviando y es posible que se entreguen.',
  });
export const ofWouldChange = (changed: number, matched: number) =>
  `Cambiarían ${changed} de ${plural(matched, { one: '# ejecución activa', other: '# ejecuciones activas' })}.`;
export const selectedRuns = 'Ejecuciones seleccionadas';
export const selected = (count: number) => `${count} seleccionadas`;
export const allMatchingActiveRuns = 'Todas las ejecuciones activas que coinciden';
export const agent = 'Agente';
export const cadence = 'Cadencia';
export const onHoldBecause = 'En espera por';
export const runStatus = 'Estado';
export const noMatchingRuns = 'Ninguna ejecución coincide';
export const clearFilters = 'Borrar filtros';
export const noRunsYet = 'Aún no hay ejecuciones';
export const aRunTracksOneLeadThrough =
  'Una ejecución sigue a un lead por un agente. Inscribe leads en un agente para iniciar ejecuciones.';
export const selectLeads = 'Seleccionar leads';
export const runs = 'Ejecuciones';
export const refresh = 'Actualizar';
export const done = 'Hecho';
export const skipped = 'Omitido';
export const current = 'Actual';
export const upcoming = 'Próximo';
export const notReached = 'No alcanzado';
export const skipped2 = 'omitido';
export const steps = 'Pasos';
export const version = (version: number) => `versión ${version}`;
export const stepDetailsHaveBeenArchived = 'Los detalles de los pasos se han archivado. Los mensajes se conservan.';
export const enteredTimes = (visits: number) => ` · entró ${visits} veces`;
export const ended = (reason: string) => `Terminada: ${reason}.`;
export const ended2 = 'Terminada.';
export const waitingForTheNextStep = 'Esperando el próximo paso.';
export const statusLabel = 'Estado';
export const leadStatus = 'Estado del lead';
export const enrollmentNumber = 'Número de inscripción';
export const enrolled = 'Inscrito';
export const lastStep = 'Último paso';
export const nextCheck = 'Próxima comprobación';
export const onHoldUntil = 'En espera hasta';
export const paused = 'En pausa';
export const resumesAutomatically = 'Se reanuda automáticamente';
export const ended3 = 'Terminada';
export const temporalWorkflow = 'Workflow de Temporal';
export const openLabel = 'Abrir';
export const nextStep = 'Próximo paso';
export const checkingNow = 'Comprobando ahora.';
export const reCheckNow = 'Comprobar ahora';
export const inLabel = (lead: string, agent: string) => `${lead} en ${agent}`;
export const lead = 'Lead';
export const run = 'Ejecución';
export const openLead = 'Abrir lead';
export const openAgent = 'Abrir agente';
export const openInInbox = 'Abrir en la bandeja de entrada';
export const allRuns = 'Todas las ejecuciones';
export const ended4 = (reason: string) => `Terminada: ${reason}`;
export const continues = 'Continúa ';
export const deletedLead = 'Lead eliminado';
export const select = (name: string) => `Seleccionar ${name}`;
export const stepOf = (step: number, total: number) => ` · paso ${step} de ${total}`;
export const text = (operation: string, count: number) =>
  `${operation}: ${plural(count, { one: '# ejecución', other: '# ejecuciones' })}`;
export const runPaused = (count: number) =>
  plural(count, { one: '# ejecución pausada.', other: '# ejecuciones pausadas.' });
export const runResumed = (count: number) =>
  plural(count, { one: '# ejecución reanudada.', other: '# ejecuciones reanudadas.' });
export const runRescheduled = (count: number) =>
  plural(count, { one: '# ejecución cambiada de fecha.', other: '# ejecuciones cambiadas de fecha.' });
export const runStopped = (count: number) =>
  plural(count, { one: '# ejecución detenida.', other: '# ejecuciones detenidas.' });
export const minutes = 'minutos';
export const hours = 'horas';
export const days = 'días';
export const done2 = 'hecho';
