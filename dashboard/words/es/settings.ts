import { plural } from '../plural.js';

/** The Spanish texts of `dashboard/settings`. */

export const sending = 'Envíos';
export const sendingIsOnAgentsSendMessages =
  'Los envíos están activados. Los agentes envían los mensajes según lo previsto.';
export const sendingIsPausedRunsWaitAnd =
  'Los envíos están en pausa. Las ejecuciones esperan y continúan cuando los vuelvas a activar.';
export const pauseAllSending = 'Pausar todos los envíos';
export const sendingIsPaused = (runs: number) =>
  `Los envíos están en pausa. ${plural(runs, { one: 'Espera # ejecución.', other: 'Esperan # ejecuciones.' })}`;
export const messagesThatAreBeingSentRight =
  'Es posible que salgan los mensajes que se están enviando en este momento. No se pierde nada: los mensajes pendientes esperan hasta que vuelvas a activar los envíos.';
export const reasonShownToYourTeam = 'Motivo, que se muestra a tu equipo';
export const sendMessages = 'Enviar mensajes';
export const settingsSaved = 'Configuración guardada.';
export const save = 'Guardar';
export const settings = 'Configuración';
export const account = 'Cuenta';
export const theTimeZoneAppliesToLeads =
  'La zona horaria se aplica a los leads que no tienen una propia. El país se usa para los números de teléfono sin prefijo internacional.';
export const limits = 'Límites';
export const theMaximumNumberOfMessagesPer =
  'El máximo de mensajes por lead entre todos los agentes y el presupuesto de los modelos.';
export const fromBeforeToDelete = (kind: string, before: string, going: string, kept: string) =>
  `${kind} anteriores al ${before}: ${going} por eliminar${kept}.`;
export const kept = (count: string, reason: string) => `, ${count} se conservan (${reason})`;
export const deletedSoFar = 'Eliminados hasta ahora: ';
export const ofThem = ' de ellos ';
export const dataRetention = 'Retención de datos';
export const everythingIsKeptUnlessYouSet =
  'Todo se conserva salvo que indiques un número de días. Los registros que aún se necesitan se conservan más tiempo. Los leads, los textos de los mensajes, las reuniones, los consentimientos y los informes se conservan siempre.';
export const nothingIsDeletedNowFromTomorrow =
  'Ahora no se elimina nada. A partir de mañana, los registros que superen el límite se eliminan cada día.';
export const theseRecordsAreDeletedNowFrom = (records: string) =>
  `Estos registros se eliminan ahora: ${records}. Después, los registros que superen el límite se eliminan cada día. No puedes deshacerlo.`;
export const forever = 'Para siempre';
export const security = 'Seguridad';
export const requireSecondFactor = 'Exigir un segundo factor';
export const membersWithoutOneSetItUp =
  'Los miembros que inician sesión con contraseña necesitan una aplicación de autenticación. Quienes no la tienen la configuran antes de continuar.';
export const requestLog = 'Registro de solicitudes';
export const requestsWithApiKeysAreKept =
  'Las solicitudes a la API se conservan este número de días, sin datos personales. Con 0, el registro se desactiva y se elimina.';
export const machines = 'Aperturas y clics de máquinas';
export const scannersOpenEmailsAndFollowLinks =
  'Los filtros de seguridad y los servicios de privacidad abren los correos y siguen los enlaces antes que las personas. De forma predeterminada, esto aparece en el historial del lead y no tiene ningún efecto.';
