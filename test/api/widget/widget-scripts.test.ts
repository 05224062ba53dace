import { describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { useApi } from '../../support/api.js';

const api = useApi();
const get = (path: string) => supertest(api.app).get(path);
const manifest = async () => {
  const { text } = await get('/widget.js').expect(200);
  return { text, chat: /chat-[A-Z0-9]+\.js/.exec(text)?.[0] ?? '' };
};

describe('the script of the chat', () => {
  it('is kept for ten minutes, and what it loads for ever; pages of any site may load both', async () => {
    const { chat } = await manifest();
    for (const [path, kept] of [
      ['/widget.js', 'public, max-age=600'],
      [`/widget/${chat}`, 'public, max-age=31536000, immutable'],
      ['/widget/0.1.0/widget.js', 'public, max-age=31536000, immutable'],
    ] as const) {
      const { headers } = await get(path).expect(200);
      expect(headers).toMatchObject({
        'cache-control': kept,
        'content-type': 'text/javascript; charset=utf-8',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      });
    }
  });

  it('of an earlier release works with the current files, which it must not cache', async () => {
    const { chat } = await manifest();
    const now = await get(`/widget/${chat}`).expect(200);
    const earlier = await get('/widget/chat-0LDER111.js').expect(200);
    expect([earlier.text, earlier.headers['cache-control']]).toEqual([now.text, 'no-cache']);
  });

  it('that isn’t here is 404: another version, and any other file', async () => {
    const { body } = await get('/widget/9.9.9/widget.js').expect(404);
    expect(body.message).toBe('This service provides version 0.1.0 of the widget.');
    for (const path of ['/widget/manifest.json', '/widget/widget.js', '/widget/..%2Fapi%2Fmain.js'])
      await get(path).expect(404);
  });

  it('of frames is in the frame’s page, under the policy of the frame', async () => {
    const { text, headers } = await get('/widget/frame').expect(404);
    const [, script = ''] = /src="(\/widget\/frame-[A-Z0-9]+\.js)"/.exec(text) ?? [];
    await get(script).expect(200);
    expect(headers['content-security-policy']).toMatch(/script-src 'self';.*require-trusted-types-for 'script'/);
  });
});
