import { plural } from '../plural.js';

/** The Spanish texts of `dashboard/imports`. */

export const unicodeUtf8 = 'Unicode (UTF-8)';
export const unicodeUtf16Le = 'Unicode (UTF-16 LE)';
export const unicodeUtf16Be = 'Unicode (UTF-16 BE)';
export const westernEuropeanWindows1252 = 'Europa occidental (windows-1252)';
export const westernEuropeanIso885915 = 'Europa occidental (ISO 8859-15)';
export const centralEuropeanWindows1250 = 'Europa central (windows-1250)';
export const centralEuropeanIso88592 = 'Europa central (ISO 8859-2)';
export const turkishWindows1254 = 'Turco (windows-1254)';
export const cyrillicWindows1251 = 'Cirílico (windows-1251)';
export const cyrillicKoi8R = 'Cirílico (KOI8-R)';
export const greekWindows1253 = 'Griego (windows-1253)';
export const hebrewWindows1255 = 'Hebreo (windows-1255)';
export const arabicWindows1256 = 'Árabe (windows-1256)';
export const cyrillicMsDosCp866 = 'Cirílico, MS-DOS (CP866)';
export const westernEuropeanMsDosCp850 = 'Europa occidental, MS-DOS (CP850)';
export const centralEuropeanMsDosCp852 = 'Europa central, MS-DOS (CP852)';
export const unitedStatesMsDosCp437 = 'Estados Unidos, MS-DOS (CP437)';
export const westernEuropeanOldMacMacroman = 'Europa occidental, Mac antiguo (MacRoman)';
export const japaneseShiftJis = 'Japonés (Shift JIS)';
export const koreanEucKr = 'Coreano (EUC-KR)';
export const simplifiedChineseGb18030 = 'Chino simplificado (GB18030)';
export const traditionalChineseBig5 = 'Chino tradicional (Big5)';
export const japaneseEucJp = 'Japonés (EUC-JP)';
export const stopImport = 'Detener importación';
export const undoImport = 'Deshacer importación';
export const leadsThatThisImportCreatedAre =
  'Los leads que creó esta importación se eliminan y los que actualizó vuelven a sus valores anteriores. Los cambios posteriores se conservan. Los mensajes ya enviados no se pueden deshacer.';
export const skippedRowsAndWarnings = 'Filas omitidas y advertencias';
export const downloadAsCsv = 'Descargar como CSV';
export const lead = 'Lead';
export const skipped = 'Omitida';
export const warning = 'Advertencia';
export const showMore = 'Mostrar más';
export const importLabel = 'Importación';
export const progress = 'Progreso';
export const rowLeft = (rows: number) => plural(rows, { one: 'Queda # fila.', other: 'Quedan # filas.' });
export const deletedRestoredKeptBecauseThey = (removed: string, restored: string, kept: string) =>
  `${removed} eliminados, ${restored} restaurados, ${kept} conservados porque cambiaron después.`;
export const viewLeads = 'Ver leads';
export const importAnotherFile = 'Importar otro archivo';
export const file = 'Archivo';
export const dropAFileHere = 'Suelta un archivo aquí';
export const csvOrJsonLinesUpTo =
  'CSV o líneas JSON de hasta 50 MiB, o un archivo de Excel (XLSX) de hasta 20 MiB. Verás una vista previa antes de importar nada.';
export const selectFile = 'Seleccionar archivo';
export const fileToImport = 'Archivo que se importa';
export const importHistory = 'Historial de importaciones';
export const unnamedFile = 'Archivo sin nombre';
export const newSkipped = (rows: number, created: string, skipped: string) =>
  `${plural(rows, { one: '# fila', other: '# filas' })} · nuevas: ${created} · omitidas: ${skipped}`;
