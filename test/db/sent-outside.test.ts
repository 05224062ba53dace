import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openConnection } from '../../providers/json-api.js';
import { createOAuthClient } from '../../providers/oauth/index.js';
import { systemClock } from '../../runtime/clock.js';
import { newId } from '../../runtime/ids.js';
import { createLogger } from '../../runtime/logger.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import { createAccessTokens } from '../../services/connections/access-tokens.js';
import { oauthSettingsOf } from '../../services/connections/settings.js';
import { startMailboxes } from '../../worker/mailboxes.js';
import { publishAgent } from '../support/agents.js';
import { TEST_SECRET, type TestAccount, testConfig, useApi } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { startGraphServer } from '../support/graph-server.js';
import { startImapServer } from '../support/imap-server.js';
import { addLead, addMessage, addRun, workInbound } from '../support/messaging.js';
import { startOAuthServer } from '../support/oauth-server.js';
import { connected } from '../support/sign-in.js';

const provider = await startOAuthServer();
const graph = await startGraphServer(provider);
const imap = await startImapServer();
const api = useApi({ ...provider.settings, MICROSOFT_GRAPH_URL: graph.url });
const json = openConnection();
const oauth = createOAuthClient(oauthSettingsOf(testConfig(provider.settings)));
const box = createSecretBox([TEST_SECRET]);
const logger = createLogger('silent', 'test');
const work = () => ({ db: api.db, clock: systemClock, dispatch: () => undefined });

let account: TestAccount;
let email: string;
let senderId: string;
let lead: Awaited<ReturnType<typeof addLead>>;
let runId: string;
let loop: ReturnType<typeof startMailboxes> | undefined;

beforeEach(async () => {
  account = await api.account();
  email = `${newId()}@example.com`;
  provider.state.person = { subject: newId(), email };
  lead = await addLead(api.db, account.accountId);
  const agentId = await publishAgent(api.db, account.accountId, [
    { type: 'message' as const, subject: 'Hello', content: 'Hi' },
  ]);
  runId = (await addRun(api.db, lead, agentId)).id;
});
afterEach(async () => {
  await loop?.stop();
  loop = undefined;
});
afterAll(async () => {
  expect([...provider.violations, ...graph.violations]).toEqual([]);
  await Promise.all([json.close(), oauth.close(), provider.stop(), graph.stop(), imap.stop()]);
});

async function addSender(body: object, mailbox: object): Promise<void> {
  const made = await account.request('post', '/email-senders').send({ name: 'Ana', from_email: email, ...body });
  senderId = made.body.email_sender.id;
  await account.request('put', `/email-senders/${senderId}/mailbox`).send(mailbox).expect(200);
}

interface Written {
  id?: string;
  to?: string;
  more?: string;
  text?: string;
}
/** A mail as a person's mail program writes it. */
const written = ({ id = newId(), to = lead.email ?? '', more = '', text = 'As promised: the offer.' }: Written = {}) =>
  `From: Ana <${email}>\r\nTo: ${to}\r\nSubject: Our call\r\nMessage-ID: <${id}@mail.example>\r\n${more}\r\n${text}\r\n`;

async function readUntil(done: () => Promise<unknown>): Promise<void> {
  const tokens = createAccessTokens({ ...work(), box, publicUrl: '', oauth, logger });
  loop = startMailboxes({
    ...work(),
    logger,
    box,
    privateHosts: ['127.0.0.1:*'],
    graph: { graphUrl: graph.url, api: json, tokens },
    pace: { lookMs: 300, silentMs: 2_000 },
    syncPace: { lookMs: 30, answerMs: 5_000 },
  });
  await eventually(async () => ((await done()) ? true : undefined), 20_000);
  await loop.stop();
}
const events = () => api.db('inbound_events').where({ account_id: account.accountId }).orderBy('id');
const kept = (n: number) => async () => (await events()).length >= n;
const history = () => api.db('messages').where({ account_id: account.accountId, direction: 'outbound' }).orderBy('id');
const run = () => api.db('agent_runs').where({ id: runId }).first();

describe.each(['an IMAP server', 'Microsoft Graph'])('a mail that a person sent from a mailbox at %s', (server) => {
  const isImap = server === 'an IMAP server';
  const send = (mail: string) => (isImap ? imap.send(mail) : graph.send(email, mail));

  beforeEach(async () => {
    const mailbox = { host: '127.0.0.1', port: imap.port, secure: false, user: 'ana', password: 'x' };
    if (isImap) return addSender({}, mailbox);
    const connection_id = await connected(api, account);
    return addSender({ connection_id }, { connection_id });
  });

  it('is in the history of the lead, who is that of the person from then on', async () => {
    send(written());
    await readUntil(kept(1));
    expect(await workInbound(api.db, account.accountId)).toEqual(['sent_by_person']);
    const [message] = await history();
    expect(message).toMatchObject({
      lead_id: lead.id,
      status: 'sent',
      subject: 'Our call',
      content: 'As promised: the offer.',
      sender_id: senderId,
      agent_run_id: null,
    });
    expect(await run()).toMatchObject({ human_takeover: true, paused_by: 'mail_program' });
    const { body } = await account.request('get', `/messages?lead_id=${lead.id}`).expect(200);
    expect(body.messages[0]).toMatchObject({ direction: 'outbound', sent_outside: true });
  });

  it('has an effect once, though it is read again', async () => {
    const mail = written();
    send(mail);
    await readUntil(kept(1));
    await api.db('mailboxes').where({ sender_id: senderId }).update({ sent_last_uid: 0, sent_token: null });
    send(written({ text: 'And one more thing.' }));
    await readUntil(kept(2));
    await workInbound(api.db, account.accountId);
    expect((await history()).map(({ content }) => content)).toEqual(['As promised: the offer.', 'And one more thing.']);
  });

  it('has no effect if it is ours, automatic, or to someone else', async () => {
    const own = await addMessage(api.db, lead, null, { status: 'sent', sent_at: new Date() });
    send(
      `X-Message-Id: ${own.id}\r\n${written({ id: own.id }).replace('mail.example', 'example.com')}`.replace(
        `<${own.id}@example.com>`,
        `<${own.id}@${email.split('@')[1]}>`,
      ),
    );
    send(written({ to: 'colleague@example.com', more: `References: <${own.id}@example.com>\r\n` }));
    send(written({ more: 'Auto-Submitted: auto-replied\r\n' }));
    send(written({ to: 'colleague@example.com', more: `Cc: ${lead.email}\r\n`, text: 'See below.' }));
    await readUntil(kept(2));
    expect(await workInbound(api.db, account.accountId)).toEqual(['automatic', 'sent_by_person']);
    // What was sent to others isn't even stored.
    expect(await events()).toHaveLength(2);
    expect((await history()).map(({ content }) => content)).toEqual([own.content, 'See below.']);
  });

  it('is that of a user if its address is, and leaves runs alone that began later', async () => {
    const user = await api.db('users').where({ account_id: account.accountId }).first();
    if (user) await api.db('users').where({ id: user.id }).update({ email });
    const enrolled_at = new Date(Date.now() + 3_600_000);
    await api.db('agent_runs').where({ id: runId }).update({ enrolled_at });
    send(written());
    await readUntil(kept(1));
    await workInbound(api.db, account.accountId);
    expect(await history()).toHaveLength(1);
    expect(await run()).toMatchObject({ human_takeover: false });
  });
});
