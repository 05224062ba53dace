import type { Answer } from '../api/operation-types.js';
import * as words from './en/channel-states.js';
import type { Words } from './who.js';

type Template = Answer<'getTemplate'>['template'];
type Number_ = Answer<'getWhatsAppNumber'>['whatsapp_number'];

/** States of message templates. */
export const TEMPLATES = {
  APPROVED: { label: words.templateApproved, who: 'ok' },
  PENDING: { label: words.templatePending, who: 'clock' },
  REJECTED: { label: words.templateRejected, who: 'act' },
} as const satisfies Record<Template['status'], Words>;

/** States of WhatsApp numbers. */
export const NUMBERS = {
  pending: { label: words.numberPending, who: 'clock' },
  connected: { label: words.numberConnected, who: 'ok' },
  flagged: { label: words.numberFlagged, who: 'decide' },
  restricted: { label: words.numberRestricted, who: 'act' },
  disconnected: { label: words.numberDisconnected, who: 'act' },
} as const satisfies Record<Number_['status'], Words>;

/** Quality ratings of WhatsApp numbers. */
export const QUALITIES = {
  GREEN: { label: words.qualityGreen, who: 'ok' },
  YELLOW: { label: words.qualityYellow, who: 'decide' },
  RED: { label: words.qualityRed, who: 'act' },
  UNKNOWN: { label: words.qualityUnknown, who: 'off' },
} as const satisfies Record<Number_['quality_rating'], Words>;
