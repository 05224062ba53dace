import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { newId } from '../../runtime/ids.js';
import { createTrackingLinks } from '../../services/messages/mail-links.js';
import type { TestAccount, TestApi } from '../support/api.js';
import { startGmailServer } from '../support/gmail-server.js';
import { type ImapServer, startImapServer } from '../support/imap-server.js';
import { eventKinds } from '../support/messaging.js';
import { startOAuthServer } from '../support/oauth-server.js';
import { connected } from '../support/sign-in.js';
import { call } from './support/client.js';
import { expectInvariants } from './support/invariants.js';
import { type Place, placesAround } from './support/kill-points.js';
import type { Program } from './support/program.js';
import { TcpProxy } from './support/proxy.js';
import { inParallel, until } from './support/random.js';
import { createLead, mail, RIG_SECRET, type RigAccount, useRig } from './support/rig.js';

const oauth = await startOAuthServer();
const gmail = await startGmailServer(oauth);
const TOPIC = 'projects/project/topics/gmail';
const rig = useRig({
  name: 'loops',
  linked: true,
  env: {
    ...oauth.settings,
    GOOGLE_CLIENT_ID: 'google-client',
    GOOGLE_CLIENT_SECRET: 'google-secret',
    GMAIL_URL: gmail.url,
    GOOGLE_PUBSUB_TOPIC: TOPIC,
    GOOGLE_PUBSUB_SERVICE_ACCOUNT: 'gmail-push@project.iam.gserviceaccount.com',
    // Changes are only reported to an instance that providers can reach.
    PUBLIC_URL: 'https://las.example.com',
  },
});
afterAll(async () => {
  expect([...oauth.violations, ...gmail.violations]).toEqual([]);
  await Promise.all([oauth.stop(), gmail.stop()]);
});
const links = createTrackingLinks([RIG_SECRET], 'http://las.test');
const BROWSER = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
const EACH = 3;

const worker = () => rig.workers[0] as Program;
const toMysql = () => rig.links.of.worker.mysql;

/** Holds the worker's next statement at a place, and returns what triggers a fault there and waits for the worker. */
function holdAt({ watch }: Place) {
  let caught = 0;
  let cut = () => {};
  const over = new Promise<void>((resolve) => (cut = resolve));
  const hold = (first = 0) => {
    caught += 1;
    return { first, until: over };
  };
  toMysql().proxy.watch(watch({ hold }));
  return async (fault: () => Promise<unknown>): Promise<void> => {
    await until('the worker is held', () => (caught > 0 ? true : undefined), 30_000);
    await fault();
    toMysql().proxy.watch();
    cut();
    await worker().ready();
  };
}

const kill = (): Promise<void> => {
  rig.note('worker', 'SIGKILL');
  return worker().kill();
};

/** Keeps the worker from its database until a loop has failed. */
const loseDatabase = (loop: string) => async (): Promise<void> => {
  rig.note('worker', 'MySQL is unreachable');
  const before = worker().log.length;
  const hasFailed = () =>
    worker()
      .log.slice(before)
      .split('\n')
      .some((line) => line.includes(`"loop":"${loop}"`) && line.includes('A background loop failed'));
  toMysql().spoil({ kind: 'reset' });
  await until(`the loop ${loop} fails`, () => (hasFailed() ? true : undefined), PATIENT_MS);
  toMysql().restore();
};

const PATIENT_MS = 60_000;

/** Faults of a loop at a statement: kills at places, and a database that is away at the first of them. */
function faultsAt(loop: string, statement: RegExp, names: RegExp): [string, Place, () => Promise<unknown>][] {
  const places = placesAround(statement).filter(([name]) => names.test(name));
  return [
    ...places.map(([name, place]): [string, Place, () => Promise<unknown>] => [
      `killed ${name.replace('the API', 'it')}`,
      place,
      kill,
    ]),
    ['without a database in the middle', places[0]?.[1] as Place, loseDatabase(loop)],
  ];
}

/** Creates leads, waits until their emails are sent, and returns their IDs by the IDs of their messages. */
async function sentMails(account: RigAccount): Promise<Map<string, string>> {
  await inParallel(EACH, Array.from({ length: EACH }), () => createLead(account, `${newId()}@example.com`));
  const rows = await until(
    'the emails are sent',
    async () => {
      const sent = await rig.db('messages').where({ account_id: account.accountId, status: 'sent' });
      return sent.length === EACH ? sent : undefined;
    },
    PATIENT_MS,
  );
  return new Map(rows.map(({ id, lead_id }) => [id, lead_id]));
}

