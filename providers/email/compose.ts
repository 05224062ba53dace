import MailComposer from 'nodemailer/lib/mail-composer';
import { MESSAGE_KEY } from '../../domain/inbound/provider-event.js';
import { singleLine } from '../../domain/values/text.js';
import { type Mailbox, messageIdHeader, type OutgoingEmail } from './provider.js';

/** A mail ready for the wire: the envelope and the whole message as bytes. */
export interface ComposedEmail {
  envelope: { from: string; to: string };
  messageIdHeader: string;
  raw: Buffer;
}

/** A mailbox that could split a header or an envelope; the mail is refused rather than repaired. */
export class UnsafeAddressError extends Error {
  constructor() {
    super('An address of the email is invalid.');
    this.name = 'UnsafeAddressError';
  }
}

const ADDRESS = /^[^\s\p{C}<>()[\]\\,;:"@]+@[^\s\p{C}<>()[\]\\,;:"@]+$/u;

/** Builds the message. The same email always gets the same Message-ID. `relay` is the mail server that receives it. */
export async function composeEmail(email: OutgoingEmail, relay = ''): Promise<ComposedEmail> {
  const id = messageIdHeader(email.messageId, email.from.address);
  const composer = new MailComposer({
    from: mailbox(email.from),
    to: mailbox(email.to),
    ...(email.replyTo && { replyTo: mailbox(email.replyTo) }),
    subject: singleLine(email.subject),
    messageId: id,
    ...(email.sentAt && { date: email.sentAt }),
    ...(email.inReplyTo && { inReplyTo: singleLine(email.inReplyTo) }),
    // Relays that put a Message-ID of their own on a mail keep its references, and so do answers to it.
    references: [...(email.references ?? []).map(singleLine), id],
    text: email.text,
    ...(email.html && { html: email.html }),
    ...(email.calendar && { icalEvent: { ...email.calendar, filename: 'invite.ics' } }),
    headers: extraHeaders(email, relay),
    encoding: 'quoted-printable',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const raw = await composer.compile().build();
  return { envelope: { from: checked(email.from.address), to: checked(email.to.address) }, messageIdHeader: id, raw };
}

/** Returns the headers that tell mail programs how to unsubscribe with one click (RFC 2369, RFC 8058). */
export function unsubscribeHeaders(unsubscribe: OutgoingEmail['unsubscribe']): Record<string, string> {
  if (!unsubscribe) return {};
  const targets = [
    unsubscribe.url,
    ...(unsubscribe.mailto ? [`mailto:${unsubscribe.mailto.replace(/^mailto:/i, '')}`] : []),
  ];
  return {
    'List-Unsubscribe': targets
      .map((target) => `<${target.toWellFormed().replace(/[\s<>,\p{C}]/gu, encodeURIComponent)}>`)
      .join(', '),
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/** Returns the headers that mark an automatic email. */
export const automaticHeaders = ({ automatic }: Pick<OutgoingEmail, 'automatic'>): Record<string, string> =>
  automatic ? { 'Auto-Submitted': 'auto-replied' } : {};

/**
 * The headers by which the events and replies of a provider refer to the message, by the domain of its mail servers.
 * The providers remove them, return their content with each event, and would otherwise set a Message-ID of their own.
 */
const RELAY_HEADERS: Readonly<Record<string, (messageId: string) => Record<string, string>>> = {
  'postmarkapp.com': (id) => ({ [`X-PM-Metadata-${MESSAGE_KEY}`]: id, 'X-PM-KeepID': 'true' }),
  'amazonaws.com': (id) => ({ 'X-SES-MESSAGE-TAGS': `${MESSAGE_KEY}=${id}` }),
  'sendgrid.net': (id) => ({ 'X-SMTPAPI': JSON.stringify({ unique_args: { [MESSAGE_KEY]: id } }) }),
  'mailgun.org': (id) => ({ 'X-Mailgun-Variables': JSON.stringify({ [MESSAGE_KEY]: id }) }),
  // Resend has no metadata over SMTP. With this key it never sends an email twice.
  'resend.com': (id) => ({ 'Resend-Idempotency-Key': id }),
};

const relayHeaders = (messageId: string, relay: string): Record<string, string> => {
  const host = relay.toLowerCase();
  const domain = Object.keys(RELAY_HEADERS).find((each) => host === each || host.endsWith(`.${each}`));
  return (domain && RELAY_HEADERS[domain]?.(messageId)) || {};
};

function extraHeaders(
  email: OutgoingEmail,
  relay: string,
): { key: string; value: { prepared: true; value: string } }[] {
  const id = singleLine(email.messageId);
  const headers = {
    ...unsubscribeHeaders(email.unsubscribe),
    ...automaticHeaders(email),
    'X-Message-Id': id,
    ...relayHeaders(id, relay),
  };
  return Object.entries(headers).map(([key, value]) => ({ key, value: { prepared: true, value } }));
}

function mailbox(box: Mailbox): { name: string; address: string } {
  return { name: singleLine(box.name ?? ''), address: checked(box.address) };
}

function checked(address: string): string {
  if (!ADDRESS.test(address)) throw new UnsafeAddressError();
  return quotedWhereNeeded(address);
}

/** Quotes a local part with dots where the grammar has no place for them, as Japanese carriers gave out. */
function quotedWhereNeeded(address: string): string {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  return /^\.|\.\.|\.$/.test(local) ? `"${local}"${address.slice(at)}` : address;
}
