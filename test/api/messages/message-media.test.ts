import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '../../../runtime/ids.js';
import { createSafeFetch, type SafeFetch } from '../../../runtime/safe-fetch.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { addHook, addLead, addMessage, workInbound } from '../../support/messaging.js';
import { FILES_HOST, META_TOKEN, startMetaServer } from '../../support/meta-server.js';
import { metaBody, PHONE_NUMBER_ID, postMeta, written } from '../../support/meta-webhooks.js';

const meta = await startMetaServer();
// Meta's files come over plain HTTP on this machine. Everything else goes through the guard.
const guard = createSafeFetch();
const local = createSafeFetch({ allowPrivate: true, allowHttp: true });
const fetchFile: SafeFetch = Object.assign(
  (url: string, request?: Parameters<SafeFetch>[1]) => {
    const target = new URL(url);
    return target.hostname === FILES_HOST
      ? local(`${new URL(meta.url).origin}${target.pathname}${target.search}`, request)
      : guard(url, request);
  },
  { close: async () => undefined },
);
const api = useApi({ META_GRAPH_URL: meta.url }, { images: fetchFile });

beforeEach(() => {
  Object.assign(meta.state, { refuseCalls: undefined, silentCalls: false, fileSize: undefined });
});
afterAll(async () => {
  expect(meta.violations).toEqual([]);
  await meta.stop();
  await Promise.all([guard.close(), local.close()]);
});

const PHOTO = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);

async function setUp() {
  const account = await api.account({ country: 'ES' });
  const hook = await addHook(account, 'meta_cloud', 'the-secret-of-the-app-at-meta');
  const number = {
    phone_number: '+15550783881',
    provider: 'meta_cloud',
    provider_phone_number_id: PHONE_NUMBER_ID,
    waba_id: '200',
    access_token: META_TOKEN,
  };
  const made = (await account.request('post', '/whatsapp-numbers').send(number).expect(201)).body.whatsapp_number;
  const lead = await addLead(api.db, account.accountId, { phone: '+34600111222' });
  return { account, hook, lead, numberId: made.id as string };
}

const keep = (more: { url?: string } = {}) =>
  meta.keepFile({ bytes: PHOTO, mimeType: 'image/jpeg', phoneNumberId: PHONE_NUMBER_ID, ...more });

/** A message from the lead with this file; its row. */
async function received(
  { account, hook }: Awaited<ReturnType<typeof setUp>>,
  says: { type: string } & Record<string, unknown>,
) {
  await postMeta(api, hook, metaBody(written({ from: '34600111222', says }))).expect(200);
  expect(await workInbound(api.db, account.accountId)).toEqual(['reply']);
  return api.db('messages').where({ account_id: account.accountId, direction: 'inbound' }).first();
}

const photo = (id: string) => ({
  type: 'image',
  image: { id, mime_type: 'image/jpeg', sha256: 'x', caption: 'My house' },
});
const media = (account: TestAccount, id: string) => account.request('get', `/messages/${id}/media`);

