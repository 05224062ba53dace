import { DAY_SECONDS, final, later, maybe, type SendVerdict, sender } from './send-verdict.js';

/** An error as Google's APIs answer it: the reason that they name, and their words. */
export interface GmailError {
  code: string;
  message: string;
}

/** By the reason, in lower case. */
const VERDICTS: Readonly<Record<string, SendVerdict>> = {
  // The sender, and what the operator has registered. Someone fixes them, or they end within a day.
  failedprecondition: sender('mailbox_not_enabled'),
  insufficientpermissions: sender('sender_unauthorized'),
  forbidden: sender('sender_unauthorized'),
  domainpolicy: sender('sender_restricted'),
  accessnotconfigured: sender('api_not_enabled'),
  dailylimitexceeded: sender('daily_limit', DAY_SECONDS / 4),
  // Rates.
  ratelimitexceeded: later('rate_limited'),
  userratelimitexceeded: later('rate_limited'),
  quotaexceeded: later('rate_limited'),
  autherror: { kind: 'token' },
  uploadtoolarge: final('message_too_large'),
};

/** Statuses that refuse a request as such, where the reason says no more. */
const BY_STATUS: Readonly<Record<number, SendVerdict>> = {
  401: { kind: 'token' },
  403: sender('sender_unauthorized'),
  413: final('message_too_large'),
  429: later('rate_limited'),
};

/** A pause from this on rests the sender: each message that is tried before its end extends it. */
const REST_SECONDS = 60;

/**
 * Judges a refusal of the Gmail API by its reason, else by its status. Undefined where it leaves open whether the
 * request was carried out: an error of the server or a gateway's answer can come after the mail has left.
 */
export function gmailVerdict(status: number, error: GmailError | undefined, now: Date): SendVerdict | undefined {
  if (status < 400 || status >= 500) return undefined;
  const verdict = VERDICTS[error?.code.toLowerCase() ?? ''] ?? BY_STATUS[status] ?? ofTheMail(status, error);
  const pause = pauseIn(error, now);
  return verdict.kind === 'later' && pause >= REST_SECONDS ? sender(verdict.code, pause) : verdict;
}

function ofTheMail(status: number, error: GmailError | undefined): SendVerdict {
  if (/\brecipient|\b(to|cc|bcc) header/i.test(error?.message ?? '')) return final('invalid_recipient');
  return maybe(`gmail_${status}`);
}

const RETRY_AFTER = /\bretry after (\d{4}-\d\d-\d\dT[\d:.]+Z)/i;

/** Returns how many seconds Google asks to wait. It says so in the words of the error, up to a day ahead. */
export function pauseIn(error: GmailError | undefined, now: Date): number {
  const until = RETRY_AFTER.exec(error?.message ?? '')?.[1];
  const seconds = until === undefined ? 0 : Math.ceil((Date.parse(until) - now.getTime()) / 1000);
  return Math.min(Math.max(seconds || 0, 0), DAY_SECONDS);
}
