import type { HoldReason } from '../schemas/agents.js';

/** What a failure that Meta names by its code means here. */
export interface WhatsAppFailure {
  /** Our own code. */
  code: string;
  /** Whether the same message could get through later. */
  retryable: boolean;
  retryAfterSeconds?: number;
  /** What it waits for, where that is not simply the provider. */
  hold?: HoldReason;
  /** It is about this lead or this template; other messages of the number may leave. */
  senderIsWell?: boolean;
}

const DAY = 86_400;
const HOUR = 3_600;
const final = (code: string): WhatsAppFailure => ({ code, retryable: false });
const later = (code: string, retryAfterSeconds?: number, hold?: HoldReason): WhatsAppFailure => ({
  code,
  retryable: true,
  ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  ...(hold === undefined ? {} : { hold }),
});

const otherwiseWell = (failure: WhatsAppFailure): WhatsAppFailure => ({ ...failure, senderIsWell: true });

const FAILURES: Record<number, WhatsAppFailure> = {
  // The sender: its token, its rights, its account. A person mends these; until then the message waits.
  0: later('sender_unauthorized', 300),
  3: later('sender_unauthorized', 300),
  10: later('sender_unauthorized', 300),
  190: later('sender_unauthorized', 300),
  368: later('sender_restricted', HOUR),
  130497: final('country_restricted'),
  131005: later('sender_unauthorized', 300),
  131031: later('sender_restricted', HOUR),
  131042: later('sender_unpaid', HOUR),
  131045: later('sender_unregistered', HOUR),
  133010: later('sender_unregistered', HOUR),
  // Rates.
  4: later('rate_limited'),
  80007: later('rate_limited'),
  130429: later('rate_limited'),
  131048: later('rate_limited', HOUR),
  131056: otherwiseWell(later('rate_limited')),
  131057: later('provider_maintenance'),
  133016: later('rate_limited', HOUR),
  // The provider itself.
  1: later('provider_error'),
  2: later('provider_error'),
  131000: later('provider_error'),
  131016: later('provider_error'),
  133004: later('provider_error'),
  // The lead.
  130472: final('undeliverable'),
  131026: final('undeliverable'),
  131047: final('WINDOW_CLOSED'),
  131049: otherwiseWell(later('ecosystem_limited', DAY)),
  131050: final('opted_out_marketing'),
  // The message.
  100: final('invalid_message'),
  131008: final('invalid_message'),
  131009: final('invalid_message'),
  131021: final('invalid_message'),
  131051: final('invalid_message'),
  131052: final('media_unusable'),
  131053: final('media_unusable'),
  // The template.
  132000: final('TEMPLATE_VARIABLES_MISMATCH'),
  132001: final('TEMPLATE_NOT_FOUND'),
  132005: final('TEMPLATE_VARIABLES_MISMATCH'),
  132007: final('TEMPLATE_NOT_APPROVED'),
  132012: final('TEMPLATE_VARIABLES_MISMATCH'),
  132015: otherwiseWell(later('TEMPLATE_NOT_APPROVED', HOUR, 'template_pending')),
  132016: final('TEMPLATE_NOT_APPROVED'),
  132068: final('invalid_message'),
  132069: otherwiseWell(later('rate_limited')),
};

/**
 * What a failure code of Meta's means, the same whether it comes as the answer to a send or later with a status. A code
 * nobody knows is judged by the HTTP status it came with; without one it is final.
 */
export function whatsAppFailure(code: number, httpStatus?: number): WhatsAppFailure {
  const known = FAILURES[code];
  if (known) return known;
  if (code >= 200 && code <= 299) return later('sender_unauthorized', 300);
  if (httpStatus === 429) return later('rate_limited');
  if (httpStatus === 401 || httpStatus === 403) return later('sender_unauthorized', 300);
  if (httpStatus !== undefined && httpStatus >= 500) return later('provider_error');
  return final(`meta_${code}`);
}
