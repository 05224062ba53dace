import { plural } from '../plural.js';

/** The Spanish texts of `dashboard/home`. */

export const openLabel = (open: string) => `${open} abiertas`;
export const onHold = (held: string) => `${held} en espera`;
export const paused = (paused: string) => `${paused} en pausa`;
export const failedThisWeek = (failed: string) => `${failed} fallidas esta semana`;
export const agents = 'Agentes';
export const allRuns = 'Todas las ejecuciones';
export const noAgentsYet = 'Aún no hay agentes. ';
export const createYourFirstAgent = 'Crea tu primer agente';
export const sent = 'Enviados';
export const replies = 'Respuestas';
export const meetings = 'Reuniones';
export const conversions = 'Conversiones';
export const newLeads = 'Nuevos leads';
export const last = (count: string, weekday: string) => `${count} el ${weekday} pasado`;
export const today = 'Hoy';
export const connectASender = 'Conecta un remitente';
export const addAnEmailSenderOrA =
  'Añade un remitente de correo o un número de WhatsApp. En el entorno de pruebas no se envía nada; aquí ves todos los mensajes.';
export const importYourLeads = 'Importa tus leads';
export const uploadAFileAddLeadsManually =
  'Sube un archivo, añade leads a mano o recíbelos de tus sistemas o del chat de tu sitio web.';
export const createAnAgent = 'Crea un agente';
export const startFromATemplateEditIts = 'Empieza con una plantilla, edita sus pasos y simúlalos.';
export const publishTheAgent = 'Publica el agente';
export const leadsGetThePublishedVersionYou =
  'Los leads reciben la versión publicada. Puedes seguir editando el borrador.';
export const enrollYourFirstLeads = 'Inscribe a tus primeros leads';
export const selectLeadsAndEnrollThemIn = 'Selecciona leads e inscríbelos en el agente.';
export const getStarted = 'Primeros pasos';
export const done = 'Hecho';
export const upcomingMeetings = 'Próximas reuniones';
export const noUpcomingMeetings = 'No hay próximas reuniones.';
export const aLead = 'Un lead';
export const openInInbox = 'Abrir en la bandeja de entrada';
export const openInTemporal = 'Abrir en Temporal';
export const needsYou = 'Requiere tu atención';
export const conversationsNeedAReply = (n: number) =>
  plural(n, { one: '# conversación necesita respuesta', other: '# conversaciones necesitan respuesta' });
export const leadsLackConsent = (n: number) =>
  plural(n, {
    one: '# lead espera a que se registre su consentimiento',
    other: '# leads esperan a que se registre su consentimiento',
  });
export const moreThanLeadsLackConsent = (n: number) =>
  plural(n, {
    one: 'Más de # lead espera a que se registre su consentimiento',
    other: 'Más de # leads esperan a que se registre su consentimiento',
  });
export const youreAllCaughtUp = 'Estás al día.';
export const sendingIsPausedForThisAccount =
  'Los envíos de esta cuenta están en pausa. No se envía ningún mensaje hasta que un administrador los vuelva a activar.';
export const myTasks = 'Mis tareas';
export const allTasks = 'Todas las tareas';
export const noOpenTasks = 'No hay tareas abiertas.';
export const importLabel = 'Importación';
export const ofRows = (done: string, rows: string) => `${done} de ${rows} filas`;
export const inProgress = 'En curso';
export const home = 'Inicio';
