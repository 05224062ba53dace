import { setTimeout as sleep } from 'node:timers/promises';
import { pauseIn } from '../../domain/channels/gmail-errors.js';
import { googleErrorIn } from '../google-error.js';
import type { ApiAnswer } from '../json-api.js';
import { type GmailAccess, headerIn, messageIdIn, searchFor } from './gmail.js';
import type { SentFolder, SentLookup } from './sent-folder.js';
import {
  getterOf,
  MailboxError,
  OVERLAP_MS,
  restOf,
  SYNC_PACE,
  type SyncedMail,
  type SyncPace,
  type SyncReading,
  unreadable,
  unsearchable,
} from './sync.js';

const NAME = 'The Gmail API';
/** The start of a mail that is read, as base64 inside of JSON. */
const MAX_ANSWER_BYTES = 7 * 1024 * 1024;
const PAGE = 100;
/** Labels of what isn't a mail yet, or that no one should see. */
const NOT_READ: readonly string[] = ['DRAFT', 'SPAM', 'TRASH', 'CHAT'];

/** How far a mailbox was read, as its token says it. */
interface Place {
  /** Where the history continues. */
  history: string;
  /** What is listed before that: mails since this time. Missing where the history follows what was read. */
  since?: string;
}

/**
 * Reads the received and the sent mails of a mailbox until the signal ends it, by its history. Mails that a filter files
 * elsewhere are read as well, and those that someone moves out of spam. Nothing in the mailbox is changed. History that Gmail has
 * forgotten is replaced by a list of the mails since then; who takes them knows those that were taken before by their
 * Message-IDs. Throws `MailboxError`.
 */
export async function readGmailMailbox(
  access: GmailAccess,
  { connectionId }: { connectionId: string },
  reading: SyncReading,
  { lookMs, answerMs }: SyncPace = SYNC_PACE,
): Promise<void> {
  const { cursor, opened, take, signal } = reading;
  const gmail = createReader(access, connectionId, answerMs);
  let place = cursor.token === null ? undefined : (JSON.parse(cursor.token) as Place);
  let { since } = cursor;
  let isOpen = false;
  let isListedAgain = false;
  while (!signal.aborted) {
    const startedAt = Date.now();
    if (!place) {
      place = { history: await gmail.currentHistory(), since: since.toISOString() };
      // Stored before the mailbox counts as checked, so that a process that dies here doesn't shorten the list.
      await take([], JSON.stringify(place));
      isOpen = true;
      // A search shows a mail some seconds after the history counts it, so no report ends this pause.
      await sleep(lookMs, undefined, { signal }).catch(() => undefined);
      continue;
    }
    let next: Place = { history: place.history };
    let page: string | undefined;
    let isExpired = false;
    do {
      const read = place.since === undefined ? gmail.history(place, page) : gmail.listed(place.since, page);
      const answer = await read;
      isExpired = answer === 'expired';
      if (answer === 'expired') break;
      if (!isOpen) await opened();
      isOpen = true;
      // What changed since the first page is read again with the next look.
      if (page === undefined && answer.history !== undefined) next = { history: answer.history };
      page = answer.nextPage;
      const mails = await gmail.mails(answer.ids, cursor.readSince);
      const reached = page === undefined ? next : place;
      if (mails.length > 0 || !isSame(reached, place)) await take(mails, JSON.stringify(reached));
    } while (page !== undefined && !signal.aborted);
    if (isExpired) {
      // Should new history expire as well, the mailbox rests before the next try.
      if (isListedAgain) throw new MailboxError('SYNC_EXPIRED', 'Gmail forgets how far the mailbox was read.');
      [place, isListedAgain] = [undefined, true];
      continue;
    }
    if (page !== undefined) return;
    const wasListed: boolean = place.since !== undefined;
    place = next;
    if (wasListed) continue;
    isListedAgain = false;
    since = new Date(Math.max(since.getTime(), startedAt - OVERLAP_MS));
    await restOf(reading, lookMs);
  }
}

const isSame = (a: Place, b: Place): boolean => a.history === b.history && a.since === b.since;

