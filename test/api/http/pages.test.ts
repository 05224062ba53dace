import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { OPERATOR, useApi } from '../../support/api.js';

const api = useApi();
const get = (path: string) => supertest(api.app).get(path);

describe('pages for people', () => {
  it('show the API reference from this server alone', async () => {
    const page = await get('/docs');
    expect(page.status).toBe(200);
    expect(page.headers['content-security-policy']).toContain("default-src 'self'");
    const [, script] = /from '([^']+)'/.exec(page.text) ?? [];
    expect((await get(script ?? '')).headers['content-type']).toMatch(/javascript/);
    expect(page.text).not.toMatch(/https?:\/\//);
  });

  it('describe the API to programs without a key', async () => {
    const document = await get('/openapi.json');
    expect(document.body.openapi).toBe('3.1.0');
    expect(Object.keys(document.body.paths).filter((path) => path.startsWith('/api/internal'))).toEqual([]);
  });

  it('send the description compressed, and not again to a client that has it', async () => {
    const document = await get('/openapi.json').set('Accept-Encoding', 'gzip').expect(200);
    expect(document.headers['content-encoding']).toBe('gzip');
    const tag = document.headers.etag ?? '';
    const again = await get('/openapi.json').set('If-None-Match', tag).expect(304);
    expect(again.text).toBe('');
    await get('/openapi.json').set('If-None-Match', 'W/"another"').expect(200);
  });

  it('tell a stranger only whether the process is ready', async () => {
    expect((await get('/readyz').expect(200)).body).toEqual({ status: 'ok' });
    const wrong = { authorization: 'Bearer another' };
    expect((await get('/readyz').set(wrong).expect(200)).body).toEqual({ status: 'ok' });
    for (const headers of [{}, wrong]) expect((await get('/metrics').set(headers).expect(401)).text).toBe('');
  });

  it('let the reference run the script that it holds, and no other', async () => {
    const { text, headers } = await get('/docs').expect(200);
    const [, script = ''] = /<script type="module">([\s\S]*?)<\/script>/.exec(text) ?? [];
    const hash = createHash('sha256').update(script).digest('base64');
    expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`);
    expect(text.match(/<script/g)).toHaveLength(1);
  });

  it('ask for TLS of this host alone', async () => {
    const { headers } = await get('/healthz').expect(200);
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
  });

  it('tell how the process is', async () => {
    expect((await get('/healthz')).body).toEqual({ status: 'ok' });
    expect((await get('/readyz').set(OPERATOR)).body).toMatchObject({ parts: { database: 'up' } });
    expect((await get('/metrics').set(OPERATOR)).text).toContain('http_request_duration_seconds');
  });
});
