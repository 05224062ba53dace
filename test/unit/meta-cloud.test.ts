import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { metaCloudWhatsApp, openGraph } from '../../providers/whatsapp/meta-cloud.js';
import type { WhatsAppContent, WhatsAppProvider } from '../../providers/whatsapp/provider.js';
import { newId } from '../../runtime/ids.js';
import { inTime } from '../support/in-time.js';
import { META_TOKEN, type MetaServer, type SendBehaviour, startMetaServer } from '../support/meta-server.js';

let meta: MetaServer;
let provider: WhatsAppProvider;
let closeGraph: () => Promise<void>;

const providerAt = (graphUrl: string, accessToken = META_TOKEN, wabaId: string | null = '200') => {
  const graph = openGraph({ graphUrl, appId: 'app' });
  return {
    graph,
    number: metaCloudWhatsApp(graph, { provider: 'meta_cloud', phoneNumberId: '100', wabaId, accessToken }),
  };
};

beforeAll(async () => {
  meta = await startMetaServer();
  const { graph, number } = providerAt(meta.url);
  provider = number;
  closeGraph = graph.close;
});
afterEach(() => {
  meta.state.send = () => 'take';
  expect(meta.violations.splice(0)).toEqual([]);
});
afterAll(async () => {
  await closeGraph();
  await meta.stop();
});

const send = (content: WhatsAppContent, through = provider, endsAt = inTime()) => {
  const messageId = newId();
  const outcome = through.send(
    { messageId, accountId: newId(), from: '+34600000001', to: '+34600111222', content },
    endsAt,
  );
  return outcome.then((value) => ({ ...value, messageId }));
};
const TEXT: WhatsAppContent = { type: 'text', text: 'Hello' };
const TEMPLATE = { type: 'template', providerId: '1', values: {} } as const;
const sendWith = (behaviour: SendBehaviour) => {
  meta.state.send = () => behaviour;
  return send(TEXT);
};

