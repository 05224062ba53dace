import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ImapFlow } from 'imapflow';
import { readMailbox } from '../../providers/email/imap.js';
import { imapSentFolder } from '../../providers/email/imap-sent.js';
import { type Dovecot, startDovecot } from '../support/dovecot.js';
import { eventually } from '../support/eventually.js';

const SENT = 'Gesendete Objekte';
let server: Dovecot;

beforeAll(async () => {
  server = await startDovecot({
    passdb: () => `
      driver = static
      args = password=a-password`,
    mailboxes: `
      mailbox "${SENT}" {
        special_use = \\Sent
        auto = subscribe
      }
      mailbox Papierkorb {
        special_use = \\Trash
        auto = create
      }`,
  });
});
afterAll(() => server.stop());

const config = (user: string) => ({
  host: '127.0.0.1',
  port: server.port,
  secure: false,
  user,
  password: 'a-password',
  privateHosts: ['127.0.0.1:*'],
});

/** Works in the mailbox as a person's mail program does. */
async function asPerson<T>(user: string, work: (client: ImapFlow) => Promise<T>): Promise<T> {
  const client = new ImapFlow({ ...config(user), auth: { user, pass: 'a-password' }, logger: false });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.logout();
  }
}

const copyOf = (id: string) => ({
  messageId: `<${id}@example.com>`,
  raw: Buffer.from(`From: ana@example.com\r\nSubject: Hello\r\nMessage-ID: <${id}@example.com>\r\n\r\nHi.\r\n`),
  sentAt: new Date('2026-11-20T10:00:00Z'),
});

describe('the Sent folder of a real server, under a name of its own', () => {
  it('gets a copy once, marked as read, and finds it by its Message-ID', async () => {
    const folder = imapSentFolder(config('first'));
    const copy = copyOf('one');
    expect(await folder.findSent(copy.messageId)).toEqual({ kind: 'absent' });
    expect(await folder.saveSent?.(copy)).toEqual({ kind: 'saved' });
    expect(await folder.saveSent?.(copy)).toEqual({ kind: 'present' });
    expect(await folder.findSent(copy.messageId)).toEqual({ kind: 'found', providerMessageId: copy.messageId });
    const kept = await asPerson('first', async (client) => {
      await client.mailboxOpen(SENT);
      const mails = await client.fetchAll('1:*', { flags: true, internalDate: true, envelope: true });
      return mails.map(({ flags, envelope }) => [[...(flags ?? [])].includes('\\Seen'), envelope?.messageId]);
    });
    expect(kept).toEqual([[true, copy.messageId]]);
  });

  it('still finds a mail that someone deleted', async () => {
    const folder = imapSentFolder(config('second'));
    const copy = copyOf('two');
    await folder.saveSent?.(copy);
    await asPerson('second', async (client) => {
      await client.mailboxOpen(SENT);
      await client.messageMove('1', 'Papierkorb');
    });
    expect(await folder.findSent(copy.messageId)).toMatchObject({ kind: 'found' });
    expect(await folder.saveSent?.(copy)).toEqual({ kind: 'present' });
  });

  it('reports why it can not be asked', async () => {
    const folder = imapSentFolder({ ...config('third'), password: 'wrong' });
    expect(await folder.findSent('<three@example.com>')).toMatchObject({ kind: 'unavailable' });
  });

  it('is read as soon as a person has sent a mail', async () => {
    const abort = new AbortController();
    const subjects: string[] = [];
    let isOpen = false;
    const reading = readMailbox(config('fourth'), {
      folder: 'sent',
      cursor: { uidValidity: null, lastUid: 0, since: new Date(Date.now() - 60_000) },
      signal: abort.signal,
      opened: async () => {
        isOpen = true;
      },
      take: async (mails) => {
        subjects.push(...mails.map(({ raw }) => /^Subject: (.*)$/m.exec(raw.toString())?.[1]?.trim() ?? ''));
      },
    });
    try {
      await eventually(async () => (isOpen ? true : undefined), 20_000);
      const before = Date.now();
      await asPerson('fourth', (client) => client.append(SENT, copyOf('four').raw, ['\\Seen']));
      await eventually(async () => (subjects.length > 0 ? true : undefined), 20_000);
      expect(Date.now() - before).toBeLessThan(10_000);
      expect(subjects).toEqual(['Hello']);
    } finally {
      abort.abort();
      await reading;
    }
  });
});
