import type { HoldReason } from '../../schemas/agents/agents.js';

/** The meaning of a Meta error code. */
export interface WhatsAppFailure {
  /** Our own code. */
  code: string;
  /** True if the same message could get through later. */
  retryable: boolean;
  retryAfterSeconds?: number;
  /** The reason of the hold, if it isn't simply the provider. */
  hold?: HoldReason;
  /** It is about this lead or this template; other messages of the number may leave. */
  senderIsWell?: boolean;
  /** The message itself, or its lead, may be the cause: it is tried a number of times, not without end. */
  mayBeTheMessage?: boolean;
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

const numbered = (failure: WhatsAppFailure): WhatsAppFailure => ({ ...failure, mayBeTheMessage: true });
const otherwiseWell = (failure: WhatsAppFailure): WhatsAppFailure => ({ ...failure, senderIsWell: true });

/** The constructors for the kinds of failures that provider codes map to. */
export const failure = { final, later, numbered, otherwiseWell };

const FAILURES: Record<number, WhatsAppFailure> = {
  // The sender: its token, permissions or account. The message waits until an operator fixes these.
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
  131000: numbered(later('provider_error')),
  131016: later('provider_error'),
  133004: later('provider_error'),
  // The lead.
  130472: final('undeliverable'),
  131026: final('undeliverable'),
  131047: final('WINDOW_CLOSED'),
  131049: numbered(otherwiseWell(later('ecosystem_limited', DAY))),
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

/** Meta's words for "something went wrong", which may be said after the message was taken. */
const UNCLEAR: readonly number[] = [1, 131000];

/**
 * Returns whether the answer to a send leaves the outcome of the message unknown, which is an unspecified error of
 * Meta.
 */
export const leavesOpen = (code: number, httpStatus: number): boolean =>
  httpStatus >= 500 && (UNCLEAR.includes(code) || FAILURES[code] === undefined);

/** Explanations for operators of failures that Meta's own texts don't explain. */
const WORDS: Record<string, string> = {
  undeliverable:
    "WhatsApp couldn't deliver the message. The number may not be on WhatsApp, or the lead uses an outdated " +
    'version.',
  WINDOW_CLOSED: "The lead's last message is more than 24 hours old. Only templates can be sent.",
  ecosystem_limited: 'WhatsApp temporarily limits marketing messages to this lead.',
  rate_limited: 'The WhatsApp rate limit of this number or lead was reached.',
  opted_out_marketing: 'The lead has stopped marketing messages from this business in WhatsApp.',
  sender_unauthorized: 'WhatsApp rejects the access token of the number, or the token lacks permissions.',
  sender_restricted: 'WhatsApp has restricted the business account.',
  sender_unpaid: 'The WhatsApp business account has no payment method.',
  sender_unregistered: "The number isn't registered with WhatsApp.",
  country_restricted: "WhatsApp doesn't allow this business to message the lead's country.",
  provider_maintenance: 'WhatsApp is performing maintenance on the number.',
  provider_error: 'WhatsApp had an internal error.',
  callback_refused: "Twilio rejects the URL of our hook because PUBLIC_URL isn't a public https URL.",
  policy_violation: 'The provider rejected the message because of its policies.',
  LEAD_OPTED_OUT: 'The lead has blocked messages from this number at the provider.',
  invalid_message: 'WhatsApp rejected the format of the message.',
  media_unusable: "WhatsApp couldn't download the file, or doesn't support its type.",
  TEMPLATE_VARIABLES_MISMATCH: "The template parameters don't match the template.",
  TEMPLATE_NOT_FOUND: 'WhatsApp has no template with this name in this language.',
  TEMPLATE_NOT_APPROVED: 'WhatsApp has paused or disabled the template.',
};

/** Explains a failure in a sentence for operators, with what Meta said of it. */
export function explained(code: string, reported: string | undefined): string {
  const ours = WORDS[code] ?? 'The message was not delivered.';
  const theirs = (reported ?? '').replace(/[\p{C}\s]+/gu, ' ').trim();
  return theirs === '' ? ours : `${ours} WhatsApp says: ${theirs}`;
}

/** Remedies for a failed test message to oneself. */
const REMEDIES: Record<string, string> = {
  undeliverable: 'Try a phone that has WhatsApp.',
  WINDOW_CLOSED: 'Message the number from your phone first, or choose a template.',
  sender_unauthorized: 'Set a new access token for the number.',
  sender_restricted: 'Check the business account in WhatsApp Manager.',
  sender_unpaid: 'Add a payment method to the business account in WhatsApp Manager.',
  sender_unregistered: 'Register the number with WhatsApp.',
  TEMPLATE_NOT_FOUND: 'Sync the templates, and choose one that belongs to this number.',
  TEMPLATE_VARIABLES_MISMATCH: 'Provide a value for each template parameter.',
  TEMPLATE_NOT_APPROVED: 'Choose an approved template.',
};

/** Explains why a test message failed, and the remedy. */
export const testFailure = (code: string, reported: string | undefined): string =>
  [explained(code, reported), REMEDIES[code]].filter(Boolean).join(' ');

/**
 * Returns the meaning of a Meta error code, both for the answer to a send and for a later status. An unknown code is
 * judged by Meta's `is_transient` flag and by its HTTP status. Without either it is final.
 */
export function whatsAppFailure(code: number, httpStatus?: number, transient = false): WhatsAppFailure {
  const known = FAILURES[code];
  if (known) return known;
  if (code >= 200 && code <= 299) return later('sender_unauthorized', 300);
  if (httpStatus === 429) return later('rate_limited');
  if (httpStatus === 401 || httpStatus === 403) return later('sender_unauthorized', 300);
  if (httpStatus !== undefined && httpStatus >= 500) return later('provider_error');
  if (transient) return numbered(later('provider_error'));
  return final(`meta_${code}`);
}
