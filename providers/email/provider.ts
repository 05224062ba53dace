import type { SendOutcome } from '../outcome.js';

/** A mailbox with its display name. */
export interface Mailbox {
  address: string;
  name?: string | null;
}

/** An outgoing email. Values may contain any data of a lead, and providers sanitize them for headers. */
export interface OutgoingEmail {
  /** Our message id; the Message-ID header and every provider key are made from it. */
  messageId: string;
  accountId: string;
  from: Mailbox;
  replyTo?: Mailbox | null;
  to: Mailbox;
  subject: string;
  text: string;
  html?: string | null;
  /** An invitation, its update or its cancellation, that mail programs act on. */
  calendar?: { method: 'REQUEST' | 'CANCEL'; content: string } | null;
  /** The one-click URL and the address that unsubscribe (RFC 8058). */
  unsubscribe?: { url: string; mailto?: string | null } | null;
  /** Message-ID headers of the thread this mail continues. */
  inReplyTo?: string | null;
  references?: readonly string[];
  /** The time when it was sent, for the copy of a sent mail. Now if not given. */
  sentAt?: Date;
  /** True if no person wrote it, so that no machine answers it (RFC 3834). */
  automatic?: boolean;
}

/** The result of a check of a sender's settings, without a send. */
export type VerifyOutcome = { ok: true } | { ok: false; code: string; message: string };

/** Sends email. `send` returns an outcome for everything that happens outside and never throws for it. */
export interface EmailProvider {
  /** Nothing leaves after `endsAt` (Unix milliseconds). */
  send(email: OutgoingEmail, endsAt: number): Promise<SendOutcome>;
  verify?(): Promise<VerifyOutcome>;
  close(): Promise<void>;
}

/**
 * Returns the Message-ID header of a mail: our message id at the domain of its sender, so that replies and bounces lead
 * back to it.
 */
export function messageIdHeader(messageId: string, fromAddress: string): string {
  const domain = fromAddress.slice(fromAddress.lastIndexOf('@') + 1).toLowerCase();
  const safe = /^[a-z0-9.-]+$/.test(domain) && domain !== '' ? domain : 'mail.invalid';
  return `<${messageId}@${safe}>`;
}
