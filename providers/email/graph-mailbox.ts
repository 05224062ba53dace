import { type GraphPage, graphErrorIn, graphPage, isExpiredToken } from '../graph-answers.js';
import { type GraphAccess, mailboxPath } from './graph.js';
import type { SentFolder } from './sent-folder.js';
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

/** A mailbox that is read by Microsoft Graph. */
export interface GraphMailboxConfig {
  connectionId: string;
  /** The shared mailbox; null for the person's own. */
  sharedMailbox: string | null;
  /** The folder to read, the inbox if not given. */
  folder?: 'inbox' | 'sentitems';
}

const NAME = 'Microsoft Graph';
const MAX_MAIL_BYTES = 5 * 1024 * 1024;
const PAGE = 25;

/**
 * Reads a folder until the signal ends it, by delta queries: first what is new since the cursor, then whatever comes.
 * Nothing in the mailbox is changed. A token that has expired is dropped, and the mails since `since` are listed again;
 * who takes them knows those that were taken before by their IDs. Throws `MailboxError`.
 */
export async function readGraphMailbox(
  access: GraphAccess,
  config: GraphMailboxConfig,
  reading: SyncReading,
  { lookMs, answerMs }: SyncPace = SYNC_PACE,
): Promise<void> {
  const { cursor, opened, take, signal } = reading;
  const graph = createReader(access, config, answerMs);
  let { token, since } = cursor;
  let isOpen = false;
  let isListedAgain = false;
  while (!signal.aborted) {
    const startedAt = Date.now();
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
      if (raw) mails.push({ id, raw, ...(config.folder === 'sentitems' && { isSent: true }) });
    }
    if (mails.length > 0 || page.next !== token) await take(mails, page.next);
    token = page.next;
    if (!page.isLast) continue;
    isListedAgain = false;
    since = new Date(Math.max(since.getTime(), startedAt - OVERLAP_MS));
    await restOf(reading, lookMs);
  }
}

const messagesOf = ({ graphUrl }: GraphAccess, { sharedMailbox, folder = 'inbox' }: GraphMailboxConfig): string =>
  `${graphUrl}${mailboxPath(sharedMailbox)}/mailFolders/${folder}/messages`;

function firstPage(access: GraphAccess, config: GraphMailboxConfig, since: Date): string {
  const query = new URLSearchParams({
    changeType: 'created',
    $select: 'id,receivedDateTime,isDraft',
    $filter: `receivedDateTime ge ${since.toISOString()}`,
    $orderby: 'receivedDateTime desc',
  });
  return `${messagesOf(access, config)}/delta?${query}`;
}

interface DeltaPage {
  /** The mails that came, oldest first. */
  ids: string[];
  next: string;
  /** True if nothing more is there now. */
  isLast: boolean;
}

/** Reads pages and emails from Graph with a valid token. */
function createReader(access: GraphAccess, config: GraphMailboxConfig, answerMs: number) {
  const { graphUrl } = access;
  const get = getterOf(access, { connectionId: config.connectionId, answerMs, name: NAME });
  return {
    async page(url: string, isContinued: boolean): Promise<DeltaPage | 'expired'> {
      const answer = await get(url, {
        headers: { prefer: `IdType="ImmutableId", odata.maxpagesize=${PAGE}` },
      });
      if (isContinued && isExpiredToken(answer)) return 'expired';
      if (answer.status !== 200 || !answer.body) throw unreadable(NAME, answer, graphErrorIn(answer.body));
      return deltaPage(graphPage(answer.body, graphUrl));
    },
    /** Reads a mail as it came; undefined where it was deleted or moved since then. */
    async mail(id: string): Promise<Buffer | undefined> {
      const answer = await get(`${messagesOf(access, config)}/${encodeURIComponent(id)}/$value`, {
        headers: { prefer: 'IdType="ImmutableId"' },
        maxBytes: MAX_MAIL_BYTES,
      });
      if (answer.status === 404) return undefined;
      if (answer.status !== 200) throw unreadable(NAME, answer, graphErrorIn(answer.body));
      return answer.bytes;
    },
    /** Looks for mails by their Message-ID in all folders. */
    async byMessageId(messageId: string): Promise<Record<string, unknown>[]> {
      const query = new URLSearchParams({
        $select: 'id,isDraft,parentFolderId',
        $filter: `internetMessageId eq '${messageId.replaceAll("'", "''")}'`,
      });
      const answer = await get(`${graphUrl}${mailboxPath(config.sharedMailbox)}/messages?${query}`, {
        headers: { prefer: 'IdType="ImmutableId"' },
      });
      if (answer.status !== 200 || !Array.isArray(answer.body?.value)) {
        throw unreadable(NAME, answer, graphErrorIn(answer.body));
      }
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
  { answerMs }: Pick<SyncPace, 'answerMs'> = SYNC_PACE,
): SentFolder => ({
  async findSent(messageId) {
    try {
      const mails = await createReader(access, config, answerMs).byMessageId(messageId);
      if (mails.length === 0) return { kind: 'absent' };
      // Graph keeps the Message-ID of the message it is given, and its `send` returns that.
      const isSent = mails.some(({ isDraft }) => isDraft === false);
      return isSent ? { kind: 'found', providerMessageId: messageId } : { kind: 'pending' };
    } catch (error) {
      return unsearchable(error);
    }
  },
});

function deltaPage(page: GraphPage | undefined): DeltaPage {
  const next = page?.nextLink ?? page?.deltaLink;
  if (!page || next === undefined) {
    throw new MailboxError('BAD_ANSWER', 'Microsoft Graph returned no link to continue with.');
  }
  const received = page.items
    .filter((item) => typeof item.id === 'string' && !('@removed' in item) && item.isDraft !== true)
    .sort((a, b) => (String(a.receivedDateTime) < String(b.receivedDateTime) ? -1 : 1));
  return { ids: received.map(({ id }) => id as string), next, isLast: page.nextLink === undefined };
}
