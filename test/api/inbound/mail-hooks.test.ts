import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import type { MessageRow } from '../../../db/tables.js';
import { newId } from '../../../runtime/ids.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { portForLater } from '../../support/later-port.js';
import {
  mailgunEvent,
  mailgunSigned,
  RESEND_SECRET,
  resendEvent,
  resendHeaders,
  SENDGRID_KEY,
  SES_TOPIC,
  sendGridEvent,
  sendGridHeaders,
  sesEvent,
  snsMessage,
  startSns,
} from '../../support/mail-hooks.js';
import { addAgent, addHook, addLead, addMessage, addRun, eventKinds, workInbound } from '../../support/messaging.js';
import type { StandIn } from '../../support/stand-in.js';

const SNS_PORT = await portForLater();
const api = useApi({ SNS_URL: `http://127.0.0.1:${SNS_PORT}` });
let sns: StandIn;
beforeAll(async () => {
  sns = await startSns(SNS_PORT);
});
afterAll(() => sns.stop());

const MAILGUN_KEY = 'the-signing-key-of-mailgun';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

async function createFixture(provider: string, secret?: string) {
  const account = await api.account();
  const hook = await addHook(account, provider, secret);
  const lead = await addLead(api.db, account.accountId);
  const run = await addRun(api.db, lead, await addAgent(api, account, { exit: { on_reply: 'continue' } }));
  const sentAt = new Date('2026-03-01T12:00:00Z');
  const message = await addMessage(api.db, lead, run, { status: 'sent', sent_at: sentAt, claimed_at: sentAt });
  const send = (text: string, headers: Record<string, string> = {}) =>
    supertest(api.app).post(hook.path).set('Content-Type', 'application/json').set(headers).send(text);
  return {
    account,
    hook,
    lead,
    id: message.id,
    to: lead.email ?? '',
    send,
    sendSns: (fields: object, options?: Parameters<typeof snsMessage>[1]) =>
      send(JSON.stringify(snsMessage({ MessageId: newId(), ...fields }, options))),
    stored: () => api.db('inbound_events').where({ account_id: account.accountId }).orderBy('id'),
    work: () => workInbound(api.db, account.accountId),
    message: async (): Promise<MessageRow> => (await api.db('messages').where({ id: message.id }).first())!,
    hits: () => api.db('message_hits').where({ message_id: message.id }),
    attention: async () => (await account.request('get', '/attention')).body,
  };
}

describe('the hook of Amazon SES', () => {
  const confirmation = (fields: object = {}) => ({
    Type: 'SubscriptionConfirmation',
    Message: 'You have chosen to subscribe to the topic.',
    Token: 'a-token',
    SubscribeURL: 'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=a-token',
    ...fields,
  });
  beforeEach(() => {
    sns.requests.splice(0);
  });
  const confirmed = () => sns.requests.filter((each) => each === 'GET /');

  it('confirms the subscription of its own topic at SNS, once it is verified', async () => {
    const { sendSns, work } = await createFixture('ses', SES_TOPIC);
    expect((await sendSns(confirmation())).status).toBe(200);
    expect(confirmed()).toHaveLength(1);
    expect(await work()).toEqual(['ignored']);
  });

  it('confirms nothing for another topic, an unsigned message or a host that is not one of SNS', async () => {
    const { sendSns, send, stored } = await createFixture('ses', SES_TOPIC);
    const elsewhere = [
      'https://sns.eu-west-1.amazonaws.com.example.net/?Action=ConfirmSubscription',
      'https://example.net/?host=sns.eu-west-1.amazonaws.com',
      'http://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription',
      'https://sns.eu-west-1.amazonaws.com:8443/',
      'https://user@sns.eu-west-1.amazonaws.com/',
    ];
    for (const SubscribeURL of elsewhere) {
      expect((await sendSns(confirmation({ SubscribeURL }))).status).toBe(502);
      const forged = { MessageId: newId(), Message: '{}', SigningCertURL: `${SubscribeURL}x.pem` };
      const answer = await send(JSON.stringify(snsMessage(forged)));
      expect([answer.status, answer.body.details?.reason]).toEqual([401, 'malformed']);
    }
    const other = await sendSns(confirmation({ TopicArn: SES_TOPIC.replace('123456789012', '999999999999') }));
    expect([other.status, other.body.details.reason]).toEqual([401, 'mismatch']);
    const { Signature: _, ...unsigned } = snsMessage(confirmation({ MessageId: newId() }));
    expect((await send(JSON.stringify(unsigned))).status).toBe(401);
    expect(confirmed()).toEqual([]);
    expect(await stored()).toEqual([]);
  });

  it('has SNS repeat what it could not confirm, and stores nothing until then', async () => {
    const { sendSns, stored } = await createFixture('ses', SES_TOPIC);
    const SubscribeURL = 'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=gone';
    const answer = await sendSns(confirmation({ SubscribeURL }));
    expect([answer.status, answer.body.code]).toEqual([502, 'PROVIDER_ERROR']);
    expect(await stored()).toEqual([]);
  });

  it('accepts both versions of signatures, and none that is older than a day', async () => {
    const { sendSns, id, to, work, message } = await createFixture('ses', SES_TOPIC);
    const Message = JSON.stringify(sesEvent(id, to, 'Delivery', { recipients: [to] }));
    expect((await sendSns({ Message }, { digest: 'sha1' })).status).toBe(200);
    expect((await sendSns({ Message, Subject: 'Amazon SES' }, { digest: 'sha256' })).status).toBe(200);
    const old = await sendSns({ Message }, { at: new Date(Date.now() - 27 * 3_600_000) });
    expect([old.status, old.body.details.reason]).toEqual([401, 'too_old']);
    expect(await work()).toEqual(['delivered', 'delivered']);
    expect(await message()).toMatchObject({ status: 'delivered', delivered_at: new Date('2026-03-01T12:00:05Z') });
  });
});

