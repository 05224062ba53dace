import type { EventKind } from '../../../schemas/events/events.js';
import type { EventText, EventParams as Params } from '../en/events.js';
import { wordOf } from '../fields.js';

/** The Spanish titles and descriptions of events, by kind. The API returns them in English. */

const CHANNELS: Readonly<Record<string, string>> = {
  email: 'correo',
  whatsapp: 'WhatsApp',
  call: 'teléfono',
  chat: 'chat',
};
const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
/** ` por correo` if the parameters name a channel, else nothing. */
const channel = ({ channel: value }: Params, before = 'por'): string =>
  value === undefined ? '' : ` ${before} ${CHANNELS[value] ?? value}`;
/** `: fuera del horario` if the parameters have this value, else nothing. */
const cause = (params: Params, key: string): string =>
  params[key] === undefined ? '' : `: ${lower(wordOf(String(params[key])))}`;
const value = (params: Params, key: string, before: string): string =>
  params[key] === undefined ? '' : ` ${before} ${String(params[key]).replaceAll('_', ' ')}`;
const MACHINES: Readonly<Record<string, string>> = {
  user_agent: 'se identifica como programa',
  privacy_proxy: 'Apple Mail carga todos los correos',
  prefetch: 'carga anticipada',
  head_request: 'comprobación del enlace',
  at_delivery: 'llegó con la entrega',
  several_links: 'varios enlaces en un segundo',
  provider: 'según el proveedor',
};
const machine = ({ machine_reason }: Params): string =>
  machine_reason === undefined ? '' : ` (${MACHINES[machine_reason] ?? machine_reason})`;
const step = ({ step_key }: Params): string => (step_key === undefined ? 'Un paso' : `El paso ${step_key}`);

