import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import twilio from 'twilio';
import { readWhatsAppMessage } from '../../domain/inbound/inbound-whatsapp.js';
import { readTwilioWebhook } from '../../domain/inbound/twilio.js';
import { openConnection } from '../../providers/json-api.js';
import type { WhatsAppContent } from '../../providers/whatsapp/provider.js';
import { twilioWhatsApp } from '../../providers/whatsapp/twilio.js';
import { verifyTwilioSignature } from '../../runtime/hook-signature.js';
import { newId } from '../../runtime/ids.js';
import { inTime } from '../support/in-time.js';
import {
  ACCOUNT_SID,
  AUTH_TOKEN,
  SENDER_SID,
  startTwilioServer,
  type TwilioSend,
  type TwilioServer,
  wroteAtTwilio,
} from '../support/twilio-server.js';

/**
 * Twilio's part is played by Twilio's own package: its client calls our stand-in and must accept its answers, our
 * adapter must send what it sends, and its signer and validator check our webhook.
 */
let server: TwilioServer;
const connection = openConnection();
const HOOK = 'https://las.example/hooks/twilio/token';
const ours = ({ url = '', authToken = AUTH_TOKEN, senderSid = SENDER_SID as string | null } = {}) =>
  twilioWhatsApp(connection, url || server.url, {
    phoneNumber: '+15550783881',
    accountSid: ACCOUNT_SID,
    authToken,
    senderSid,
    hookUrl: HOOK,
  });

beforeAll(async () => {
  server = await startTwilioServer();
});
afterEach(() => {
  server.state.send = () => 'take';
  expect(server.violations.splice(0)).toEqual([]);
});
afterAll(async () => {
  await connection.close();
  await server.stop();
});

/** Twilio's own client, its hosts found at the stand-in; `asked` is what it asked. */
function theirs(authToken = AUTH_TOKEN) {
  const requests = new twilio.RequestClient();
  const asked: { uri: string; data: unknown }[] = [];
  const httpClient = {
    request: (options: Parameters<typeof requests.request>[0]) => {
      asked.push({ uri: options.uri, data: options.data });
      return requests.request({ ...options, uri: options.uri.replace(/^https:\/\/\w+\.twilio\.com/, server.url) });
    },
  } as unknown as typeof requests;
  return { client: twilio(ACCOUNT_SID, authToken, { httpClient }), asked };
}

const messageId = newId();
const send = (content: WhatsAppContent, through = ours(), id = messageId, endsAt = inTime()) =>
  through.send({ messageId: id, accountId: newId(), from: '+15550783881', to: '+34600111222', content }, endsAt);
const TEXT: WhatsAppContent = { type: 'text', text: 'Hello & good day' };
const sendWith = (behaviour: TwilioSend, id = messageId) => {
  server.state.send = () => behaviour;
  return send(TEXT, ours(), id);
};
const TEMPLATE = { type: 'template' as const, name: 'offer', language: 'en', components: [], text: '' };
const CONTENT_SID = `HX${'0'.repeat(32)}`;
const COMMON = {
  from: 'whatsapp:+15550783881',
  to: 'whatsapp:+34600111222',
  statusCallback: `${HOOK}?message_id=${messageId}`,
};