describe('the hook of SendGrid', () => {
  it('takes the events of a batch that it does not know yet, and lists an unknown kind once', async () => {
    const { send, id, to, work, attention, stored } = await createFixture('sendgrid', SENDGRID_KEY);
    const post = (events: object[]) => {
      const text = JSON.stringify(events);
      return send(text, sendGridHeaders(text, new Date()));
    };
    const [delivered, later] = [sendGridEvent(id, to, 'delivered'), sendGridEvent(id, to, 'deferred')];
    const odd = ['a', 'b'].map((sg_event_id) => sendGridEvent(id, to, 'levitated', { sg_event_id }));
    expect((await post([delivered])).body).toEqual({ success: true, duplicate: false });
    expect((await post([delivered, later, ...odd])).body).toEqual({ success: true, duplicate: false });
    expect((await post([delivered, later])).body).toEqual({ success: true, duplicate: true });
    expect(await stored()).toHaveLength(4);
    expect(await work()).toEqual(['delivered', 'deferred', 'not_understood', 'not_understood']);
    expect(JSON.stringify(await attention()).match(/"[^"]*levitated[^"]*"/g)).toHaveLength(1);
  });

  it('refuses a batch in which an event has another shape, as a whole', async () => {
    const { send, id, to, stored } = await createFixture('sendgrid', SENDGRID_KEY);
    for (const batch of [[sendGridEvent(id, to, 'open'), null], [[]], { event: 'open' }, [{ event: 'open' }]]) {
      const text = JSON.stringify(batch);
      expect((await send(text, sendGridHeaders(text, new Date()))).status).toBe(400);
    }
    expect(await stored()).toEqual([]);
  });

  it('notes clicks to be judged like ours, those of machines as such, and none on our own pages', async () => {
    const { send, id, to, work, hits, lead } = await createFixture('sendgrid', SENDGRID_KEY);
    const own = `http://las.test/u/${'a'.repeat(60)}.${'b'.repeat(43)}`;
    const events = [
      sendGridEvent(id, to, 'click', { sg_event_id: '1', url: 'https://example.com/a', useragent: FIREFOX }),
      sendGridEvent(id, to, 'click', { sg_event_id: '2', url: 'https://example.com/b', useragent: 'Barracuda' }),
      sendGridEvent(id, to, 'click', { sg_event_id: '3', url: own, useragent: FIREFOX }),
      sendGridEvent(id, to, 'open', { sg_event_id: '4', sg_machine_open: true }),
    ];
    const text = JSON.stringify(events);
    await send(text, sendGridHeaders(text, new Date())).expect(200);
    expect(await work()).toEqual(['clicked', 'clicked', 'ignored', 'opened']);
    const noted = (await hits()).map(({ url, reason }) => [url, reason]).sort();
    expect(noted).toEqual([
      ['https://example.com/a', null],
      ['https://example.com/b', 'user_agent'],
    ]);
    expect(await eventKinds(api.db, lead.id)).toEqual(['email.machine_opened']);
  });

  it('opts a lead out who unsubscribes at the provider', async () => {
    const { send, id, to, work, lead } = await createFixture('sendgrid', SENDGRID_KEY);
    const text = JSON.stringify([sendGridEvent(id, to, 'group_unsubscribe')]);
    await send(text, sendGridHeaders(text, new Date())).expect(200);
    expect(await work()).toEqual(['unsubscribed']);
    expect(await eventKinds(api.db, lead.id)).toEqual(expect.arrayContaining(['lead.opted_out', 'email.unsubscribed']));
  });
});