describe('the loop that judges opens and clicks', () => {
  it.each(faultsAt('tracking', /^(delete from|update) `message_hits`/i, /commit/))(
    'reports each open once: %s',
    async (_, place, fault) => {
      const account = await rig.account([mail('Hello')]);
      const messages = await sentMails(account);
      const faulted = holdAt(place);
      for (const id of messages.keys()) {
        const path = new URL(links.openUrl(account.accountId, id)).pathname;
        expect((await call((rig.apis[0] as Program).url, 'GET', path, { headers: BROWSER })).status).toBe(200);
      }
      await faulted(fault);
      await until(
        'no open waits',
        async () =>
          (await rig.db('message_hits').where({ account_id: account.accountId }).whereNotNull('due_at')).length === 0
            ? true
            : undefined,
        PATIENT_MS,
      );
      for (const [id, leadId] of messages) {
        const opened = (await eventKinds(rig.db, leadId)).filter((kind) => /^email\.(machine_)?opened$/.test(kind));
        expect([id, opened.length]).toEqual([id, 1]);
      }
      await expectInvariants(rig);
    },
    120_000,
  );
});

describe('the loop that saves copies of sent emails', () => {
  let imap: ImapServer;
  let toImap: TcpProxy;
  beforeAll(async () => {
    imap = await startImapServer();
    toImap = await TcpProxy.start(imap.port);
  });
  afterAll(async () => {
    await toImap.stop();
    await imap.stop();
  });

  async function accountWithCopies(): Promise<RigAccount> {
    imap.sent.length = 0;
    const account = await rig.account([mail('Copied')]);
    const sender = await rig.db('email_senders').where({ account_id: account.accountId }).first();
    const mailbox = { host: '127.0.0.1', port: toImap.port, secure: false, user: 'ana', password: 'a-password' };
    const body = { ...mailbox, sent_copies: 'always' };
    expect((await account.request('PUT', `/email-senders/${sender?.id}/mailbox`, { body })).status).toBe(200);
    return account;
  }
  const waiting = ({ accountId }: RigAccount) =>
    rig.db('sent_mails').where({ account_id: accountId, kind: 'save_copy' });
  /** Waits until every copy is saved, without the minutes that a lease of a killed process or a pause takes. */
  async function saved(account: RigAccount): Promise<void> {
    await waiting(account).update({ next_at: new Date() });
    await until(
      'every copy is saved',
      async () => ((await waiting(account)).length === 0 ? true : undefined),
      PATIENT_MS,
    );
  }

  it.each(faultsAt('sent mails', /^delete from `sent_mails`/i, /written/))(
    'saves each copy once: %s',
    async (_, place, fault) => {
      const account = await accountWithCopies();
      const faulted = holdAt(place);
      const messages = await sentMails(account);
      await waiting(account).update({ next_at: new Date() });
      await faulted(fault);
      await saved(account);
      expect(imap.sent).toHaveLength(messages.size);
      await expectInvariants(rig);
    },
    120_000,
  );

  it('saves each copy once: while the mail server of the sender is away', async () => {
    const account = await accountWithCopies();
    toImap.set({ kind: 'reset' });
    const messages = await sentMails(account);
    await waiting(account).update({ next_at: new Date() });
    await until(
      'an attempt has failed',
      async () => ((await waiting(account)).some((row) => row.failures > 0) ? true : undefined),
      PATIENT_MS,
    );
    expect(imap.sent).toEqual([]);
    toImap.set({ kind: 'open' });
    await saved(account);
    expect(imap.sent).toHaveLength(messages.size);
    await expectInvariants(rig);
  }, 120_000);
});

describe('the loop that keeps channels of reported changes open', () => {
  /** Adds a mailbox at Gmail, by a connection as a person makes it, and returns the ID of its sender. */
  async function addMailbox(account: RigAccount, email: string): Promise<string> {
    oauth.state.person = { subject: newId(), email };
    const app = (rig.apis[0] as Program).url;
    const request = (method: 'post', path: string) =>
      supertest(app)[method](`/api/public${path}`).set('X-API-Key', account.apiKey);
    const purposes = { provider: 'google', purposes: ['send_mail', 'read_mail'] };
    const connection_id = await connected({ app } as unknown as TestApi, { request } as TestAccount, purposes);
    const body = { name: 'Ana', from_email: email, connection_id };
    const made = await account.request('POST', '/email-senders', { body });
    const { id } = made.body.email_sender as { id: string };
    const read = await account.request('PUT', `/email-senders/${id}/mailbox`, { body: { connection_id } });
    expect([made.status, read.status]).toEqual([201, 200]);
    return id;
  }

  it.each(faultsAt('push', /^update `push_channels` set `channel_id`/i, /written/))(
    'keeps one channel of a mailbox: %s',
    async (_, place, fault) => {
      const account = await rig.account([mail('Hello')]);
      const email = `${newId()}@example.com`;
      const faulted = holdAt(place);
      const subject_id = await addMailbox(account, email);
      await faulted(fault);
      const channels = () => rig.db('push_channels').where({ subject_id });
      expect(await channels()).toMatchObject([{ channel_id: null }]);
      // Without the two minutes that the claim of a killed process takes.
      await channels().update({ claimed_until: null, next_at: new Date() });
      await until('the channel is open', async () => (await channels().first())?.channel_id ?? undefined, PATIENT_MS);
      expect(await channels()).toMatchObject([{ claimed_until: null, failures: 0, last_error: null }]);
      expect(gmail.watches.watches.get(email)?.topicName).toBe(TOPIC);
      await expectInvariants(rig);
    },
    120_000,
  );
});
