import { LOCALE } from '../locale.js';

/** The Spanish texts of the request log. */

const NUMBER = new Intl.NumberFormat(LOCALE);

export const keysAndWidgets = 'Claves y widgets';
export const apiRequests = 'Solicitudes a la API';
export const usage = 'Uso';
export const integrationSections = 'Secciones de integraciones';
export const apiRequest = 'Solicitud a la API';
export const key = 'Clave';
export const operation = 'Operación';
export const method = 'Método';
export const status = 'Estado';
export const requestId = 'ID de la solicitud';
export const copyRequestId = 'Copiar ID de la solicitud';
export const fromLabel = 'Desde';
export const to = 'Hasta';
export const noResponse = 'Sin respuesta';
export const replayed = 'Repetida';
export const refresh = 'Actualizar';
export const noMatchingRequests = 'Ninguna solicitud coincide';
export const clearFilters = 'Quitar filtros';
export const noRequestsYet = 'Aún no hay solicitudes';
export const requestsAppearHere =
  'Las solicitudes con tus claves de API aparecen aquí con su estado, su duración y sus cuerpos. En Configuración se indica cuántos días se conservan.';
export const idempotencyKey = 'Clave de idempotencia';
export const query = 'Parámetros';
export const requestBody = 'Cuerpo de la solicitud';
export const responseBody = 'Cuerpo de la respuesta';
export const textsAreRedacted =
  'No se guardan datos personales ni secretos. De los textos se muestra la longitud y de las listas, los tres primeros elementos.';
export const copyAsCurl = 'Copiar como cURL';
export const copied = 'Copiado';
export const milliseconds = (ms: number) => `${NUMBER.format(ms)} ms`;
