import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import webhooks from 'twilio/lib/webhooks/webhooks.js';
import { templateSyncWorkflowId } from '../../../domain/flow/ids.js';
import { createWhatsAppProviders } from '../../../providers/whatsapp/index.js';
import { newId } from '../../../runtime/ids.js';
import { createSafeFetch, type SafeFetch } from '../../../runtime/safe-fetch.js';
import { createSecretBox } from '../../../runtime/secret-box.js';
import { whatsAppConfigOf } from '../../../services/channels/whatsapp-numbers.js';
import { syncNumber } from '../../../services/messages/template-sync.js';
import { TEST_SECRET, type TestAccount, useApi } from '../../support/api.js';
import { addMessage, workInbound } from '../../support/messaging.js';
import { AT_TWILIO, addTwilioNumber } from '../../support/twilio-fixture.js';
import { ACCOUNT_SID, AUTH_TOKEN, SENDER_SID, startTwilioServer, wroteAtTwilio } from '../../support/twilio-server.js';
import { addressesOf } from '../../support/whatsapp-fixture.js';
import { workOn } from '../../support/work.js';

const PNG = Buffer.alloc(64);
Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]).copy(PNG);
PNG.write('IHDR', 12, 'latin1');
PNG.writeUInt32BE(200, 16);
PNG.writeUInt32BE(200, 20);

const twilio = await startTwilioServer();
const images = createServer((_request, response) => void response.end(PNG));
await new Promise<void>((resolve) => images.listen(0, '127.0.0.1', resolve));
// The stand-ins for the public web and for Twilio answer plain HTTP on this machine; the guard keeps from all else.
const guard = createSafeFetch();
const local = createSafeFetch({ allowPrivate: true, allowHttp: true });
const fetchFile: SafeFetch = Object.assign(
  (url: string, request?: Parameters<SafeFetch>[1]) => {
    if (url.startsWith(twilio.url)) return local(url, request);
    const here = `http://127.0.0.1:${(images.address() as AddressInfo).port}/`;
    return url === 'https://images.example.com/a.png' ? local(here, request) : guard(url, request);
  },
  { close: async () => undefined },
);
const api = useApi({ TWILIO_URL: twilio.url }, { images: fetchFile });
const providers = () => createWhatsAppProviders(api.db, addressesOf({ twilioUrl: twilio.url }));

afterEach(() => {
  Object.assign(twilio.state, { refuseCalls: undefined, silentCalls: false });
  expect(twilio.violations.splice(0)).toEqual([]);
});
afterAll(async () => {
  await twilio.stop();
  images.closeAllConnections();
  images.close();
  await Promise.all([guard.close(), local.close()]);
});

const numbers = (account: TestAccount, method: 'get' | 'post' | 'patch', id = '') =>
  account.request(method, `/whatsapp-numbers${id && `/${id}`}`);

