import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import jwt from 'jsonwebtoken';
import supertest from 'supertest';
import { newId } from '../../../runtime/ids.js';
import { createTokenSigner } from '../../../runtime/signed-token.js';
import type { PushSource } from '../../../schemas/inbound/push.js';
import { createPushTokens } from '../../../services/inbound/push-tokens.js';
import { TEST_SECRET, useApi } from '../../support/api.js';
import { startOAuthServer } from '../../support/oauth-server.js';
import { addPushChannel } from '../../support/push-channels.js';
import { statementsOf } from '../../support/statements.js';

const ROBOT = 'gmail-push@project.iam.gserviceaccount.com';
const AUDIENCE = 'http://las.test/hooks/push/gmail';
const provider = await startOAuthServer();
const api = useApi({
  ...provider.settings,
  GOOGLE_PUBSUB_TOPIC: 'projects/project/topics/gmail',
  GOOGLE_PUBSUB_SERVICE_ACCOUNT: ROBOT,
});
afterAll(() => provider.stop());

const tokens = createPushTokens([TEST_SECRET]);
const [id, hostId, channelId] = [newId(), newId(), newId()];
const later = (ms: number) => new Date(Date.now() + ms);

beforeAll(async () => {
  const { accountId } = await api.account();
  await addPushChannel(api.db, { id, account_id: accountId, subject_id: hostId, channel_id: channelId });
});
beforeEach(async () => {
  await api.db('push_channels').where({ id }).update({ noticed_at: null, channel_id: channelId });
  api.dispatched.length = 0;
});

/** The parts of a response that a stranger can compare. */
const seen = ({ status, text, headers }: supertest.Response) => ({
  status,
  text: text.replace(headers['x-request-id'] ?? 'none', ''),
  headers: Object.keys(headers).sort(),
});
const post = (source: PushSource) =>
  supertest(api.app).post(`/hooks/push/${source}`).set('content-type', 'application/json');
const fromMicrosoft = (value: unknown) => post('microsoft').send({ value } as object);
const fromGoogle = (token: string) =>
  post('google-calendar').set('x-goog-channel-token', token).set('x-goog-resource-state', 'exists').send();
const fromGmail = (authorization: string, body: object = {}) =>
  post('gmail').set('authorization', authorization).send(body);
const claims = { email: ROBOT, email_verified: true };
const signed = (options: jwt.SignOptions = {}) => provider.signAs(claims, { audience: AUDIENCE, ...options });
const noticed = async () => (await api.db('push_channels').where({ id }).first())?.noticed_at ?? null;

/** Returns tokens that don't prove anything, by how they were made. */
function forgedTokens(): Record<string, string> {
  const valid = tokens.sign(id);
  const [body = '', signature = ''] = valid.split('.');
  const [otherBody] = tokens.sign(newId()).split('.');
  return {
    empty: '',
    'the ID of the channel': id,
    'without its signature': body,
    'with an empty signature': `${body}.`,
    'with a further part': `${valid}.${signature}`,
    'with the signature of another channel': `${otherBody}.${signature}`,
    'of another secret': createPushTokens(['another-master-secret-of-sufficient-length-0123']).sign(id),
    'of another purpose': createTokenSigner([TEST_SECRET], 'unsubscribe').sign([id]),
    expired: createTokenSigner([TEST_SECRET], 'push-channel').sign([id], later(-1_000)),
    'of a channel that doesn’t exist': tokens.sign(newId()),
    'too long': `${'a'.repeat(3_000)}.${signature}`,
    'a path': '../../etc/passwd',
  };
}

describe('a report without a valid token', () => {
  it.each(Object.entries(forgedTokens()))(
    'gets the response of a valid one, and has no effect: %s',
    async (_, token) => {
      const valid = seen(await fromMicrosoft([{ clientState: tokens.sign(id), subscriptionId: channelId }]));
      expect(valid.status).toBe(204);
      await api.db('push_channels').where({ id }).update({ noticed_at: null });
      api.dispatched.length = 0;
      for (const lifecycleEvent of [undefined, 'subscriptionRemoved', 'reauthorizationRequired', 'constructor']) {
        const report = { clientState: token, subscriptionId: channelId, lifecycleEvent };
        expect(seen(await fromMicrosoft([report]))).toEqual(valid);
      }
      expect(seen(await fromGoogle(token))).toEqual(valid);
      expect([await noticed(), api.dispatched]).toEqual([null, []]);
      expect((await api.db('push_channels').where({ id }).first())?.channel_id).toBe(channelId);
    },
  );

  it('asks the database nothing, however many there are', async () => {
    const { 'of a channel that doesn’t exist': _, ...forged } = forgedTokens();
    const many = Array.from({ length: 1_000 }, (_each, at) => Object.values(forged)[at % Object.keys(forged).length]);
    const statements = await statementsOf(api.db, async () => {
      const value = many.map((clientState) => ({ clientState, lifecycleEvent: 'subscriptionRemoved' }));
      expect((await fromMicrosoft(value)).status).toBe(204);
      for (const token of Object.values(forged)) expect((await fromGoogle(token)).status).toBe(204);
    });
    expect(statements).toEqual([]);
  });
});