describe('GET /messages/{id}/media', () => {
  describe('200', () => {
    it('fetches what a lead sent from Meta, and hands it on as a download', async () => {
      const fixture = await setUp();
      const message = await received(fixture, photo(keep()));
      const { history } = (await fixture.account.request('get', `/leads/${message!.lead_id}/history?types=message`))
        .body;
      expect(history[0]).toMatchObject({
        message_type: 'image',
        content: 'My house',
        media_url: `/api/public/messages/${message!.id}/media`,
        attachments: [{ type: 'image', mime_type: 'image/jpeg', file_name: null }],
      });
      const answer = await fixture.account.request('get', `/messages/${message!.id}/media`).buffer(true);
      expect(answer.status).toBe(200);
      expect(Buffer.compare(answer.body, PHOTO)).toBe(0);
      expect(answer.headers).toMatchObject({
        'content-type': 'image/jpeg',
        'content-disposition': `attachment; filename*=UTF-8''${message!.id}`,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      });
    });

    it.each([
      ['audio', { mime_type: 'audio/ogg; codecs=opus', voice: true }, 'audio/ogg'],
      ['document', { mime_type: 'text/html', filename: 'Angebot "1".html' }, 'text/html'],
      ['video', { mime_type: 'video/mp4' }, 'video/mp4'],
    ])('of the kind %s', async (type, part, contentType) => {
      const fixture = await setUp();
      const id = meta.keepFile({ bytes: PHOTO, mimeType: part.mime_type, phoneNumberId: PHONE_NUMBER_ID });
      const message = await received(fixture, { type, [type]: { id, sha256: 'x', ...part } });
      const answer = await media(fixture.account, message!.id).expect(200);
      expect(answer.headers['content-type']?.split(';')[0]).toBe(contentType);
      expect(answer.headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''[A-Za-z0-9%._-]+$/);
    });
  });

  it('404: no such message, a foreign one, one without a file, a file that Meta no longer has', async () => {
    const fixture = await setUp();
    const message = await received(fixture, photo(keep()));
    const plain = await addMessage(api.db, fixture.lead, null, { channel: 'whatsapp', sender_id: fixture.numberId });
    const gone = await addMessage(api.db, fixture.lead, null, {
      channel: 'whatsapp',
      sender_id: fixture.numberId,
      details: JSON.stringify({ attachments: [{ id: 'file-gone', type: 'image', mime_type: null, file_name: null }] }),
    });
    const stranger = await api.account();
    for (const [account, id, code] of [
      [fixture.account, newId(), 'MESSAGE_NOT_FOUND'],
      [fixture.account, 'nonsense', 'MESSAGE_NOT_FOUND'],
      [stranger, message!.id, 'MESSAGE_NOT_FOUND'],
      [fixture.account, plain.id, 'MEDIA_NOT_FOUND'],
      [fixture.account, gone.id, 'MEDIA_NOT_FOUND'],
    ] as const) {
      const answer = await media(account, id);
      expect([answer.status, answer.body.code]).toEqual([404, code]);
    }
  });

  it('422: a file that is too large, by what Meta says of it or by what comes', async () => {
    const fixture = await setUp();
    const message = await received(fixture, photo(keep()));
    meta.state.fileSize = 33 * 1024 * 1024;
    const told = await media(fixture.account, message!.id);
    expect([told.status, told.body.code]).toEqual([422, 'MEDIA_TOO_LARGE']);
    meta.state.fileSize = 7;
    const bytes = Buffer.alloc(33 * 1024 * 1024);
    const big = meta.keepFile({ bytes, mimeType: 'image/jpeg', phoneNumberId: PHONE_NUMBER_ID });
    await api
      .db('messages')
      .where({ id: message!.id })
      .update({ details: JSON.stringify({ attachments: [{ id: big }] }) });
    const came = await media(fixture.account, message!.id);
    expect([came.status, came.body.code]).toEqual([422, 'MEDIA_TOO_LARGE']);
  });

  it('422: a number that has lost its token', async () => {
    const fixture = await setUp();
    const message = await received(fixture, photo(keep()));
    await fixture.account
      .request('patch', `/whatsapp-numbers/${fixture.numberId}`)
      .send({ access_token: null })
      .expect(200);
    const answer = await media(fixture.account, message!.id);
    expect([answer.status, answer.body.code]).toEqual([422, 'CHANNEL_NOT_CONFIGURED']);
  });

  it('502: a refusal of Meta’s, and an address that leads into our own network', async () => {
    const fixture = await setUp();
    const message = await received(fixture, photo(keep({ url: 'https://127.0.0.1/file' })));
    const inside = await media(fixture.account, message!.id);
    expect([inside.status, inside.body.code]).toEqual([502, 'PROVIDER_ERROR']);
    meta.state.refuseCalls = { code: 190, status: 401 };
    const refused = await media(fixture.account, message!.id);
    expect([refused.status, refused.body.code]).toEqual([502, 'PROVIDER_ERROR']);
    expect(refused.body.details).toMatchObject({ provider: 'meta_cloud', provider_code: '190' });
  });

  it('504: Meta that is silent', async () => {
    const fixture = await setUp();
    const message = await received(fixture, photo(keep()));
    meta.state.silentCalls = true;
    const answer = await media(fixture.account, message!.id);
    expect([answer.status, answer.body.code]).toEqual([504, 'PROVIDER_TIMEOUT']);
  });
});
