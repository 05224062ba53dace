/** The Spanish texts of `dashboard/knowledge`. */

export const reviewBeforeAgentsUseThis = 'Revísalo antes de que los agentes lo usen';
export const approve = 'Aprobar';
export const page = (page: number) => `página ${page}`;
export const collection = 'Colección';
export const type = 'Tipo';
export const size = 'Tamaño';
export const sections = 'Secciones';
export const language = 'Idioma';
export const version = 'Versión';
export const details = 'Detalles';
export const updated = 'Actualizado';
export const url = 'URL';
export const noSectionsYet = 'Aún no hay secciones.';
export const noHeading = 'Sin encabezado';
export const page2 = (page: number) => `· página ${page}`;
export const documentLabel = 'Documento';
export const replaceContent = 'Sustituir contenido';
export const deleteLabel = 'Eliminar';
export const knowledge = 'Conocimiento';
export const deleteDocument = 'Eliminar documento';
export const agentsStopUsingItInTheir = 'Los agentes dejan de usarlo en sus respuestas.';
export const testSearch = 'Probar búsqueda';
export const question = 'Pregunta';
export const howLongIsTheWarranty = '¿Cuánto dura la garantía?';
export const noResultsTheAgentWouldAnswer = 'No hay resultados. El agente respondería que no lo sabe.';
export const searchResults = 'Resultados de la búsqueda';
export const addDocument = 'Añadir documento';
export const documents = 'Documentos';
export const noDocumentsYet = 'Aún no hay documentos';
export const addADocumentAgentsWithA =
  'Añade un documento. Los agentes con modelo responden con él y lo citan como fuente.';
export const notSearchableYet = 'Aún no se puede buscar';
export const file = 'Archivo';
export const pdfHtmlMarkdownOrTextUp = 'PDF, HTML, Markdown o texto, hasta 10 MB';
export const text = 'Texto';
export const markdownHeadingsSeparateIts = 'Markdown. Los encabezados separan sus secciones.';
export const title = 'Título';
export const shownWhenTheDocumentIsCited = 'Se muestra cuando se cita el documento.';
export const agentsSearchOnlyTheCollectionsThey =
  'Los agentes buscan solo en las colecciones que tienen seleccionadas. Déjalo vacío para “default”.';
export const aPublicLinkToTheDocument = 'Un enlace público al documento. Las citas enlazan a él.';
export const https = 'https://';
export const pages = 'Páginas';
export const uploadFile = 'Subir archivo';
export const enterText = 'Escribir texto';
