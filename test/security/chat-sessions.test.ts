import { describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { createWidgetTokens } from '../../services/widget/sessions.js';
import { TEST_SECRET, useApi } from '../support/api.js';
import { addWidget, openChat, SITE } from '../support/widgets.js';

const api = useApi({ TRUST_PROXY: '1' });
const tokens = createWidgetTokens([TEST_SECRET]);
const CONFIG = '/api/public/chat/config';
const FRAME_CONFIG = '/api/widget/v1/config';
const CHALLENGE = '/api/widget/v1/pow-challenge';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const get = (path: string, headers: Record<string, string> = {}) => supertest(api.app).get(path).set(headers);
const config = (key: string, headers: Record<string, string> = { origin: SITE }) =>
  get(`${CONFIG}?key=${key}`, headers);
/** Another token of the same length: its last character has sixteen forms, one of which it has. */
const changed = (token: string): string => `${token.slice(0, -1)}${token.endsWith('A') ? 'E' : 'A'}`;
const newWidget = async (more: object = {}) => addWidget(api, await api.account(), more);
const challenge = (sessionId: string, headers: Record<string, string>, key: string) =>
  get(`${CHALLENGE}?key=${key}&purpose=turn&session_id=${sessionId}`, headers);

describe('a session', () => {
  it('is taken up again from the same page for 30 days after its end, and then not', async () => {
    const widget = await newWidget();
    const chat = await openChat(api, widget);
    const row = await api.db('widgets').where({ id: widget.id }).first();
    const session = {
      keyId: row?.key_id ?? '',
      sessionId: chat.sessionId,
      origin: SITE,
      transport: 'page' as const,
      since: '',
    };
    const begun = (ago: number) => tokens.sign(session, new Date(Date.now() - ago));
    const resume = (token: string) => config(widget.key, { origin: SITE, 'x-widget-session': token });
    for (const ago of [0, 2 * DAY_MS, 31 * DAY_MS - MINUTE_MS]) {
      const { body } = await resume(begun(ago)).expect(200);
      expect([body.resumed, body.session_id]).toEqual([true, chat.sessionId]);
      await challenge(chat.sessionId, { origin: SITE, 'x-widget-session': body.session_token }, widget.key).expect(200);
    }
    const late = await resume(begun(31 * DAY_MS + MINUTE_MS));
    expect([late.status, late.body.code]).toEqual([401, 'SESSION_EXPIRED']);
    const ended = await challenge(chat.sessionId, { origin: SITE, 'x-widget-session': begun(DAY_MS) }, widget.key);
    expect([ended.status, ended.body.code]).toEqual([401, 'SESSION_EXPIRED']);
  });

  it('is of one key, one page and one visitor, and its token is read from no address', async () => {
    const widget = await newWidget({ allowed_domains: ['shop.example.com', 'www.example.com'] });
    const other = await newWidget();
    const [mine, theirs, foreign] = [
      await openChat(api, widget),
      await openChat(api, widget),
      await openChat(api, other),
    ];
    const tries: [string, string, Record<string, string>][] = [
      ['another visitor’s id', theirs.sessionId, mine.headers],
      ['another widget’s', foreign.sessionId, foreign.headers],
      ['another page', mine.sessionId, { ...mine.headers, origin: 'https://www.example.com' }],
      ['the frame', mine.sessionId, { ...mine.headers, origin: 'http://las.test' }],
      ['a changed token', mine.sessionId, { ...mine.headers, 'x-widget-session': changed(mine.token) }],
      ['no token', mine.sessionId, { origin: SITE }],
    ];
    for (const [name, sessionId, headers] of tries) {
      const answer = await challenge(sessionId, headers, widget.key);
      expect([name, answer.status, answer.body.code]).toEqual([name, 401, 'INVALID_SESSION']);
    }
    const { 'x-widget-session': token } = mine.headers;
    const inAddress = await get(
      `${CHALLENGE}?key=${widget.key}&purpose=turn&session_id=${mine.sessionId}&session_token=${token}`,
      { origin: SITE },
    );
    expect(inAddress.body.code).toBe('INVALID_SESSION');
    const nowhere = await challenge(mine.sessionId, { 'x-widget-session': mine.token }, widget.key);
    expect(nowhere.body.code).toBe('ORIGIN_NOT_ALLOWED');
    const resumed = await config(widget.key, { origin: 'https://www.example.com', 'x-widget-session': mine.token });
    expect(resumed.body.code).toBe('INVALID_SESSION');
  });

  it('of any pair of strangers opens nothing: a thousand pairs', async () => {
    const now = new Date();
    const made = Array.from({ length: 1_000 }, (_, n) => {
      const session = {
        keyId: `key ${n % 7}`,
        sessionId: `session ${n}`,
        origin: SITE,
        transport: 'page' as const,
        since: '',
      };
      return { session, token: tokens.sign(session, now) };
    });
    const seen = new Set(made.map(({ token }) => token));
    expect(seen.size).toBe(made.length);
    for (const { session, token } of made) expect(tokens.read(token, now)).toEqual({ ok: true, session });
    const stranger = createWidgetTokens(['another secret of the tests, more than 32 bytes']);
    expect(made.filter(({ token }) => stranger.read(token, now).ok)).toEqual([]);
  });
});

describe('a frame', () => {
  const frame = (key: string, ticket?: string, headers: Record<string, string> = {}) =>
    get(`${FRAME_CONFIG}?key=${key}`, { ...(ticket ? { 'x-widget-ticket': ticket } : {}), ...headers });
  const ticketFor = async (key: string): Promise<string> =>
    (await config(`${key}&transport=frame`).expect(200)).body.frame.ticket;

  it('begins its session by the ticket of the page that embeds it; that page gets none', async () => {
    const { key } = await newWidget();
    const page = await config(`${key}&transport=frame`).expect(200);
    expect(page.body).toMatchObject({ session_id: null, session_token: null });
    expect(page.body.frame.url).toBe(`http://las.test/widget/frame?key=${key}`);
    const { body } = await frame(key, page.body.frame.ticket).expect(200);
    const session = { 'x-widget-session': body.session_token };
    await challenge(body.session_id, session, key).expect(200);
    await challenge(body.session_id, { ...session, origin: 'http://las.test' }, key).expect(200);
    const outside = await challenge(body.session_id, { ...session, origin: SITE }, key);
    expect(outside.body.code).toBe('INVALID_SESSION');
  });

  it('is refused with a ticket over a minute old, of another key, changed, or from a page of another site', async () => {
    const widget = await newWidget();
    const other = await newWidget();
    const row = await api.db('widgets').where({ id: widget.id }).first();
    const signed = (ago: number, origin = SITE) =>
      tokens.signTicket(row?.key_id ?? '', origin, new Date(Date.now() - ago));
    await frame(widget.key, signed(55_000)).expect(200);
    const ticket = await ticketFor(widget.key);
    const bad = [signed(61_000), await ticketFor(other.key), changed(ticket), 'x', signed(0, 'https://evil.example')];
    for (const each of bad) {
      const answer = await frame(widget.key, each);
      expect([answer.status, answer.body.code]).toEqual([403, 'ORIGIN_NOT_ALLOWED']);
    }
    for (const origin of [SITE, 'https://evil.example', 'null'])
      expect((await frame(widget.key, ticket, { origin })).body.code).toBe('ORIGIN_NOT_ALLOWED');
    const chat = await openChat(api, widget);
    expect((await frame(widget.key, chat.token)).body.code).toBe('ORIGIN_NOT_ALLOWED');
  });

  it('without a ticket is protected by the headers of its page: the list, and no site if it is empty', async () => {
    const { key } = await newWidget({ allowed_domains: ['shop.example.com', '*.example.org', 'localhost'] });
    const page = await get(`/widget/frame?key=${key}`).expect(200);
    expect(page.headers['content-security-policy']).toMatch(
      /; frame-ancestors https:\/\/shop\.example\.com https:\/\/\*\.example\.org http:\/\/localhost:\* http:\/\/127\.0\.0\.1:\*$/,
    );
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self'; .*require-trusted-types-for 'script'/,
    );
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    });
    expect(page.headers['x-frame-options']).toBeUndefined();
    const { body } = await frame(key).expect(200);
    expect(tokens.read(body.session_token, new Date())).toMatchObject({
      session: { origin: 'frame', transport: 'frame' },
    });
    const { key: closed } = await newWidget({ allowed_domains: [] });
    for (const [path, status] of [
      [`?key=${closed}`, 200],
      ['?key=nonsense', 404],
      ['', 404],
    ] as const) {
      const answer = await get(`/widget/frame${path}`).expect(status);
      expect(answer.headers['content-security-policy']).toMatch(/; frame-ancestors 'none'$/);
    }
  });
});