interface Page {
  ids: string[];
  nextPage: string | undefined;
  /** Where the history continues. */
  history?: string;
}

/** Reads pages and emails from the Gmail API with a valid token. */
function createReader(access: GmailAccess, connectionId: string, answerMs: number) {
  const get = getterOf(access, { connectionId, answerMs, name: NAME });
  const ask = async (path: string): Promise<Record<string, unknown> | undefined> => {
    const answer = await get(`${access.gmailUrl}/users/me/${path}`);
    if (answer.status === 404) return undefined;
    if (answer.status !== 200 || !answer.body) throw errorOf(answer);
    return answer.body;
  };
  const messages = (id: string, query: string) => `messages/${encodeURIComponent(id)}?${query}`;
  return {
    ask,
    async currentHistory(): Promise<string> {
      return historyIn(await ask('profile'));
    },
    /** Lists mails that came, or left spam. */
    async history(place: Place, page: string | undefined): Promise<Page | 'expired'> {
      const query = new URLSearchParams([
        ['startHistoryId', place.history],
        ['historyTypes', 'messageAdded'],
        ['historyTypes', 'labelRemoved'],
        ['maxResults', String(PAGE)],
        ...pageOf(page),
      ]);
      const body = await ask(`history?${query}`);
      if (!body) return 'expired';
      return { ids: idsIn((body.history ?? []) as HistoryRecord[]), ...pageIn(body), history: historyIn(body) };
    },
    async listed(since: string, page: string | undefined): Promise<Page> {
      // To the second, and a mail of the same second counts.
      const after = Math.floor(Date.parse(since) / 1000) - 1;
      const query = new URLSearchParams([
        ['q', `after:${after} -in:drafts -in:chats`],
        ['maxResults', String(PAGE)],
        ...pageOf(page),
      ]);
      const body = (await ask(`messages?${query}`)) ?? {};
      const listed = (body.messages ?? []) as { id: string }[];
      return { ids: listed.map(({ id }) => id), ...pageIn(body) };
    },
    /** Reads those of the mails that were received or sent, oldest first. */
    async mails(ids: readonly string[], since: Date): Promise<SyncedMail[]> {
      const read: (SyncedMail & { at: number })[] = [];
      for (const id of ids) {
        const answer = await get(`${access.gmailUrl}/users/me/${messages(id, 'format=raw')}`, {
          maxBytes: MAX_ANSWER_BYTES,
        });
        // Deleted since then.
        if (answer.status === 404) continue;
        if (answer.status !== 200) throw errorOf(answer);
        const about = answer.body ?? (await ask(messages(id, 'format=minimal')));
        const labels = (about?.labelIds ?? []) as string[];
        const at = Number(about?.internalDate);
        if (!about || labels.some((label) => NOT_READ.includes(label)) || at < since.getTime()) continue;
        read.push({ id, at, raw: rawOf(answer), ...(labels.includes('SENT') && { isSent: true }) });
      }
      return read.sort((a, b) => a.at - b.at).map(({ at: _at, ...mail }) => mail);
    },
    /** Returns the headers of a mail by which it is recognized; undefined where it was deleted. */
    about: (id: string) => ask(messages(id, RECOGNIZED)),
  };
}

const RECOGNIZED = String(
  new URLSearchParams([
    ['format', 'metadata'],
    ['metadataHeaders', 'Message-ID'],
    ['metadataHeaders', 'X-Message-Id'],
  ]),
);

type Answered = ApiAnswer & { kind: 'answer' };

function errorOf(answer: Answered): MailboxError {
  const error = googleErrorIn(answer.body);
  const retryAfterSeconds = Math.max(answer.retryAfterSeconds, pauseIn(error, new Date()));
  return unreadable(NAME, { ...answer, retryAfterSeconds }, error);
}

function historyIn(body: Record<string, unknown> | undefined): string {
  if (typeof body?.historyId === 'string') return body.historyId;
  throw new MailboxError('BAD_ANSWER', 'Gmail returned no history to continue with.');
}

