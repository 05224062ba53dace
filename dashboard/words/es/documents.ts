/** The Spanish texts of `dashboard/words/documents.ts`. */

export const documentQueued = 'En proceso';
export const documentReady = 'Listo';
export const documentFlagged = 'Por revisar';
export const documentFailed = 'Fallido';
export const signAddressesAssistant = 'Instrucciones para un asistente de IA';
export const signIban = 'Número de cuenta bancaria';
export const signHiddenText = 'Texto oculto';
export const plainText = 'Texto sin formato';
