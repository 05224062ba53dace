import PostalMime, { type Address, type Attachment } from 'postal-mime';
import type { ReadMail } from '../../domain/inbound/mail-to-event.js';
import { boundMail } from './bound-mail.js';

const REPORT = /^(message\/|text\/rfc822-headers)/;
const CALENDAR = /^(text\/calendar|application\/ics)$/;

/** Mail servers refuse longer headers, most of them from 100 KB. */
const MAX_HEADER_BYTES = 256 * 1024;
/** Longer than any text that a person writes, with all that it quotes. */
const MAX_TEXT = 500_000;
const MAX_HTML = 1_000_000;
/** A report, or as much of a returned mail as names it. */
const MAX_PART = 200_000;

/**
 * Reads a mail as a mailbox holds it, in time proportional to its length. Throws when its headers or its nesting pass
 * what mail servers accept.
 */
export async function readMail(source: Buffer): Promise<ReadMail> {
  const { raw, isCut } = boundMail(source);
  const mail = await PostalMime.parse(raw, {
    forceRfc822Attachments: true,
    attachmentEncoding: 'arraybuffer',
    maxHeadersSize: MAX_HEADER_BYTES,
  });
  const parts = mail.attachments
    .filter(({ mimeType }) => REPORT.test(mimeType))
    .map((part) => ({ type: part.mimeType, text: textOf(part).slice(0, MAX_PART) }));
  const calendar = mail.attachments.find(({ mimeType }) => CALENDAR.test(mimeType));
  const headers = Object.fromEntries(mail.headers.map(({ key, value }) => [key.toLowerCase(), value]).reverse());
  return {
    headers,
    authentication: authenticationIn(mail.headers),
    from: written(mail.from),
    to: written(mail.to?.[0]) ?? headers['delivered-to'] ?? null,
    recipients: [...(mail.to ?? []), ...(mail.cc ?? [])].flatMap(addressesIn),
    subject: mail.subject ?? '',
    text: (mail.text ?? '').slice(0, MAX_TEXT),
    html: mail.html?.slice(0, MAX_HTML) ?? null,
    date: instant(mail.date),
    parts,
    isCut: isCut || (mail.text ?? '').length > MAX_TEXT || (mail.html ?? '').length > MAX_HTML,
    calendar: calendar ? textOf(calendar).slice(0, MAX_TEXT) : null,
  };
}

const MAX_AUTHENTICATION = 5;

/**
 * Returns the Authentication-Results headers of the last server that added any: headers are added above others, and
 * those of earlier servers are below its Received header.
 */
function authenticationIn(headers: readonly { key: string; value: string }[]): string[] {
  const found: string[] = [];
  for (const { key, value } of headers) {
    const name = key.toLowerCase();
    if (name === 'received' && found.length > 0) break;
    if (name === 'authentication-results') found.push(value);
  }
  return found.slice(0, MAX_AUTHENTICATION);
}

const textOf = ({ content }: Attachment): string =>
  typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString('utf8');

const written = (address: Address | undefined): string | null => address?.address ?? null;

/** A group has its addresses one level deeper. */
const addressesIn = ({ address, group }: Address): string[] =>
  [address, ...(group ?? []).map((member) => member.address)].filter((each): each is string => Boolean(each));

function instant(text: string | undefined): string | null {
  const time = new Date(text ?? '');
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
