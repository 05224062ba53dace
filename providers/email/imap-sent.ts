import type { ImapFlow } from 'imapflow';
import { type ImapConfig, sentPathIn, withinImap } from './imap-session.js';
import type { MailboxUnavailable, SentCopy, SentFolder, SentLookup } from './sent-folder.js';

/** The folders of sent mail, and those where someone archives or deletes it. */
const LEFT = ['\\Sent', '\\All', '\\Archive', '\\Trash'];
const LIMIT_MS = 30_000;
const RETRY_SECONDS = 60;

/**
 * The sent mail of an IMAP mailbox. Folders are recognized by their special use (RFC 6154), and by their names where
 * the server doesn't mark them.
 */
export const imapSentFolder = (config: ImapConfig): SentFolder => ({
  findSent: (messageId) => orUnavailable(() => withinImap(config, LIMIT_MS, (client) => find(client, messageId))),
  saveSent: (copy) => orUnavailable(() => withinImap(config, LIMIT_MS, (client) => save(client, copy))),
});

/** Answers with the failure, if there is one. */
async function orUnavailable<T>(ask: () => Promise<T>): Promise<T | MailboxUnavailable> {
  try {
    return await ask();
  } catch (error) {
    return unavailable(error);
  }
}

async function find(client: ImapFlow, messageId: string): Promise<SentLookup> {
  const folders = await client.list();
  if (sentPathIn(folders) === undefined) return NO_SENT_FOLDER;
  for (const { path } of folders.filter(({ specialUse }) => LEFT.includes(specialUse ?? ''))) {
    await client.mailboxOpen(path, { readOnly: true });
    const found = await client.search({ header: { 'message-id': messageId } }, { uid: true });
    // A search that the server refused says nothing.
    if (!found) return REFUSED;
    if (found.length > 0) return { kind: 'found', providerMessageId: messageId };
  }
  return { kind: 'absent' };
}

/** Looks first, in the same session: an earlier session may have saved it before it broke. */
async function save(
  client: ImapFlow,
  { messageId, raw, sentAt }: SentCopy,
): Promise<{ kind: 'saved' | 'present' } | MailboxUnavailable> {
  const known = await find(client, messageId);
  if (known.kind === 'unavailable') return known;
  if (known.kind === 'found') return { kind: 'present' };
  const path = sentPathIn(await client.list());
  // Flags that the open folder doesn't take are left out, and one that is open for reading takes none.
  await client.mailboxClose();
  const saved = path && (await client.append(path, raw, ['\\Seen'], sentAt));
  return saved ? { kind: 'saved' } : REFUSED;
}

const NO_SENT_FOLDER: MailboxUnavailable = {
  kind: 'unavailable',
  code: 'no_sent_folder',
  message: 'The mailbox has no Sent folder.',
  retryAfterSeconds: 3_600,
};

const REFUSED: MailboxUnavailable = {
  kind: 'unavailable',
  code: 'command_refused',
  message: 'The mail server refused a command.',
  retryAfterSeconds: RETRY_SECONDS,
};

function unavailable(error: unknown): MailboxUnavailable {
  const { code, message } = error as { code?: string; message?: string };
  return {
    kind: 'unavailable',
    code: code ?? 'imap_failed',
    message: (message ?? '').slice(0, 500),
    retryAfterSeconds: RETRY_SECONDS,
  };
}
