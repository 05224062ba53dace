import type { EmailHookEvent } from '../../schemas/inbound/hooks.js';
import { emailKey } from '../values/email.js';
import { readAddress } from './mail-address.js';
import type { ReadMail } from './mail-to-event.js';

/** The type of events that are mails in the Sent folder of a mailbox. */
export const SENT_MAIL = 'imap.sent';

/** A mail in a Sent folder, as the event keeps it. */
export type SentMailEvent = EmailHookEvent & { recipients: string[]; sender_id: string };

const MAX_RECIPIENTS = 50;

/** Returns whether this service sent a mail: its Message-ID is made from the ID in another header of it. */
export function isOwnMail({ headers }: Pick<ReadMail, 'headers'>): boolean {
  const id = headers['x-message-id']?.trim();
  return Boolean(id) && (headers['message-id'] ?? '').trim().startsWith(`<${id}@`);
}

/** Returns to whom a mail was sent openly, without the address it came from. */
export function recipientsOf({ recipients = [], from }: Pick<ReadMail, 'recipients' | 'from'>): string[] {
  const own = readAddress(from);
  const keys = recipients.flatMap((text) => {
    const address = readAddress(text);
    return address === null ? [] : [emailKey(address)];
  });
  return [...new Set(keys)].filter((key) => own === null || key !== emailKey(own)).slice(0, MAX_RECIPIENTS);
}

/** Returns the event of a mail that someone sent. It is read like a reply later, but isn't one. */
export function sentMailToEvent(mail: ReadMail, about: { event_id: string; sender_id: string }): SentMailEvent {
  const { headers, from, to, subject, text, html, calendar, date } = mail;
  return {
    ...about,
    type: SENT_MAIL,
    occurred_at: date,
    message_id: headers['message-id']?.slice(0, 998) ?? null,
    in_reply_to: headers['in-reply-to']?.slice(0, 998) ?? null,
    from: from?.slice(0, 2_000) ?? null,
    to: to?.slice(0, 2_000) ?? null,
    recipients: recipientsOf(mail),
    subject: subject.slice(0, 2_000),
    text,
    html,
    ...(calendar ? { calendar } : {}),
    headers: { ...headers },
  };
}
