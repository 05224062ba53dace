/** The Spanish texts of `dashboard/words/holds.ts`. */

export const editSendingHours = 'Editar horario de envío';
export const openNumbers = 'Abrir números';
export const openVoiceAgents = 'Abrir agentes de voz';
export const openSenders = 'Abrir remitentes';
export const editLimits = 'Editar límites';
export const useATemplate = 'Usar una plantilla';
export const openTemplates = 'Abrir plantillas';
export const openInInbox = 'Abrir en la bandeja de entrada';
export const openAgent = 'Abrir agente';
export const recordConsent = 'Registrar consentimiento';
export const openRun = 'Abrir ejecución';
export const openSettings = 'Abrir configuración';
