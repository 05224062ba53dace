/** The meaning of a mail API's error code for an email and its sender. */
export type SendVerdict =
  | RefusalVerdict
  /** The access token isn't valid any more. */
  | { kind: 'token' };

/** What a refusal means that isn't about the access token. */
export type RefusalVerdict =
  /** The mail can't be sent, now or later. */
  | { kind: 'final'; code: string }
  /** The sender can't send at the moment; its messages wait for `restSeconds` at least. */
  | { kind: 'sender'; code: string; restSeconds: number }
  /** The API is busy, or limits the sender; the same mail gets through later. */
  | { kind: 'later'; code: string }
  /** The mail or the mailbox may be the cause: it is tried a number of times. */
  | { kind: 'maybe'; code: string };

const HOUR = 3_600;
export const DAY_SECONDS = 24 * HOUR;
export const final = (code: string): RefusalVerdict => ({ kind: 'final', code });
export const sender = (code: string, restSeconds = HOUR): RefusalVerdict => ({ kind: 'sender', code, restSeconds });
export const later = (code: string): RefusalVerdict => ({ kind: 'later', code });
export const maybe = (code: string): RefusalVerdict => ({ kind: 'maybe', code });
