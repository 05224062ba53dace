import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createProcess } from '../../../activities/send.js';
import { inWork } from '../../../db/work.js';
import { chatWebhooks } from '../../../providers/chat/webhook.js';
import { createEmailProviders, type EmailProviders } from '../../../providers/email/index.js';
import { newId } from '../../../runtime/ids.js';
import { createMetrics } from '../../../runtime/metrics.js';
import { createSafeFetch } from '../../../runtime/safe-fetch.js';
import { createSecretBox } from '../../../runtime/secret-box.js';
import type { NotificationSettings } from '../../../schemas/accounts/notification-settings.js';
import { applyLeadEvent } from '../../../services/agent-runs/exit-rules.js';
import { notifyOfHandoff } from '../../../services/agent-runs/notify-of-handoff.js';
import { systemMail, systemMailHosts } from '../../../services/channels/system-sender.js';
import { sendDueNotices } from '../../../services/messages/notices.js';
import { sendNext } from '../../../services/messages/send.js';
import { userMails } from '../../../services/messages/user-mails.js';
import { TEST_SECRET, type TestAccount, testConfig, useApi } from '../../support/api.js';
import { answer, cutOff, useFaultyServer } from '../../support/faulty-server.js';
import { SmtpSink } from '../../support/smtp-server.js';
import { addUser, type TestUser } from '../../support/users.js';

const sink = await SmtpSink.start();
const settings = {
  SYSTEM_MAIL_URL: `smtp://${sink.host}:${sink.port}`,
  SYSTEM_MAIL_FROM: 'Lead Automation <no-reply@example.com>',
  WEBHOOK_PRIVATE_HOSTS: '127.0.0.1:*',
};
const config = testConfig(settings);
const api = useApi(settings);
const chat = useFaultyServer();
const fetch = createSafeFetch({ privateHosts: ['127.0.0.1:*'] });
let email: EmailProviders;
let account: TestAccount;
let user: TestUser;
let now = new Date();
beforeAll(async () => {
  email = createEmailProviders(api.db, { privateHosts: systemMailHosts(config) });
  account = await api.account({ timezone: 'Europe/Madrid' });
});
afterAll(() => Promise.all([sink.stop(), email.close(), fetch.close()]));

const deps = () => ({ db: api.db, clock: { now: () => now }, dispatch: () => undefined });
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};

/** Puts due notices together and looks once at each mail of the user that isn't done with, as a worker does. */
async function work(of = user) {
  await sendDueNotices({ ...deps(), system: systemMail(config) });
  const box = createSecretBox([TEST_SECRET]);
  const process = createProcess({
    ...deps(),
    metrics: createMetrics(),
    box,
    email,
    chat: chatWebhooks(fetch),
    whatsapp: {} as never,
    voice: {} as never,
    breakers: { note: () => undefined },
  });
  const access = { box, system: systemMail(config), publicUrl: 'http://las.test' };
  const owner = userMails({ heldBack: async () => undefined, ...access });
  const waiting = await api.db('user_mails').where({ user_id: of.userId }).whereIn('status', ['queued', 'sending']);
  return Promise.all(waiting.map(({ id }) => sendNext(owner, id, process)));
}

/** Returns the emails that a user has received, decoded. */
const mailsTo = ({ email: address }: TestUser) =>
  sink.mails
    .filter(({ to }) => to === address)
    .map(({ headers, raw }) => ({
      headers,
      raw: raw
        .replace(/=\r?\n/g, '')
        .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    }));
const notify = (of: TestUser, body: object) => of.request('patch', '/notification-settings').send(body).expect(200);
const settingsOf = async (of: TestUser): Promise<NotificationSettings> =>
  (await of.request('get', '/notification-settings').expect(200)).body.settings;
const webhook = (of: TestUser, channel: 'slack' | 'teams') =>
  of.request('put', `/notification-settings/webhooks/${channel}`).send({ url: `${chat.url}/${channel}` });