describe('a report that is repeated', () => {
  it('a thousand times in a request has the effect and the statements of one', async () => {
    const report = { clientState: tokens.sign(id), subscriptionId: newId() };
    const kinds = [report, { ...report, lifecycleEvent: 'subscriptionRemoved' }];
    const once = await statementsOf(api.db, () => fromMicrosoft(kinds).expect(204));
    expect(api.dispatched.map(({ workflowId }) => workflowId)).toEqual([`calendar-sync/${hostId}`]);
    api.dispatched.length = 0;
    const repeated = Array.from({ length: 500 }, () => kinds.map((each) => ({ ...each, subscriptionId: newId() })));
    const often = await statementsOf(api.db, () => fromMicrosoft(repeated.flat()).expect(204));
    expect(often).toHaveLength(once.length);
    expect(api.dispatched.map(({ workflowId }) => workflowId)).toEqual([`calendar-sync/${hostId}`]);
    expect((await api.db('push_channels').where({ id }).first())?.channel_id).toBe(channelId);
  });
});

describe('a report in an odd shape', () => {
  it.each([
    ['no objects', [null, 1, 'text', [], true]],
    ['objects as tokens', [{ clientState: { toString: 'x' }, lifecycleEvent: [] }]],
    ['names of the prototype', [JSON.parse('{"__proto__":{"clientState":"x"},"constructor":1}')]],
    ['nothing', []],
  ])('has no effect: %s', async (_, value) => {
    expect((await fromMicrosoft(value)).status).toBe(204);
    expect(await noticed()).toBeNull();
  });

  it.each([
    ['isn’t JSON', 'clientState=1'],
    ['is nested deeply', '['.repeat(500_000)],
    ['isn’t UTF-8', Buffer.from([0xff, 0xfe, 0x00])],
    ['has no list', '{"value":{"length":1}}'],
  ])('is refused if it %s', async (_, body) => {
    expect((await post('microsoft').send(body as string)).status).toBe(400);
  });

  it('is refused if it is larger than a mebibyte', async () => {
    const body = JSON.stringify({ value: ['a'.repeat(1024 * 1024)] });
    for (const source of ['microsoft', 'google-calendar', 'gmail'] as const) {
      const request = post(source)
        .set('authorization', `Bearer ${signed()}`)
        .set('x-goog-channel-token', tokens.sign(id));
      expect((await request.send(body)).status).toBe(413);
    }
    expect(await noticed()).toBeNull();
  });
});

describe('a report of Gmail with a forged signature', () => {
  it('gets one response, however it was forged', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const options = { issuer: provider.url, audience: AUDIENCE, expiresIn: 60, keyid: 'key-1' };
    const unsigned = jwt.sign(claims, null, { ...options, algorithm: 'none' });
    const answers = [];
    for (const token of [
      'none',
      unsigned,
      jwt.sign(claims, privateKey, { ...options, algorithm: 'RS256' }),
      jwt.sign(claims, 'a-shared-secret', { ...options, algorithm: 'HS256' }),
      signed({ keyid: '../keys' }),
      signed({ audience: 'https://las.test/hooks/push/microsoft' }),
    ]) {
      answers.push(seen(await fromGmail(`Bearer ${token}`)));
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.status).toBe(401);
  });

  it('makes the service read the keys of Google at most once more, and asks the database nothing', async () => {
    expect((await fromGmail(`Bearer ${signed()}`)).status).toBe(204);
    const before = provider.state.keyReads;
    const statements = await statementsOf(api.db, async () => {
      for (let n = 0; n < 30; n += 1) {
        expect((await fromGmail(`Bearer ${signed({ keyid: `unknown-${n}` })}`)).status).toBe(401);
      }
    });
    expect(provider.state.keyReads - before).toBeLessThanOrEqual(1);
    expect(statements).toEqual([]);
  });
});
