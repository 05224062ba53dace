/** The result of a search in the Sent folder of a mailbox. */
export type SentLookup =
  /** The mail was taken for delivery. `providerMessageId` is the provider's ID of it, as its `send` returns it. */
  | { kind: 'found'; providerMessageId: string }
  /** The mailbox has the mail, but hasn't sent it yet: it is in the outbox, or a draft. */
  | { kind: 'pending' }
  /** The mailbox has no such mail, neither in Sent nor in any other folder that sent mail is moved to. */
  | { kind: 'absent' }
  | MailboxUnavailable;

/** The mailbox can't be asked now, or has no Sent folder that can be recognized. */
export interface MailboxUnavailable {
  kind: 'unavailable';
  code: string;
  message: string;
  retryAfterSeconds: number;
}

/** A mail to save, and when it was sent. */
export interface SentCopy {
  /** Its Message-ID header, with its angle brackets. */
  messageId: string;
  raw: Buffer;
  sentAt: Date;
}

/**
 * The sent mail of a mailbox. A message whose outcome is unknown is looked up there: one that is found has left. Whether
 * one that is absent hasn't left depends on who saves the copies (`domain/messages/sent-lookups.ts`).
 */
export interface SentFolder {
  /**
   * Looks for a mail by its Message-ID header, with its angle brackets. Answers for whatever happens outside, and never
   * throws for it. Changes nothing in the mailbox.
   */
  findSent(messageId: string): Promise<SentLookup>;
  /**
   * Saves a copy as read, unless the mailbox has the mail already. Missing where the provider saves what it sends.
   * Answers for whatever happens outside.
   */
  saveSent?(copy: SentCopy): Promise<{ kind: 'saved' | 'present' } | MailboxUnavailable>;
}
