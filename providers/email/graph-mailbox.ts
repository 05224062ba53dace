import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiAnswer, said } from '../json-api.js';
import { type GraphAccess, graphErrorIn, mailboxPath } from './graph.js';
import type { SentFolder, SentLookup } from './sent-folder.js';

/** A mailbox that is read by Microsoft Graph. */
export interface GraphMailboxConfig {
  connectionId: string;
  /** The shared mailbox; null for the person's own. */
  sharedMailbox: string | null;
}

/** How far a mailbox was read. */
export interface SyncCursor {
  /** What the provider gave to continue with; null where it is read from a time on. */
  token: string | null;
  /** Where there is no token: mails that came after this. */
  since: Date;
}

/** A mail with the provider's ID of it. */
export interface SyncedMail {
  id: string;
  raw: Buffer;
  /** Whether it is a sent mail, by its folder or label. Missing for a mail of the inbox. */
  isSent?: boolean;
}

export interface SyncReading {
  cursor: SyncCursor;
  /** Told once the mailbox has answered. */
  opened(): Promise<void>;
  /** Takes a page of mails, with the token that continues behind it. The token counts once this has ended. */
  take(mails: SyncedMail[], token: string | null): Promise<void>;
  signal: AbortSignal;
}

/** How often a mailbox is looked at, and how long an answer may take. */
export interface SyncPace {
  lookMs: number;
  answerMs: number;
}
const PACE: SyncPace = { lookMs: 20_000, answerMs: 20_000 };
const MAX_MAIL_BYTES = 5 * 1024 * 1024;
const PAGE = 25;
const DAY_MS = 86_400_000;

/** A mailbox that can't be read now, with the pause that the provider asks for. */
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

/**
 * Reads the inbox until the signal ends it, by delta queries: first what is new since the cursor, then whatever comes.
 * Nothing in the mailbox is changed. A token that has expired is dropped, and the mails since `since` are listed again;
 * who takes them knows those that were taken before by their IDs. Throws `MailboxError`.
 */
export async function readGraphMailbox(
  access: GraphAccess,
  config: GraphMailboxConfig,
  { cursor, opened, take, signal }: SyncReading,
  { lookMs, answerMs }: SyncPace = PACE,
): Promise<void> {
  const graph = createReader(access, config, answerMs);
  let { token, since } = cursor;
  let isOpen = false;
  let isListedAgain = false;
  while (!signal.aborted) {
    const lookedAt = Date.now();
    const page = await graph.page(token ?? firstPage(access, config, since), token !== null);
    if (page === 'expired') {
      // Should new tokens expire as well, the mailbox rests before the next try.
      if (isListedAgain)
        throw new MailboxError('SYNC_EXPIRED', 'Microsoft Graph forgets how far the mailbox was read.');
      [token, isListedAgain] = [null, true];
      continue;
    }
    if (!isOpen) await opened();
    isOpen = true;
    const mails: SyncedMail[] = [];
    for (const id of page.ids) {
      const raw = await graph.mail(id);
      if (raw) mails.push({ id, raw });
    }
    if (mails.length > 0 || page.next !== token) await take(mails, page.next);
    token = page.next;
    // Should the token expire, mails are listed again from a day before this on.
    if (!page.isLast) continue;
    isListedAgain = false;
    since = new Date(Math.max(since.getTime(), lookedAt - DAY_MS));
    await sleep(lookMs, undefined, { signal }).catch(() => undefined);
  }
}

const inbox = ({ graphUrl }: GraphAccess, { sharedMailbox }: GraphMailboxConfig): string =>
  `${graphUrl}${mailboxPath(sharedMailbox)}/mailFolders/inbox/messages`;

function firstPage(access: GraphAccess, config: GraphMailboxConfig, since: Date): string {
  const query = new URLSearchParams({
    changeType: 'created',
    $select: 'id,receivedDateTime,isDraft',
    $filter: `receivedDateTime ge ${since.toISOString()}`,
    $orderby: 'receivedDateTime desc',
  });
  return `${inbox(access, config)}/delta?${query}`;
}

interface DeltaPage {
  /** The mails that came, oldest first. */
  ids: string[];
  next: string;
  /** Whether nothing more is there now. */
  isLast: boolean;
}

