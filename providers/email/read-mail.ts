import PostalMime, { type Address } from 'postal-mime';
import type { ReadMail } from '../../domain/inbound/mail-to-event.js';

const REPORT = /^(message\/|text\/rfc822-headers)/;

/** Reads a mail as it lies in a mailbox, whatever its encodings. */
export async function readMail(raw: Buffer): Promise<ReadMail> {
  const mail = await PostalMime.parse(raw, { forceRfc822Attachments: true, attachmentEncoding: 'arraybuffer' });
  const parts = mail.attachments
    .filter(({ mimeType }) => REPORT.test(mimeType))
    .map(({ mimeType, content }) => ({
      type: mimeType,
      text: typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString('utf8'),
    }));
  const headers = Object.fromEntries(mail.headers.map(({ key, value }) => [key.toLowerCase(), value]).reverse());
  return {
    headers,
    from: written(mail.from),
    to: written(mail.to?.[0]) ?? headers['delivered-to'] ?? null,
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? null,
    date: instant(mail.date),
    parts,
  };
}

const written = (address: Address | undefined): string | null => address?.address ?? null;

function instant(text: string | undefined): string | null {
  const time = new Date(text ?? '');
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
