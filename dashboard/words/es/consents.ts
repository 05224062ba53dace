/** The Spanish texts of consents. */

export const recordConsent = 'Registrar consentimiento';
export const saveConsent = 'Guardar consentimiento';
export const channel = 'Canal';
export const decision = 'Decisión';
export const source = 'Origen';
export const evidence = 'Prueba';
export const forExampleTheDateAndThe =
  'Por ejemplo, la fecha y el texto del consentimiento, o dónde está el documento.';
export const email = 'Correo electrónico';
export const calls = 'Llamadas';
export const form = 'Formulario';
export const phoneCall = 'Llamada telefónica';
export const inPerson = 'En persona';
export const contract = 'Contrato';
export const other = 'Otro';
export const unsubscribeLink = 'Enlace de baja';
export const whatsappSettings = 'Ajustes de WhatsApp';
export const reply = 'Respuesta';
export const spamComplaint = 'Queja por spam';
export const importLabel = 'Importación';
export const confirmationLink = 'Enlace de confirmación';
export const rule = 'Automatización';
