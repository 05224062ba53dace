import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type FetchedMail, readMailbox } from '../../providers/email/imap.js';
import { createLogger } from '../../runtime/logger.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import { startMailboxes } from '../../worker/mailboxes.js';
import { TEST_SECRET, useApi } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { type ImapServer, type SilentAt, startImapServer } from '../support/imap-server.js';
import { addLead, addMessage } from '../support/messaging.js';

const api = useApi();
const PACE = { lookMs: 300, silentMs: 700 };
let server: ImapServer;
beforeAll(async () => {
  server = await startImapServer();
});
afterEach(() => {
  server.silentAt = undefined;
});
afterAll(() => server.stop());

const mail = (text: string, more = '') =>
  `From: ada@example.net\r\nTo: sales@example.com\r\nSubject: Re: Hello\r\nMessage-ID: <${text}@example.net>\r\n${more}\r\n${text}\r\n`;

/** Reads until the server fell silent or the first mails were taken. */
async function read(): Promise<{ mails: FetchedMail[]; opened: boolean; error: unknown }> {
  const { port } = server;
  const abort = new AbortController();
  const mails: FetchedMail[] = [];
  let opened = false;
  const config = {
    host: '127.0.0.1',
    port,
    secure: false,
    user: 'sales',
    password: 'x',
    privateHosts: ['127.0.0.1:*'],
  };
  const error = await readMailbox(
    config,
    {
      cursor: { uidValidity: null, lastUid: 0, since: new Date(0) },
      signal: abort.signal,
      async opened() {
        opened = true;
      },
      async take(some) {
        mails.push(...some);
        if (server.silentAt === undefined) abort.abort();
      },
    },
    PACE,
  ).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return { mails, opened, error };
}

const PLACES: [SilentAt, opened: boolean, mails: number][] = [
  ['greeting', false, 0],
  ['LOGIN', false, 0],
  ['EXAMINE', false, 0],
  ['SEARCH', true, 0],
  ['FETCH', true, 0],
  ['mid-mail', true, 0],
  ['IDLE', true, 1],
  ['idling', true, 1],
];

describe('a mail server that falls silent without closing the connection', () => {
  beforeAll(() => server.deliver(mail('one')));

  it.each(PLACES)('at %s is given up, and read when it is well again', async (place, opened, mails) => {
    server.silentAt = place;
    const silent = await read();
    expect(silent).toMatchObject({ opened, error: { code: 'ETIMEOUT' } });
    expect(silent.mails).toHaveLength(mails);
    server.silentAt = undefined;
    const well = await read();
    expect(well.error).toBeUndefined();
    expect(well.mails.map(({ raw }) => raw.toString())).toEqual([mail('one')]);
  });
});

describe('a mail that comes while new ones are looked for', () => {
  it('is read at once, not with the next look', async () => {
    const { port } = server;
    const abort = new AbortController();
    const texts: string[] = [];
    server.late = mail('late');
    const reading = readMailbox(
      { host: '127.0.0.1', port, secure: false, user: 'sales', password: 'x', privateHosts: ['127.0.0.1:*'] },
      {
        cursor: { uidValidity: null, lastUid: 0, since: new Date(0) },
        signal: abort.signal,
        opened: async () => undefined,
        take: async (mails) => {
          texts.push(...mails.map(({ raw }) => raw.toString()));
        },
      },
      { lookMs: 600_000, silentMs: 10_000 },
    );
    try {
      await eventually(async () => (texts.includes(mail('late')) ? true : undefined), 20_000);
    } finally {
      abort.abort();
      await reading;
    }
    expect(texts).toEqual([mail('one'), mail('late')]);
  });
});

