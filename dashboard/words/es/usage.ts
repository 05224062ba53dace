import { LOCALE } from '../locale.js';

/** The Spanish texts of the page about limits and their usage. */

const NUMBER = new Intl.NumberFormat(LOCALE);

export const usage = 'Uso';
export const usageAndLimits = 'Uso y límites';
export const limitsThatAreClosest =
  'Los límites con más uso aparecen primero. Un mensaje que supera un límite espera, y una solicitud se rechaza.';
export const account = 'Cuenta';
export const apiKeys = 'Claves de la API';
export const senders = 'Remitentes';
export const agents = 'Agentes';
export const widgets = 'Widgets';
export const requestsPerMinute = 'Solicitudes por minuto';
export const messagesPerMinute = 'Mensajes por minuto';
export const messagesPerDay = 'Mensajes por día';
export const newConversations = 'Conversaciones nuevas en 24 horas';
export const concurrentCalls = 'Llamadas simultáneas';
export const newLeadsPerDay = 'Leads nuevos por día';
export const turnsPerDay = 'Turnos por día';
export const tokensPerDay = 'Tokens por día';
export const costPerDay = 'Coste de los modelos por día';
export const resets = 'Se reinicia ';
export const nothingIsLimited = 'Aún no hay límites';
export const limitsAppearHere =
  'Los límites de las claves, los remitentes, los agentes y los widgets aparecen aquí con su uso actual.';
export const usedOf = (used: number, limit: number) => `${NUMBER.format(used)} de ${NUMBER.format(limit)}`;
