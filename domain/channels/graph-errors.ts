/** What an error that Microsoft Graph names by its code means for a mail and its sender. */
export type GraphVerdict =
  /** The mail can't be sent, now or later. */
  | { kind: 'final'; code: string }
  /** The sender can't send at the moment; its messages wait for `restSeconds` at least. */
  | { kind: 'sender'; code: string; restSeconds: number }
  /** Graph is busy, or limits the sender; the same mail gets through later. */
  | { kind: 'later'; code: string }
  /** The mail or the mailbox may be the cause: it is tried a number of times. */
  | { kind: 'maybe'; code: string }
  /** The access token isn't valid any more. */
  | { kind: 'token' };

const HOUR = 3_600;
const DAY = 24 * HOUR;
const final = (code: string): GraphVerdict => ({ kind: 'final', code });
const sender = (code: string, restSeconds = HOUR): GraphVerdict => ({ kind: 'sender', code, restSeconds });
const later = (code: string): GraphVerdict => ({ kind: 'later', code });
const maybe = (code: string): GraphVerdict => ({ kind: 'maybe', code });

/** In lower case: Graph itself writes some codes in several ways. */
const VERDICTS: Readonly<Record<string, GraphVerdict>> = {
  // The mail.
  errorinvalidrecipients: final('invalid_recipient'),
  errormessagesizeexceeded: final('message_too_large'),
  errormimecontentinvalid: final('graph_unsendable'),
  errormimecontentinvalidbase64string: final('graph_unsendable'),
  // The sender: rights, licences and limits. Someone fixes them, or they end within a day.
  errorsendasdenied: sender('send_as_denied'),
  erroraccessdenied: sender('sender_unauthorized'),
  authorization_requestdenied: sender('sender_unauthorized'),
  erroraccountsuspend: sender('sender_restricted'),
  erroraccountsuspendshowtierupgrade: sender('sender_restricted'),
  erroruserblocked: sender('sender_restricted'),
  errormessagesubmissionblocked: sender('sender_restricted'),
  errorexceededmessagelimit: sender('daily_limit', DAY / 4),
  errorrecipientlimitexceeded: sender('daily_limit', DAY / 4),
  errorquotaexceeded: sender('mailbox_full'),
  mailboxnotenabledforrestapi: sender('mailbox_not_enabled'),
  mailboxnotsupportedforrestapi: sender('mailbox_not_enabled'),
  errorinvaliduser: sender('mailbox_not_found'),
  errornonexistentmailbox: sender('mailbox_not_found'),
  resourcenotfound: sender('mailbox_not_found'),
  request_resourcenotfound: sender('mailbox_not_found'),
  // Rates and trouble of the server.
  applicationthrottled: later('rate_limited'),
  mailboxconcurrency: later('rate_limited'),
  toomanyrequests: later('rate_limited'),
  activitylimitreached: later('rate_limited'),
  errorserverbusy: later('provider_busy'),
  serviceunavailable: later('provider_busy'),
  servicenotavailable: later('provider_busy'),
  errormailboxstoreunavailable: later('provider_busy'),
  errormailboxmoveinprogress: later('mailbox_moving'),
  errorconnectionfailed: later('provider_busy'),
  errorirresolvableconflict: maybe('conflict'),
  invalidauthenticationtoken: { kind: 'token' },
  lifetimevalidationfailed: { kind: 'token' },
  compacttokenparsingfailed: { kind: 'token' },
};

/** Statuses that refuse a request as such, where the code says no more. */
const BY_STATUS: Readonly<Record<number, GraphVerdict>> = {
  401: { kind: 'token' },
  403: sender('sender_unauthorized'),
  404: sender('mailbox_not_found'),
  413: final('message_too_large'),
  423: later('provider_busy'),
  429: later('rate_limited'),
  509: later('rate_limited'),
};

/**
 * Judges a refusal of Graph by its code, else by its status. Undefined where it leaves open whether the request was
 * carried out: an internal error or a gateway's answer can come after the mail has left.
 */
export function graphVerdict(status: number, code: string | undefined): GraphVerdict | undefined {
  const known = code === undefined ? undefined : VERDICTS[code.toLowerCase()];
  if (known) return known;
  const byStatus = BY_STATUS[status];
  if (byStatus) return byStatus;
  return status >= 400 && status < 500 ? maybe(`graph_${status}`) : undefined;
}
