import { describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { useApi } from '../support/api.js';

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

  it('tell how the process is', async () => {
    expect((await get('/healthz')).body).toEqual({ status: 'ok' });
    expect((await get('/readyz')).body).toMatchObject({ parts: { database: 'up' } });
    expect((await get('/metrics')).text).toContain('http_request_duration_seconds');
  });
});
