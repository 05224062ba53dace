/** The Spanish texts of `dashboard/words/messages.ts`. */

export const messageHeld = 'En espera';
export const messageQueued = 'En cola';
export const messageSending = 'Enviando';
export const messageSent = 'Enviado';
export const messageDelivered = 'Entregado';
export const messageRead = 'Leído';
export const messageFailed = 'Fallido';
export const messageCancelled = 'Cancelado';
export const messageUnknown = 'Resultado desconocido';
export const messageReceived = 'Recibido';