describe('what a visitor may ask for', () => {
  it('is a hundred a minute for each session and each address, not for the key', async () => {
    const widget = await newWidget();
    const busy = await openChat(api, widget, '192.0.2.1');
    const calm = await openChat(api, widget, '192.0.2.2');
    const answers = [];
    // A minute may end in between.
    for (let n = 0; n < 210; n += 1) answers.push(await challenge(busy.sessionId, busy.headers, widget.key));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(10);
    expect(Number(refused[0]?.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(refused[0]?.headers['access-control-allow-origin']).toBe(SITE);
    const other = await challenge(calm.sessionId, calm.headers, widget.key).expect(200);
    // Many requests raise the difficulty only for their own IP address.
    expect(other.body.challenge.max_number).toBe(50_000);
    const hard = answers.filter(({ status }) => status === 200).map(({ body }) => body.challenge.max_number);
    expect(hard.slice(0, 10)).toEqual(Array(10).fill(50_000));
    expect(hard.slice(10, 30)).toEqual([...Array(10).fill(100_000), ...Array(10).fill(200_000)]);
    expect(Math.max(...hard)).toBe(2_000_000);
  });

  it('gets no harder for a visitor whose session others name', async () => {
    const widget = await newWidget();
    const victim = await openChat(api, widget, '192.0.2.10');
    const attacker = await openChat(api, widget, '192.0.2.11');
    for (let n = 0; n < 30; n += 1) {
      await challenge(victim.sessionId, attacker.headers, widget.key).expect(401);
      await challenge(attacker.sessionId, attacker.headers, widget.key).expect(200);
    }
    const { body } = await challenge(victim.sessionId, victim.headers, widget.key).expect(200);
    expect(body.challenge.max_number).toBe(50_000);
  });
});
