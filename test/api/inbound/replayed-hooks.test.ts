import { createHmac, generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import webhooks from 'twilio/lib/webhooks/webhooks.js';
import type { LeadRow, MessageRow } from '../../../db/tables.js';
import { signHook } from '../../../runtime/hook-signature.js';
import { newId } from '../../../runtime/ids.js';
import type { Channel } from '../../../schemas/cadence/cadence.js';
import type { HookProvider } from '../../../schemas/inbound/provider-hooks.js';
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
import { addAgent, addHook, addLead, addMessage, addRun, type TestHook, workInbound } from '../../support/messaging.js';
import { metaBody, metaSignature, told, wamid, written } from '../../support/meta-webhooks.js';
import { postmark } from '../../support/postmark.js';
import type { StandIn } from '../../support/stand-in.js';
import { addTwilioNumber } from '../../support/twilio-fixture.js';
import { AUTH_TOKEN, wroteAtTwilio } from '../../support/twilio-server.js';

const SNS_PORT = await portForLater();
const api = useApi({ SNS_URL: `http://127.0.0.1:${SNS_PORT}` });
let sns: StandIn;
beforeAll(async () => {
  sns = await startSns(SNS_PORT);
});
afterAll(() => sns.stop());
const HOUR_MS = 3_600_000;
const P256 = { namedCurve: 'prime256v1' };

type Headers = Record<string, string>;
interface Provider {
  channel: Channel;
  secret?: string;
  /** Returns the provider's reports about our message and the lead's answer to it. */
  bodies(message: MessageRow, lead: LeadRow): unknown[];
  sign(secret: string, text: string, at: Date, path: string): Headers;
  /** Puts the signature into the body, where the provider has it there. */
  seal?(secret: string, text: string, at: Date): string;
  /** Whether the signature covers body and time; a password only says who sends. */
  covers: 'body and time' | 'body' | 'nothing';
}

const generic = (secret: string, text: string, at: Date): Headers => ({ 'X-Signature': signHook(secret, text, at) });
const occurred_at = new Date().toISOString();

/** Every provider that can reach us: the list is complete, or this file doesn't compile. */
const PROVIDERS: Record<HookProvider | 'twilio', Provider> = {
  email: {
    channel: 'email',
    bodies: ({ id }, { email }) => [
      { event_id: newId(), type: 'delivered', message_id: `<${id}@las.test>`, occurred_at },
      {
        event_id: newId(),
        type: 'reply',
        message_id: `<${newId()}@example.com>`,
        in_reply_to: `<${id}@las.test>`,
        references: [],
        from: email,
        to: 'sales@example.com',
        subject: 'Re: Hello',
        text: 'Yes',
        html: null,
        occurred_at,
      },
    ],
    sign: generic,
    covers: 'body and time',
  },
  postmark: {
    channel: 'email',
    bodies: ({ id, to_address }) => {
      const { delivery, open, bounce, complaint, inbound } = postmark(id, to_address ?? '');
      return [
        delivery,
        open,
        bounce('SoftBounce', 4096, 'smtp;452 4.2.2 full'),
        complaint,
        inbound({ MessageID: newId() }),
      ];
    },
    sign: (secret) => ({ Authorization: `Basic ${Buffer.from(`las:${secret}`).toString('base64')}` }),
    covers: 'nothing',
  },
  ses: {
    channel: 'email',
    secret: SES_TOPIC,
    bodies: ({ id, to_address: to }) => {
      const [mail, recipients] = [to ?? '', [{ emailAddress: to, status: '5.1.1' }]];
      return [
        sesEvent(id, mail, 'Delivery', { recipients: [to] }),
        sesEvent(id, mail, 'Open', { userAgent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' }),
        sesEvent(id, mail, 'Click', {
          link: 'https://example.com/offer',
          userAgent: 'Mozilla/5.0 (X11) Firefox/140.0',
        }),
        sesEvent(id, mail, 'Bounce', {
          bounceType: 'Permanent',
          bounceSubType: 'General',
          bouncedRecipients: recipients,
        }),
        sesEvent(id, mail, 'Complaint', { complainedRecipients: recipients }),
        sesEvent(id, mail, 'Subscription'),
      ];
    },
    sign: () => ({}),
    // SNS repeats a message with its own ID and time.
    seal(_secret, text, at) {
      const MessageId = createHmac('sha256', 'id').update(text).digest('hex');
      return JSON.stringify(snsMessage({ MessageId, Message: text }, { at }));
    },
    covers: 'body',
  },
  sendgrid: {
    channel: 'email',
    secret: SENDGRID_KEY,
    bodies: ({ id, to_address }) => {
      const event = (kind: string, fields = {}) => sendGridEvent(id, to_address ?? '', kind, fields);
      return [
        [event('delivered'), event('open', { useragent: 'Mozilla/5.0 (X11) Firefox/140.0' })],
        [event('click', { url: 'https://example.com/offer', useragent: 'Mozilla/5.0 (X11) Firefox/140.0' })],
        [event('bounce', { type: 'bounce', status: '5.1.1', reason: '550 5.1.1 no such user' })],
        [event('spamreport')],
        [event('unsubscribe'), event('processed')],
      ];
    },
    sign: (secret, text, at) =>
      sendGridHeaders(text, at, secret === SENDGRID_KEY ? undefined : generateKeyPairSync('ec', P256).privateKey),
    covers: 'body',
  },
  mailgun: {
    channel: 'email',
    secret: 'the-signing-key-of-mailgun',
    bodies: ({ id, to_address }, { email }) => {
      const event = (kind: string, fields = {}) => mailgunEvent(id, to_address ?? '', kind, fields);
      const headers = [
        ['Message-Id', `<${newId()}@example.com>`],
        ['In-Reply-To', `<${id}@las.test>`],
      ];
      return [
        event('delivered'),
        event('opened', { 'client-info': { 'user-agent': 'Mozilla/5.0 (X11) Firefox/140.0' } }),
        event('clicked', { url: 'https://example.com/offer', 'client-info': { bot: 'apple' } }),
        event('failed', { severity: 'permanent', 'delivery-status': { code: 550, message: '5.1.1 no such user' } }),
        event('complained'),
        event('unsubscribed'),
        {
          recipient: 'sales@example.com',
          from: email,
          'body-plain': 'Yes',
          'message-headers': JSON.stringify(headers),
        },
      ];
    },
    sign: () => ({}),
    seal(secret, text, at) {
      const body = JSON.parse(text);
      const signed = mailgunSigned(secret, createHmac('sha256', 'token').update(text).digest('hex'), at);
      return JSON.stringify('event-data' in body ? { ...body, signature: signed } : { ...body, ...signed });
    },
    // The body is covered by its token, which is accepted for one event only.
    covers: 'nothing',
  },
  resend: {
    channel: 'email',
    secret: RESEND_SECRET,
    bodies: ({ id, to_address }) => {
      const event = (kind: string, fields = {}) => resendEvent(id, to_address ?? '', kind, fields);
      return [
        event('email.delivered'),
        event('email.opened', { open: { userAgent: 'Mozilla/5.0 (X11) Firefox/140.0' } }),
        event('email.clicked', { click: { link: 'https://example.com/offer' } }),
        event('email.bounced', {
          bounce: { type: 'Permanent', subType: 'General', message: '550 5.1.1 no such user' },
        }),
        event('email.complained'),
      ];
    },
    sign: (secret, text, at) =>
      resendHeaders(secret, `msg_${createHmac('sha256', 'id').update(text).digest('hex')}`, text, at),
    covers: 'body and time',
  },
  voice: {
    channel: 'call',
    bodies: ({ id }) => [
      { event_id: newId(), type: 'status', call_id: id, status: 'in_progress', occurred_at },
      { event_id: newId(), type: 'ended', call_id: id, status: 'ended', duration_seconds: 5, occurred_at },
    ],
    sign: generic,
    covers: 'body and time',
  },
  retell: {
    channel: 'call',
    secret: 'key_0123456789abcdef',
    bodies: ({ id }) => [
      {
        event: 'call_ended',
        call: {
          call_id: newId(),
          call_status: 'ended',
          disconnection_reason: 'user_hangup',
          metadata: { las_call_id: id },
        },
      },
    ],
    sign: (secret, text, at) => {
      const hex = createHmac('sha256', secret).update(text).update(String(at.getTime())).digest('hex');
      return { 'X-Retell-Signature': `v=${at.getTime()},d=${hex}` };
    },
    covers: 'body and time',
  },
  meta_cloud: {
    channel: 'whatsapp',
    secret: 'the-secret-of-the-app-at-meta',
    bodies: ({ provider_message_id }, { phone }) => {
      const id = provider_message_id?.toString() ?? '';
      const from = phone?.slice(1) ?? '';
      return [
        metaBody(told({ id, status: 'delivered' }, { id, status: 'read' })),
        metaBody(written({ from, says: 'Yes', answers: id })),
        metaBody(written({ from, says: 'STOP' })),
      ];
    },
    sign: (secret, text) => ({ 'X-Hub-Signature-256': metaSignature(secret, text) }),
    covers: 'body',
  },
  twilio: {
    channel: 'whatsapp',
    secret: AUTH_TOKEN,
    bodies: ({ provider_message_id }, { phone }) => {
      const MessageSid = provider_message_id?.toString() ?? '';
      return [
        { MessageSid, MessageStatus: 'delivered' },
        { MessageSid, MessageStatus: 'read' },
        wroteAtTwilio(phone ?? '', { OriginalRepliedMessageSid: MessageSid, Body: 'Yes' }),
        wroteAtTwilio(phone ?? '', { Body: 'STOP' }),
      ];
    },
    sign: (authToken, text, _at, path) => {
      const form = Object.fromEntries(new URLSearchParams(text));
      const signature = webhooks.getExpectedTwilioSignature(authToken, `http://las.test${path}`, form);
      return { 'X-Twilio-Signature': signature, 'Content-Type': 'application/x-www-form-urlencoded' };
    },
    covers: 'body',
  },
};

let phones = 34_600_000_000 + (Date.now() % 9_000_000);

type AnyProvider = keyof typeof PROVIDERS;

/** The address of a number at Twilio is its own; those of the others are made. */
async function hookOf(account: TestAccount, provider: AnyProvider, secret: string | undefined): Promise<TestHook> {
  if (provider !== 'twilio') return addHook(account, provider, secret);
  const { webhook_url: url } = await addTwilioNumber(account);
  return { url, path: new URL(url).pathname, secret: AUTH_TOKEN };
}

/** The expected response to an event: Twilio would send words as an answer to the person. */
const answered = (provider: AnyProvider, duplicate: boolean) =>
  provider === 'twilio' ? [204, {}] : [200, { success: true, duplicate }];

async function createFixture(provider: AnyProvider) {
  const { channel, secret, bodies, sign, seal } = PROVIDERS[provider];
  const sealedAt = new Date();
  const account = await api.account({ country: 'ES' });
  const { accountId } = account;
  const hook = await hookOf(account, provider, secret);
  phones += 1;
  const lead = await addLead(api.db, accountId, { phone: `+${phones}` });
  const run = await addRun(api.db, lead, await addAgent(api, account, { exit: { on_reply: 'continue' } }));
  const message = await addMessage(api.db, lead, run, {
    channel,
    type: channel === 'call' ? 'call' : 'text',
    status: 'sent' as const,
    sent_at: new Date(),
    provider,
    provider_message_id: Buffer.from(channel === 'whatsapp' ? wamid() : newId()),
  });
  const send = (text: string, headers: Headers, to: TestHook = hook) =>
    supertest(api.app).post(to.path).set('Content-Type', 'application/json').set(headers).send(text);
  /** Everything the account has, but for what notes that something came in. */
  const state = async (): Promise<string> => {
    const of = (table: string, column = 'account_id', value = accountId) => api.db(table).where({ [column]: value });
    return JSON.stringify([
      await of('messages').orderBy('id'),
      await of('leads').orderBy('id'),
      await of('agent_runs').orderBy('id'),
      await of('events').orderBy('seq'),
      await of('lead_engagement').orderBy('lead_id'),
      await of('message_hits').orderBy('id'),
      await of('suppressions').orderBy('id'),
      await of('outbox').count({ n: '*' }),
      await of('consent_log').orderBy('id'),
      await of('calls', 'lead_id', lead.id),
    ]);
  };
  return {
    accountId,
    hook,
    texts: bodies(message, lead).map((body) => {
      const text = provider === 'twilio' ? new URLSearchParams(body as Headers).toString() : JSON.stringify(body);
      return seal?.(hook.secret, text, sealedAt) ?? text;
    }),
    post: (text: string, at = new Date()) => send(text, sign(hook.secret, text, at, hook.path)),
    send,
    state,
    stored: () => api.db('inbound_events').where({ account_id: accountId }),
    work: () => workInbound(api.db, accountId),
    /** Lets what came in be this old. */
    age: (ms: number) => {
      const past = new Date(Date.now() - ms);
      return api
        .db('inbound_events')
        .where({ account_id: accountId })
        .update({ received_at: past, processed_at: past });
    },
  };
}

/** The body with its signature, or what it signs, missing or changed. */
function* forgedBodies(text: string): Generator<string> {
  const body = JSON.parse(text);
  const changed = (fields: object) => JSON.stringify({ ...body, ...fields });
  yield '{}';
  yield changed({ signature: undefined, Signature: undefined });
  if (body.signature?.token) {
    yield changed({ signature: { ...body.signature, token: 'x'.repeat(50) } });
    yield changed({ signature: { ...body.signature, timestamp: '1' } });
  } else if (body.token) {
    yield changed({ token: 'x'.repeat(50) });
  } else {
    for (const field of ['Message', 'MessageId', 'Timestamp', 'Type', 'TopicArn']) {
      yield changed({ [field]: `${body[field]}x` });
    }
  }
}

const all = Object.keys(PROVIDERS) as AnyProvider[];

describe.each(all)('what comes from %s', (provider) => {
  it('has an effect, whichever kind of it comes', async () => {
    const { texts } = await createFixture(provider);
    for (const at of texts.keys()) {
      const { texts: own, post, work, state } = await createFixture(provider);
      const text = own[at] ?? '';
      const answer = await post(text);
      expect([answer.status, answer.body]).toEqual(answered(provider, false));
      const before = await state();
      const outcomes = await work();
      expect([text, outcomes, (await state()) !== before]).toEqual([text, outcomes, true]);
    }
  });

  it('has its effect once: doubled, fifty at once, out of order, again after an hour and after eight days', async () => {
    const { texts, post, stored, work, state, age } = await createFixture(provider);
    for (const text of [...texts].reverse()) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => post(text)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([answered(provider, false)[0]]));
    }
    const count = (await stored()).length;
    expect(count).toBeGreaterThanOrEqual(texts.length);
    const before = await state();
    expect(await work()).toHaveLength(count);
    const after = await state();
    expect(after).not.toBe(before);
    for (const ms of [0, HOUR_MS, 8 * 24 * HOUR_MS]) {
      await age(ms);
      for (const text of texts) {
        const answer = await post(text);
        expect([answer.status, answer.body]).toEqual(answered(provider, true));
      }
      expect(await work()).toEqual([]);
      expect(await stored()).toHaveLength(count);
      expect(await state()).toBe(after);
    }
  });

  it('is refused when it is forged, truncated or changed, and then nothing is stored or changed', async () => {
    const { texts, hook, send, stored, state } = await createFixture(provider);
    const { sign, seal, covers } = PROVIDERS[provider];
    const before = await state();
    const other = await createFixture(provider);
    const now = new Date();
    for (const text of texts) {
      const right = sign(hook.secret, text, now, hook.path);
      const [name = ''] = Object.keys(right);
      const forged: [string, Headers][] = seal
        ? [...forgedBodies(text)].map((body) => [body, {}])
        : [
            [text, {}],
            [text, { [name]: '' }],
            [text, { [name]: 'nonsense' }],
            [text, sign('another-secret-than-the-right-one', text, now, hook.path)],
          ];
      if (covers !== 'nothing' && !seal) {
        forged.push([text.slice(0, -1), right], [`${text} `, right], [text.replace(/[a-z]/, 'X'), right], ['', right]);
        forged.push([text, { [name]: String(right[name]).slice(0, -1) }]);
      }
      if (covers === 'body and time' && !seal) {
        forged.push([text, sign(hook.secret, text, new Date(now.getTime() - HOUR_MS), hook.path)]);
        forged.push([text, sign(hook.secret, text, new Date(now.getTime() + HOUR_MS), hook.path)]);
      }
      for (const [body, headers] of forged) {
        const answer = await send(body, headers);
        expect([answer.status, answer.body.code]).toEqual([401, 'INVALID_SIGNATURE']);
      }
      // A part of a body isn't a webhook, regardless of its sender.
      const piece = provider === 'twilio' ? text.slice(0, 5) : text.slice(0, -1);
      if (!seal) expect((await send(piece, sign(hook.secret, piece, now, hook.path))).status).toBe(400);
      const elsewhere = { ...other.hook, path: `${hook.path.slice(0, -4)}xxxx` };
      expect((await send(text, right, elsewhere)).status).toBe(404);
    }
    expect(await stored()).toEqual([]);
    expect(await state()).toBe(before);
  });
});
