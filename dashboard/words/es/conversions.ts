import { plural } from '../plural.js';

/** The Spanish texts of `dashboard/conversions`. */

export const aLead = 'Un lead';
export const attributedTo = (agent: string) => `atribuida a ${agent}`;
export const ofLabel = (type: string, lead: string) => `${type} de ${lead}`;
export const itNoLongerCountsInReports = 'Ya no cuenta en los informes. Los cambios que provocó no se deshacen.';
export const conversionType = 'Tipo de conversión';
export const allTypes = 'Todos los tipos';
export const conversion = (conversions: number) =>
  plural(conversions, { one: '# conversión', other: '# conversiones' });
export const conversions = 'Conversiones';
export const noConversionsYet = 'Aún no hay conversiones';
export const recordAConversionHereOrSend =
  'Registra una conversión aquí o envía conversiones desde tus sistemas por la API.';
export const recordConversion = 'Registrar conversión';
export const saveConversion = 'Guardar conversión';
export const lead = 'Lead';
export const addAConversionTypeFirst = 'Primero añade un tipo de conversión';
export const amount = 'Importe';
export const currency = 'Moneda';
export const eur = 'EUR';
export const date = 'Fecha';
export const leaveEmptyForNow = 'Déjala vacía para ahora.';
export const notes = 'Notas';
export const saveChanges = 'Guardar cambios';
export const createType = 'Crear tipo';
export const final = 'Final';
export const intermediate = 'Intermedia';
export const edit = (type: string) => `Editar ${type}`;
export const edit2 = 'Editar';
export const itCanNoLongerBeRecorded = 'Ya no se podrá registrar. Un tipo que tiene conversiones no se puede eliminar.';
export const conversionTypes = 'Tipos de conversión';
export const addType = 'Añadir tipo';
export const noConversionTypesYetAddOne =
  'Aún no hay tipos de conversión. Añade uno, como un pedido o un contrato firmado.';
export const addConversionType = 'Añadir tipo de conversión';
export const editConversionType = 'Editar tipo de conversión';
