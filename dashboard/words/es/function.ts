import { plural } from '../plural.js';

/** The Spanish texts of `dashboard/function`. */

export const typeErrors = 'Errores de tipos';
export const line = (line: number) => `Línea ${line}`;
export const svcReference = 'Referencia de svc';
export const tabIndentsPressEscapeThenTab =
  'Tab añade sangría. Pulsa Escape y después Tab para salir del editor. Ctrl+S guarda. Cada cambio guardado crea una versión.';
export const test = 'Prueba';
export const lead = 'Lead';
export const noLead = 'Sin lead';
export const input = 'Entrada';
export const run = 'Ejecutar';
export const runUnsavedCode = 'Ejecutar el código sin guardar';
export const testRunsReadRealDataAnd = 'Las ejecuciones de prueba leen datos reales y no cambian nada.';
export const applied = 'Aplicado';
export const skipped = 'Omitido';
export const recorded = 'Registrado';
export const effects = 'Efectos';
export const changesToTheLead = 'Cambios en el lead';
export const scheduledRuns = 'Ejecuciones programadas';
export const showEarlierRuns = 'Mostrar ejecuciones anteriores';
export const source = 'Código';
export const runs = 'Ejecuciones';
export const settings = 'Configuración';
export const versions = 'Versiones';
export const deploy = 'Desplegar';
export const theFunction = 'la función';
export const deleteFunction = 'Eliminar función';
export const itStopsRunningEverywhereItsPast =
  'Deja de ejecutarse en todas partes. Se conservan sus ejecuciones anteriores.';
export const functionLabel = 'Función';
export const active = 'Activa';
export const inactive = 'Inactiva';
export const notDeployed = 'Sin desplegar';
export const functionSections = 'Secciones de la función';
export const thisFunction = 'esta función';
export const logs = 'Registros';
export const requests = 'Solicitudes';
export const blocked = 'bloqueada';
export const noResponse = 'sin respuesta';
export const ms = (duration: number) => `${duration} ms`;
export const applyChanges = 'Aplicar cambios';
export const saveAndRerun = 'Guardar y repetir';
export const replay = 'Repetir';
export const nothingHasChangedYetSaveThe =
  'Todavía no ha cambiado nada. Guarda el código y repite la ejecución para aplicar los cambios.';
export const nothingHasChangedYet = 'Todavía no ha cambiado nada.';
export const runResult = 'Resultado de la ejecución';
export const dryRun = 'Ejecución de prueba';
export const unsavedCode = 'código sin guardar';
export const version = (version: number) => `versión ${version}`;
export const result = 'Resultado';
export const statusLabel = 'Estado';
export const allStatuses = 'Todos los estados';
export const showAllRuns = 'Mostrar todas las ejecuciones';
export const noMatchingRuns = 'Ninguna ejecución coincide';
export const changeTheFiltersToSeeOther = 'Cambia los filtros para ver otras ejecuciones de esta función.';
export const noRunsYet = 'Aún no hay ejecuciones';
export const runItOnALeadUnder = 'Ejecútala con un lead en Código. Nada cambia hasta que apliques el resultado.';
export const unsavedCode2 = 'Código sin guardar';
export const scheduleInTemporal = 'Programación en Temporal';
export const theFunctionIsInactiveSoThe = 'La función está inactiva, así que la programación no la ejecuta.';
export const saveSchedule = 'Guardar programación';
export const addSchedule = 'Añadir programación';
export const removeSchedule = 'Eliminar programación';
export const secrets = 'Secretos';
export const deleteLabel = 'Eliminar';
export const saveSecret = 'Guardar secreto';
export const secretName = 'Nombre del secreto';
export const value = 'Valor';
export const storedEncryptedAndNeverShownAgain = 'Se guarda cifrado y no se vuelve a mostrar.';
export const schedule = 'Programación';
export const version2 = (version: number) => `Versión ${version}`;
export const neverDeployed = ' · nunca desplegada';
export const inTheEditor = ' · en el editor';
export const compare = 'Comparar';
export const loadIntoEditor = 'Cargar en el editor';
export const fireCounts = (runs: number, succeeded: number | undefined, failed: number) =>
  [
    plural(runs, { one: '# ejecución', other: '# ejecuciones' }),
    ...(succeeded === undefined ? [] : [`${succeeded} correctas`]),
    ...(failed > 0 ? [`${failed} fallidas`] : []),
  ].join(', ');
export const availableToTheFunctionAsCtx = 'Disponible en la función como ctx.input.';
