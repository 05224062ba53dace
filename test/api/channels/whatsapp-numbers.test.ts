import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { templateSyncWorkflowId } from '../../../domain/flow/ids.js';
import { newId } from '../../../runtime/ids.js';
import { createSafeFetch, type SafeFetch } from '../../../runtime/safe-fetch.js';
import { addWhatsAppTemplate, publishAgent } from '../../support/agents.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { png } from '../../support/images.js';
import { portForLater } from '../../support/later-port.js';
import { META_TOKEN, type MetaServer, startMetaServer } from '../../support/meta-server.js';

const JPEG = Buffer.concat([
  Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x04, 0x00, 0x00, 0xff, 0xc0, 0x00, 0x11, 0x08]),
  Buffer.from([0x01, 0x00, 0x01, 0x00, 0x03, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
]);

// The stand-in for a public web server answers plain HTTP on this machine; everything else goes through the guard.
const PUBLIC_HOST = 'images.example.com';
let images: Server;
let served: { status: number; body: Buffer; location?: string } = { status: 200, body: png(200, 200) };
let fetched: string[] = [];
const guard = createSafeFetch();
const local = createSafeFetch({ allowPrivate: true, allowHttp: true });
const fetchImage: SafeFetch = Object.assign(
  (url: string, request?: Parameters<SafeFetch>[1]) => {
    const target = URL.canParse(url) ? new URL(url) : undefined;
    if (target?.hostname !== PUBLIC_HOST) return guard(url, request);
    return local(`http://127.0.0.1:${(images.address() as AddressInfo).port}${target.pathname}`, request);
  },
  { close: async () => undefined },
);

const PORT = await portForLater();
let meta: MetaServer;
const api = useApi({ META_GRAPH_URL: `http://127.0.0.1:${PORT}/v23.0` }, { images: fetchImage });

