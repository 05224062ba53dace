import type { HoldReason } from '../../../schemas/agents/agents.js';

/** Why something is on hold, by reason. */
export const REASONS: Readonly<Record<HoldReason, string>> = {
  outside_window: 'Está fuera del horario de envío.',
  holiday: 'Es un día festivo.',
  frequency_cap: 'El lead alcanzó el límite de mensajes.',
  sender_throttle: 'El remitente alcanzó su límite de envío.',
  window_24h_closed: 'La ventana de 24 horas de WhatsApp está cerrada. Usa una plantilla.',
  template_pending: 'La plantilla aún no está aprobada o no existe.',
  human_takeover: 'Una persona tomó el control.',
  workflow_paused: 'El agente está en pausa.',
  provider_backoff: 'El proveedor no está disponible. Se reintenta automáticamente.',
  consent_missing: 'El lead aún no ha dado su consentimiento.',
  reconnect_needed: 'Hay que volver a conectar el buzón.',
  outcome_unknown: 'No se sabe si el mensaje se envió. Compruébalo y decide si se reenvía.',
  manual: 'El envío está en pausa.',
  error: 'La ejecución encontró un error.',
};
