import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { PAGE_ROOTS, SHARED_PAGE, SIGNED_OUT_PAGES } from '../../../schemas/dashboard.js';
import { useApi } from '../../support/api.js';

const api = useApi();
const get = (at: string) => supertest(api.app).get(at);
const open = (at: string) => get(at).set({ Accept: 'text/html,*/*;q=0.8', 'Sec-Fetch-Dest': 'document' });
const nonceOf = (policy = '') => /'nonce-([^']+)'/.exec(policy)?.[1];

describe('the dashboard', () => {
  it('opens at the addresses of its pages, with the strictest headers and a nonce of its own each time', async () => {
    const nonces = new Set<string | undefined>();
    // Shared reports have stricter headers, with a test of their own.
    const roots = PAGE_ROOTS.filter((root) => root !== SHARED_PAGE);
    for (const root of [...roots, 'leads/0190b0a0-0000-7000-8000-000000000000']) {
      const { headers, text } = await open(`/${root}`).expect(200);
      const policy = headers['content-security-policy'];
      nonces.add(nonceOf(policy));
      expect(policy).toBe(
        `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonceOf(policy)}'; img-src 'self' data:; ` +
          "font-src 'self'; connect-src 'self'; media-src 'self'; worker-src 'self'; manifest-src 'self'; " +
          "frame-src 'self'; form-action 'self'; base-uri 'self'; frame-ancestors 'none'",
      );
      expect(text).toContain(`content="${nonceOf(policy)}"`);
      expect(text).not.toMatch(/<style|style=|<script>| on\w+=/);
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
        'referrer-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      });
    }
    expect(nonces.size).toBe(roots.length + 1);
  });

  it('opens in the language that the browser accepts, else in English', async () => {
    for (const [accepted, language] of [
      ['es-MX,es;q=0.9,en;q=0.8', 'es'],
      ['de,en-GB;q=0.8,es;q=0.5', 'en'],
      ['de', 'en'],
      ['*', 'en'],
      ['', 'en'],
    ]) {
      const { text } = await open('/sign-in')
        .set('Accept-Language', accepted ?? '')
        .expect(200);
      expect([accepted, /<html lang="(\w+)">/.exec(text)?.[1]]).toEqual([accepted, language]);
    }
  });

  it('shows mails in a document that may run its one script alone, and loads images only when asked to', async () => {
    for (const [at, images] of [
      ['/mail-frame.html', 'data:'],
      ['/mail-frame.html?images=1', 'data: https:'],
    ] as const) {
      const { headers, text } = await open(at).expect(200);
      const script = /<script>(.*)<\/script>/s.exec(text)?.[1] ?? '';
      const hash = createHash('sha256').update(script).digest('base64');
      expect(headers['content-security-policy']).toBe(
        "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox; default-src 'none'; " +
          `script-src 'sha256-${hash}'; style-src 'unsafe-inline'; img-src ${images}; ` +
          "form-action 'none'; base-uri 'none'; frame-ancestors 'self'",
      );
      expect(headers).toMatchObject({ 'x-frame-options': 'SAMEORIGIN', 'referrer-policy': 'no-referrer' });
    }
  });

  it('is nowhere else: programs, and addresses that are none of its pages, get what they always got', async () => {
    expect((await get('/setup').expect(404)).body.code).toBe('NOT_FOUND');
    for (const at of ['/api/public/leads', '/api/internal/nothing', '/hooks/none', '/assets/none.js'])
      expect((await open(at)).headers['content-type']).toMatch(/^application\/json/);
    expect((await open('/docs').expect(200)).text).toContain('API reference');
    expect((await open('/openapi.json').expect(200)).headers['content-type']).toMatch(/json/);
    expect((await open('/widget.js').expect(200)).headers['content-type']).toMatch(/javascript/);
  });

  it('tells a browser at an unknown address that there is no such page, and a program in JSON', async () => {
    for (const at of ['/wp-admin', '/setups', '/lead/1', '/leads.html']) {
      const { text, headers } = await open(at).expect(404);
      expect(text).toContain('<div id="root">');
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect((await get(at).expect(404)).body.code).toBe('NOT_FOUND');
    }
  });

  it('keeps its files for ever, compressed as the browser takes them', async () => {
    const { text } = await open('/');
    const files = [...text.matchAll(/(?:src|href)="(assets\/[^"]+)"/g)].map(([, file]) => `/${file}`);
    expect(new Set(files).size).toBe(files.length);
    expect(files.filter((file) => file.endsWith('.css'))).toHaveLength(1);
    for (const file of files) {
      const { headers } = await get(file).set('Accept-Encoding', 'br').expect(200);
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'Accept-Encoding',
      });
      // A font holds compressed data.
      expect(headers['content-encoding']).toBe(file.endsWith('.woff2') ? undefined : 'br');
      const plain = await get(file).set('Accept-Encoding', 'identity').expect(200);
      expect(plain.headers['content-encoding']).toBeUndefined();
    }
    for (const file of ['manifest.json', 'main-OLDER111.js', '..%2Fapi%2Fmain.js'])
      await get(`/assets/${file}`).expect(404);
  });

  it('has an address that the server knows for each of its pages', () => {
    const textOf = (name: string) =>
      readFileSync(path.resolve(import.meta.dirname, '../../../dashboard', name), 'utf8');
    const pages = [...textOf('app/routes.tsx').matchAll(/ path: '\/([a-z-]*)/g)].map(([, root]) => root);
    const signedOut = [...textOf('app/signed-out.tsx').matchAll(/ {2}'\/([a-z-]*)': /g)].map(([, root]) => root);
    expect(signedOut.sort()).toEqual([...SIGNED_OUT_PAGES].sort());
    const roots = new Set([...pages, ...signedOut]);
    expect([...roots].sort()).toEqual([...PAGE_ROOTS].sort());
  });
});

describe('below a path of its own', () => {
  const below = useApi({ PUBLIC_URL: 'https://example.com/leads-service' });

  it('finds its files from there', async () => {
    const { text } = await supertest(below.app).get('/').set('Accept', 'text/html').expect(200);
    expect(text).toContain('<base href="/leads-service/">');
  });

  it.each(['*/*', 'application/json', 'text/plain', ''])(
    'redirects what asks for the root as %j to the reference',
    async (accept) => {
      const answer = await supertest(below.app).get('/').set('Accept', accept).redirects(0).expect(302);
      expect(answer.headers.location).toBe('/leads-service/docs');
    },
  );
});
