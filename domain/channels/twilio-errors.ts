import { failure, type WhatsAppFailure } from './whatsapp-errors.js';

const { final, later, numbered, otherwiseWell } = failure;
const DAY = 86_400;
const HOUR = 3_600;

/** Twilio's codes for WhatsApp: 2xxxx answer a request, 3xxxx and 63xxx mostly come later, with a status. */
const FAILURES: Record<number, WhatsAppFailure> = {
  // The sender: its credentials, account or registration. The message waits until an operator fixes these.
  20003: later('sender_unauthorized', 300),
  20005: later('sender_restricted', HOUR),
  20006: later('sender_unauthorized', 300),
  20008: later('sender_unauthorized', 300),
  20404: later('sender_unauthorized', 300),
  21212: later('sender_unregistered', HOUR),
  21408: final('country_restricted'),
  21606: later('sender_unregistered', HOUR),
  21609: later('callback_refused', HOUR),
  21660: later('sender_unregistered', HOUR),
  21910: later('sender_unregistered', HOUR),
  30002: later('sender_restricted', HOUR),
  63001: later('sender_unauthorized', 300),
  63002: later('sender_unregistered', HOUR),
  63007: later('sender_unregistered', HOUR),
  63020: later('sender_unregistered', HOUR),
  63022: later('sender_unregistered', HOUR),
  63051: later('sender_restricted', HOUR),
  // Rates.
  20429: later('rate_limited'),
  21611: later('rate_limited'),
  30001: later('rate_limited'),
  63017: later('rate_limited', HOUR),
  63018: later('rate_limited'),
  63038: later('rate_limited', HOUR),
  // The providers themselves.
  20503: later('provider_error'),
  30008: numbered(later('provider_error')),
  63008: later('provider_error', HOUR),
  63009: numbered(later('provider_error')),
  63010: numbered(later('provider_error')),
  63012: numbered(later('provider_error')),
  63023: numbered(later('provider_error')),
  // The lead.
  21211: final('undeliverable'),
  21265: final('undeliverable'),
  21608: final('undeliverable'),
  21610: final('LEAD_OPTED_OUT'),
  21612: final('undeliverable'),
  21614: final('undeliverable'),
  30003: final('undeliverable'),
  30004: final('undeliverable'),
  30005: final('undeliverable'),
  30006: final('undeliverable'),
  63003: final('undeliverable'),
  63014: final('undeliverable'),
  63015: final('undeliverable'),
  63016: final('WINDOW_CLOSED'),
  63024: final('undeliverable'),
  63029: final('undeliverable'),
  63032: final('undeliverable'),
  63033: final('undeliverable'),
  63049: numbered(otherwiseWell(later('ecosystem_limited', DAY))),
  // The message.
  20422: final('invalid_message'),
  21602: final('invalid_message'),
  21604: final('invalid_message'),
  21617: final('invalid_message'),
  21619: final('invalid_message'),
  21620: final('media_unusable'),
  21623: final('media_unusable'),
  12300: final('media_unusable'),
  30007: final('policy_violation'),
  63005: final('invalid_message'),
  63006: final('invalid_message'),
  63011: final('invalid_message'),
  63013: final('policy_violation'),
  63019: final('media_unusable'),
  63021: final('invalid_message'),
  63030: final('invalid_message'),
  63031: final('invalid_message'),
  63034: final('media_unusable'),
  // The template.
  21655: final('TEMPLATE_NOT_FOUND'),
  21656: final('TEMPLATE_VARIABLES_MISMATCH'),
  63027: final('TEMPLATE_NOT_FOUND'),
  63028: final('TEMPLATE_VARIABLES_MISMATCH'),
  63040: final('TEMPLATE_NOT_APPROVED'),
  63041: otherwiseWell(later('TEMPLATE_NOT_APPROVED', HOUR, 'template_pending')),
  63042: final('TEMPLATE_NOT_APPROVED'),
};

/**
 * Returns the meaning of a Twilio error code, both for the answer to a send and for a later status. An unknown code is
 * judged by its HTTP status. Without one it is final.
 */
export function twilioFailure(code: number, httpStatus?: number): WhatsAppFailure {
  const known = FAILURES[code];
  if (known) return known;
  if (httpStatus === 429) return later('rate_limited');
  if (httpStatus === 401 || httpStatus === 403) return later('sender_unauthorized', 300);
  if (httpStatus !== undefined && httpStatus >= 500) return later('provider_error');
  return final(`twilio_${code}`);
}
