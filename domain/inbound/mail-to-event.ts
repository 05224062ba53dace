import type { EmailHookEvent } from '../../schemas/inbound/hooks.js';
import { causeOfRefusal } from '../channels/mail-refusal.js';
import { emailDomain } from '../values/email.js';
import { htmlReplyText } from './html-reply.js';
import { hasReplyPrefix } from './reply-prefix.js';
import { readSesMail } from './ses.js';

/** One part of a mail that is not its text: a report, or the mail that came back. */
interface MailPart {
  type: string;
  text: string;
}

/** A mail as it was read from a mailbox. Header names are in lower case. */
export interface ReadMail {
  headers: Readonly<Record<string, string>>;
  /** The Authentication-Results headers of the receiving server. */
  authentication?: readonly string[];
  from: string | null;
  to: string | null;
  /** All open recipients (To and Cc). */
  recipients?: readonly string[];
  subject: string;
  text: string;
  html: string | null;
  date: string | null;
  parts: readonly MailPart[];
  /** True if its end is missing, because a limit of the reader was passed. */
  isCut?: boolean;
  /** Its iCalendar part, if it has one. */
  calendar?: string | null;
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
/** Programs that report the delivery of an email. People can write as postmaster too. */
const DAEMON = /^(mailer[-_]?daemon|mail[ ._-]delivery[ ._-](sub)?system|mdaemon|e\d+_smtp_mail_service)\b/i;
const BOUNCE_SENDER = new RegExp(`${DAEMON.source}|^(post_?master|imss|ndr)\\b`, 'i');
const NO_REPLY = /^(no-?reply|do-?not-?reply|mail-?(system|error|admin)|system|admin(istrator)?|root|smtp\d*|mx\d*)\b/i;
const BOUNCE_SUBJECT =
  /\b(undeliver(able|ed)|(non-?|un)delivery|delivery (status notification|failure|problem|error|has failed)|fail(ed|ure) (delivery|notice)|returned mail|mail (delivery )?(failed|failure|error)|(message|mail) (was )?not (been )?delivered|(could not|couldn't|can ?not|wasn't able to|unable to|not able to) (be )?deliver(ed)?|did not reach the following recipient|(trouble|error) (delivering|sending) your|nicht zugestellt|no se ha podido entregar|non remis)\b|配信できません|送信できません|配信エラー|送信エラー|メールエラー|エラーメール|お届けできません|无法发送|无法投递|未能送达|退信|系统退信|不能投递|반송|전송 실패|전달되지|недоставлен|не доставлен|ошибка доставки|nedoručiteln|nie dostarczono|niedostarczon|ikke leveret|kunde inte levereras|kan niet worden bezorgd|onbestelbaar|unzustellbar|mailfehler|échec de (la )?(remise|distribution)|non consegnat|mancata consegna|no entregad|error de entrega|devoluci[oó]n de correo|n[aã]o entregue|falha na entrega|delivery report|failed mail|mail system error|mail non-remis|warning: message|nondeliverable|message status - undeliverable|message undeliverable|problems? delivering|cannot (be )?send|permanent delivery|rejected (mail|message)/i;
const STILL_TRYING =
  /\b(delayed \d+ hours?|delayed mail|delivery delayed|still being retried|not yet been delivered|will (be retried|continue (to (be (attempted|made)|try))|keep trying)|warning-+could not send|advisory-only|for (the )?past [\d.]+ (hours|days))\b/i;
const SNS = /@sns\.amazonaws\.com$/i;
const COMPLAINT_SUBJECT = /^\s*complaint about message from\b/i;
const ADDRESS = /[^\s@<>"'()[\];:,][^\s@<>"()[\];:,]{0,63}@(?:[a-z0-9-]{1,63}\.){1,10}[a-z]{2,63}/i;

/**
 * Returns what a mail is to us, as an event of the e-mail hook: a bounce (RFC 3464, or in the words of older mail
 * servers), a complaint (RFC 5965, or as Hotmail writes it), a receipt of its reader (RFC 8098), or a reply. What else
 * a mail server writes is no reply of anybody.
 */
export function mailToEvent(received: ReadMail, eventId: string): EmailHookEvent {
  // Some servers write their reports in HTML alone.
  const mail = received.text.trim() === '' ? { ...received, text: htmlReplyText(received.html ?? '') } : received;
  const base = { event_id: eventId, occurred_at: mail.date };
  const returned = returnedIds(mail);
  const report = (type: string) => mail.parts.find((part) => part.type === type);
  const complaint = report('message/feedback-report');
  if (complaint) {
    const fields = fieldsOf(complaint.text);
    const kind = (fields['feedback-type'] ?? 'abuse').toLowerCase();
    return { ...base, type: kind === 'not-spam' ? 'imap.not_spam' : 'complaint', ...returned };
  }
  if (COMPLAINT_SUBJECT.test(mail.subject) && report('message/rfc822'))
    return { ...base, type: 'complaint', ...returned };
  const status = report('message/delivery-status') ?? report('message/global-delivery-status');
  if (status) return { ...base, ...deliveryEvent(status.text, { letter: mail.text, sender: mail.to }), ...returned };
  if (SNS.test(mail.from ?? '') || mail.headers['x-amz-sns-message-id'] !== undefined) {
    const told = readSesMail(mail.text);
    return told
      ? { ...base, ...told, message_id: returned.message_id ?? told.message_id }
      : { ...base, type: 'imap.notice' };
  }
  const seen = report('message/disposition-notification');
  if (seen) {
    const displayed = /displayed/i.test(fieldsOf(seen.text).disposition ?? '');
    const original = fieldsOf(seen.text)['original-message-id'];
    return { ...base, type: displayed ? 'opened' : 'imap.disposition', message_id: original ?? returned.message_id };
  }
  const worded = wordedReport(mail);
  if (worded) return { ...base, ...returned, ...worded };
  return { ...base, ...replyOf(received) };
}

function replyOf({ headers, from, to, subject, text, html, calendar }: ReadMail): Omit<EmailHookEvent, 'event_id'> {
  return {
    type: 'reply',
    message_id: headers['message-id']?.slice(0, 998) ?? null,
    in_reply_to: headers['in-reply-to']?.slice(0, 998) ?? null,
    references: headers.references?.slice(0, 20_000) ?? null,
    from: from?.slice(0, 2_000) ?? null,
    to: to?.slice(0, 2_000) ?? null,
    subject: subject.slice(0, 2_000),
    text,
    html,
    ...(calendar ? { calendar } : {}),
    headers: { ...headers },
  };
}

/** The ids of ours in the mail that came back, as its headers or the report hold them. */
function returnedIds({ headers, parts, text }: ReadMail): { message_id: string | null; references: string[] } {
  const inside = parts.map((part) => part.text);
  const found = [...inside, headers['in-reply-to'] ?? '', headers.references ?? '', text].flatMap(
    (piece) => piece.slice(0, 200_000).match(UUID) ?? [],
  );
  const [first = null, ...others] = [...new Set(found.map((id) => id.toLowerCase()))];
  return { message_id: first, references: others.slice(0, 50) };
}

function deliveryEvent(text: string, refused: Refused): Pick<EmailHookEvent, 'type' | 'to' | 'bounce'> {
  // The first block is about the message, each further one about a recipient; the worst of them counts.
  const blocks = text
    .split(/\r?\n\r?\n/)
    .map(fieldsOf)
    .filter((fields) => fields.action !== undefined);
  const failed = blocks.find(({ action }) => /^failed/i.test(action ?? ''));
  const fields = failed ?? blocks[0] ?? {};
  const action = (fields.action ?? 'failed').trim().toLowerCase();
  const to = ADDRESS.exec(fields['final-recipient'] ?? fields['original-recipient'] ?? '')?.[0] ?? null;
  if (action === 'delivered' || action === 'relayed' || action === 'expanded') return { type: 'delivered', to };
  if (action === 'delayed') return { type: 'imap.delayed', to };
  const diagnostic = (fields['diagnostic-code'] ?? '').replace(/^[a-z-]+\s*;\s*/i, '');
  return { type: 'bounce', to, bounce: bounceOf(fields.status ?? '', diagnostic, refused) };
}

/** A reply of a mail server, and no telephone number or part of an address. */
const REPLY = /(?<![\d.(])(4[25]\d|5[0-7]\d)(?![\d.)]|-\d{3})\b/;
const ENHANCED = /\b[245]\.\d{1,3}\.\d{1,3}\b/;

/** The facts about the rejected email in addition to the server's answer. */
interface Refused {
  /** The letter that came with the report. */
  letter: string;
  /** The recipient of the report, which is the sender of the email. */
  sender: string | null;
}

/**
 * Only what says that the address is gone is hard: it is never written to again. Anything else may heal, or is the
 * sender's own fault. The letter is read where the server's own answer is missing.
 */
function bounceOf(
  status: string,
  diagnostic: string,
  { letter, sender }: Refused,
): NonNullable<EmailHookEvent['bounce']> {
  const inDiagnostic = ENHANCED.exec(diagnostic)?.[0];
  const named = ENHANCED.exec(status)?.[0];
  // Servers that know no better write x.0.0 above the answer that does.
  const code = (named?.endsWith('.0.0') ? (inDiagnostic ?? named) : (named ?? inDiagnostic)) ?? null;
  const reply = REPLY.exec(diagnostic)?.[0] ?? null;
  const cause = causeOfRefusal({
    code: code ?? reply,
    text: diagnostic || (/^5\.1\./.test(code ?? '') ? '' : letter.slice(0, 1_500)),
    stage: /\bafter (MAIL FROM|EHLO|HELO|initial connection)\b/i.test(letter) ? 'mail_from' : undefined,
    senderDomain: emailDomain(sender ?? ''),
  });
  return {
    kind: cause === 'recipient_gone' ? 'hard' : 'soft',
    ...(cause === 'sender' ? { cause: 'sender' as const } : {}),
    code: code ?? reply,
    diagnostic: diagnostic.slice(0, 4_000) || null,
  };
}

/** Returns the report in a letter instead of the standard format: qmail, older Exim and Postfix, and many others. */
function wordedReport(mail: ReadMail): Pick<EmailHookEvent, 'type' | 'to' | 'bounce'> | undefined {
  const failed = mail.headers['x-failed-recipients'];
  const writer = localPart(mail.from || (mail.headers.from ?? ''));
  const daemon = DAEMON.test(writer);
  const words = `${mail.subject.slice(0, 500)}\n${mail.text.slice(0, 500)}`;
  const server = daemon || !mail.from || BOUNCE_SENDER.test(writer);
  // Some providers write from an address that takes no answers, and return the mail.
  const returns = mail.parts.some(({ type }) => /^(message\/rfc822|text\/rfc822-headers)$/.test(type));
  const own = ADDRESS.exec(mail.to ?? '')?.[0]?.toLowerCase();
  const letter = (mail.text.slice(0, LETTER).split(COPY)[0] ?? '').trim();
  const named = (letter.match(new RegExp(ADDRESS, 'gi')) ?? []).find(
    (address) => address.toLowerCase() !== own && !/^(postmaster|mailer-daemon)@/i.test(address),
  );
  const isGateway = (returns || (named !== undefined && named !== mail.from)) && isGatewaysLetter(mail, letter);
  if ((server || isGateway) && STILL_TRYING.test(words)) return { type: 'imap.delayed' };
  const isReport = server || mail.headers['return-path']?.trim() === '<>' || (returns && NO_REPLY.test(writer));
  const refuses = daemon && causeOfRefusal({ code: null, text: words }) === 'recipient_gone';
  if (failed === undefined && !isGateway && !refuses && !(isReport && BOUNCE_SUBJECT.test(words)))
    return daemon ? { type: 'imap.notice' } : undefined;
  const lines = letter.split('\n').filter((line) => REPLY.test(line) || ENHANCED.test(line));
  const diagnostic = lines.slice(0, 3).join(' ').trim();
  return {
    type: 'bounce',
    to: ADDRESS.exec(failed ?? '')?.[0] ?? named ?? null,
    bounce: bounceOf('', diagnostic, { letter, sender: mail.to }),
  };
}

/** The beginnings of reports from gateways that use any sender, before the address that failed. */
const NOT_DELIVERED =
  /\b(your|the|following|attached|e-?mail below|this) ?(message|mail|e-?mail|below)?\b[^\n]{0,120}\n?[^\n]{0,80}\b(could ?n.?t|could not|can ?not|can.t|was ?n.t|was not) be(en)? delivered\b|\b(could not|unable to) deliver (the |your )?(message|mail)\b|non-delivery report|n'a pas pu [eê]tre (d[eé]livr|remis|distribu)|konnte nicht zugestellt werden|no (se )?(pudo|ha podido) (ser )?entrega|non [eè] stato possibile consegnare|n[aã]o p[oô]de ser entregue/i;

/**
 * Returns whether a letter is that of a gateway by its subject and its first sentence; people who answer or forward
 * begin otherwise.
 */
function isGatewaysLetter({ subject, headers }: ReadMail, letter: string): boolean {
  const found = NOT_DELIVERED.exec(letter.slice(0, 600));
  if (!found || headers['in-reply-to']) return false;
  const begins = letter.slice(0, found.index).replace(/[^\p{L}]/gu, '').length < 40;
  return begins && (BOUNCE_SUBJECT.test(subject.slice(0, 500)) || hasReplyPrefix(subject));
}

/** Mail servers are brief, and what they quote can be as long as anything. */
const LETTER = 20_000;
/** The line between a letter and the returned email. */
const COPY =
  /\n[ >]*--.*(copy of|original message|unsent message|returned message|message (header|follow))|\n(Received|Return-Path|Message-ID): /i;

const localPart = (from: string | null): string =>
  (/([^<>\s]{1,100})@/.exec(from ?? '')?.[1] ?? from ?? '').toLowerCase();

/** The fields of a report's block, names in lower case, folded lines joined. */
function fieldsOf(text: string): Record<string, string> {
  const unfolded = text.replace(/\r?\n[ \t]+/g, ' ');
  const fields = unfolded.split(/\r?\n/).flatMap((line) => {
    // Some write blanks before the colon.
    const found = /^([A-Za-z-]{1,100})[ \t]{0,9}:(.*)$/s.exec(line);
    return found ? [[(found[1] as string).toLowerCase(), (found[2] as string).trimStart()] as const] : [];
  });
  return Object.fromEntries(fields.reverse());
}
