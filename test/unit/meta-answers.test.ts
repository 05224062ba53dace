import { describe, expect, it } from '@jest/globals';
import { metaCloudWhatsApp, openGraph } from '../../providers/whatsapp/meta-cloud.js';
import { newId } from '../../runtime/ids.js';
import { answer, type Treatment, useFaultyServer } from '../support/faulty-server.js';
import { inTime } from '../support/in-time.js';

const faulty = useFaultyServer();

async function sendTo(treatment: Treatment) {
  faulty.plan = [treatment];
  const graph = openGraph({ graphUrl: faulty.url, appId: 'app' });
  const number = { provider: 'meta_cloud' as const, phoneNumberId: '100', wabaId: null, accessToken: 'token' };
  try {
    const to = { messageId: newId(), accountId: newId(), from: '+34600000001', to: '+34600111222' };
    return await metaCloudWhatsApp(graph, number).send({ ...to, content: { type: 'text', text: 'Hello' } }, inTime());
  } finally {
    await graph.close();
  }
}

const text =
  (status: number, body: string, headers: Record<string, string> = {}): Treatment =>
  (response) =>
    void response.writeHead(status, headers).end(body);

describe('an answer to a WhatsApp message', () => {
  it.each([
    ['rubbish', text(200, '<html>')],
    ['JSON that is no object', text(200, 'null')],
    ['JSON without an id', answer(200, { messages: [] })],
    ['10 MB', text(200, `{"messages":"${'x'.repeat(10_000_000)}"}`)],
    ['500 without a reason', text(500, 'Oops')],
  ])('that is %s leaves it unknown whether the message left', async (_name, treatment) => {
    expect(await sendTo(treatment)).toMatchObject({ kind: 'unknown' });
    expect(faulty.seen).toHaveLength(1);
  });

  it('that leads elsewhere is not followed', async () => {
    expect(await sendTo(text(307, '', { location: `${faulty.url}/elsewhere` }))).toMatchObject({ kind: 'unknown' });
    expect(faulty.seen).toHaveLength(1);
  });

  it('that asks to come back later is obeyed, up to an hour', async () => {
    const limited = { error: { message: 'Slow down', code: 130429 } };
    const waits = async (headers: Record<string, string>, status = 429, body: unknown = limited) => {
      const outcome = await sendTo(answer(status, body, headers));
      expect(outcome).toMatchObject({ kind: 'refused_retry', code: 'rate_limited' });
      return outcome.kind === 'refused_retry' ? outcome.retryAfterSeconds : undefined;
    };
    expect(await waits({ 'retry-after': '120' })).toBe(120);
    expect(await waits({ 'retry-after': '17' }, 429, {})).toBe(17);
    expect(await waits({ 'retry-after': '999999' })).toBe(3_600);
    expect(await waits({ 'retry-after': 'soon' })).toBeUndefined();
    expect(await waits({})).toBeUndefined();
    // Meta's known pause is longer than the one in this header.
    expect(await waits({ 'retry-after': '5' }, 400, { error: { message: 'Spam', code: 131048 } })).toBe(3_600);
  });
});
