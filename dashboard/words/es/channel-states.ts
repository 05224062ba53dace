/** The Spanish texts of `dashboard/words/channels.ts`. */

export const templateApproved = 'Aprobada';
export const templatePending = 'En revisión';
export const templateRejected = 'Rechazada';
export const numberPending = 'En configuración';
export const numberConnected = 'Conectado';
export const numberFlagged = 'Señalado';
export const numberRestricted = 'Restringido';
export const numberDisconnected = 'Desconectado';
export const qualityGreen = 'Calidad alta';
export const qualityYellow = 'Calidad media';
export const qualityRed = 'Calidad baja';
export const qualityUnknown = 'Calidad desconocida';