/** The title and the description of each kind of event. */
export const EVENTS: Readonly<Record<EventKind, EventText>> = {
  'lead.created': ['Lead creado', () => 'Se creó el lead.'],
  'lead.updated': [
    'Lead actualizado',
    ({ changed = 0 }) => (changed === 1 ? 'Cambió 1 campo del lead.' : `Cambiaron ${changed} campos del lead.`),
  ],
  'lead.merged': ['Leads combinados', () => 'Otro lead se combinó con este.'],
  'lead.deleted': ['Lead eliminado', () => 'Se eliminó el lead.'],
  'lead.tags_changed': [
    'Etiquetas cambiadas',
    ({ added = 0, removed = 0 }) => `Etiquetas añadidas: ${added}. Quitadas: ${removed}.`,
  ],
  'lead.field_captured': ['Dato obtenido', (params) => `El agente obtuvo un dato${value(params, 'key', 'del campo')}.`],
  'lead.owner_changed': ['Propietario cambiado', () => 'Cambió el propietario del lead.'],
  'lead.opted_in': ['Consentimiento dado', (params) => `El lead dio su consentimiento${channel(params, 'para')}.`],
  'lead.opted_out': ['Baja', (params) => `El lead se dio de baja${channel(params, 'de')}.`],
  'workflow_run.started': ['Inscrito', () => 'El lead se inscribió en un agente.'],
  'workflow_run.status_changed': [
    'Estado cambiado',
    (params) => `El estado cambió${value(params, 'from', 'de')}${value(params, 'to', 'a')}.`,
  ],
  'workflow_run.completed': ['Ejecución completada', () => 'El agente terminó su trabajo con el lead.'],
  'workflow_run.stopped': ['Ejecución detenida', (params) => `La ejecución se detuvo${cause(params, 'reason')}.`],
  'workflow_run.transferred': ['Ejecución transferida', () => 'El lead pasó a otro agente.'],
  'workflow_run.migrated': ['Versión cambiada', () => 'La ejecución pasó a otra versión de su agente.'],
  'workflow_run.failed': ['Ejecución fallida', (params) => `La ejecución falló${cause(params, 'reason')}.`],
  'cadence.step_scheduled': ['Paso programado', (params) => `${step(params)} se programó.`],
  'cadence.step_executed': [
    'Paso completado',
    (params) => `${step(params)} se completó${params.actions_left ? ' en parte' : ''}.`,
  ],
  'cadence.step_skipped': ['Paso omitido', (params) => `${step(params)} se omitió${cause(params, 'reason')}.`],
  'cadence.held': ['Cadencia en espera', (params) => `El siguiente paso está en espera${cause(params, 'reason')}.`],
  'cadence.completed': ['Cadencia completada', () => 'La cadencia se completó.'],
  'automation.paused': ['Automatización en pausa', () => 'La automatización se puso en pausa.'],
  'automation.resumed': ['Automatización reanudada', () => 'La automatización se reanudó.'],
  'message.queued': ['Mensaje en cola', (params) => `Un mensaje${channel(params)} quedó en cola.`],
  'message.sent': ['Mensaje enviado', (params) => `Se envió un mensaje${channel(params)}.`],
  'message.delivered': ['Mensaje entregado', (params) => `Se entregó un mensaje${channel(params)}.`],
  'message.read': ['Mensaje leído', (params) => `Se leyó un mensaje${channel(params, 'de')}.`],
  'message.failed': ['Mensaje fallido', (params) => `No se pudo enviar un mensaje${cause(params, 'code')}.`],
  'message.received': ['Mensaje recibido', (params) => `El lead envió un mensaje${channel(params)}.`],
  'message.clicked': ['Clic en un enlace', () => 'El lead hizo clic en un enlace.'],
  'email.opened': ['Correo abierto', () => 'El lead abrió un correo.'],
  'message.machine_clicked': ['Clic de una máquina', (params) => `Una máquina siguió un enlace${machine(params)}.`],
  'email.machine_opened': [
    'Correo abierto por una máquina',
    (params) => `Una máquina cargó un correo${machine(params)}.`,
  ],
  'email.bounced': ['Correo rebotado', (params) => `Un correo rebotó${cause(params, 'kind')}.`],
  'email.complained': ['Correo marcado como spam', () => 'El lead marcó un correo como spam.'],
  'email.unsubscribed': ['Suscripción cancelada', () => 'El lead canceló la suscripción a los correos.'],
  'call.started': ['Llamada iniciada', () => 'Se inició una llamada.'],
  'call.ended': ['Llamada terminada', () => 'Terminó una llamada.'],
  'call.missed': [
    'Llamada sin respuesta',
    (params) => `Nadie respondió a la llamada${cause(params, 'disconnection_reason')}.`,
  ],
  'call.transcript_ready': ['Transcripción lista', () => 'La transcripción de una llamada está lista.'],
  'meeting.scheduled': ['Reunión programada', () => 'Se programó una reunión.'],
  'meeting.confirmed': ['Reunión confirmada', () => 'Se confirmó una reunión.'],
  'meeting.answered': [
    'Invitación respondida',
    (params) => `Un asistente respondió a la invitación${cause(params, 'answer')}.`,
  ],
  'meeting.rescheduled': ['Reunión cambiada de hora', () => 'Se cambió la hora de una reunión.'],
  'meeting.cancelled': ['Reunión cancelada', () => 'Se canceló una reunión.'],
  'meeting.completed': ['Reunión celebrada', () => 'Se completó una reunión.'],
  'meeting.no_show': ['No se presentó', () => 'Una reunión se marcó como ausencia del lead.'],
  'meeting.reminder_sent': ['Recordatorio enviado', () => 'Se envió el recordatorio de una reunión.'],
  'meeting.sync_failed': [
    'Calendario desactualizado',
    ({ reason }) =>
      reason === 'no_conference'
        ? 'El calendario no creó ninguna videoconferencia para una reunión.'
        : 'No se pudo escribir una reunión en el calendario.',
  ],
  'meeting.notes_added': ['Notas añadidas', () => 'Se añadieron notas de la reunión.'],
  'calendar.sync_failed': [
    'Calendario ilegible',
    (params) => `No se pudo leer el calendario de un anfitrión${cause(params, 'reason')}.`,
  ],
  'conversion.recorded': ['Conversión', () => 'Se registró una conversión.'],
  'task.created': ['Tarea añadida', () => 'Se creó una tarea.'],
  'conversation.started': ['Conversación iniciada', (params) => `Se inició una conversación${channel(params)}.`],
  'conversation.answered': ['Respuesta del agente', (params) => `El agente respondió${channel(params)}.`],
  'conversation.handoff_requested': [
    'Traspaso a una persona',
    (params) => `El agente traspasó la conversación${cause(params, 'reason')}.`,
  ],
  'conversation.closed': ['Conversación cerrada', () => 'Se cerró la conversación.'],
  'conversation.reopened': ['Conversación reabierta', () => 'Se volvió a abrir la conversación.'],
  'agent.budget_exhausted': ['Presupuesto agotado', () => 'Un agente agotó su presupuesto de modelos.'],
  'widget.session_started': ['Chat iniciado', () => 'Se inició un chat.'],
  'widget.lead_captured': ['Contacto en el chat', () => 'El lead dejó sus datos de contacto en el chat.'],
  'widget.handoff_requested': ['Persona solicitada', () => 'El lead pidió hablar con una persona en el chat.'],
  'background_job.cycle_completed': ['Trabajo completado', () => 'Se completó un trabajo.'],
  'background_job.cycle_failed': ['Trabajo fallido', () => 'Falló un trabajo.'],
  'function.run_completed': ['Función completada', () => 'Se completó una función.'],
  'function.run_failed': ['Función fallida', () => 'Falló una función.'],
  'template.status_changed': ['Plantilla cambiada', () => 'Cambió el estado de una plantilla.'],
  'whatsapp_number.quality_changed': [
    'Calidad del número cambiada',
    () => 'Cambió la calificación de calidad de un número de WhatsApp.',
  ],
  'connection.connected': ['Buzón conectado', (params) => `Se conectó un buzón${value(params, 'provider', 'de')}.`],
  'connection.reconnect_needed': [
    'Inicio de sesión necesario',
    (params) => `Se retiró el acceso a un buzón${value(params, 'provider', 'de')}.`,
  ],
  'connection.restored': ['Buzón reconectado', () => 'Se volvió a conectar un buzón.'],
  'connection.deleted': ['Buzón desconectado', () => 'Se eliminó la conexión con un buzón.'],
  'webhook.disabled': ['Webhook desactivado', () => 'Se desactivó un webhook.'],
  'api_key.created': ['Clave creada', () => 'Se creó una clave de API.'],
  'api_key.regenerated': ['Clave regenerada', () => 'Se reemplazó una clave de API.'],
  'import.completed': ['Importación completada', () => 'Se completó una importación.'],
};