const NONE = { reply: [], handoff: [], task_due: [], connection_lost: [] };

/** Adds a user who is notified of some events, and makes them the one of the test. */
async function newUser(events: object = {}, role: 'owner' | 'operator' = 'operator') {
  user = await addUser(api, account.accountId, role);
  now = new Date();
  await notify(user, { events: { ...NONE, ...events } });
  return user;
}

async function newLead(first_name = 'Ana', owner: string | null = user.userId): Promise<string> {
  const { body } = await account
    .request('post', '/leads')
    .send({ first_name, email: `${newId()}@example.com`, owner_id: owner })
    .expect(201);
  return body.lead.id;
}

/** Lets a lead write, as the inbound side does; answers the event, to report it again. */
async function reply(leadId: string, content: string) {
  const id = newId();
  const times = { created_at: now, updated_at: now, sent_at: now };
  const state = { status: 'received', claim_no: 0, channel: 'email', direction: 'inbound', type: 'email' };
  const row = { id, account_id: account.accountId, lead_id: leadId, content, ...state, ...times };
  await api.db('messages').insert(row as never);
  const event = () =>
    inWork(deps(), (of) =>
      applyLeadEvent(of, {
        accountId: account.accountId,
        leadId,
        eventType: 'message.received',
        data: { message_id: id, channel: 'email' },
        messages: [content],
        origin: { kind: 'provider', id: 'test' },
      }),
    );
  await event();
  return event;
}

describe('the settings of notifications', () => {
  it('are those of the signed-in user, and never show the URL of a webhook', async () => {
    const other = await addUser(api, account.accountId, 'owner');
    await newUser({ reply: ['slack'] });
    await webhook(user, 'slack').expect(200);
    const own = await settingsOf(user);
    expect(own).toMatchObject({ leads: 'own', wait_minutes: 5, quiet_hours: null, timezone: 'Europe/Madrid' });
    expect(own.webhooks.slack).toMatchObject({ host: new URL(chat.url).host, disabled_at: null });
    expect(JSON.stringify(own)).not.toContain('/slack"');
    expect(await settingsOf(other)).toMatchObject({
      events: { ...NONE, connection_lost: ['email'] },
      webhooks: { slack: null },
    });
    const [row] = await api.db('notice_webhooks').where({ user_id: user.userId });
    expect(row?.url).not.toContain('127.0.0.1');
  });

  it.each([
    ['http://hooks.example.com/x', 'must start with https://'],
    ['https://10.0.0.1/x', 'public address'],
    ['https://a:b@hooks.example.com/x', "can't contain a user"],
  ])('refuse the webhook %s', async (url, message) => {
    await newUser();
    const { body } = await user.request('put', '/notification-settings/webhooks/teams').send({ url }).expect(400);
    expect(body).toMatchObject({ code: 'VALIDATION_ERROR', field: '/url' });
    expect(body.message).toContain(message);
  });

  it('let only owners and admins choose all leads', async () => {
    await newUser();
    await user.request('patch', '/notification-settings').send({ leads: 'all' }).expect(403);
    await newUser({}, 'owner');
    await notify(user, { leads: 'all' });
    expect((await settingsOf(user)).leads).toBe('all');
  });
});

