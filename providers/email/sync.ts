import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiAnswer, oneLine } from '../json-api.js';
import type { ConnectedAccess } from './connected.js';
import type { SentLookup } from './sent-folder.js';

/** The position in a mailbox. */
export interface SyncCursor {
  /** The provider's token to continue with; null to read from a time on. */
  token: string | null;
  /** The start without a token: emails received after this time. */
  since: Date;
  /** Mails from before this aren't read. */
  readSince: Date;
}

/** A mail with the provider's ID of it. */
export interface SyncedMail {
  id: string;
  raw: Buffer;
  /** True if it is a sent mail, by its folder or label. Missing for a mail of the inbox. */
  isSent?: boolean;
}

export interface SyncReading {
  cursor: SyncCursor;
  /** Told once the mailbox has answered. */
  opened(): Promise<void>;
  /** Takes a page of mails, with the token that continues behind it. The token counts once this has ended. */
  take(mails: SyncedMail[], token: string | null): Promise<void>;
  signal: AbortSignal;
  /** Pauses before the next look, for at most so many milliseconds. It ends early when a change is reported. */
  rest?(ms: number): Promise<void>;
}

/** Pauses before the next look of a reading. */
export const restOf = ({ rest, signal }: SyncReading, ms: number): Promise<void> =>
  rest ? rest(ms) : sleep(ms, undefined, { signal }).catch(() => undefined);

/** The interval at which a mailbox is polled, and the timeout of an answer. */
export interface SyncPace {
  lookMs: number;
  answerMs: number;
}
export const SYNC_PACE: SyncPace = { lookMs: 20_000, answerMs: 20_000 };
/** Should a token expire, mails are listed again from this long before the latest look. */
export const OVERLAP_MS = 86_400_000;

/** A mailbox that can't be read now, with the pause that the provider asks for. The message is for its owner. */
export class MailboxError extends Error {
  readonly code: string;
  readonly retryAfterSeconds: number;
  constructor(code: string, message: string, retryAfterSeconds = 0) {
    super(message);
    this.name = 'MailboxError';
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

type Answered = ApiAnswer & { kind: 'answer' };
type Get = (url: string, options?: { headers?: Record<string, string>; maxBytes?: number }) => Promise<Answered>;

/** Makes what asks a mail API with a token that works. A rejected token is replaced once. Throws `MailboxError`. */
export function getterOf(
  { api, tokens }: ConnectedAccess,
  { connectionId, answerMs, name }: { connectionId: string; answerMs: number; name: string },
): Get {
  const get = async (url: string, { headers, maxBytes }: Parameters<Get>[1] = {}, rejected?: string) => {
    const token = await tokens.tokenFor(connectionId, rejected);
    if (token.kind === 'reconnect_needed') throw new MailboxError('RECONNECT_NEEDED', 'Someone has to sign in again.');
    if (token.kind === 'unavailable') throw new MailboxError(token.code, token.message, token.retryAfterSeconds);
    const answer = await api.call({
      method: 'GET',
      url,
      headers: { ...headers, authorization: `Bearer ${token.token}` },
      endsAt: Date.now() + answerMs,
      ...(maxBytes === undefined ? {} : { maxBytes }),
    });
    if (answer.kind !== 'answer') throw new MailboxError(answer.code, `${name} couldn't be reached (${answer.code}).`);
    if (answer.status === 401 && rejected === undefined) {
      return get(url, { ...(headers && { headers }), ...(maxBytes && { maxBytes }) }, token.token);
    }
    return answer;
  };
  return (url, options) => get(url, options);
}

/** Makes the error of a mailbox whose API answered no mails. */
export function unreadable(
  name: string,
  { status, retryAfterSeconds }: Answered,
  error: { code: string; message: string } | undefined,
): MailboxError {
  const message = error ? `${name} returned ${status}: ${error.code}: ${error.message}` : `${name} returned ${status}.`;
  return new MailboxError(`HTTP_${status}`, oneLine(message), retryAfterSeconds);
}

const RETRY_SECONDS = 60;

/** Returns why sent mails can't be looked up, for an error of a mailbox. Others are thrown again. */
export function unsearchable(error: unknown): SentLookup {
  if (!(error instanceof MailboxError)) throw error;
  const { code, message, retryAfterSeconds } = error;
  return { kind: 'unavailable', code, message, retryAfterSeconds: Math.max(retryAfterSeconds, RETRY_SECONDS) };
}