describe('metaCloudWhatsApp', () => {
  it('sends nothing whose time has passed', async () => {
    const before = meta.taken.length;
    expect(await send(TEXT, provider, inTime(-1))).toMatchObject({ kind: 'refused_retry', code: 'meta_unreachable' });
    expect(meta.taken.length).toBe(before);
  });

  it('sends text, template, media and interactive messages as Meta describes them, with our id in each', async () => {
    const components = [
      { type: 'header' as const, parameters: [{ type: 'image', image: { link: 'https://example.com/a.png' } }] },
      { type: 'body' as const, parameters: [{ type: 'text', text: 'Ada', parameter_name: 'first_name' }] },
      { type: 'button' as const, sub_type: 'url', index: '0', parameters: [{ type: 'text', text: 'abc' }] },
    ];
    const buttons = [{ type: 'reply' as const, reply: { id: 'yes', title: 'Yes' } }];
    const interactive = { type: 'button' as const, body: { text: 'Shall we?' }, action: { buttons } };
    const contents: WhatsAppContent[] = [
      TEXT,
      { ...TEMPLATE, name: 'offer', language: 'en', components, text: 'Hello Ada' },
      { ...TEMPLATE, name: 'bare', language: 'pt_BR', components: [], text: 'Hello' },
      { type: 'media', media: { type: 'image', link: 'https://example.com/a.png', caption: 'A' } },
      { type: 'media', media: { type: 'document', id: '123', filename: 'offer.pdf' } },
      { type: 'media', media: { type: 'audio', id: '123', caption: 'never shown' } },
      { type: 'media', media: { type: 'sticker', link: 'https://example.com/a.webp' } },
      { type: 'interactive', interactive, text: 'Shall we?' },
    ];
    for (const content of contents) {
      const outcome = await send(content);
      const last = meta.taken.at(-1);
      expect(outcome).toMatchObject({ kind: 'accepted', providerMessageId: last?.wamid });
      expect(last?.ourId).toBe(outcome.messageId);
    }
    expect(meta.taken.at(-1)?.body).toMatchObject({ to: '34600111222', recipient_type: 'individual' });
  });

  it.each<[number, string, object]>([
    [131047, 'WINDOW_CLOSED', { kind: 'refused_final' }],
    [131026, 'undeliverable', { kind: 'refused_final' }],
    [131050, 'opted_out_marketing', { kind: 'refused_final' }],
    [131049, 'ecosystem_limited', { kind: 'refused_retry', retryAfterSeconds: 86_400, senderIsWell: true }],
    [131056, 'rate_limited', { kind: 'refused_retry', senderIsWell: true }],
    [130429, 'rate_limited', { kind: 'refused_retry' }],
    [131048, 'rate_limited', { kind: 'refused_retry', retryAfterSeconds: 3_600 }],
    [132000, 'TEMPLATE_VARIABLES_MISMATCH', { kind: 'refused_final' }],
    [132001, 'TEMPLATE_NOT_FOUND', { kind: 'refused_final' }],
    [132015, 'TEMPLATE_NOT_APPROVED', { kind: 'refused_retry', hold: 'template_pending' }],
    [190, 'sender_unauthorized', { kind: 'refused_retry' }],
    [200, 'sender_unauthorized', { kind: 'refused_retry' }],
    [131000, 'provider_error', { kind: 'refused_retry' }],
    [100, 'invalid_message', { kind: 'refused_final' }],
    [139999, 'meta_139999', { kind: 'refused_final' }],
  ])('reads error %d as %s', async (code, own, outcome) => {
    expect(await sendWith({ code })).toMatchObject({ code: own, providerCode: String(code), ...outcome });
  });

  it('judges an error it has never heard of by its status', async () => {
    expect(await sendWith({ code: 999_999, status: 429 })).toMatchObject({
      kind: 'refused_retry',
      code: 'rate_limited',
    });
    expect(await sendWith('gateway-429')).toMatchObject({ kind: 'refused_retry', code: 'rate_limited' });
    expect(await sendWith({ code: 999_999, transient: true })).toMatchObject({
      kind: 'refused_retry',
      code: 'provider_error',
      mayBeTheMessage: true,
    });
    expect(await sendWith({ code: 999_999, transient: false })).toMatchObject({ kind: 'refused_final' });
  });

  it('calls it unknown when Meta fails in a way that may come after it took the message', async () => {
    for (const code of [1, 131000, 999_999]) {
      expect(await sendWith({ code, status: 500 })).toMatchObject({ kind: 'unknown' });
    }
    for (const code of [2, 131016]) {
      expect(await sendWith({ code, status: 503 })).toMatchObject({ kind: 'refused_retry', code: 'provider_error' });
    }
  });

  it('calls it unknown when the line breaks after Meta may have taken the message, and only then', async () => {
    for (const behaviour of ['take-then-cut', 'cut', 'gateway-502'] as const) {
      expect(await sendWith(behaviour)).toMatchObject({ kind: 'unknown' });
    }
    const gone = providerAt('http://127.0.0.1:9/v23.0');
    expect(await send(TEXT, gone.number)).toMatchObject({ kind: 'refused_retry', code: 'meta_unreachable' });
    await gone.graph.close();
  });

  it('gives up after 8 seconds of silence: unknown, never an exception', async () => {
    const outcome = await sendWith('take-then-silence');
    expect(outcome).toMatchObject({ kind: 'unknown' });
    expect(meta.timesTaken(outcome.messageId)).toBe(1);
  });

  it('says that a token is refused, without repeating it', async () => {
    const other = providerAt(meta.url, 'another-token');
    const outcome = await send(TEXT, other.number);
    expect(outcome).toMatchObject({ kind: 'refused_retry', code: 'sender_unauthorized' });
    expect(JSON.stringify(outcome)).not.toContain('another-token');
    await other.graph.close();
  });

  it('uploads a photo through the resumable upload and puts its handle into the profile', async () => {
    const bytes = Buffer.from('not really an image');
    expect(
      await provider.setPhoto({ bytes, contentType: 'image/png', url: 'https://example.com/a.png' }, inTime(5_000)),
    ).toEqual({ ok: true, value: null });
    const upload = meta.uploads.at(-1);
    expect(upload).toMatchObject({ type: 'image/png' });
    expect(upload?.bytes.equals(bytes)).toBe(true);
    expect(meta.profiles.at(-1)).toEqual({ messaging_product: 'whatsapp', profile_picture_handle: upload?.handle });
  });

  it('uploads media, reads the number, hands templates in and lists them page by page', async () => {
    const file = { bytes: Buffer.from('x'), contentType: 'image/png' };
    expect(await provider.uploadMedia(file)).toEqual({ ok: true, value: { id: '4490709327384033' } });
    expect(await provider.readNumber()).toEqual({
      ok: true,
      value: {
        displayName: 'Example',
        qualityRating: 'GREEN',
        status: 'connected',
        messagingLimit: 'TIER_1K',
        throughputPerSecond: 80,
        about: 'Open from nine to six',
      },
    });
    const components = [{ type: 'BODY', text: 'Hello' }];
    for (const [n, status] of ['PENDING', 'APPROVED', 'PAUSED', 'DISABLED', 'REJECTED'].entries()) {
      meta.state.decide = () => status;
      const draft = { name: `t_${n}`, language: 'en', category: 'UTILITY', components };
      expect((await provider.submitTemplate(draft)).ok).toBe(true);
    }
    const listed = await provider.listTemplates();
    expect(listed.ok && listed.value.map(({ name, status }) => [name, status])).toEqual([
      ['t_0', 'PENDING'],
      ['t_1', 'APPROVED'],
      ['t_2', 'PENDING'],
      ['t_3', 'REJECTED'],
      ['t_4', 'REJECTED'],
    ]);
  });
});
