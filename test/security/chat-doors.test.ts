import { describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { useApi } from '../support/api.js';
import { BAD, JSON_TYPE } from '../support/bad-bodies.js';
import { inParallel } from '../support/http.js';
import { addAgent } from '../support/messaging.js';
import { addWidget, openChat, SITE } from '../support/widgets.js';

const api = useApi({ TRUST_PROXY: '1' });
const CONFIG = '/api/public/chat/config';
const FRAME_CONFIG = '/api/widget/v1/config';
const CHALLENGE = '/api/widget/v1/pow-challenge';
const get = (path: string, headers: Record<string, string> = {}) => supertest(api.app).get(path).set(headers);
const config = (key: string, headers: Record<string, string> = { origin: SITE }) =>
  get(`${CONFIG}?key=${key}`, headers);
const newWidget = async (more: object = {}) => addWidget(api, await api.account(), more);
const challenge = (sessionId: string, headers: Record<string, string>, key: string) =>
  get(`${CHALLENGE}?key=${key}&purpose=turn&session_id=${sessionId}`, headers);

const FOREIGN = [
  ...['null', 'https://evil.example', 'https://shop.example.com.evil.example', 'http://shop.example.com'],
  ...['https://shop.example.com:8443', 'https://evilshop.example.com', 'file://', 'https://example.com'],
  ...['https://shop.example.com@evil.example', 'https://shop.example.com/x', 'https://xn--shp-hoa.example.com'],
];

describe('the page that shows a widget', () => {
  it('gets the configuration where it is on the list, and may read the answer and its limits', async () => {
    const { key, id } = await newWidget();
    const answer = await config(key).expect(200);
    expect(answer.body).toMatchObject({ success: true, resumed: false, config: { widget_id: id }, config_version: 1 });
    expect(answer.body.frame).toBeUndefined();
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': SITE,
      'access-control-expose-headers':
        'Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, X-Request-Id',
      'cache-control': 'no-store',
      'ratelimit-limit': '100',
    });
    expect(answer.headers.vary).toContain('Origin');
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    expect(answer.headers['set-cookie']).toBeUndefined();
    await get(CONFIG, { origin: SITE, 'x-api-key': key }).expect(200);
    await get(CONFIG, { origin: SITE, authorization: `Bearer ${key}` }).expect(200);
  });

  it('is refused from every other origin, from none, and where the list is empty; it can read no more than why', async () => {
    const { key } = await newWidget();
    for (const origin of FOREIGN) {
      const answer = await config(key, { origin });
      expect([origin, answer.status, answer.body.code]).toEqual([origin, 403, 'ORIGIN_NOT_ALLOWED']);
      expect(answer.headers['access-control-allow-origin']).toBe('*');
      expect(Object.keys(answer.body).sort()).toEqual(['code', 'error', 'message', 'request_id']);
      expect(answer.headers.vary).toContain('Origin');
    }
    expect((await config(key, {})).body.code).toBe('ORIGIN_NOT_ALLOWED');
    const { key: closed } = await newWidget({ allowed_domains: [] });
    for (const path of [CONFIG, FRAME_CONFIG])
      expect((await get(`${path}?key=${closed}`, path === CONFIG ? { origin: SITE } : {})).body.code).toBe(
        'ORIGIN_NOT_ALLOWED',
      );
  });

  it('is judged by the list as it is at this moment, for sessions and tickets too', async () => {
    const account = await api.account();
    const widget = await addWidget(api, account);
    const chat = await openChat(api, widget);
    const framed = await config(`${widget.key}&transport=frame`).expect(200);
    await challenge(chat.sessionId, chat.headers, widget.key).expect(200);
    await account
      .request('patch', `/widgets/${widget.id}`)
      .send({ allowed_domains: ['other.example.com'] })
      .expect(200);
    expect((await challenge(chat.sessionId, chat.headers, widget.key)).body.code).toBe('ORIGIN_NOT_ALLOWED');
    expect((await config(widget.key)).body.code).toBe('ORIGIN_NOT_ALLOWED');
    const ticket = { 'x-widget-ticket': framed.body.frame.ticket };
    expect((await get(`${FRAME_CONFIG}?key=${widget.key}`, ticket)).body.code).toBe('ORIGIN_NOT_ALLOWED');
  });

  it('hears 409 while the widget is off or its agent is not published', async () => {
    const account = await api.account();
    const { id, key, agentId } = await addWidget(api, account);
    for (const [table, where, off, on] of [
      ['widgets', { id }, { is_active: false }, { is_active: true }],
      ['agents', { id: agentId }, { is_active: false }, { is_active: true }],
      ['agents', { id: agentId }, { paused: true }, { paused: false }],
      ['agents', { id: agentId }, { version: 0 }, { version: 1 }],
    ] as const) {
      await api.db(table).where(where).update(off);
      const answer = await config(key);
      expect([answer.status, answer.body.code]).toEqual([409, 'WIDGET_NOT_READY']);
      expect(answer.headers['access-control-allow-origin']).toBe(SITE);
      await api.db(table).where(where).update(on);
    }
    await config(key).expect(200);
  });

  it('gets texts in the widget’s language, else its own, else English', async () => {
    const words = { en: 'Hello', es: 'Hola', 'pt-BR': 'Oi' };
    const { key } = await newWidget({ opening_message: words, quick_replies: [{ en: 'Prices', es: 'Precios' }] });
    const opening = async (locale: string) =>
      (await config(`${key}&locale=${locale}&page_url=x&unknown=1`).expect(200)).body.config.opening_message;
    expect(await Promise.all(['es-MX', 'pt-br', 'de', 'not a locale'].map(opening))).toEqual([
      ...['Hola', 'Oi', 'Hello', 'Hello'],
    ]);
    const fixed = await newWidget({ opening_message: words, locale: 'es' });
    expect((await config(`${fixed.key}&locale=de`)).body.config).toMatchObject({
      opening_message: 'Hola',
      locale: 'es',
    });
  });
});

