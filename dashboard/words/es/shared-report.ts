import { plural } from '../plural.js';

/** The Spanish texts for links to the performance report, and of the page that they open. */

export const share = 'Compartir';
export const shareReport = 'Compartir informe';
export const newLink = 'Nuevo enlace';
export const whatIsShown =
  'Cualquiera que tenga el enlace puede ver el informe sin iniciar sesión. Muestra los nombres de agentes, responsables y remitentes, pero ningún lead.';
export const name = 'Título';
export const defaultName = 'Rendimiento';
export const period = 'Periodo';
export const lastDays = (count: number) => plural(count, { one: 'Último día', other: 'Últimos # días' });
export const movingPeriod = (label: string) => `${label}, se actualiza cada día`;
export const expires = 'Caduca';
export const inDays = (count: number) => plural(count, { one: 'En # día', other: 'En # días' });
export const never = 'Nunca';
export const usesFilters = 'El enlace tiene los filtros y la agrupación de esta página.';
export const createLink = 'Crear enlace';
export const yourLink = 'Enlace al informe';
export const shownOnce = 'Copia el enlace ahora. Solo se muestra una vez.';
export const links = 'Enlaces';
export const noLinks = 'Todavía no hay enlaces.';
export const createdBy = (name: string) => `Creado por ${name}, `;
export const formerUser = 'un usuario anterior';
export const expiresOn = 'Caduca ';
export const noExpiry = 'Sin caducidad';
export const expired = 'Caducado';
export const suspended = 'Suspendido: su creador ya no puede compartir informes';
export const active = 'Activo';
export const opened = (count: number) =>
  plural(count, { one: 'Abierto una vez, la última ', other: 'Abierto # veces, la última ' });
export const neverOpened = 'Nunca abierto';
export const revoke = 'Revocar';
export const revokeLink = 'Revocar enlace';
export const revokeMeans = (name: string) => `«${name}» deja de abrirse de inmediato.`;
export const linkNotFound = 'Página no encontrada';
export const linkDoesNotWork = 'Este enlace no existe, ha caducado o se ha revocado.';
export const askForANewLink = 'Pide uno nuevo a la persona que lo compartió.';
export const linkIncomplete = 'Este enlace está incompleto. Cópialo entero.';
export const daysOf = (timezone: string) => `Días en la zona horaria ${timezone}`;
export const comparedWith = (from: string, to: string) => `en comparación con el periodo del ${from} al ${to}`;
export const only = (label: string, value: string) => `${label}: ${value}`;
export const noMessages = 'No hay mensajes en estos dos periodos';
export const noMessagesText = 'El informe se llena cuando los agentes envían mensajes.';
export const linkExpires = 'Este enlace caduca ';