beforeAll(async () => {
  meta = await startMetaServer(PORT);
  images = createServer((request, response) => {
    fetched.push(request.url ?? '');
    const { status, body, location } = served;
    response.writeHead(status, { 'content-type': 'image/png', ...(location ? { location } : {}) }).end(body);
  });
  await new Promise<void>((resolve) => images.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  served = { status: 200, body: png(200, 200) };
  fetched = [];
  Object.assign(meta.state, { refuseCalls: undefined, silentCalls: false });
  meta.uploads.length = 0;
  meta.profiles.length = 0;
});
afterAll(async () => {
  expect(meta.violations).toEqual([]);
  await meta.stop();
  images.closeAllConnections();
  images.close();
  await Promise.all([guard.close(), local.close()]);
});

const SANDBOX = { phone_number: '+34 600 000 001', provider: 'sandbox' };
const META = {
  phone_number: '+34600000002',
  provider: 'meta_cloud',
  provider_phone_number_id: '100',
  waba_id: '200',
  access_token: META_TOKEN,
};
const make = async (account: TestAccount, body: object = SANDBOX) =>
  (await account.request('post', '/whatsapp-numbers').send(body).expect(201)).body.whatsapp_number;

describe('WhatsApp numbers', () => {
  it('are made, read, changed and removed; the access token is never shown', async () => {
    const account = await api.account();
    const number = await make(account, { ...META, display_name: 'Sales' });
    expect(number).toMatchObject({
      phone_number: '+34600000002',
      provider: 'meta_cloud',
      status: 'pending',
      quality_rating: 'UNKNOWN',
      provider_phone_number_id: '100',
      waba_id: '200',
      access_token_set: true,
      is_default: true,
      workflow_ids: [],
      profile: { about: null, photo_url: null, photo_updated_at: null },
    });
    const path = `/whatsapp-numbers/${number.id}`;
    const { body } = await account.request('patch', path).send({ display_name: 'Support', waba_id: null }).expect(200);
    expect(body.whatsapp_number).toMatchObject({ display_name: 'Support', waba_id: null, access_token_set: true });
    expect((await account.request('get', path).expect(200)).body.whatsapp_number).toEqual(body.whatsapp_number);
    const list = (await account.request('get', '/whatsapp-numbers').expect(200)).body;
    expect(list.whatsapp_numbers).toEqual([body.whatsapp_number]);
    const row = await api.db('whatsapp_numbers').where({ id: number.id }).first();
    expect(JSON.stringify([number, body, list, row])).not.toContain(META_TOKEN);
    await account.request('delete', path).expect(204);
    await account.request('get', path).expect(404);
  });

  it('have one default: the first, or the one that was made so last', async () => {
    const account = await api.account();
    const first = await make(account);
    const second = await make(account, { ...SANDBOX, phone_number: '+34600000003', is_default: true });
    const defaults = async () =>
      (await account.request('get', '/whatsapp-numbers')).body.whatsapp_numbers
        .filter((each: { is_default: boolean }) => each.is_default)
        .map((each: { id: string }) => each.id);
    expect(await defaults()).toEqual([second.id]);
    await account.request('patch', `/whatsapp-numbers/${first.id}`).send({ is_default: true }).expect(200);
    expect(await defaults()).toEqual([first.id]);
  });

  it('tell which workflows name them, and can’t be removed while one does', async () => {
    const account = await api.account();
    const number = await make(account);
    const channels = { email_sender_id: null, whatsapp_number_id: number.id, voice_agent_id: null };
    const agent = await publishAgent(api.db, account.accountId, [{ type: 'message', subject: 'a', content: 'b' }], {
      channels,
    });
    const { body } = await account.request('get', `/whatsapp-numbers/${number.id}`);
    expect(body.whatsapp_number.workflow_ids).toEqual([agent]);
    const answer = await account.request('delete', `/whatsapp-numbers/${number.id}`);
    expect([answer.status, answer.body.code]).toEqual([409, 'IN_USE']);
  });

  it.each([
    ['a number that is none', { ...SANDBOX, phone_number: 'hello' }, '/phone_number', 'INVALID_PHONE'],
    ['Meta without its id', { ...META, provider_phone_number_id: undefined }, '/provider_phone_number_id', undefined],
    ['Meta without a token', { ...META, access_token: undefined }, '/access_token', undefined],
    ['an unknown provider', { ...SANDBOX, provider: 'pigeon' }, '/provider', undefined],
    ['a token with a line break', { ...META, access_token: 'a\nb' }, '/access_token', undefined],
  ])('refuse %s', async (_what, body, field, code = 'VALIDATION_ERROR') => {
    const account = await api.account();
    const answer = await account.request('post', '/whatsapp-numbers').send(body);
    expect([answer.status, answer.body.code, answer.body.field]).toEqual([400, code, field]);
  });

  it('exist once in an account', async () => {
    const account = await api.account();
    await make(account);
    const answer = await account
      .request('post', '/whatsapp-numbers')
      .send({ ...SANDBOX, phone_number: '+34600000001' });
    expect([answer.status, answer.body.code]).toEqual([409, 'NAME_TAKEN']);
    await make(await api.account());
  });
});

describe('PATCH /whatsapp-numbers/{id}/photo', () => {
  const url = `https://${PUBLIC_HOST}/photo.png`;
  const setPhoto = (account: TestAccount, id: string, body: object) =>
    account.request('patch', `/whatsapp-numbers/${id}/photo`).send(body);

  it('records the address with the sandbox, whatever comes after https:, and fetches nothing', async () => {
    const account = await api.account();
    const { id } = await make(account);
    for (const image_url of [
      url,
      'https:',
      'https:// not a url',
      'https://127.0.0.1/x',
      `https://${'x'.repeat(5000)}`,
    ]) {
      const answer = await setPhoto(account, id, { image_url });
      expect([answer.status, answer.body]).toEqual([200, { success: true, profile: { updated: true } }]);
      const { body } = await account.request('get', `/whatsapp-numbers/${id}`);
      expect(body.whatsapp_number.profile.photo_url).toBe(image_url);
      expect(body.whatsapp_number.profile.photo_updated_at).not.toBeNull();
    }
    expect(fetched).toEqual([]);
  });

  it.each([
    ['missing', {}],
    ['null', { image_url: null }],
    ['no string', { image_url: 5 }],
    ['http', { image_url: 'http://example.com/a.png' }],
    ['in capitals', { image_url: 'HTTPS://example.com/a.png' }],
    ['not at the beginning', { image_url: ' https://example.com/a.png' }],
  ])('400: an image_url that is %s', async (_what, body) => {
    const account = await api.account();
    const { id } = await make(account);
    const answer = await setPhoto(account, id, body);
    expect([answer.status, answer.body.code, answer.body.field]).toEqual([400, 'VALIDATION_ERROR', '/image_url']);
  });

  it('404: a row that is unknown, malformed or foreign', async () => {
    const account = await api.account();
    const foreign = await make(await api.account());
    for (const id of [newId(), 'not-a-uuid', '1', foreign.id]) {
      const answer = await setPhoto(account, id, { image_url: url });
      expect([answer.status, answer.body.code]).toEqual([404, 'NUMBER_NOT_FOUND']);
    }
  });

  it('fetches the image for Meta, uploads it and replaces the picture, JPEG or PNG', async () => {
    const account = await api.account();
    const { id } = await make(account, META);
    for (const [body, type] of [
      [png(192, 192), 'image/png'],
      [JPEG, 'image/jpeg'],
    ] as const) {
      served = { status: 200, body };
      await setPhoto(account, id, { image_url: url }).expect(200);
      expect(meta.uploads.at(-1)).toMatchObject({ type });
      expect(meta.uploads.at(-1)?.bytes.equals(body)).toBe(true);
      expect(meta.profiles.at(-1)?.profile_picture_handle).toBe(meta.uploads.at(-1)?.handle);
    }
  });

  it.each([
    ['a page', 'IMAGE_TYPE', { status: 200, body: Buffer.from('<html></html>') }],
    ['a GIF', 'IMAGE_TYPE', { status: 200, body: Buffer.from('GIF89a'.padEnd(64)) }],
    ['one that is too small', 'IMAGE_TYPE', { status: 200, body: png(191, 500) }],
    ['one that is too large', 'IMAGE_TOO_LARGE', { status: 200, body: png(500, 500, 5 * 1024 * 1024) }],
    ['one that is missing', 'IMAGE_UNREACHABLE', { status: 404, body: Buffer.from('') }],
  ])('422: %s', async (_what, code, answerOf) => {
    const account = await api.account();
    const { id } = await make(account, META);
    served = answerOf;
    const answer = await setPhoto(account, id, { image_url: url });
    expect([answer.status, answer.body.code]).toEqual([422, code]);
    expect(meta.uploads).toEqual([]);
    const { body } = await account.request('get', `/whatsapp-numbers/${id}`);
    expect(body.whatsapp_number.profile.photo_url).toBeNull();
  });

  it.each([
    ...[
      'https://127.0.0.1/a.png',
      'https://[::1]/a.png',
      'https://169.254.169.254/latest/meta-data',
      'https://10.0.0.1/',
    ],
    ...[
      'https://2130706433/',
      'https://0x7f000001/',
      'https://0177.0.0.1/',
      'https://[::ffff:127.0.0.1]/',
      'https://0/',
    ],
    ...[
      'https://localhost/a.png',
      'https://user:pass@8.8.8.8/',
      'https:',
      'https://',
      'https:// x',
      'https://exa mple/',
    ],
  ])('422: an address that may not be fetched: %s', async (image_url) => {
    const account = await api.account();
    const { id } = await make(account, META);
    const answer = await setPhoto(account, id, { image_url });
    expect([answer.status, answer.body.code]).toEqual([422, 'IMAGE_UNREACHABLE']);
    expect(meta.uploads).toEqual([]);
  });

  it('502 with the provider’s own words when it refuses; 504 when it is silent', async () => {
    const account = await api.account();
    const { id } = await make(account, META);
    meta.state.refuseCalls = { code: 131031, status: 400 };
    const refused = await setPhoto(account, id, { image_url: url });
    expect([refused.status, refused.body.code]).toEqual([502, 'PROVIDER_ERROR']);
    expect(refused.body.details).toMatchObject({ provider: 'meta_cloud', provider_code: '131031' });
    Object.assign(meta.state, { refuseCalls: undefined, silentCalls: true });
    const silent = await setPhoto(account, id, { image_url: url });
    expect([silent.status, silent.body.code]).toEqual([504, 'PROVIDER_TIMEOUT']);
  });

  it('422: a number of Meta’s that has lost its token', async () => {
    const account = await api.account();
    const { id } = await make(account, META);
    await account.request('patch', `/whatsapp-numbers/${id}`).send({ access_token: null }).expect(200);
    const answer = await setPhoto(account, id, { image_url: url });
    expect([answer.status, answer.body.code]).toEqual([422, 'CHANNEL_NOT_CONFIGURED']);
  });
});

describe('PATCH /whatsapp-numbers/{id}', () => {
  it('syncs templates and state from Meta again only after its connection settings were fixed', async () => {
    const account = await api.account();
    const { id } = await make(account, META);
    const asked = () => api.dispatched.filter(({ workflowId }) => workflowId === templateSyncWorkflowId(id)).length;
    const before = asked();
    const path = `/whatsapp-numbers/${id}`;
    await account.request('patch', path).send({ display_name: 'Support' }).expect(200);
    expect(asked()).toBe(before);
    await account.request('patch', path).send({ access_token: META_TOKEN }).expect(200);
    expect(asked()).toBe(before + 1);
    await account.request('patch', path).send({ waba_id: '201' }).expect(200);
    expect(asked()).toBe(before + 2);
  });
});

describe('WhatsApp templates', () => {
  const PARTS = [
    { type: 'BODY', text: 'Hello {{1}}' },
    { type: 'HEADER', format: 'IMAGE' },
  ];
  const OFFER = { name: 'offer', channel: 'whatsapp', language: 'en', category: 'MARKETING', components: PARTS };

  it('are pending until the provider decides, and tell their variables', async () => {
    const account = await api.account();
    await make(account);
    const { body } = await account.request('post', '/templates').send(OFFER).expect(201);
    expect(body.template).toMatchObject({
      status: 'PENDING',
      channel: 'whatsapp',
      subject: null,
      components: PARTS,
      rejected_reason: null,
      variables: [
        { name: '1', position: 1, component: 'body' },
        { name: 'media', position: 1, component: 'header' },
      ],
    });
    const patch = await account.request('patch', `/templates/${body.template.id}`).send({ name: 'other' });
    expect([patch.status, patch.body.code]).toEqual([409, 'NOT_MODIFIABLE']);
  });

  it.each([
    ['no category', { ...OFFER, category: undefined }, '/category'],
    ['no body', { ...OFFER, components: [{ type: 'HEADER', text: 'x' }] }, '/components'],
    ['a name Meta would not take', { ...OFFER, name: 'My Offer' }, '/name'],
    ['texts of an email', { ...OFFER, text: 'x' }, '/text'],
    [
      'components of an email',
      { name: 'a', channel: 'email', language: 'en', subject: 's', components: PARTS },
      '/components',
    ],
    ['an email without subject', { name: 'a', channel: 'email', language: 'en', text: 's' }, '/subject'],
  ])('are refused with %s', async (_what, body, field) => {
    const account = await api.account();
    await make(account);
    const answer = await account.request('post', '/templates').send(body);
    expect([answer.status, answer.body.field]).toEqual([400, field]);
  });

  it('need a number: 422 without one, 404 with a foreign one', async () => {
    const account = await api.account();
    for (const [path, body] of [
      ['/templates', OFFER],
      ['/templates/sync', {}],
    ] as const) {
      const answer = await account.request('post', path).send(body);
      expect([answer.status, answer.body.code]).toEqual([422, 'CHANNEL_NOT_CONFIGURED']);
      const foreign = { ...body, whatsapp_number_id: newId() };
      expect((await account.request('post', path).send(foreign)).body.code).toBe('NUMBER_NOT_FOUND');
    }
    expect((await account.request('get', `/templates?whatsapp_number_id=${newId()}`)).status).toBe(404);
  });

  it('are listed by the number that can send them', async () => {
    const account = await api.account();
    const number = await make(account, META);
    const own = await addWhatsAppTemplate(api.db, account.accountId, { waba_id: '200' });
    await addWhatsAppTemplate(api.db, account.accountId, { waba_id: '300' });
    const { body } = await account.request('get', `/templates?whatsapp_number_id=${number.id}&status=APPROVED`);
    expect(body.templates.map(({ id }: { id: string }) => id)).toEqual([own.id]);
  });
});
