import type { ImapFlow, ListResponse } from 'imapflow';
import { type ImapConfig, withinImap } from './imap-session.js';
import type { SentFolder, SentLookup } from './sent-folder.js';

/** Where sent mail is, and where it goes when someone archives or deletes it. */
const LEFT = ['\\Sent', '\\All', '\\Archive', '\\Trash'];
const LIMIT_MS = 30_000;
const RETRY_SECONDS = 60;

/**
 * The sent mail of an IMAP mailbox. Folders are recognized by their special use (RFC 6154), and by their names where
 * the server doesn't mark them.
 */
export const imapSentFolder = (config: ImapConfig): SentFolder => ({
  async findSent(messageId) {
    try {
      return await withinImap(config, LIMIT_MS, (client) => find(client, messageId));
    } catch (error) {
      return unavailable(error);
    }
  },
});

async function find(client: ImapFlow, messageId: string): Promise<SentLookup> {
  const folders = await client.list();
  if (!folders.some(isSent)) return NO_SENT_FOLDER;
  for (const { path } of folders.filter(({ specialUse }) => LEFT.includes(specialUse ?? ''))) {
    await client.mailboxOpen(path, { readOnly: true });
    const found = await client.search({ header: { 'message-id': messageId } }, { uid: true });
    // A search that the server refused says nothing.
    if (!found) return REFUSED;
    if (found.length > 0) return { kind: 'found', providerMessageId: messageId };
  }
  return { kind: 'absent' };
}

const isSent = ({ specialUse }: ListResponse): boolean => specialUse === '\\Sent';

const NO_SENT_FOLDER: SentLookup = {
  kind: 'unavailable',
  code: 'no_sent_folder',
  message: 'The mailbox has no Sent folder.',
  retryAfterSeconds: 3_600,
};

const REFUSED: SentLookup = {
  kind: 'unavailable',
  code: 'search_refused',
  message: 'The mail server refused the search.',
  retryAfterSeconds: RETRY_SECONDS,
};

function unavailable(error: unknown): SentLookup {
  const { code, message } = error as { code?: string; message?: string };
  return {
    kind: 'unavailable',
    code: code ?? 'imap_failed',
    message: (message ?? '').slice(0, 500),
    retryAfterSeconds: RETRY_SECONDS,
  };
}