describe('notifications', () => {
  it('of several replies are one email and one message in each chat, after the wait, once', async () => {
    await newUser({ reply: ['email', 'slack', 'teams'] });
    await webhook(user, 'slack').expect(200);
    await webhook(user, 'teams').expect(200);
    const leadId = await newLead('<b>Ana</b>');
    const again = await reply(leadId, 'First');
    await reply(leadId, 'Call <!channel> & *me*');
    await reply(await newLead('Bo', null), 'Of another owner');
    await work();
    expect(mailsTo(user)).toHaveLength(0);
    later(6);
    await work();
    await again();
    later(6);
    await work();
    const [mail, ...more] = mailsTo(user);
    expect(more).toEqual([]);
    expect(mail?.headers.subject).toBe('<b>Ana</b> sent 2 messages');
    expect(mail?.raw).toContain('&lt;b&gt;Ana&lt;/b&gt; sent 2 messages');
    expect(mail?.raw).not.toContain('<b>Ana</b> sent 2 messages</p>');
    expect(mail?.raw).toContain(`http://las.test/leads/${leadId}`);
    expect(mail?.raw).not.toContain('another owner');
    const of = (path: string) => chat.seen.filter(({ url }) => url === path).map(({ body }) => JSON.stringify(body));
    expect(of('/slack')).toHaveLength(1);
    expect(of('/slack')[0]).toContain('{"type":"plain_text","text":"Call <!channel> & *me*","emoji":false}');
    expect(of('/slack')[0]).toContain('"text":"&lt;b&gt;Ana&lt;/b&gt; sent 2 messages"');
    expect(of('/teams')).toHaveLength(1);
    expect(of('/teams')[0]).toContain('{"type":"TextRun","text":"Call <!channel> & *me*"}');
    expect((await settingsOf(user)).last_delivery).toMatchObject({ status: 'delivered' });
  });

  it('of all leads reach managers who chose them', async () => {
    await newUser({ reply: ['email'] }, 'owner');
    await notify(user, { leads: 'all' });
    await reply(await newLead('Cleo', null), 'Hello');
    later(6);
    await work();
    expect(mailsTo(user).map(({ headers }) => headers.subject)).toEqual(['Cleo replied']);
  });

  it('wait until quiet hours end, in the zone of the user', async () => {
    await newUser({ reply: ['email'] });
    await notify(user, { quiet_hours: { from: '22:00', to: '07:30' }, timezone: 'Europe/Madrid' });
    const leadId = await newLead();
    now = new Date('2027-01-14T21:30:00Z');
    await reply(leadId, 'Late');
    later(10);
    await work();
    expect(mailsTo(user)).toHaveLength(0);
    const due = await api.db('notices').where({ user_id: user.userId }).select('due_at');
    expect(due.map(({ due_at }) => due_at)).toEqual([new Date('2027-01-15T06:30:00Z')]);
    now = new Date('2027-01-15T06:31:00Z');
    await work();
    expect(mailsTo(user)).toHaveLength(1);
  });

  it('are in the language of the user', async () => {
    await newUser({ reply: ['email'] });
    await api.db('users').where({ id: user.userId }).update({ language: 'es' });
    await reply(await newLead(), 'Hola');
    later(6);
    await work();
    expect(mailsTo(user)[0]?.headers.subject).toBe('Ana ha respondido');
    expect(mailsTo(user)[0]?.raw).toContain('lang="es"');
  });

  it('contain nothing of an erased lead, and disabled users get none', async () => {
    await newUser({ reply: ['email'] });
    const erased = await newLead('Erna');
    await reply(erased, 'A secret');
    await account.request('post', `/leads/${erased}/erase`).send({}).expect(200);
    later(6);
    await work();
    expect(mailsTo(user)).toHaveLength(0);
    await reply(await newLead('Dora'), 'Hello');
    await api.db('users').where({ id: user.userId }).update({ disabled_at: now });
    later(6);
    await work();
    expect(mailsTo(user)).toHaveLength(0);
    expect(await api.db('notices').where({ user_id: user.userId })).toEqual([]);
  });

  it('of handoffs go to the users who are notified in the dashboard', async () => {
    const bystander = await newUser({ handoff: ['email'] });
    await newUser({ handoff: ['email'] });
    const leadId = await newLead('Hugo');
    const asked = { accountId: account.accountId, agentId: newId(), leadId, notify: undefined, said: ['Help'] };
    await inWork(deps(), (of) => notifyOfHandoff(of, { ...asked, occasion: newId() }));
    later(6);
    await work();
    await work(bystander);
    expect(mailsTo(user).map(({ headers }) => headers.subject)).toEqual(['Hugo needs a person']);
    expect(mailsTo(bystander)).toEqual([]);
  });

  it('of a task come once it is due, and again once it is due later', async () => {
    await newUser({ task_due: ['email'] });
    const due = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString();
    const task = { title: 'Call back', assignee_id: user.userId, due_at: due(10) };
    const { body } = await account.request('post', '/tasks').send(task).expect(201);
    const pass = async () => {
      for (const minutes of [11, 6, 6]) {
        later(minutes);
        await work();
      }
    };
    await work();
    await pass();
    expect(mailsTo(user).map(({ headers }) => headers.subject)).toEqual(['Task due: Call back']);
    await account
      .request('patch', `/tasks/${body.task.id}`)
      .send({ due_at: due(10) })
      .expect(200);
    await pass();
    expect(mailsTo(user)).toHaveLength(2);
  });
});