describe('the hook of Mailgun', () => {
  const signed = (token = newId(), at = new Date()) => mailgunSigned(MAILGUN_KEY, token, at);

  it('accepts a token for one event only', async () => {
    const { send, id, to, stored } = await createFixture('mailgun', MAILGUN_KEY);
    const signature = signed();
    const delivered = JSON.stringify({ signature, ...mailgunEvent(id, to, 'delivered') });
    expect((await send(delivered)).body).toEqual({ success: true, duplicate: false });
    expect((await send(delivered)).body).toEqual({ success: true, duplicate: true });
    const replayed = await send(JSON.stringify({ signature, ...mailgunEvent(id, to, 'complained') }));
    expect([replayed.status, replayed.body.details.reason]).toEqual([401, 'replayed']);
    const old = signed(newId(), new Date(Date.now() - 27 * 3_600_000));
    const late = await send(JSON.stringify({ signature: old, ...mailgunEvent(id, to, 'opened') }));
    expect([late.status, late.body.details.reason]).toEqual([401, 'too_old']);
    expect(await stored()).toHaveLength(1);
  });

  it('leaves a message alone that Mailgun still tries to deliver', async () => {
    const { send, id, to, work, message } = await createFixture('mailgun', MAILGUN_KEY);
    const event = mailgunEvent(id, to, 'failed', { severity: 'temporary', 'delivery-status': { code: 421 } });
    await send(JSON.stringify({ signature: signed(), ...event })).expect(200);
    expect(await work()).toEqual(['deferred']);
    expect(await message()).toMatchObject({ status: 'sent' });
  });

  it('reads a forwarded mail with files as a reply, parsed or unparsed', async () => {
    const { hook, id, to, work, lead } = await createFixture('mailgun', MAILGUN_KEY);
    const headers = JSON.stringify([
      ['Message-Id', '<their-1@example.net>'],
      ['In-Reply-To', `<${id}@las.test>`],
    ]);
    const form = (fields: Record<string, string>) => {
      const request = supertest(api.app).post(hook.path);
      for (const [name, value] of Object.entries({ recipient: 'sales@example.com', ...signed(), ...fields })) {
        request.field(name, value);
      }
      return request;
    };
    const parsed = form({ from: to, 'body-plain': 'Sí, mañana.', 'message-headers': headers, subject: 'Re: Hello' });
    await parsed.attach('attachment-1', Buffer.alloc(7 * 1024 * 1024), 'photo.jpg').expect(200);
    const mime = [`From: ${to}`, `In-Reply-To: <${id}@las.test>`, 'Message-ID: <their-2@example.net>', '', 'Yes.'];
    await form({ 'body-mime': mime.join('\r\n') }).expect(200);
    expect(await work()).toEqual(['reply', 'reply']);
    const received = await api.db('messages').where({ lead_id: lead.id, direction: 'inbound' }).orderBy('id');
    expect(received.map(({ content }) => content)).toEqual(['Sí, mañana.', 'Yes.']);
  });

  it('rejects a form that is too long, forged or broken', async () => {
    const { hook, stored } = await createFixture('mailgun', MAILGUN_KEY);
    const post = () => supertest(api.app).post(hook.path);
    const long = { recipient: 'a@example.com', 'body-plain': 'x'.repeat(7 * 1024 * 1024), ...signed() };
    expect((await post().type('form').send(long)).status).toBe(413);
    const forged = { recipient: 'a@example.com', ...signed(), token: 'another-token' };
    expect((await post().type('form').send(forged)).status).toBe(401);
    const broken = await post().set('Content-Type', 'multipart/form-data; boundary=x').send('--y\r\n\r\nnothing');
    expect(broken.status).toBe(400);
    expect((await post().set('Content-Type', 'multipart/form-data').send('x')).status).toBe(400);
    expect(await stored()).toEqual([]);
  });
});