describe('a number at Twilio', () => {
  it('is made, read and changed in Twilio’s words; its auth token is never shown', async () => {
    const account = await api.account();
    const made = (
      await numbers(account, 'post')
        .send({ ...AT_TWILIO, sender_sid: SENDER_SID })
        .expect(201)
    ).body;
    const { id, webhook_url } = made.whatsapp_number;
    expect(made.whatsapp_number).toMatchObject({
      provider: 'twilio',
      phone_number: '+15550783881',
      status: 'pending',
      quality_rating: 'UNKNOWN',
      account_sid: ACCOUNT_SID,
      sender_sid: SENDER_SID,
      auth_token_set: true,
      provider_phone_number_id: null,
      waba_id: null,
      access_token_set: false,
    });
    expect(webhook_url).toMatch(/^http:\/\/las\.test\/hooks\/twilio\/[A-Za-z0-9_.-]+$/);
    const changed = (await numbers(account, 'patch', id).send({ sender_sid: null }).expect(200)).body;
    expect(changed.whatsapp_number).toMatchObject({ sender_sid: null, auth_token_set: true, webhook_url });
    const read = (await numbers(account, 'get', id).expect(200)).body;
    expect(read.whatsapp_number).toEqual(changed.whatsapp_number);
    const row = await api.db('whatsapp_numbers').where({ id }).first();
    expect(JSON.stringify([made, changed, read, row])).not.toContain(AUTH_TOKEN);
  });

  it.each<[string, object, string]>([
    ['without its account', { account_sid: undefined }, '/account_sid'],
    ['without its auth token', { auth_token: undefined }, '/auth_token'],
    ['with a wrong account', { account_sid: 'AC1' }, '/account_sid'],
    ['with a wrong sender', { sender_sid: 'PN1' }, '/sender_sid'],
    ['with a token that has spaces', { auth_token: 'a b c d e f g h i j' }, '/auth_token'],
    ['with Meta’s token', { access_token: 'EAAG' }, '/access_token'],
    ['with Meta’s account', { waba_id: '1' }, '/waba_id'],
    ['of Meta’s', { provider: 'meta_cloud', provider_phone_number_id: '1', access_token: 'EAAG' }, '/account_sid'],
    ['of the sandbox', { provider: 'sandbox' }, '/account_sid'],
  ])('is refused %s', async (_what, more, field) => {
    const account = await api.account();
    const { status, body } = await numbers(account, 'post').send({ ...AT_TWILIO, ...more });
    expect([status, body.code, body.field]).toEqual([400, 'VALIDATION_ERROR', field]);
    expect((await numbers(account, 'get')).body.whatsapp_numbers).toEqual([]);
  });

  it('is not changed by another provider’s fields, and asks for templates again when its own change', async () => {
    const account = await api.account();
    const { id } = await addTwilioNumber(account);
    const asked = () => api.dispatched.filter(({ workflowId }) => workflowId === templateSyncWorkflowId(id)).length;
    const before = asked();
    const wrong = await numbers(account, 'patch', id).send({ access_token: 'EAAG' });
    expect([wrong.status, wrong.body.field]).toEqual([400, '/access_token']);
    expect(asked()).toBe(before);
    await numbers(account, 'patch', id).send({ auth_token: 'another-auth-token-0001' }).expect(200);
    expect(asked()).toBe(before + 1);
  });

  it('takes over its state and its templates, those that were rejected or deleted too', async () => {
    const account = await api.account();
    const { id } = await addTwilioNumber(account);
    const approval = (name: string, status: string, rejection_reason = '') => ({
      approval_requests: { name, category: 'MARKETING', status, rejection_reason },
    });
    twilio.keepContent({ ...approval('good', 'approved'), types: { 'twilio/text': { body: 'Hi {{1}}' } } });
    const waits = twilio.keepContent(approval('waits', 'pending'));
    twilio.keepContent(approval('bad', 'rejected', 'Too pushy'));
    const all = providers();
    const sync = async () => {
      const row = await api.db('whatsapp_numbers').where({ id }).first();
      const provider = all.for(whatsAppConfigOf(row!, createSecretBox([TEST_SECRET])));
      return syncNumber(workOn(api.db), row!, provider);
    };
    const listed = async () =>
      (await account.request('get', `/templates?whatsapp_number_id=${id}`).expect(200)).body.templates as {
        name: string;
        status: string;
      }[];
    const states = async () => Object.fromEntries((await listed()).map(({ name, status }) => [name, status]));
    try {
      expect(await sync()).toMatchObject({ templates: 3, changed: 3, refused: null });
      expect((await numbers(account, 'get', id)).body.whatsapp_number).toMatchObject({
        status: 'connected',
        quality_rating: 'GREEN',
        messaging_limit: '10K Customers/24hr',
      });
      expect(await states()).toEqual({ good: 'APPROVED', waits: 'PENDING', bad: 'REJECTED' });
      const find = async (wanted: string) => (await listed()).find(({ name }) => name === wanted);
      expect(await find('bad')).toMatchObject({ rejected_reason: 'Too pushy' });
      expect(await find('good')).toMatchObject({
        components: [{ type: 'BODY', text: 'Hi {{1}}' }],
        variables: [{ name: '1', position: 1, component: 'body' }],
      });
      twilio.contents.splice(twilio.contents.indexOf(waits), 1);
      expect(await sync()).toMatchObject({ templates: 2, changed: 1 });
      expect(await states()).toEqual({ good: 'APPROVED', waits: 'REJECTED', bad: 'REJECTED' });
      twilio.contents.length = 0;

      const draft = { name: 'own', channel: 'whatsapp', language: 'en', category: 'UTILITY', whatsapp_number_id: id };
      const components = [{ type: 'BODY', text: 'Hello {{1}}', example: { body_text: [['Ana']] } }];
      await account
        .request('post', '/templates')
        .send({ ...draft, components })
        .expect(201);
      expect(await sync()).toMatchObject({ submitted: 1 });
      expect(twilio.contents).toMatchObject([
        { friendly_name: 'own', types: { 'twilio/text': { body: 'Hello {{1}}' } } },
      ]);
      expect(await states()).toMatchObject({ own: 'PENDING' });
      Object.assign(twilio.contents[0]?.approval_requests ?? {}, { status: 'approved' });
      await sync();
      expect(await states()).toMatchObject({ own: 'APPROVED' });
      expect(twilio.contents).toHaveLength(1);
    } finally {
      twilio.contents.length = 0;
      await all.close();
    }
  });
});