const pageIn = ({ nextPageToken }: Record<string, unknown>): Pick<Page, 'nextPage'> => ({
  nextPage: typeof nextPageToken === 'string' ? nextPageToken : undefined,
});

const pageOf = (page: string | undefined): [string, string][] => (page === undefined ? [] : [['pageToken', page]]);

interface HistoryRecord {
  messagesAdded?: { message: { id: string } }[];
  labelsRemoved?: { message: { id: string }; labelIds?: string[] }[];
}

const idsIn = (records: readonly HistoryRecord[]): string[] => [
  ...new Set(
    records.flatMap(({ messagesAdded = [], labelsRemoved = [] }) =>
      [...messagesAdded, ...labelsRemoved.filter(({ labelIds }) => labelIds?.includes('SPAM'))].map(
        ({ message }) => message.id,
      ),
    ),
  ),
];

/** Returns a mail as it came. The answer of a very large one is cut, and with it the mail. */
function rawOf({ body, bytes }: Answered): Buffer {
  if (body) return Buffer.from(String(body.raw ?? ''), 'base64url');
  const start = /"raw"\s*:\s*"/.exec(bytes.toString('latin1'));
  return start
    ? Buffer.from(bytes.subarray(start.index + start[0].length).toString('latin1'), 'base64url')
    : Buffer.of();
}

/** How many sent mails are compared with one that isn't found by its Message-ID. */
const MAX_COMPARED = 500;
const AT_ONCE = 10;
const MARGIN_SECONDS = 3_600;

/**
 * The sent mail of a Gmail mailbox. Where Gmail has put a Message-ID of its own on a mail, it is recognized by the header
 * that has our ID, which Gmail can't search for, so the mails that were sent since then are
 * compared.
 */
export const gmailSentFolder = (
  access: GmailAccess,
  { connectionId }: { connectionId: string },
  { answerMs }: Pick<SyncPace, 'answerMs'> = SYNC_PACE,
): SentFolder => ({
  async findSent(messageId) {
    const gmail = createReader(access, connectionId, answerMs);
    try {
      const found = await gmail.ask(searchFor(messageId));
      const ours = (found?.messages ?? []) as { id: string }[];
      const labels = await Promise.all(
        ours.map(async ({ id }) => ((await gmail.about(id))?.labelIds ?? []) as string[]),
      );
      if (labels.some((of) => of.includes('SENT'))) return { kind: 'found', providerMessageId: messageId };
      if (labels.some((of) => of.includes('DRAFT'))) return { kind: 'pending' };
      return await compared(gmail, messageId);
    } catch (error) {
      return unsearchable(error);
    }
  },
});

async function compared(gmail: ReturnType<typeof createReader>, messageId: string): Promise<SentLookup> {
  const ours = messageId.slice(1, messageId.lastIndexOf('@'));
  const after = Math.floor(timeOf(ours) / 1000) - MARGIN_SECONDS;
  const query = new URLSearchParams({
    q: `in:sent after:${after}`,
    maxResults: String(MAX_COMPARED),
    includeSpamTrash: 'true',
  });
  const list = await gmail.ask(`messages?${query}`);
  const sent = (list?.messages ?? []) as { id: string }[];
  for (let from = 0; from < sent.length; from += AT_ONCE) {
    const mails = await Promise.all(sent.slice(from, from + AT_ONCE).map(({ id }) => gmail.about(id)));
    const mail = mails.find((one) => headerIn(one, 'X-Message-Id') === ours);
    if (mail) return { kind: 'found', providerMessageId: messageIdIn(mail) ?? messageId };
  }
  return list?.nextPageToken === undefined ? { kind: 'absent' } : TOO_MANY;
}

/** Returns when a message was made, by its ID (UUID version 7). */
const timeOf = (id: string): number =>
  Math.min(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) || 0, Date.now());

const TOO_MANY: SentLookup = {
  kind: 'unavailable',
  code: 'too_many_sent',
  message: 'The mailbox has sent too many emails since then to compare them.',
  retryAfterSeconds: 3_600,
};