describe('the stand-in for Twilio', () => {
  it('takes what Twilio’s own client sends, and gets the same from us', async () => {
    const { client } = theirs();
    const pairs: [WhatsAppContent, Parameters<typeof client.messages.create>[0]][] = [
      [TEXT, { ...COMMON, body: 'Hello & good day' }],
      [
        { ...TEMPLATE, providerId: CONTENT_SID, values: { 1: 'Ada', 2: 'x=1&y' } },
        { ...COMMON, contentSid: CONTENT_SID, contentVariables: JSON.stringify({ 1: 'Ada', 2: 'x=1&y' }) },
      ],
      [
        { ...TEMPLATE, providerId: CONTENT_SID, values: {} },
        { ...COMMON, contentSid: CONTENT_SID },
      ],
      [
        { type: 'media', media: { type: 'image', link: 'https://example.com/a.png', caption: 'A' } },
        { ...COMMON, mediaUrl: ['https://example.com/a.png'], body: 'A' },
      ],
    ];
    for (const [content, asked] of pairs) {
      const made = await client.messages.create(asked);
      expect(made).toMatchObject({ sid: server.taken.at(-1)?.sid, status: 'queued', errorCode: null });
      const theirForm = server.taken.at(-1)?.form;
      expect(await send(content)).toEqual({ kind: 'accepted', providerMessageId: expect.stringMatching(/^(SM|MM)/) });
      expect(server.taken.at(-1)).toMatchObject({ form: theirForm, ourId: messageId });
    }
  });

  it('refuses what Twilio’s own client knows as a refusal', async () => {
    await expect(theirs('wrong'.repeat(4)).client.messages.create({ ...COMMON, body: 'x' })).rejects.toMatchObject({
      status: 401,
      code: 20003,
    });
    server.state.send = () => 63016;
    await expect(theirs().client.messages.create({ ...COMMON, body: 'x' })).rejects.toMatchObject({ code: 63016 });
  });

  it('lists contents and senders page by page, which Twilio’s own client reads as we do', async () => {
    for (const name of ['one', 'two', 'three']) {
      const approval_requests = { name, category: 'MARKETING', status: 'approved', rejection_reason: '' };
      server.keepContent({ friendly_name: name, approval_requests });
    }
    const { client } = theirs();
    const listed = await client.content.v1.contentAndApprovals.list();
    expect(listed.map(({ friendlyName }) => friendlyName)).toEqual(['one', 'two', 'three']);
    const ourList = await ours().listTemplates();
    expect(ourList).toMatchObject({ ok: true, value: listed.map(({ sid }) => ({ id: sid, status: 'APPROVED' })) });
    const sender = await client.messaging.v2.channelsSenders(SENDER_SID).fetch();
    expect(sender).toMatchObject({ status: 'ONLINE', properties: { qualityRating: 'HIGH' } });
    const found = { displayName: 'Example', qualityRating: 'GREEN', status: 'connected' };
    for (const senderSid of [SENDER_SID, null]) {
      expect(await ours({ senderSid }).readNumber()).toEqual({
        ok: true,
        value: { ...found, messagingLimit: '10K Customers/24hr', throughputPerSecond: null },
      });
    }
    server.contents.splice(0);
  });
});

