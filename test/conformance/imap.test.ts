import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createTransport } from 'nodemailer';
import { systemClock } from '../../runtime/clock.js';
import { createLogger } from '../../runtime/logger.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import { freePort } from '../../scripts/lib/ports.mjs';
import { startMailboxes } from '../../worker/mailboxes.js';
import { TcpProxy } from '../faults/support/proxy.js';
import { TEST_SECRET, useApi } from '../support/api.js';
import { needJava } from '../support/conformance-tools.js';
import { eventually } from '../support/eventually.js';
import { addLead, addMessage, workInbound } from '../support/messaging.js';

const api = useApi();
const HOME = path.resolve(import.meta.dirname, '../../.data/conformance-imap');
const JAR = path.join(HOME, 'greenmail-standalone-2.1.3.jar');
const SOURCE = 'https://repo1.maven.org/maven2/com/icegreen/greenmail-standalone/2.1.3/greenmail-standalone-2.1.3.jar';
const SHA256 = '9457fdaf45ded6c87bf84a321a5ced4b4b5e72b1d03686b778df381378afc4c8';
/** One for each scene: servers keep whole seconds, so that a scene that begins within one would read the last one's mails. */
const USERS = ['first', 'second', 'third', 'fourth'];

function install(): void {
  mkdirSync(HOME, { recursive: true });
  const known = () => existsSync(JAR) && createHash('sha256').update(readFileSync(JAR)).digest('hex') === SHA256;
  if (!known()) spawnSync('curl', ['-sSfL', '-o', JAR, SOURCE], { timeout: 120_000 });
  if (!known()) throw new Error('The IMAP server could not be had from Maven Central.');
}

const answers = (port: number): Promise<true | undefined> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(undefined));
  });

let server: ChildProcess;
let ports: { smtp: number; imap: number };

beforeAll(async () => {
  needJava();
  install();
  ports = { smtp: await freePort(), imap: await freePort() };
  const settings = {
    'greenmail.smtp.port': ports.smtp,
    'greenmail.imap.port': ports.imap,
    'greenmail.smtp.hostname': '127.0.0.1',
    'greenmail.imap.hostname': '127.0.0.1',
    'greenmail.users.login': 'email',
    'greenmail.users': USERS.map((user) => `${user}:a-password@example.com`).join(','),
  };
  const given = Object.entries(settings).map(([name, value]) => `-D${name}=${value}`);
  server = spawn('java', [...given, '-jar', JAR], { stdio: 'ignore' });
  await eventually(() => answers(ports.imap), 60_000);
}, 400_000);
const workers: ReturnType<typeof startMailboxes>[] = [];
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
});
afterAll(() => {
  server?.kill();
});

const send = (mail: Record<string, unknown>) =>
  createTransport({ host: '127.0.0.1', port: ports.smtp, secure: false, ignoreTLS: true }).sendMail({
    from: 'ada@example.net',
    ...mail,
  });

function mailboxes() {
  const worker = startMailboxes({
    db: api.db,
    clock: systemClock,
    logger: createLogger('silent', 'test'),
    box: createSecretBox([TEST_SECRET]),
    privateHosts: ['127.0.0.1:*'],
    dispatch: () => undefined,
  });
  workers.push(worker);
  return worker;
}

async function createFixture(password = 'a-password', port = ports.imap) {
  const account = await api.account();
  const user = `${USERS.shift()}@example.com`;
  const deliver = (mail: Record<string, unknown>) => send({ to: user, ...mail });
  const sender = { name: 'Sales', from_email: user };
  const { id } = (await account.request('post', '/email-senders').send(sender).expect(201)).body.email_sender;
  const body = { host: '127.0.0.1', port, secure: false, user, password };
  const set = (changes: object = {}) =>
    account
      .request('put', `/email-senders/${id}/mailbox`)
      .send({ ...body, ...changes })
      .expect(200);
  await set();
  const lead = await addLead(api.db, account.accountId);
  const message = await addMessage(api.db, lead, null, { status: 'sent', sent_at: new Date() });
  const events = () => api.db('inbound_events').where({ account_id: account.accountId }).orderBy('id');
  const mailbox = async () => (await account.request('get', `/email-senders/${id}/mailbox`)).body.mailbox;
  const remove = () => account.request('delete', `/email-senders/${id}/mailbox`).expect(204);
  return { account, user, lead, message, deliver, events, mailbox, set, remove };
}

