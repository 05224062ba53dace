import { plural } from '../plural.js';

/** The Spanish texts of `dashboard/leads`. */

export const firstName = 'Nombre';
export const lastName = 'Apellidos';
export const phone = 'Teléfono';
export const company = 'Empresa';
export const addLead = 'Añadir lead';
export const addTags = 'Añadir etiquetas';
export const removeTags = 'Quitar etiquetas';
export const assignOwner = 'Asignar propietario';
export const addToCampaign = 'Añadir a campaña';
export const setMetadata = 'Cambiar metadatos';
export const enrollInAgent = 'Inscribir en un agente';
export const operationOnLeads = (operation: string, count: number) =>
  `${operation}: ${plural(count, { one: '# lead', other: '# leads' })}`;
export const stoppedAfterOfLeadsSeeThe = (done: string, total: string) =>
  `Se detuvo después de ${done} de ${total} leads. Consulta el motivo en las tareas en segundo plano.`;
export const leadUpdated = (done: number) =>
  plural(done, { one: '# lead actualizado.', other: '# leads actualizados.' });
export const campaignLeaveEmptyToRemove = 'Campaña (vacía para quitarla)';
export const createTheCampaignFirstOrClear = 'Crea antes la campaña o borra su nombre.';
export const newCampaignName = 'Nombre de la nueva campaña';
export const orCreateOneName = 'O crea una: nombre';
export const createCampaign = 'Crear campaña';
export const ownerLeaveEmptyToUnassign = 'Propietario (vacío para quitarlo)';
export const key = 'Clave';
export const valueLeaveEmptyToRemoveThe = 'Valor (vacío para eliminar la clave)';
export const agent = 'Agente';
export const theLeadsAreRemovedFromAll =
  'Los leads se quitan de todas las listas y sus agentes se detienen. No puedes deshacerlo.';
export const tagsSeparatedByCommas = 'Etiquetas, separadas por comas';
export const ofLeadsWouldChange = (changed: number, matched: number) =>
  `Cambiarían ${changed} de ${plural(matched, { one: '# lead', other: '# leads' })}.`;
export const andMore = (leads: number) => ` y ${leads} más`;
export const skipped = (leads: number, reason: string) => `${leads} omitidos: ${reason}`;
export const selectedLeads = 'Leads seleccionados';
export const allMatchingLeadsSelected = 'Todos los leads que coinciden, seleccionados';
export const selected = (count: number) => `${count} seleccionados`;
export const selectAllMatchingLeads = 'Seleccionar todos los leads que coinciden';
export const notEnrolled = 'Sin inscribir';
export const withAPerson = 'Con una persona';
export const addedTags = 'Etiquetas añadidas';
export const removedTags = 'Etiquetas quitadas';
export const assignedOwner = 'Propietario asignado';
export const changedCampaign = 'Campaña cambiada';
export const enrolledInAgent = 'Inscritos en un agente';
export const deleted = 'Eliminados';
export const undo = 'Deshacer';
export const undoChange = 'Deshacer cambio';
export const leadsReturnToTheirPreviousValues =
  'Los leads vuelven a sus valores anteriores. Se omiten los que han cambiado desde entonces. Los mensajes ya enviados no se pueden deshacer.';
export const ofLeads = (changed: number, matched: number, by: string) =>
  `${changed} de ${plural(matched, { one: '# lead', other: '# leads' })} · ${by} · `;
export const skipped2 = (kept: number) => ` · ${kept} omitidos`;
export const undone = 'Deshecho';
export const undoneBy = (by: string) => `Deshecho ${by}.`;
export const messagesStaySent = (messages: number) =>
  plural(messages, {
    one: '# mensaje ya se envió y no se puede deshacer.',
    other: '# mensajes ya se enviaron y no se pueden deshacer.',
  });
export const incomplete = 'Incompleto';
export const byAnApiKey = 'por una clave de API';
export const by = (name: string) => `por ${name}`;
export const bulkHistory = 'Historial de cambios masivos';
export const noBulkChangesYet = 'Aún no hay cambios masivos';
export const selectLeadsInTheListTo =
  'Selecciona leads en la lista para etiquetarlos, inscribirlos o editarlos juntos. Aquí puedes deshacer cada cambio.';
export const contact = 'Contacto';
export const statusLabel = 'Estado';
export const tags = 'Etiquetas';
export const source = 'Origen';
export const owner = 'Propietario';
export const campaign = 'Campaña';
export const country = 'País';
export const created = 'Creado';
export const updated = 'Actualizado';
export const columns = 'Columnas';
export const resetToDefault = 'Restablecer';
export const conditions = 'Condiciones';
export const apply = 'Aplicar';
export const clear = 'Borrar';
export const activeWithAgent = 'Activo con el agente';
export const hasAMeeting = 'Tiene una reunión';
export const noMeeting = 'Sin reunión';
export const newestFirst = 'Más recientes';
export const oldestFirst = 'Más antiguos';
export const recentlyUpdated = 'Últimos cambios';
export const search = 'Buscar';
export const nameEmailPhoneCompany = 'Nombre, correo, teléfono, empresa';
export const removeFilter = (filter: string) => `Quitar filtro: ${filter}`;
export const tag = 'Etiqueta';
export const onHoldBecause = 'En espera por';
export const meeting = 'Reunión';
export const sortBy = 'Ordenar por';
export const source2 = (source: string) => `Origen: ${source}`;
export const missing = (variable: string) => `Sin ${variable}`;
export const downloadCsv = 'Descargar CSV';
export const noLeadsYet = 'Aún no hay leads';
export const addALeadImportAList = 'Añade un lead, importa una lista o envía leads desde tus sistemas.';
export const readTheQuickStart = 'Lee el inicio rápido';
export const importLeads = 'Importar leads';
export const importLabel = 'Importar';
export const leads = 'Leads';
export const noMatchingLeads = 'Ningún lead coincide';
export const clearFilters = 'Borrar filtros';
export const openLead = 'Abrir lead';
export const select = (lead: string) => `Seleccionar ${lead}`;
export const nameLabel = 'Nombre';
export const rename = 'Cambiar nombre';
export const saveView = 'Guardar vista';
export const visibleToEveryoneInTheAccount = 'Visible para todas las personas de la cuenta';
export const saveChanges = 'Guardar cambios';
export const actionsFor = (view: string) => `Acciones de ${view}`;
export const makePrivate = 'Hacer privada';
export const shareWithEveryone = 'Compartir con todos';
export const deleteLabel = 'Eliminar';
export const views = 'Vistas';
export const allLeads = 'Todos los leads';
export const saveAsView = 'Guardar como vista';
export const renameView = 'Cambiar nombre de la vista';
export const deleteView = 'Eliminar vista';
export const everyoneInTheAccountLosesIt = 'Todas las personas de la cuenta la pierden. Los leads no cambian.';
export const theLeadsDontChange = 'Los leads no cambian.';
export const aFormerUser = 'un usuario anterior';
export const email = 'Correo';
export const leadCount = (count: number, orMore: boolean) =>
  plural(count, orMore ? { one: '#+ leads', other: '#+ leads' } : { one: '# lead', other: '# leads' });
export const leastRecentlyUpdated = 'Actualizados hace más tiempo';
export const selectAllLoadedLeads = 'Seleccionar todos los leads cargados';
export const shownColumns = 'Columnas mostradas';
export const allDataToImportAgain = 'Todos los datos, para volver a importarlos';
export const dealValue = 'Valor del negocio';