describe('the mailbox of a worker whose server falls silent', () => {
  it('reports it, is reopened, and no email is lost or read twice', async () => {
    const account = await api.account();
    const sender = { name: 'Sales', from_email: 'sales@example.com' };
    const { id } = (await account.request('post', '/email-senders').send(sender).expect(201)).body.email_sender;
    const lead = await addLead(api.db, account.accountId);
    const message = await addMessage(api.db, lead, null, { status: 'sent', sent_at: new Date() });
    const reply = `In-Reply-To: <${message.id}@example.com>\r\n`;
    const body = { host: '127.0.0.1', port: server.port, secure: false, user: 'sales', password: 'x' };
    server.silentAt = 'idling';
    await account.request('put', `/email-senders/${id}/mailbox`).send(body).expect(200);
    const mailbox = async () => (await account.request('get', `/email-senders/${id}/mailbox`)).body.mailbox;
    const replies = async () =>
      (await api.db('inbound_events').where({ account_id: account.accountId }).orderBy('id')).filter(
        ({ payload }: { payload: string }) => payload.includes(message.id),
      );
    let ahead = 0;
    const worker = startMailboxes({
      db: api.db,
      logger: createLogger('silent', 'test'),
      box: createSecretBox([TEST_SECRET]),
      privateHosts: ['127.0.0.1:*'],
      dispatch: () => undefined,
      pace: PACE,
      clock: { now: () => new Date(Date.now() + ahead) },
    });
    try {
      await eventually(async () => ((await mailbox()).checked_at ? true : undefined), 20_000);
      server.deliver(mail('two', reply));
      const told = await eventually(async () => {
        const found = await mailbox();
        return found.error === null ? undefined : found;
      });
      expect(told.error).toBe('ETIMEOUT: The mail server stopped responding.');
      const before = server.connections;
      server.silentAt = undefined;
      ahead = 60_000;
      await eventually(async () => ((await replies()).length > 0 ? true : undefined), 20_000);
      await eventually(async () => ((await mailbox()).error === null ? true : undefined), 20_000);
      expect(server.connections).toBeGreaterThan(before);
      server.deliver(mail('three', reply));
      await eventually(async () => ((await replies()).length > 1 ? true : undefined), 20_000);
      expect(await replies()).toHaveLength(2);
    } finally {
      await worker.stop();
    }
  });
});

describe('a mailbox that is set up again while it is read', () => {
  it('is read where it is now', async () => {
    const account = await api.account();
    const sender = { name: 'Sales', from_email: 'sales@example.com' };
    const { id } = (await account.request('post', '/email-senders').send(sender).expect(201)).body.email_sender;
    const lead = await addLead(api.db, account.accountId);
    const message = await addMessage(api.db, lead, null, { status: 'sent', sent_at: new Date() });
    const [first, second] = [await startImapServer(), await startImapServer()];
    const put = ({ port }: ImapServer) =>
      account
        .request('put', `/email-senders/${id}/mailbox`)
        .send({ host: '127.0.0.1', port, secure: false, user: 'sales', password: 'x' })
        .expect(200);
    const worker = startMailboxes({
      db: api.db,
      logger: createLogger('silent', 'test'),
      box: createSecretBox([TEST_SECRET]),
      privateHosts: ['127.0.0.1:*'],
      dispatch: () => undefined,
      pace: PACE,
      clock: { now: () => new Date() },
    });
    const opened = () => api.db('mailboxes').where({ sender_id: id }).whereNotNull('checked_at').first('sender_id');
    try {
      await put(first);
      await eventually(opened, 20_000);
      await put(second);
      second.deliver(mail('moved', `In-Reply-To: <${message.id}@example.com>\r\n`));
      const payload = await eventually(async (): Promise<string | undefined> => {
        const event = await api.db('inbound_events').where({ account_id: account.accountId }).first();
        return event?.payload;
      });
      expect(payload).toContain(message.id);
    } finally {
      await worker.stop();
      await Promise.all([first.stop(), second.stop()]);
    }
  });
});

describe('a mailbox on a server whose day begins later than ours', () => {
  it('is read from the moment that was named, though the server knows days only', async () => {
    const west = await startImapServer();
    west.deliver(mail('before'), '22-Nov-2026 19:00:00 -0500');
    west.deliver(mail('after'), '22-Nov-2026 20:00:00 -0500');
    west.deliver(mail('tomorrow'), '23-Nov-2026 08:00:00 -0500');
    const abort = new AbortController();
    const texts: string[] = [];
    try {
      await readMailbox(
        {
          host: '127.0.0.1',
          port: west.port,
          secure: false,
          user: 'sales',
          password: 'x',
          privateHosts: ['127.0.0.1:*'],
        },
        {
          cursor: { uidValidity: null, lastUid: 0, since: new Date('2026-11-23T00:30:00Z') },
          signal: abort.signal,
          opened: async () => undefined,
          take: async (mails) => {
            texts.push(...mails.map(({ raw }) => raw.toString()));
            abort.abort();
          },
        },
        PACE,
      );
    } finally {
      await west.stop();
    }
    expect(texts).toEqual([mail('after'), mail('tomorrow')]);
  });
});