describe('a mailbox on a real IMAP server', () => {
  it('is read from the moment it is set, told by the server, once though two workers read', async () => {
    const { account, user, lead, message, deliver, events, mailbox, remove } = await createFixture();
    const pair = [mailboxes(), mailboxes()];
    const reply = { inReplyTo: `<${message.id}@example.com>`, subject: 'Re: Hello' };
    await deliver({ ...reply, text: 'Yes, please.' });
    await eventually(async () => ((await events()).length === 1 ? true : undefined), 20_000);
    // By now the server is listened to: what comes is there at once, not with the next look.
    const before = Date.now();
    await deliver({ ...reply, text: 'And one more thing.' });
    await eventually(async () => ((await events()).length === 2 ? true : undefined), 20_000);
    expect(Date.now() - before).toBeLessThan(15_000);
    await Promise.all(pair.map((worker) => worker.stop()));
    await deliver({ ...reply, text: 'While nobody read.' });
    const again = mailboxes();
    await eventually(async () => ((await events()).length === 3 ? true : undefined), 20_000);
    await again.stop();
    expect(await workInbound(api.db, account.accountId)).toEqual(['reply', 'reply', 'reply']);
    const received = await api.db('messages').where({ lead_id: lead.id, direction: 'inbound' }).orderBy('id');
    expect(received.map(({ content }) => content)).toEqual([
      'Yes, please.',
      'And one more thing.',
      'While nobody read.',
    ]);
    expect(await mailbox()).toMatchObject({ user, error: null, checked_at: expect.any(String) });
    await remove();
    expect(await mailbox()).toBeNull();
  }, 90_000);

  it('is read again when the line broke while it was listened to: no mail is lost and none comes twice', async () => {
    const line = await TcpProxy.start(ports.imap);
    const { account, message, deliver, events, mailbox, remove } = await createFixture('a-password', line.port);
    const worker = mailboxes();
    const reply = { inReplyTo: `<${message.id}@example.com>`, subject: 'Re: Hello' };
    const come = (n: number) => eventually(async () => ((await events()).length === n ? true : undefined), 40_000);
    await deliver({ ...reply, text: 'one' });
    await come(1);
    // Cut once, with the server there: it is read again at once.
    line.set({ kind: 'reset' });
    line.set({ kind: 'open' });
    await deliver({ ...reply, text: 'two' });
    await come(2);
    // While the server is away, the state says so. Emails that were received during that time are read after it is
    // back.
    line.set({ kind: 'reset' });
    await deliver({ ...reply, text: 'three' });
    await deliver({ ...reply, text: 'four' });
    const told = await eventually(async () => {
      const found = await mailbox();
      return found.error === null ? undefined : found;
    }, 40_000);
    expect(told.error).toMatch(/^(ECONNRESET|EConnectionClosed|NoConnection|ClosedAfterConnect\w*|ERROR)/);
    expect(await events()).toHaveLength(2);
    line.set({ kind: 'open' });
    await come(4);
    await eventually(async () => ((await mailbox()).error === null ? true : undefined), 20_000);
    await worker.stop();
    const again = mailboxes();
    await deliver({ ...reply, text: 'five' });
    await come(5);
    await again.stop();
    await workInbound(api.db, account.accountId);
    const received = await api
      .db('messages')
      .where({ account_id: account.accountId, direction: 'inbound' })
      .orderBy('id');
    expect(received.map(({ content }) => content)).toEqual(['one', 'two', 'three', 'four', 'five']);
    await remove();
    await line.stop();
  }, 150_000);

  it('that rejected its user is read once the password is fixed', async () => {
    const { message, deliver, events, mailbox, set, remove } = await createFixture('wrong');
    const worker = mailboxes();
    await eventually(async () => ((await mailbox()).error === null ? undefined : true), 20_000);
    await set({ password: 'a-password' });
    expect((await mailbox()).error).toBeNull();
    await deliver({ inReplyTo: `<${message.id}@example.com>`, subject: 'Re: Hello', text: 'Now it works.' });
    await eventually(async () => ((await events()).length === 1 ? true : undefined), 40_000);
    expect(await mailbox()).toMatchObject({ error: null, checked_at: expect.any(String) });
    await worker.stop();
    await remove();
  }, 100_000);

  it('says why it can not be read', async () => {
    const { mailbox, events, remove } = await createFixture('wrong');
    const worker = mailboxes();
    const told = await eventually(async () => {
      const found = await mailbox();
      return found.error === null ? undefined : found;
    }, 20_000);
    expect(told.error).toBe('The mail server rejected the user name or password.');
    expect(await events()).toHaveLength(0);
    await worker.stop();
    await remove();
  }, 60_000);
});
