import { plural } from '../plural.js';

/** The Spanish texts of `dashboard/system`. */

export const service = 'Servicio';
export const temporalConnected = 'Temporal conectado';
export const temporalUnreachable = 'No se puede acceder a Temporal';
export const workersRunning = 'Workers en marcha';
export const noWorkerRunning = 'No hay ningún worker en marcha';
export const version = 'Versión';
export const onNode = (version: string) => ` con Node ${version}`;
export const database = 'Base de datos';
export const latestMigration = 'Última migración';
export const none = 'Ninguna';
export const pending = (pending: string) => ` · ${pending} pendientes`;
export const systemMail = 'Correos a los usuarios';
export const mailPerAccount = 'Por el primer remitente de cada cuenta';
export const mailByServer = 'Por el servidor de correo de este servicio';
export const mailBySender = 'Por un remitente de esta cuenta';
export const mailByOtherAccount = 'Por un remitente de otra cuenta';
export const mailSenderMissing = 'Falta el remitente elegido';
export const mailHeldBack = 'En espera: el remitente falla';
export const processes = 'Procesos';
export const noProcessHasReportedInThe = 'Ningún proceso ha dado señales en los últimos dos minutos.';
export const on = (host: string) => `en ${host}`;
export const started = 'Iniciado ';
export const lastSeen = ' · última señal ';
export const clockOffByS = (seconds: string) => `Reloj desviado ${seconds} s`;
export const backlog = 'Pendiente';
export const queuedCommands = 'Comandos en cola';
export const oldest = 'el más antiguo ';
export const failedCommands = 'Comandos fallidos';
export const unprocessedEvents = 'Eventos sin procesar';
export const latest = 'el último ';
export const reportsUpdated = 'Informes actualizados';
export const never = 'Nunca';
export const failed = 'Falló ';
export const afterAttempt = (attempts: number) =>
  plural(attempts, { one: ' después de # intento', other: ' después de # intentos' });
export const retry = 'Reintentar';
export const deadLetteredCommands = 'Comandos descartados tras varios fallos';
export const noFailedCommands = ' No hay comandos fallidos.';
export const fromLabel = (provider: string) => `de ${provider}`;
export const failedReceived = 'Fallido. Recibido';
export const received = 'Recibido';
export const outages = 'Interrupciones';
export const noOutages = 'No hay interrupciones.';
export const workOnHold = 'Trabajo en espera';
export const noWorkIsOnHold = 'No hay trabajo en espera.';
export const system = 'Sistema';
export const backlogUnknown = 'trabajo pendiente desconocido';
export const noBacklog = 'nada pendiente';
export const text = (workers: number, backlog: string) =>
  `${plural(workers, { one: '# worker', other: '# workers' })} · ${backlog}`;
export const queuedTheOldestForS = (backlog: string, seconds: string) =>
  `${backlog} en cola, el más antiguo desde hace ${seconds} s`;
export const taskQueues = 'Colas de tareas';
export const temporalIsUnreachableSoTheBacklog =
  'No se puede acceder a Temporal, así que se desconoce el trabajo pendiente.';
export const noWorker = 'Sin workers';
export const fallingBehind = 'Con retraso';
export const disks = 'Discos';
export const free = (percent: string) => `${percent} % libre`;
export const nearlyFull = 'Casi lleno';
export const queued = (backlog: string) => `${backlog} en cola`;
