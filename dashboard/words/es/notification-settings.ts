/** The Spanish texts of `dashboard/profile`, for notifications outside the dashboard. */

export const notifications = 'Notificaciones';
export const whatYouAreNotifiedOf = 'Eventos';
export const intro =
  'También recibes notificaciones en el panel. Varias notificaciones se envían juntas: un lead muy activo causa un solo correo.';
export const event = 'Evento';
export const email = 'Correo';
export const slack = 'Slack';
export const teams = 'Teams';
export const reply = 'Un lead ha respondido';
export const handoff = 'Un agente ha derivado un lead';
export const taskDue = 'Vence una de tus tareas';
export const connectionLost = 'Una conexión necesita un nuevo inicio de sesión';
export const connectionLostAbout = 'Para propietarios, administradores y quien la conectó';
export const on = (event: string, channel: string) => `${event}: ${channel}`;
export const leads = 'Respuestas de';
export const ownLeads = 'Mis leads';
export const allLeads = 'Todos los leads';
export const wait = 'Minutos de espera a otras notificaciones';
export const quietFrom = 'Horas de silencio desde';
export const quietTo = 'Horas de silencio hasta';
export const quietHelp =
  'Deja ambas vacías para no tener horas de silencio. Las notificaciones esperan hasta que terminan.';
export const weeklySummary = 'Resumen semanal';
export const weeklySummaryAbout =
  'Un correo los lunes con los resultados de la última semana, en comparación con la anterior. No se envía si la cuenta no ha tenido actividad.';
export const weeklyAt = 'Hora de los lunes';
export const timezone = 'Zona horaria';
export const save = 'Guardar';
export const saved = 'Notificaciones guardadas.';
export const webhooks = 'Canales';
export const webhookUrl = 'URL del webhook';
export const slackHelp = 'En Slack, añade un webhook entrante a tu aplicación y copia su URL.';
export const teamsHelp = 'En Teams, añade el flujo de trabajo que envía alertas de webhook a un chat y copia su URL.';
export const setWebhook = 'Establecer webhook';
export const replaceWebhook = 'Sustituir webhook';
export const removeWebhook = 'Eliminar webhook';
export const removeMeans = 'Se eliminan las notificaciones que esperan en este canal.';
export const postsTo = (host: string) => `Publica en ${host}`;
export const stopped = 'Desactivado';
export const working = 'Conectado';
export const sendTest = 'Enviar prueba';
export const testEmail = 'Enviar correo de prueba';
export const outcome = 'Última entrega';
export const queued = 'Enviando';
export const delivered = 'Entregada';
export const failed = 'Fallida';
export const unknown = 'Resultado desconocido';