describe('a preflight', () => {
  const preflight = (path: string, origin: string, method = 'POST') =>
    supertest(api.app).options(path).set({
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'content-type,x-widget-session,x-api-key',
    });

  it('is answered for a page that any standing widget allows, and for no other', async () => {
    const host = 'preflight.example.org';
    const account = await api.account();
    const { id } = await addWidget(api, account, { allowed_domains: [host] });
    for (const path of [CONFIG, FRAME_CONFIG, CHALLENGE, '/api/widget/v1/telemetry']) {
      const answer = await preflight(path, `https://${host}`);
      expect([path, answer.status]).toEqual([path, 204]);
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': `https://${host}`,
        'access-control-allow-headers':
          'X-API-Key, Authorization, Content-Type, X-Widget-Session, X-Widget-Ticket, X-Widget-Proof, Idempotency-Key',
        'access-control-max-age': '7200',
      });
      expect(answer.headers['access-control-allow-methods']).toMatch(/^(GET|POST), OPTIONS$/);
      expect(answer.headers.vary).toContain('Origin');
      for (const origin of ['null', 'https://nobody.example.net', `http://${host}`]) {
        const refused = await preflight(path, origin);
        expect(refused.headers['access-control-allow-origin']).toBeUndefined();
        expect(refused.headers.vary).toContain('Origin');
      }
    }
    await account.request('delete', `/widgets/${id}`).expect(204);
  });

  it('lets no page call what is for servers', async () => {
    await newWidget();
    for (const path of ['/api/public/widgets', '/api/public/messages', '/api/public/me'])
      expect((await preflight(path, SITE)).headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('keys', () => {
  it('of widgets open nothing else, and REST keys open nothing of widgets', async () => {
    const account = await api.account();
    const { key } = await addWidget(api, account);
    for (const path of ['/api/public/me', '/api/public/leads', '/api/public/widgets'])
      expect((await get(path, { 'x-api-key': key })).body.code).toBe('PUBLIC_KEY_NOT_ALLOWED');
    for (const path of [CONFIG, FRAME_CONFIG, `${CHALLENGE}?purpose=turn&session_id=x`]) {
      const answer = await get(path, { 'x-api-key': account.apiKey, origin: SITE });
      expect([answer.status, answer.body.code]).toEqual([403, 'LIVE_KEY_NOT_ALLOWED']);
    }
    expect((await get(`${CONFIG}?key=${account.apiKey}`, { origin: SITE })).body.code).toBe('LIVE_KEY_NOT_ALLOWED');
    expect((await get(CONFIG, { origin: SITE })).body.code).toBe('MISSING_API_KEY');
    expect((await config(`${key}x`)).body.code).toBe('INVALID_API_KEY');
  });

  it('that are refused let every page read the reason', async () => {
    const account = await api.account();
    const { key } = await addWidget(api, account);
    for (const wrong of ['', `${key}x`, 'svc_pub_nonsense', account.apiKey]) {
      const answer = await get(`${CONFIG}?key=${wrong}`, { origin: 'https://elsewhere.example.net' });
      expect([401, 403]).toContain(answer.status);
      expect(answer.headers['access-control-allow-origin']).toBe('*');
    }
  });

  it('of widgets end with a new key at once, and the sessions with them', async () => {
    const account = await api.account();
    const widget = await addWidget(api, account);
    const chat = await openChat(api, widget);
    const { body } = await account.request('post', `/widgets/${widget.id}/regenerate-key`).expect(200);
    expect((await config(widget.key)).body.code).toBe('INVALID_API_KEY');
    expect((await challenge(chat.sessionId, chat.headers, widget.key)).body.code).toBe('INVALID_API_KEY');
    expect((await challenge(chat.sessionId, chat.headers, body.widget.key)).body.code).toBe('INVALID_SESSION');
    await config(body.widget.key).expect(200);
  });
});

describe('a contact that a page creates', () => {
  const post = (key: string, body: unknown, headers: Record<string, string> = {}) =>
    supertest(api.app)
      .post('/api/public/leads')
      .set({ 'x-api-key': key, origin: 'https://any.example', ...headers })
      .send(body as object);

  it('needs a widget that allows it: the response has only an ID, and no lead is matched', async () => {
    const account = await api.account();
    const closed = await addWidget(api, account);
    expect((await post(closed.key, { first_name: 'Ana' })).body.code).toBe('PUBLIC_KEY_NOT_ALLOWED');
    const { key, agentId } = await addWidget(api, account, { request_contact: true });
    const known = await account.request('post', '/leads').send({ first_name: 'Ana', email: 'ana@example.com' });
    const answers = [];
    for (const email of ['ana@example.com', 'nobody@example.com'])
      answers.push(await post(key, { first_name: 'Ana', email, workflow_id: agentId, city: 'Soria' }).expect(201));
    for (const { body, headers } of answers) {
      expect(body).toEqual({ success: true, lead: { id: expect.any(String) } });
      expect(body.lead.id).not.toBe(known.body.lead.id);
      expect(headers['access-control-allow-origin']).toBe('*');
    }
    const row = await api.db('leads').where({ id: answers[0]?.body.lead.id }).first();
    expect(row?.source).toBe('widget');
    expect(JSON.parse(row?.metadata ?? '')).toEqual({ city: 'Soria' });
  });

  it('is one at a time and says nothing of what servers say', async () => {
    const account = await api.account();
    const { key } = await addWidget(api, account, { request_contact: true });
    const lead = { first_name: 'Ana' };
    const foreign = await addAgent(api, account);
    for (const [body, field] of [
      [[lead], ''],
      [{ leads: [lead] }, ''],
      [{ ...lead, on_duplicate: 'update' }, '/on_duplicate'],
      [{ ...lead, tags: ['x'] }, '/tags'],
      [{ ...lead, force_first_message: 'Hi' }, '/force_first_message'],
      [{ ...lead, workflow_id: foreign }, '/workflow_id'],
    ] as const) {
      const answer = await post(key, body);
      expect([answer.status, answer.body.field]).toEqual([400, field]);
    }
    expect(await api.db('leads').where({ account_id: account.accountId })).toEqual([]);
  });

  it('is refused with a REST key, which a page must not have; a server sends no origin', async () => {
    const account = await api.account();
    const refused = await post(account.apiKey, { first_name: 'Ana' });
    expect([refused.status, refused.body.code]).toEqual([403, 'LIVE_KEY_NOT_ALLOWED']);
    await supertest(api.app)
      .post('/api/public/leads')
      .set({ 'x-api-key': account.apiKey })
      .send({ first_name: 'Ana' })
      .expect(201);
    await addWidget(api, account, { request_contact: true });
  });
});

describe('senseless bodies', () => {
  it('are refused by turns and forms with the same status and code as everywhere, and pages may read why', async () => {
    const chat = await openChat(api, await newWidget());
    const wrong: string[] = [];
    // These routes take 64 KiB; what is larger is refused for that alone.
    const small = BAD.filter(({ body }) => Buffer.byteLength(body) <= 64 * 1_024);
    await inParallel(
      small.flatMap((bad) => ['turn', 'visitor'].map((where) => ({ ...bad, where }))),
      8,
      async ({ what, where, body, headers = JSON_TYPE, status, code }) => {
        const answer = await supertest(api.app)
          .post(`/api/widget/v1/${where}?key=${chat.key}`)
          .set({ ...chat.headers, ...headers })
          .serialize((raw: unknown) => raw as string)
          .send(body as string);
        const isReadable = answer.headers['access-control-allow-origin'] === SITE;
        if (answer.status !== status || answer.body.code !== code || !isReadable)
          wrong.push(`${what} to ${where}: ${answer.status} ${answer.body.code}`);
      },
    );
    expect(wrong).toEqual([]);
    expect(small.length).toBeGreaterThan(30);
  });
});

describe('telemetry', () => {
  const send = (key: string, body: string, type: string) =>
    supertest(api.app)
      .post(`/api/widget/v1/telemetry?key=${key}`)
      .set({ origin: SITE, 'content-type': type })
      .send(body);

  it('is answered 204 whatever it holds, by beacon too; what can be read is added up for operators', async () => {
    const account = await api.account();
    const { id, key } = await addWidget(api, account);
    const events = [
      ...[
        { type: 'turn_ms', ts: 1, data: { ms: 100 } },
        { type: 'turn_ms', ts: 2, data: { ms: 300 } },
      ],
      ...[
        { type: 'error', ts: 3, data: { code: 'NETWORK', text: 'ana@example.com' } },
        { type: 'other', ts: 4 },
      ],
      ...[{ type: 'error', ts: 5, data: { code: 'ana@example.com' } }, { type: 'open', data: 'x'.repeat(2_000) }, 7],
    ];
    await send(key, JSON.stringify({ events }), 'text/plain').expect(204);
    await send(key, JSON.stringify({ events: [{ type: 'load', ts: 1 }] }), 'application/json').expect(204);
    for (const body of ['', 'no json', '[]', '{"events": {}}', '{"events": [null]}', '"'])
      await send(key, body, 'application/json').expect(204);
    await send('svc_pub_nonsense', '{}', 'text/plain').expect(401);
    const { body } = await account.request('get', `/widgets/${id}/telemetry`).expect(200);
    expect(body.telemetry.map(({ day: _day, ...each }: { day: string }) => each)).toEqual([
      { type: 'error', code: null, count: 1, average_ms: 0, max_ms: 0 },
      { type: 'error', code: 'NETWORK', count: 1, average_ms: 0, max_ms: 0 },
      { type: 'load', code: null, count: 1, average_ms: 0, max_ms: 0 },
      { type: 'turn_ms', code: null, count: 2, average_ms: 200, max_ms: 300 },
    ]);
    expect(JSON.stringify(await api.db('widget_telemetry').where({ widget_id: id }))).not.toContain('ana@');
  });
});