/** Asks Graph for pages and mails with a token that works. */
function createReader(access: GraphAccess, config: GraphMailboxConfig, answerMs: number) {
  const { api, tokens, graphUrl } = access;
  const get = async (url: string, headers: Record<string, string>, rejected?: string): Promise<Answered> => {
    const token = await tokens.tokenFor(config.connectionId, rejected);
    if (token.kind === 'reconnect_needed') throw new MailboxError('RECONNECT_NEEDED', 'Someone has to sign in again.');
    if (token.kind === 'unavailable') throw new MailboxError(token.code, token.message, token.retryAfterSeconds);
    const answer = await api.call({
      method: 'GET',
      url,
      headers: { ...headers, authorization: `Bearer ${token.token}` },
      endsAt: Date.now() + answerMs,
      maxBytes: MAX_MAIL_BYTES,
    });
    if (answer.kind !== 'answer') throw new MailboxError(answer.code, "Microsoft Graph couldn't be reached.");
    if (answer.status === 401 && rejected === undefined) return get(url, headers, token.token);
    return answer;
  };
  return {
    async page(url: string, isContinued: boolean): Promise<DeltaPage | 'expired'> {
      const answer = await get(url, { prefer: `IdType="ImmutableId", odata.maxpagesize=${PAGE}` });
      if (isContinued && isExpired(answer)) return 'expired';
      if (answer.status !== 200 || !answer.body) throw errorOf(answer);
      return pageOf(answer.body, graphUrl);
    },
    /** Reads a mail as it came; undefined where it was deleted or moved since then. */
    async mail(id: string): Promise<Buffer | undefined> {
      const answer = await get(`${inbox(access, config)}/${encodeURIComponent(id)}/$value`, {
        prefer: 'IdType="ImmutableId"',
      });
      if (answer.status === 404) return undefined;
      if (answer.status !== 200) throw errorOf(answer);
      return answer.bytes;
    },
    /** Looks for mails by their Message-ID in all folders. */
    async byMessageId(messageId: string): Promise<Record<string, unknown>[]> {
      const query = new URLSearchParams({
        $select: 'id,isDraft,parentFolderId',
        $filter: `internetMessageId eq '${messageId.replaceAll("'", "''")}'`,
      });
      const answer = await get(`${graphUrl}${mailboxPath(config.sharedMailbox)}/messages?${query}`, {
        prefer: 'IdType="ImmutableId"',
      });
      if (answer.status !== 200 || !Array.isArray(answer.body?.value)) throw errorOf(answer);
      return answer.body.value as Record<string, unknown>[];
    },
  };
}

/**
 * The sent mail of a mailbox that is read by Microsoft Graph. All folders are searched, since people move and delete
 * what they sent; what Exchange hasn't sent yet is a draft in the outbox.
 */
export const graphSentFolder = (
  access: GraphAccess,
  config: GraphMailboxConfig,
  { answerMs }: Pick<SyncPace, 'answerMs'> = PACE,
): SentFolder => ({
  async findSent(messageId) {
    try {
      const mails = await createReader(access, config, answerMs).byMessageId(messageId);
      if (mails.length === 0) return { kind: 'absent' };
      // Graph keeps the Message-ID of the message it is given, and its `send` returns that.
      const isSent = mails.some(({ isDraft }) => isDraft === false);
      return isSent ? { kind: 'found', providerMessageId: messageId } : { kind: 'pending' };
    } catch (error) {
      return unavailable(error);
    }
  },
});

const RETRY_SECONDS = 60;

function unavailable(error: unknown): SentLookup {
  if (!(error instanceof MailboxError)) throw error;
  const { code, message, retryAfterSeconds } = error;
  return { kind: 'unavailable', code, message, retryAfterSeconds: Math.max(retryAfterSeconds, RETRY_SECONDS) };
}

type Answered = ApiAnswer & { kind: 'answer' };

/** Graph forgets tokens after a while, and says so in several ways. */
const isExpired = ({ status, body }: Answered): boolean =>
  status === 410 || /^(syncstate(notfound|invalid)|resyncrequired)$/i.test(graphErrorIn(body)?.code ?? '');

function errorOf({ status, body, retryAfterSeconds }: Answered): MailboxError {
  const error = graphErrorIn(body);
  const message = error ? `${error.code}: ${error.message}` : 'Microsoft Graph returned no mails.';
  return new MailboxError(`HTTP_${status}`, said(message), retryAfterSeconds);
}

function pageOf(body: Record<string, unknown>, graphUrl: string): DeltaPage {
  const next = body['@odata.nextLink'] ?? body['@odata.deltaLink'];
  // The link gets the token of the connection, so it must lead to Graph itself.
  if (typeof next !== 'string' || !URL.canParse(next) || new URL(next).origin !== new URL(graphUrl).origin) {
    throw new MailboxError('BAD_ANSWER', 'Microsoft Graph returned no link to continue with.');
  }
  const items = Array.isArray(body.value) ? (body.value as Record<string, unknown>[]) : [];
  const came = items
    .filter((item) => typeof item.id === 'string' && !('@removed' in item) && item.isDraft !== true)
    .sort((a, b) => (String(a.receivedDateTime) < String(b.receivedDateTime) ? -1 : 1));
  return { ids: came.map(({ id }) => id as string), next, isLast: body['@odata.nextLink'] === undefined };
}
