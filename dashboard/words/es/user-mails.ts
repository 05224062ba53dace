/** The texts of failed emails to members. */

export const failedEmails = 'Correos y notificaciones fallidos';
export const sendAgain = 'Enviar de nuevo';
export const expired = 'Caducado';
export const invitation = 'Invitación';
export const passwordReset = 'Restablecimiento de contraseña';
export const lostConnection = 'Conexión perdida';
export const weeklySummary = 'Resumen semanal';
export const notifications = 'Notificaciones';
export const notificationsInSlack = 'Notificaciones en Slack';
export const notificationsInTeams = 'Notificaciones en Teams';
