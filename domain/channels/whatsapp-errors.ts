import type { HoldReason } from '../../schemas/agents/agents.js';

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

/** The kinds of failures that providers' codes are told apart by. */
export const failure = { final, later, numbered, otherwiseWell };

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

/** Tells whether an answer to a send leaves open what became of the message: a fault of Meta's own that isn't named. */
export const leavesOpen = (code: number, httpStatus: number): boolean =>
  httpStatus >= 500 && (UNCLEAR.includes(code) || FAILURES[code] === undefined);

/** What an operator has to know about a failure that Meta's own words leave in the dark. */
const WORDS: Record<string, string> = {
  undeliverable: 'WhatsApp could not deliver it: the number may not be on WhatsApp, or the lead has an old version.',
  WINDOW_CLOSED: 'The lead last wrote more than 24 hours ago: only a template may be sent.',
  ecosystem_limited: 'WhatsApp holds back marketing to this lead for now, to keep people from getting too much of it.',
  rate_limited: 'WhatsApp’s limit for this number, or for this lead, was reached.',
  opted_out_marketing: 'The lead has told WhatsApp to stop marketing messages of this business.',
  sender_unauthorized: 'WhatsApp refuses the access token of the number, or what it may do.',
  sender_restricted: 'WhatsApp has restricted the business account.',
  sender_unpaid: 'WhatsApp has no way of payment for the business account.',
  sender_unregistered: 'The number is not registered at WhatsApp.',
  country_restricted: 'WhatsApp does not let this business write to the lead’s country.',
  provider_maintenance: 'The number is under maintenance at WhatsApp.',
  provider_error: 'WhatsApp had a fault of its own.',
  callback_refused: 'Twilio refuses the address of our hook: the setting PUBLIC_URL is no public https address.',
  policy_violation: 'The provider holds the message to be against its rules.',
  LEAD_OPTED_OUT: 'The lead has told the provider to stop messages of this number.',
  invalid_message: 'WhatsApp did not accept the message as it was written.',
  media_unusable: 'WhatsApp could not fetch the file, or does not take its kind.',
  TEMPLATE_VARIABLES_MISMATCH: 'What fills the template does not fit it.',
  TEMPLATE_NOT_FOUND: 'WhatsApp has no such template in this language.',
  TEMPLATE_NOT_APPROVED: 'WhatsApp has paused or disabled the template.',
};

/** Explains a failure in a sentence for operators, with what Meta said of it. */
export function explained(code: string, reported: string | undefined): string {
  const ours = WORDS[code] ?? 'The message was not delivered.';
  const theirs = (reported ?? '').replace(/[\p{C}\s]+/gu, ' ').trim();
  return theirs === '' ? ours : `${ours} WhatsApp says: ${theirs}`;
}

/** What helps whoever has tried a number with a message to themselves. */
const REMEDIES: Record<string, string> = {
  undeliverable: 'Try a phone that has WhatsApp.',
  WINDOW_CLOSED: 'Write to the number from your phone first, or choose a template.',
  sender_unauthorized: 'Give the number a new access token.',
  sender_restricted: 'Look at the business account in WhatsApp Manager.',
  sender_unpaid: 'Add a way of payment to the business account in WhatsApp Manager.',
  sender_unregistered: 'Register the number at WhatsApp.',
  TEMPLATE_NOT_FOUND: 'Have the templates looked at again, and choose one of this number.',
  TEMPLATE_VARIABLES_MISMATCH: 'Fill each place of the template.',
  TEMPLATE_NOT_APPROVED: 'Choose an approved template.',
};

/** Explains to whoever sent a test why it failed, and what helps. */
export const testFailure = (code: string, reported: string | undefined): string =>
  [explained(code, reported), REMEDIES[code]].filter(Boolean).join(' ');

/**
 * Returns what a failure code of Meta's means, the same whether it comes as the answer to a send or later with a
 * status. A code nobody knows is judged by what Meta says of its passing and by the HTTP status it came with; without
 * either it is final.
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