describe('a chat webhook', () => {
  it('is tried again when it asks to, and a broken connection leaves the outcome unknown', async () => {
    await newUser({ reply: ['slack'] });
    await webhook(user, 'slack').expect(200);
    const leadId = await newLead();
    await reply(leadId, 'One');
    later(6);
    chat.plan = [answer(429, {}, { 'retry-after': '600' }), answer(200, {})];
    const [step] = await work();
    const { plan } = step as unknown as { plan: { sleepUntil: string } };
    expect(Date.parse(plan.sleepUntil)).toBeGreaterThanOrEqual(now.getTime() + 600_000);
    later(11);
    await work();
    expect(chat.seen).toHaveLength(2);
    chat.plan = [cutOff];
    await reply(leadId, 'Two');
    later(6);
    await work();
    await work();
    expect(chat.seen).toHaveLength(3);
    expect((await settingsOf(user)).last_delivery).toMatchObject({ channel: 'slack', status: 'unknown' });
  });

  it('that is gone is turned off, and the user gets its notifications and the reason by email', async () => {
    await newUser({ reply: ['teams'] });
    await webhook(user, 'teams').expect(200);
    await reply(await newLead('Gina'), 'Still there?');
    later(6);
    chat.plan = [answer(410, {})];
    await work();
    expect((await settingsOf(user)).webhooks.teams?.failure).toContain('410');
    await work();
    const [mail, ...more] = mailsTo(user);
    expect(more).toEqual([]);
    expect(mail?.headers.subject).toBe('Gina replied, and 1 more');
    expect(mail?.raw).toContain('stopped working');
    await reply(await newLead('Hans'), 'Hello');
    later(6);
    await work();
    expect(chat.seen).toHaveLength(1);
    await webhook(user, 'teams').expect(200);
    expect((await settingsOf(user)).webhooks.teams?.disabled_at).toBeNull();
  });

  it('can be tested, and is deleted with what waits for it', async () => {
    await newUser({ reply: ['slack'] });
    await user.request('post', '/notification-settings/slack/test').expect(422);
    await webhook(user, 'slack').expect(200);
    const { body } = await user.request('post', '/notification-settings/slack/test').expect(202);
    await work();
    expect(JSON.stringify(chat.seen[0]?.body)).toContain('Test notification');
    expect((await settingsOf(user)).last_delivery).toMatchObject({ id: body.delivery.id, status: 'delivered' });
    await reply(await newLead(), 'Hello');
    await user.request('delete', '/notification-settings/webhooks/slack').expect(204);
    later(6);
    await work();
    expect(chat.seen).toHaveLength(1);
    expect((await settingsOf(user)).webhooks.slack).toBeNull();
  });

  it('can be replaced by email for a test', async () => {
    await newUser();
    await user.request('post', '/notification-settings/email/test').expect(202);
    await work();
    expect(mailsTo(user).map(({ headers }) => headers.subject)).toEqual(['Test notification']);
  });
});
