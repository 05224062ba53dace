import type { Answer } from '../api/names.js';
import type { Words } from './who.js';

type Template = Answer<'getTemplate'>['template'];
type Number_ = Answer<'getWhatsAppNumber'>['whatsapp_number'];

/** Whether a template may be sent. */
export const TEMPLATES = {
  APPROVED: { label: 'Approved', who: 'ok' },
  PENDING: { label: 'In review', who: 'clock' },
  REJECTED: { label: 'Rejected', who: 'act' },
} as const satisfies Record<Template['status'], Words>;

/** How a number stands with its provider. */
export const NUMBERS = {
  pending: { label: 'Being set up', who: 'clock' },
  connected: { label: 'Connected', who: 'ok' },
  flagged: { label: 'Flagged', who: 'decide' },
  restricted: { label: 'Restricted', who: 'act' },
  disconnected: { label: 'Disconnected', who: 'act' },
} as const satisfies Record<Number_['status'], Words>;

/** What the provider thinks of a number. */
export const QUALITIES = {
  GREEN: { label: 'Good quality', who: 'ok' },
  YELLOW: { label: 'Middling quality', who: 'decide' },
  RED: { label: 'Bad quality', who: 'act' },
  UNKNOWN: { label: 'Quality not known', who: 'off' },
} as const satisfies Record<Number_['quality_rating'], Words>;