describe('PATCH /whatsapp-numbers/{id}/photo at Twilio', () => {
  const image_url = 'https://images.example.com/a.png';
  const setPhoto = (account: TestAccount, id: string, url = image_url) =>
    account.request('patch', `/whatsapp-numbers/${id}/photo`).send({ image_url: url });

  it('200: the address of a picture that was looked at is the sender’s logo', async () => {
    const account = await api.account();
    const { id } = await addTwilioNumber(account);
    expect((await setPhoto(account, id).expect(200)).body).toEqual({ success: true, profile: { updated: true } });
    expect(twilio.state.sender.profile).toMatchObject({ logo_url: image_url, about: 'We sell.', name: 'Example' });
    const { profile } = (await numbers(account, 'get', id)).body.whatsapp_number;
    expect(profile.photo_url).toBe(image_url);
  });

  it('422: an address that may not be fetched; Twilio does not hear of it', async () => {
    const account = await api.account();
    const { id } = await addTwilioNumber(account);
    const before = twilio.requests.length;
    const answer = await setPhoto(account, id, 'https://169.254.169.254/latest/meta-data');
    expect([answer.status, answer.body.code]).toEqual([422, 'IMAGE_UNREACHABLE']);
    expect(twilio.requests).toHaveLength(before);
  });

  it('502 when Twilio refuses, or has no such sender; 504 when it is silent', async () => {
    const account = await api.account();
    const { id } = await addTwilioNumber(account);
    twilio.state.refuseCalls = 20429;
    const refused = await setPhoto(account, id);
    expect([refused.status, refused.body.code]).toEqual([502, 'PROVIDER_ERROR']);
    expect(refused.body.details).toMatchObject({ provider: 'twilio', provider_code: '20429' });
    twilio.state.refuseCalls = undefined;
    const other = await addTwilioNumber(account, { phone_number: '+34600000009' });
    expect((await setPhoto(account, other.id)).body).toMatchObject({ code: 'PROVIDER_ERROR' });
    twilio.state.silentCalls = true;
    const silent = await setPhoto(account, id);
    expect([silent.status, silent.body.code]).toEqual([504, 'PROVIDER_TIMEOUT']);
  });
});

describe('POST /hooks/twilio/{token}', () => {
  const post = (url: string, form: Record<string, string>, authToken = AUTH_TOKEN) =>
    supertest(api.app)
      .post(new URL(url).pathname + new URL(url).search)
      .set('X-Twilio-Signature', webhooks.getExpectedTwilioSignature(authToken, url, form))
      .type('form')
      .send(form);
  const stored = (accountId: string) => api.db('inbound_events').where({ account_id: accountId });

  it('is the address of one number: another one’s token, account or auth token opens nothing', async () => {
    const [account, other] = [await api.account(), await api.account()];
    const { id, webhook_url: url } = await addTwilioNumber(account);
    const { webhook_url: foreign } = await addTwilioNumber(other, { auth_token: 'the-auth-token-of-another-one' });
    const form = wroteAtTwilio('+34600111222', { Body: 'Hello' });
    const wrong = await post(foreign, form);
    expect([wrong.status, wrong.body.code]).toEqual([401, 'INVALID_SIGNATURE']);
    expect((await post(`${url.slice(0, -4)}AAAA`, form)).status).toBe(404);
    await numbers(account, 'patch', id).send({ auth_token: 'a-newer-auth-token-0001' }).expect(200);
    expect((await post(url, form)).status).toBe(401);
    expect((await post(url, form, 'a-newer-auth-token-0001')).status).toBe(204);
    expect(await stored(account.accountId)).toHaveLength(1);
    await account.request('delete', `/whatsapp-numbers/${id}`).expect(204);
    expect((await post(url, form, 'a-newer-auth-token-0001')).status).toBe(404);
    expect(await stored(other.accountId)).toEqual([]);
  });

  it('takes a status of an account’s own messages only, whatever id the address claims', async () => {
    const [account, other] = [await api.account(), await api.account()];
    const { webhook_url: url } = await addTwilioNumber(account);
    const { body } = await other
      .request('post', '/leads')
      .send({ first_name: 'Ana', phone: '+34600111222' })
      .expect(201);
    const lead = await api.db('leads').where({ id: body.lead.id }).first();
    const foreign = await addMessage(api.db, lead!, null, { channel: 'whatsapp', status: 'sending' });
    const form = { MessageSid: `SM${'1'.repeat(32)}`, MessageStatus: 'read' };
    for (const id of [foreign.id, newId(), 'nonsense', '']) {
      expect((await post(`${url}?message_id=${id}`, { ...form, MessageSid: `SM${newId()}` })).status).toBe(204);
    }
    expect(new Set(await workInbound(api.db, account.accountId))).toEqual(new Set(['no_message']));
    expect(await api.db('messages').where({ id: foreign.id }).first()).toMatchObject({ status: 'sending' });
  });

  it('400: a form that is about no message', async () => {
    const account = await api.account();
    const { webhook_url: url } = await addTwilioNumber(account);
    const answer = await post(url, { Hello: 'world' });
    expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(await stored(account.accountId)).toEqual([]);
  });

  it('a file that came with a message is fetched from Twilio when it is asked for', async () => {
    const account = await api.account({ country: 'ES' });
    const { webhook_url: url } = await addTwilioNumber(account);
    const bytes = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);
    const form = wroteAtTwilio('+34600111222', { ...twilio.keepFile(bytes), Body: 'My house' });
    expect((await post(url, form)).status).toBe(204);
    expect(await workInbound(api.db, account.accountId)).toEqual(['reply']);
    const message = (await api.db('messages').where({ account_id: account.accountId }).first())!;
    expect(message).toMatchObject({ type: 'image', content: 'My house' });
    const answer = await account.request('get', `/messages/${message.id}/media`).expect(200);
    expect(answer.headers['content-type']).toBe('image/jpeg');
    expect(answer.body).toEqual(bytes);
  });
});
