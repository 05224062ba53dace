/** Los textos del formulario de plantillas de WhatsApp. */

export const addTemplate = 'Añadir plantilla de WhatsApp';
export const submitForReview = 'Enviar a revisión';
export const submitted = 'Enviada a revisión.';
export const theProviderReviews =
  'WhatsApp revisa cada plantilla antes de que puedas enviarla. La lista muestra el resultado y el motivo de un rechazo.';
export const nameLabel = 'Nombre';
export const lowercaseLetters = 'Minúsculas, cifras y guiones bajos';
export const language = 'Idioma';
export const category = 'Categoría';
export const marketing = 'Marketing: ofertas e invitaciones';
export const utility = 'Utilidad: novedades sobre algo que el lead ha solicitado';
export const number = 'Número';
export const header = 'Encabezado (opcional)';
export const body = 'Texto';
export const numberPlaceholders = 'Numera los marcadores: {{1}}, {{2}}. Se rellenan al enviar la plantilla.';
export const exampleInHeader = (number: string) => `Ejemplo de {{${number}}} en el encabezado`;
export const exampleInBody = (number: string) => `Ejemplo de {{${number}}}`;
export const metaReviewsExamples = 'WhatsApp revisa la plantilla con este ejemplo. No uses datos de un lead real.';
export const footer = 'Pie (opcional)';
export const quickReplies = 'Respuestas rápidas (opcional)';
export const oneInEachLine = 'Una en cada línea, de hasta 25 caracteres';
export const preview = 'Vista previa de la plantilla';