describe('twilioWhatsApp', () => {
  it.each<[number, string, object]>([
    [63016, 'WINDOW_CLOSED', { kind: 'refused_final' }],
    [63024, 'undeliverable', { kind: 'refused_final' }],
    [63003, 'undeliverable', { kind: 'refused_final' }],
    [21211, 'undeliverable', { kind: 'refused_final' }],
    [21610, 'LEAD_OPTED_OUT', { kind: 'refused_final' }],
    [63049, 'ecosystem_limited', { kind: 'refused_retry', retryAfterSeconds: 86_400, senderIsWell: true }],
    [63018, 'rate_limited', { kind: 'refused_retry' }],
    [20429, 'rate_limited', { kind: 'refused_retry' }],
    [63038, 'rate_limited', { kind: 'refused_retry', retryAfterSeconds: 3_600 }],
    [63028, 'TEMPLATE_VARIABLES_MISMATCH', { kind: 'refused_final' }],
    [21656, 'TEMPLATE_VARIABLES_MISMATCH', { kind: 'refused_final' }],
    [63027, 'TEMPLATE_NOT_FOUND', { kind: 'refused_final' }],
    [63040, 'TEMPLATE_NOT_APPROVED', { kind: 'refused_final' }],
    [63041, 'TEMPLATE_NOT_APPROVED', { kind: 'refused_retry', hold: 'template_pending' }],
    [20003, 'sender_unauthorized', { kind: 'refused_retry' }],
    [63007, 'sender_unregistered', { kind: 'refused_retry' }],
    [21609, 'callback_refused', { kind: 'refused_retry' }],
    [20503, 'provider_error', { kind: 'refused_retry' }],
    [21617, 'invalid_message', { kind: 'refused_final' }],
    [63019, 'media_unusable', { kind: 'refused_final' }],
    [29999, 'twilio_29999', { kind: 'refused_final' }],
  ])('reads error %d as %s', async (code, own, outcome) => {
    expect(await sendWith(code)).toMatchObject({ code: own, providerCode: String(code), ...outcome });
  });

  it('sends nothing whose time has passed', async () => {
    const before = server.taken.length;
    const late = await send(TEXT, ours(), messageId, inTime(-1));
    expect(late).toMatchObject({ kind: 'refused_retry', code: 'twilio_unreachable' });
    expect(server.taken.length).toBe(before);
  });

  it('calls it unknown when Twilio may have taken the message, and only then', async () => {
    for (const behaviour of ['take-then-cut', 'cut', 'gateway-502', 20500, 20504] as const) {
      expect(await sendWith(behaviour)).toMatchObject({ kind: 'unknown' });
    }
    expect(await sendWith('gateway-429')).toMatchObject({ kind: 'refused_retry', code: 'rate_limited' });
    expect(await send(TEXT, ours({ url: 'http://127.0.0.1:9' }))).toMatchObject({
      kind: 'refused_retry',
      code: 'twilio_unreachable',
    });
  });

  it('gives up after 8 seconds of silence: unknown, never an exception', async () => {
    const id = newId();
    expect(await sendWith('take-then-silence', id)).toMatchObject({ kind: 'unknown' });
    expect(server.timesTaken(id)).toBe(1);
  });

  it('says that an auth token is refused, without repeating it', async () => {
    const outcome = await send(TEXT, ours({ authToken: 'another-token-0001' }));
    expect(outcome).toMatchObject({ kind: 'refused_retry', code: 'sender_unauthorized' });
    expect(JSON.stringify(outcome)).not.toContain('another-token');
  });

  it('rejects content without a Twilio format', async () => {
    const interactive = { type: 'button', body: { text: 'Shall we?' }, action: { buttons: [] } } as const;
    const contents: WhatsAppContent[] = [
      { ...TEMPLATE, providerId: null, values: {} },
      { type: 'media', media: { type: 'image', id: '123' } },
      { type: 'interactive', interactive: interactive as never, text: '' },
    ];
    const before = server.taken.length;
    for (const content of contents) expect(await send(content)).toMatchObject({ kind: 'refused_final' });
    expect(server.taken).toHaveLength(before);
  });

  it('shows contents in Meta’s form, each with its approval, and none that was not handed in', async () => {
    const approval = (status: string, more = {}) => ({
      approval_requests: { name: status, category: 'UTILITY', status, rejection_reason: '', ...more },
    });
    const text = { 'twilio/text': { body: 'Hello {{1}}' } };
    server.keepContent({ types: text, ...approval('approved') });
    server.keepContent({ types: text, ...approval('received') });
    server.keepContent({ types: text, ...approval('rejected', { rejection_reason: 'No.' }) });
    server.keepContent({ types: text, ...approval('paused') });
    server.keepContent({ types: text, ...approval('disabled') });
    server.keepContent({ types: text, ...approval('unsubmitted') });
    server.keepContent({ types: text });
    const actions = [
      { type: 'URL', title: 'Look', url: 'https://example.com/{{3}}' },
      { type: 'PHONE_NUMBER', title: 'Call', phone: '+34910000001' },
    ];
    const card = {
      body: 'Hi {{1}}',
      header_text: 'For {{2}}',
      footer: 'Bye',
      media: ['https://x.test/a.pdf'],
      actions,
    };
    server.keepContent({ types: { 'whatsapp/card': card }, ...approval('approved', { name: 'card' }) });
    const listed = await ours().listTemplates();
    server.contents.splice(0);
    const found = listed.ok ? listed.value : [];
    const body = [{ type: 'BODY', text: 'Hello {{1}}' }];
    expect(found.map(({ name, status, reason, components }) => ({ name, status, reason, components }))).toEqual([
      { name: 'approved', status: 'APPROVED', reason: null, components: body },
      { name: 'received', status: 'PENDING', reason: null, components: body },
      { name: 'rejected', status: 'REJECTED', reason: 'No.', components: body },
      { name: 'paused', status: 'PENDING', reason: null, components: body },
      { name: 'disabled', status: 'REJECTED', reason: null, components: body },
      {
        name: 'card',
        status: 'APPROVED',
        reason: null,
        components: [
          { type: 'HEADER', format: 'DOCUMENT', url: 'https://x.test/a.pdf' },
          { type: 'HEADER', format: 'TEXT', text: 'For {{2}}' },
          { type: 'BODY', text: 'Hi {{1}}' },
          { type: 'FOOTER', text: 'Bye' },
          {
            type: 'BUTTONS',
            buttons: [
              { type: 'URL', text: 'Look', url: 'https://example.com/{{3}}' },
              { type: 'PHONE_NUMBER', text: 'Call', phone_number: '+34910000001' },
            ],
          },
        ],
      },
    ]);
  });

  it('hands a template in as Twilio’s own client does, its places numbered through', async () => {
    const draft = {
      name: 'offer',
      language: 'en',
      category: 'MARKETING',
      components: [
        { type: 'HEADER', format: 'TEXT', text: 'For {{1}}', example: { header_text: ['Ana'] } },
        { type: 'BODY', text: 'Hi {{1}}, {{2}} and {{1}}', example: { body_text: [['Ada', '5 €']] } },
        { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Look', url: 'https://x.test/{{1}}', example: ['abc'] }] },
      ],
    };
    expect(await ours().submitTemplate(draft)).toMatchObject({ ok: true, value: { status: 'PENDING' } });
    const [made] = server.contents.splice(0);
    expect(made).toMatchObject({
      variables: { 1: 'Ada', 2: '5 €', 3: 'Ana', 4: 'abc' },
      types: {
        'whatsapp/card': {
          body: 'Hi {{1}}, {{2}} and {{1}}',
          header_text: 'For {{3}}',
          actions: [{ type: 'URL', title: 'Look', url: 'https://x.test/{{4}}' }],
        },
      },
      approval_requests: { name: 'offer', category: 'MARKETING' },
    });
    const { client } = theirs();
    const { friendly_name, language, variables, types } = made as NonNullable<typeof made>;
    const again = await client.content.v1.contents.create({ friendly_name, language, variables, types } as never);
    const approval = client.content.v1.contents(again.sid).approvalCreate;
    expect(await approval.create({ name: 'offer', category: 'MARKETING' } as never)).toMatchObject({ name: 'offer' });
    expect(server.contents.splice(0)).toEqual([{ ...made, sid: again.sid }]);
  });

  it('leaves nothing of a template that is not taken', async () => {
    const draft = {
      name: 'Bad Name',
      language: 'en',
      category: 'MARKETING',
      components: [{ type: 'BODY', text: 'Hi' }],
    };
    expect(await ours().submitTemplate(draft)).toMatchObject({ ok: false, kind: 'refused', code: '20422' });
    expect(server.violations.splice(0)).toHaveLength(1);
    expect(server.contents).toEqual([]);
    const head = { ...draft, components: [{ type: 'HEADER', format: 'IMAGE' }, ...draft.components] };
    expect(await ours().submitTemplate(head)).toMatchObject({ ok: false, code: 'unsupported_template' });
  });

  it('sets a photo by its address, and leaves the rest of the profile as it is', async () => {
    const image = { bytes: Buffer.from(''), contentType: 'image/png', url: 'https://example.com/new.png' };
    for (const senderSid of [SENDER_SID, null]) {
      expect(await ours({ senderSid }).setPhoto(image, inTime(5_000))).toEqual({ ok: true, value: null });
    }
    expect(server.state.sender.profile).toEqual({
      name: 'Example',
      about: 'We sell.',
      logo_url: 'https://example.com/new.png',
      banner_url: null,
    });
    server.state.silentCalls = true;
    expect(await ours().setPhoto(image, inTime(200))).toMatchObject({ ok: false, kind: 'timeout' });
    server.state.silentCalls = false;
  });

  it('fetches files from the account alone, whatever a message claims', async () => {
    const id = `MM${'0'.repeat(32)}/Media/ME${'1'.repeat(32)}`;
    const authorization = `Basic ${Buffer.from(`${ACCOUNT_SID}:${AUTH_TOKEN}`).toString('base64')}`;
    expect(await ours().findMedia(id)).toMatchObject({
      value: { url: `${server.url}/2010-04-01/Accounts/${ACCOUNT_SID}/Messages/${id}`, headers: { authorization } },
    });
    for (const odd of [`${id}/../..`, '../Calls', 'https://example.com/', '']) {
      expect(await ours().findMedia(odd)).toMatchObject({ ok: false, code: 'no_such_file' });
    }
  });
});

describe('a signature of Twilio’s', () => {
  const url = `${HOOK}?message_id=${messageId}`;
  const form = { MessageSid: 'SM1', Body: 'Grüße & so=1 +', From: 'whatsapp:+34600111222', a: '', B: 'x' };
  const check = (signature: string | undefined, { at = url, token = AUTH_TOKEN, fields = form as object } = {}) =>
    verifyTwilioSignature(token, signature, at, new URLSearchParams(fields as Record<string, string>));

  it('opens the door to the very address and form it signs', () => {
    const signature = twilio.getExpectedTwilioSignature(AUTH_TOKEN, url, form);
    expect(twilio.validateRequest(AUTH_TOKEN, signature, url, form)).toBe(true);
    expect(check(signature)).toEqual({ ok: true });
    const forged = [
      { at: HOOK },
      { at: `${url}0` },
      { token: 'another-token-0001' },
      { fields: { ...form, Body: 'Yes' } },
      { fields: { ...form, More: '1' } },
    ];
    for (const each of forged) expect(check(signature, each)).toEqual({ ok: false, reason: 'mismatch' });
    expect(check(undefined)).toEqual({ ok: false, reason: 'missing' });
    for (const odd of ['', 'x', `${signature}=`, signature.slice(4)]) expect(check(odd)).toMatchObject({ ok: false });
  });

  it('counts with the port and without it, as Twilio’s own judge does', () => {
    const cases = [
      ['https://las.example:443/h?a=1', 'https://las.example/h?a=1'],
      ['https://las.example/h?a=1', 'https://las.example:443/h?a=1'],
      ['http://las.example:80/h', 'http://las.example/h'],
      ['https://las.example/h', 'https://las.example:8443/h'],
    ] as const;
    for (const [signed, called] of cases) {
      const signature = twilio.getExpectedTwilioSignature(AUTH_TOKEN, signed, form);
      expect(twilio.validateRequest(AUTH_TOKEN, signature, called, form)).toBe(true);
      expect(check(signature, { at: called })).toEqual({ ok: true });
    }
  });

  it('takes a field that comes twice as Twilio’s own judge does', () => {
    const fields = { ...form, Twice: ['b', 'a', 'b'] };
    const signature = twilio.getExpectedTwilioSignature(AUTH_TOKEN, url, fields);
    const pairs: [string, string][] = [...Object.entries(form), ['Twice', 'b'], ['Twice', 'a'], ['Twice', 'b']];
    expect(verifyTwilioSignature(AUTH_TOKEN, signature, url, new URLSearchParams(pairs))).toEqual({ ok: true });
  });
});

describe('what Twilio tells', () => {
  const said = (says: Record<string, string>) =>
    readTwilioWebhook(wroteAtTwilio('+34600111222', says), undefined)?.payload as { message: Record<string, unknown> };

  it('is read as the words, file, place or choice that it is', () => {
    const url = `https://api.twilio.com/2010-04-01/Accounts/${ACCOUNT_SID}/Messages/MM${'0'.repeat(32)}/Media/ME${'1'.repeat(32)}`;
    const media = (type: string) =>
      said({ NumMedia: '1', MediaUrl0: url, MediaContentType0: type, Body: 'Look' }).message;
    const id = `MM${'0'.repeat(32)}/Media/ME${'1'.repeat(32)}`;
    expect(said({ Body: 'Yes' }).message).toMatchObject({ from: '34600111222', type: 'text', text: { body: 'Yes' } });
    expect(media('image/jpeg')).toMatchObject({ image: { id, mime_type: 'image/jpeg', caption: 'Look' } });
    expect(media('audio/ogg')).toMatchObject({ type: 'audio', audio: { id } });
    expect(media('image/webp')).toMatchObject({ type: 'sticker' });
    expect(media('application/pdf')).toMatchObject({ type: 'document', document: { id } });
    expect(said({ ButtonText: 'Yes', ButtonPayload: 'p', Body: 'Yes' }).message).toMatchObject({
      type: 'button',
      button: { text: 'Yes', payload: 'p' },
    });
    expect(said({ ListTitle: 'Monday', ListId: 'mon', Body: 'Monday' }).message).toMatchObject({
      type: 'interactive',
      interactive: { type: 'list_reply', list_reply: { title: 'Monday' } },
    });
    expect(said({ Latitude: '40.4', Longitude: '-3.7', Label: 'Office' }).message).toMatchObject({
      type: 'location',
      location: { latitude: '40.4', longitude: '-3.7', name: 'Office' },
    });
    expect(said({ OriginalRepliedMessageSid: 'SM9', Body: 'Ok' }).message).toMatchObject({ context: { id: 'SM9' } });
    expect(said({ MessageType: 'contacts' }).message).toMatchObject({ type: 'contacts' });
  });

  it('names a person who hides their number by user ID, which is never read as a number', () => {
    const userId = 'ES.13491208655302741918';
    const read = (form: Record<string, string>) =>
      readWhatsAppMessage(
        readTwilioWebhook({ ...wroteAtTwilio('+34600111222', {}), ...form }, undefined)!.payload,
        new Date(),
      )!.sender;
    const hidden = { waId: null, userIds: [userId], username: 'berta.sol', wabaId: ACCOUNT_SID };
    const base = { WaId: '', ProfileUsername: 'berta.sol', AccountSid: ACCOUNT_SID };
    expect(read({ ...base, From: `whatsapp:${userId}` })).toMatchObject(hidden);
    expect(read({ ...base, From: `whatsapp:${userId}`, WaId: userId })).toMatchObject(hidden);
    expect(read({ ...base, From: '', ExternalUserId: userId })).toMatchObject(hidden);
    expect(read({ ExternalUserId: userId, ParentExternalUserId: 'ES.ENT.118' })).toMatchObject({
      waId: '34600111222',
      userIds: [userId, 'ES.ENT.118'],
    });
  });

  it.each([
    ['STOP', 'Ya no', 'opt_out', true],
    ['START', 'Otra vez', 'opt_in', true],
    ['HELP', 'HELP', null, true],
    ['', 'STOP', 'opt_out', false],
  ])('opts out or in by OptOutType, whatever the words are: "%s" with "%s"', (OptOutType, Body, intent, isHandled) => {
    const form = wroteAtTwilio('+34600111222', { OptOutType, Body });
    const event = readTwilioWebhook(form, undefined)!;
    expect(readWhatsAppMessage(event.payload, new Date())).toMatchObject({ intent, isHandled });
  });

  it('keeps every file of a message, and the ad that led to it', () => {
    const file = (n: number) =>
      `https://api.twilio.com/2010-04-01/Accounts/${ACCOUNT_SID}/Messages/MM${'0'.repeat(32)}/Media/ME${String(n).repeat(32)}`;
    const form = wroteAtTwilio('+34600111222', {
      NumMedia: '2',
      MediaUrl0: file(1),
      MediaContentType0: 'image/jpeg',
      MediaUrl1: file(2),
      MediaContentType1: 'application/pdf',
      Body: 'Look',
      ReferralCtwaClid: 'c1',
      ReferralSourceId: '42',
    });
    const message = readWhatsAppMessage(readTwilioWebhook(form, undefined)!.payload, new Date())!;
    expect(message.attachments.map(({ type, mime_type }) => [type, mime_type])).toEqual([
      ['image', 'image/jpeg'],
      ['document', 'application/pdf'],
    ]);
    expect(message).toMatchObject({ text: 'Look', values: { referral: { ctwa_clid: 'c1', source_id: '42' } } });
  });

  it('is identified by the message and its outcome, however often it is received', () => {
    const status = (MessageStatus: string) => readTwilioWebhook({ MessageSid: 'SM1', MessageStatus }, messageId);
    const ids = ['sent', 'delivered', 'read', 'undelivered', 'queued'].map((each) => status(each)?.eventId);
    expect(new Set(ids).size).toBe(5);
    expect(status('failed')?.eventId).toBe(status('undelivered')?.eventId);
    expect(status('read')?.payload).toMatchObject({ status: { id: 'SM1', biz_opaque_callback_data: messageId } });
    expect(readTwilioWebhook({ Body: 'nobody' }, undefined)).toBeUndefined();
  });
});
