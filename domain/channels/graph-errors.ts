import { DAY_SECONDS, final, later, maybe, type SendVerdict, sender } from './send-verdict.js';

/** In lower case: Graph itself writes some codes in several ways. */
const VERDICTS: Readonly<Record<string, SendVerdict>> = {
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
  errorexceededmessagelimit: sender('daily_limit', DAY_SECONDS / 4),
  errorrecipientlimitexceeded: sender('daily_limit', DAY_SECONDS / 4),
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
const BY_STATUS: Readonly<Record<number, SendVerdict>> = {
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
export function graphVerdict(status: number, code: string | undefined): SendVerdict | undefined {
  const known = code === undefined ? undefined : VERDICTS[code.toLowerCase()];
  if (known) return known;
  const byStatus = BY_STATUS[status];
  if (byStatus) return byStatus;
  return status >= 400 && status < 500 ? maybe(`graph_${status}`) : undefined;
}