describe('the hook of Resend', () => {
  const post = async (fixture: Awaited<ReturnType<typeof createFixture>>, event: object, id = newId()) => {
    const text = JSON.stringify(event);
    return fixture.send(text, resendHeaders(RESEND_SECRET, id, text, new Date()));
  };

  it('finds an email without any ID of ours by its recipient and the time of sending', async () => {
    const fixture = await createFixture('resend', RESEND_SECRET);
    const { id, to, work, message } = fixture;
    await post(fixture, resendEvent(id, to, 'email.delivered', { headers: [], created_at: '2026-03-01T13:00:00Z' }));
    expect(await work()).toEqual(['no_message']);
    await post(fixture, resendEvent(id, to, 'email.delivered', { headers: [] }));
    expect(await work()).toEqual(['delivered']);
    expect(await message()).toMatchObject({ status: 'delivered' });
  });

  it('acknowledges events about emails of others', async () => {
    const fixture = await createFixture('resend', RESEND_SECRET);
    const answer = await post(fixture, resendEvent(newId(), 'unknown@example.net', 'email.bounced'));
    expect(answer.status).toBe(200);
    expect(await fixture.work()).toEqual(['no_message']);
  });
});

describe('PUT /hooks/{id}/secret', () => {
  const hookIdOf = async (account: TestAccount): Promise<string> =>
    (await account.request('get', '/hooks')).body.hooks[0].id;

  it('replaces the secret of a hook whose URL the provider had to know first', async () => {
    const fixture = await createFixture('resend');
    const { account, send, id, to, hook } = fixture;
    const hookId = await hookIdOf(account);
    const text = JSON.stringify(resendEvent(id, to, 'email.delivered'));
    const signed = () => send(text, resendHeaders(RESEND_SECRET, 'msg_1', text, new Date()));
    expect((await signed()).status).toBe(401);
    const answer = await account.request('put', `/hooks/${hookId}/secret`).send({ secret: RESEND_SECRET });
    expect([answer.status, answer.body.hook.id]).toEqual([200, hookId]);
    expect(JSON.stringify(answer.body)).not.toContain(RESEND_SECRET);
    expect((await signed()).status).toBe(200);
    expect(JSON.stringify(await api.db('hooks').where({ id: hookId }).first())).not.toContain(hook.secret);
  });

  it('keeps the token with which Meta verifies the address', async () => {
    const account = await api.account();
    const hook = await addHook(account, 'meta_cloud');
    const secret = 'the-new-secret-of-the-app';
    await account
      .request('put', `/hooks/${await hookIdOf(account)}/secret`)
      .send({ secret })
      .expect(200);
    const query = { 'hub.mode': 'subscribe', 'hub.verify_token': hook.secret, 'hub.challenge': '42' };
    const answer = await supertest(api.app).get(hook.path).query(query);
    expect([answer.status, answer.text]).toEqual([200, '42']);
  });

  it('rejects a secret that the provider can’t have given, here and when a hook is created', async () => {
    const account = await api.account();
    for (const provider of ['ses', 'sendgrid', 'resend']) {
      await addHook(account, provider);
      const path = `/hooks/${await hookIdOf(account)}/secret`;
      const changed = await account.request('put', path).send({ secret: 'not-of-the-provider' });
      const created = await account.request('post', '/hooks').send({ provider, secret: 'not-of-the-provider' });
      for (const answer of [changed, created]) {
        expect([answer.status, answer.body.field]).toEqual([400, '/secret']);
      }
    }
  });

  it('answers 404 for a hook of another account', async () => {
    const [account, other] = [await api.account(), await api.account()];
    await addHook(account);
    const path = `/hooks/${await hookIdOf(account)}/secret`;
    const answer = await other.request('put', path).send({ secret: 'a-secret-of-another-account' });
    expect([answer.status, answer.body.code]).toEqual([404, 'HOOK_NOT_FOUND']);
  });
});