export const importLeads = 'Importar leads';
export const update = 'Actualizar';
export const keepUnchanged = 'Dejar sin cambios';
export const createAgain = 'Crear de nuevo';
export const skipTheRow = 'Omitir la fila';
export const existingLeads = 'Leads existentes';
export const sourceForRowsWithoutOne = 'Origen de las filas que no lo tienen';
export const tagsForAllLeadsSeparatedBy = 'Etiquetas para todos los leads, separadas por comas';
export const enrollInAgent = 'Inscribir en un agente';
export const none = 'Ninguno';
export const skipTheFirstMessage = 'Omitir el primer mensaje';
export const selectAnotherFile = 'Seleccionar otro archivo';
export const importRow = (rows: number) => plural(rows, { one: 'Importar # fila', other: 'Importar # filas' });
export const youCanDownloadTheSkippedRows =
  'Después de la importación puedes descargar las filas omitidas con sus errores.';
export const rows = 'Filas';
export const newLabel = 'Nuevos';
export const updated = 'Actualizados';
export const unchanged = 'Sin cambios';
export const warnings = 'Advertencias';
export const optedOut = 'Dados de baja';
export const theFileDoesntDeclareItsEncoding = (encoding: string, cells: string) =>
  `El archivo no declara su codificación, así que se ha leído como ${encoding}. Revisa estas celdas: ${cells}. Si no se leen bien, selecciona otra codificación.`;
export const sheet = (sheet: string | number) => `Hoja: ${sheet}.`;
export const theHeaderIsInLineEarlier = (line: string | number) =>
  `El encabezado está en la línea ${line}. Las líneas anteriores se omiten.`;
export const skippedAtTheEndLine = (lines: string) => `Omitida al final: línea ${lines}.`;
export const columns = 'Columnas';
export const detected = 'detectado';
export const fieldFor = (header: string) => `Campo para ${header}`;
export const firstRows = 'Primeras filas';
export const firstName = 'Nombre';
export const lastName = 'Apellidos';
export const fullName = 'Nombre completo';
export const phone = 'Teléfono';
export const company = 'Empresa';
export const title = 'Cargo';
export const source = 'Origen';
export const timeZone = 'Zona horaria';
export const country = 'País';
export const externalId = 'ID externo';
export const dealValue = 'Valor del negocio';
export const dealCurrency = 'Moneda del negocio';
export const tags = 'Etiquetas';
export const emailConsent = 'Consentimiento de correo';
export const whatsappConsent = 'Consentimiento de WhatsApp';
export const callConsent = 'Consentimiento de llamadas';
export const smsConsent = 'Consentimiento de SMS';
export const emailOptOut = 'Baja de correo';
export const whatsappOptOut = 'Baja de WhatsApp';
export const callOptOut = 'Baja de llamadas';
export const smsOptOut = 'Baja de SMS';
export const optOutFromAllChannels = 'Baja de todos los canales';
export const customField = (field: string) => `Campo personalizado: ${field}`;
export const owner = 'Propietario';
export const leadId = 'ID del lead';
export const customFieldsJson = 'Campos personalizados (JSON)';
export const dontImport = 'No importar';
export const undoing = (counts: string) => `Deshaciendo… ${counts}`;
export const undone = (counts: string) => `Deshecha: ${counts}`;
export const empty = 'vacío';
export const email = 'Correo';
export const inLine = (line: number) => `línea ${line}`;
export const undoRequestedBy = (name: string) => `Solicitado por ${name}.`;
export const messagesStaySent = (messages: number) =>
  plural(messages, {
    one: 'Ya se había enviado # mensaje a estos leads y no se puede deshacer.',
    other: 'Ya se habían enviado # mensajes a estos leads y no se pueden deshacer.',
  });
const LISTED_ROWS = 10;
export const alsoRows = (rows: readonly number[]) => {
  const listed = rows.slice(0, LISTED_ROWS).join(', ');
  const more = rows.length - LISTED_ROWS;
  return `${plural(rows.length, { one: 'También la fila', other: 'También las filas' })} ${listed}${more > 0 ? ` y ${more} más` : ''}.`;
};
