import { describe, expect, it } from '@jest/globals';
import { pauseBefore, retryAfterMs } from '../../client/src/core/retry.js';
import {
  AbortedError,
  ApiError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  ConnectionError,
  type DebugEntry,
  GoneError,
  LeadAutomationClient,
  NotFoundError,
  PayloadTooLargeError,
  PermissionDeniedError,
  PreconditionFailedError,
  RateLimitError,
  ServerError,
  TimeoutError,
  UnprocessableError,
} from '../../client/src/index.js';
import { answer, breakOff, cutOff, refusal, silence, useFaultyServer } from '../support/faulty-server.js';

const server = useFaultyServer();
const KEY = 'svc_live_test';
const client = (options: object = {}) =>
  new LeadAutomationClient({ apiKey: KEY, baseUrl: server.url, timeoutMs: 2_000, ...options });
const keysSeen = () => server.seen.map(({ headers }) => headers['idempotency-key']);
const LEAD = { first_name: 'Ana' };
const caught = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error) => error,
  );

describe('a call on a bad network', () => {
  it.each([
    ['503', refusal(503, 'ENGINE_UNAVAILABLE')],
    ['500', refusal(500, 'INTERNAL_ERROR')],
    ['429', refusal(429, 'RATE_LIMITED', {}, { 'Retry-After': '0' })],
    ['a cut connection', cutOff],
    ['an answer that breaks off', breakOff],
    ['an answer that is no JSON', (response: import('node:http').ServerResponse) => void response.end('<html>')],
  ])('survives %s twice, with one idempotency key', async (_name, fault) => {
    server.plan = [fault, fault, answer(201, { success: true, lead: { id: '1' } })];
    await expect(client().createLead(LEAD)).resolves.toEqual({ success: true, lead: { id: '1' } });
    expect(server.seen).toHaveLength(3);
    expect(new Set(keysSeen()).size).toBe(1);
    expect(keysSeen()[0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('gives up after two repeats', async () => {
    server.plan = [refusal(502, 'PROVIDER_ERROR')];
    await expect(client().createLead(LEAD)).rejects.toBeInstanceOf(ServerError);
    expect(server.seen).toHaveLength(3);
  });

  it('repeats as often as configured', async () => {
    server.plan = [cutOff];
    await expect(client({ maxRetries: 0 }).createLead(LEAD)).rejects.toBeInstanceOf(ConnectionError);
    expect(server.seen).toHaveLength(1);
    await expect(client().createLead(LEAD, { maxRetries: 1 })).rejects.toBeInstanceOf(ConnectionError);
    expect(server.seen).toHaveLength(3);
  });

  it('repeats what took too long, each attempt with its own time', async () => {
    server.plan = [silence, answer(200, { success: true, paused: false })];
    await expect(client({ timeoutMs: 100 }).isLeadPaused({ lead_id: 'a' })).resolves.toMatchObject({ paused: false });
    server.plan = [silence];
    await expect(client({ timeoutMs: 50, maxRetries: 1 }).isLeadPaused({ lead_id: 'a' })).rejects.toThrow(TimeoutError);
  });

  it('sends PATCH and PUT again as they were, without a key', async () => {
    server.plan = [cutOff, answer(200, { success: true })];
    await client().updateLead({ lead_id: 'a', company: 'Acme' });
    await client().syncLeadTags({ lead_id: 'a', tags: [] });
    expect(server.seen.map(({ method }) => method)).toEqual(['PATCH', 'PATCH', 'PUT']);
    expect(server.seen[1]?.body).toEqual({ company: 'Acme' });
    expect(keysSeen()).toEqual([undefined, undefined, undefined]);
  });

  it('waits for its own earlier attempt, and only for that', async () => {
    const busy = refusal(409, 'IDEMPOTENCY_IN_PROGRESS', {}, { 'Retry-After': '0' });
    server.plan = [cutOff, busy, answer(201, { success: true })];
    await expect(client().createLead(LEAD)).resolves.toEqual({ success: true });
    server.plan = [busy];
    await expect(client().createLead(LEAD, { idempotencyKey: 'mine' })).rejects.toBeInstanceOf(ConflictError);
    expect(keysSeen().at(-1)).toBe('mine');
  });

  it('does not repeat what would be refused again', async () => {
    server.plan = [refusal(400, 'VALIDATION_ERROR', { field: '/email' })];
    await expect(client().createLead(LEAD)).rejects.toBeInstanceOf(BadRequestError);
    expect(server.seen).toHaveLength(1);
  });

  it('follows no redirect, which would show the key elsewhere', async () => {
    server.plan = [(response) => void response.writeHead(302, { Location: `${server.url}/elsewhere` }).end()];
    await expect(client().getLead({ lead_id: 'a' })).rejects.toBeInstanceOf(ApiError);
    expect(server.seen).toHaveLength(1);
  });
});

describe('pauses', () => {
  const limited = (retryAfter?: string) =>
    new RateLimitError({
      status: 429,
      headers: new Headers(retryAfter ? { 'Retry-After': retryAfter } : {}),
      body: {},
    });

  it('grow, and differ from caller to caller', () => {
    const error = new ConnectionError('cut');
    expect(pauseBefore(error, 0, 0, 0)).toBe(250);
    expect(pauseBefore(error, 0, 0, 1)).toBe(500);
    expect(pauseBefore(error, 1, 0, 1)).toBe(1_000);
    expect(pauseBefore(error, 9, 0, 1)).toBe(8_000);
  });

  it('are at least what Retry-After asks for, in seconds or as a date', () => {
    expect(pauseBefore(limited('7'), 0, 0, 0)).toBe(7_000);
    expect(pauseBefore(limited('7'), 0, 0, 1)).toBe(7_500);
    const now = Date.parse('2026-11-23T09:00:00Z');
    expect(retryAfterMs(new Headers({ 'Retry-After': 'Mon, 23 Nov 2026 09:00:30 GMT' }), now)).toBe(30_000);
    expect(retryAfterMs(new Headers({ 'Retry-After': 'soon' }), now)).toBeUndefined();
  });

  it('end if the pause is too long', () => {
    expect(pauseBefore(limited('86400'), 0, 0, 0)).toBeUndefined();
  });
});

describe('an error', () => {
  it.each([
    [400, BadRequestError],
    [401, AuthenticationError],
    [403, PermissionDeniedError],
    [404, NotFoundError],
    [409, ConflictError],
    [410, GoneError],
    [412, PreconditionFailedError],
    [413, PayloadTooLargeError],
    [422, UnprocessableError],
    [429, RateLimitError],
    [500, ServerError],
    [504, ServerError],
    [418, ApiError],
  ])('of status %d says code, field, details and request id', async (status, kind) => {
    server.plan = [refusal(status, 'SOME_CODE', { field: '/a', details: { x: 1 }, conflicts: [1] })];
    const error = (await caught(client({ maxRetries: 0 }).createLead(LEAD))) as ApiError;
    expect(error).toBeInstanceOf(kind);
    expect(error.constructor).toBe(kind);
    expect(error).toMatchObject({ status, code: 'SOME_CODE', field: '/a', details: { x: 1 }, requestId: 'req-1' });
    expect(error.body).toMatchObject({ conflicts: [1] });
    expect(error.message).toBe(`${status} SOME_CODE: What to do.`);
  });

  it('of a body that says nothing has the request id of the header', async () => {
    server.plan = [(response) => void response.writeHead(502, { 'X-Request-Id': 'req-9' }).end('bad gateway')];
    const error = (await caught(client({ maxRetries: 0 }).getLead({ lead_id: 'a' }))) as ApiError;
    expect(error).toMatchObject({ status: 502, code: undefined, requestId: 'req-9' });
  });
});

describe('a signal', () => {
  it('ends a call while it waits for the answer, and no other attempt follows', async () => {
    const controller = new AbortController();
    server.plan = [
      () => {
        controller.abort(new Error('enough'));
      },
    ];
    const error = await caught(client().createLead(LEAD, { signal: controller.signal }));
    expect(error).toBeInstanceOf(AbortedError);
    expect((error as Error).cause).toEqual(new Error('enough'));
    expect(server.seen).toHaveLength(1);
  });

  it('ends a call while it pauses', async () => {
    const controller = new AbortController();
    server.plan = [refusal(429, 'RATE_LIMITED', {}, { 'Retry-After': '60' })];
    const debug = ({ event }: DebugEntry) => void (event === 'retry' && controller.abort());
    await expect(client({ debug }).createLead(LEAD, { signal: controller.signal })).rejects.toThrow(AbortedError);
  });

  it('that was given before ends the call before it begins', async () => {
    await expect(client().createLead(LEAD, { signal: AbortSignal.abort() })).rejects.toThrow(AbortedError);
    expect(server.seen).toHaveLength(0);
  });
});

describe('the debug log', () => {
  it('tells of each attempt, without the key, the body, the query or an idempotency key', async () => {
    const entries: DebugEntry[] = [];
    server.plan = [cutOff, answer(201, { success: true }, { 'X-Request-Id': 'req-2' })];
    const told = client({ debug: (entry: DebugEntry) => void entries.push(entry) });
    await told.createLead({ ...LEAD, email: 'ana@example.com' }, { idempotencyKey: 'own-key' });
    expect(entries.map(({ event }) => event)).toEqual(['request', 'retry', 'request', 'response']);
    expect(entries.at(-1)).toMatchObject({
      method: 'POST',
      path: '/api/public/leads',
      attempt: 2,
      status: 201,
      requestId: 'req-2',
    });
    expect(JSON.stringify(entries)).not.toMatch(/svc_live_|ana@|own-key/);
  });

  it('shows no key when a client is printed', async () => {
    const { inspect } = await import('node:util');
    expect(inspect(client(), { depth: 9, showHidden: true })).not.toContain(KEY);
    expect(JSON.stringify(client())).toBe('{}');
  });
});

describe('making a client', () => {
  it.each([
    [{ apiKey: '' }, /apiKey/],
    [{ baseUrl: 'leads.example.com' }, /baseUrl/],
    [{ baseUrl: 'ftp://leads.example.com' }, /baseUrl/],
    [{ baseUrl: 'https://me:secret@leads.example.com' }, /baseUrl/],
  ])('refuses %j', (options, message) => {
    expect(() => client(options)).toThrow(message);
  });

  it('refuses a live key in a browser', () => {
    const scope = globalThis as { window?: unknown };
    scope.window = { document: {} };
    try {
      expect(() => client()).toThrow(/never be used in a browser/);
    } finally {
      delete scope.window;
    }
  });

  it('keeps the path of the base address and takes another fetch', async () => {
    const asked: string[] = [];
    const fetch: typeof globalThis.fetch = async (url) => {
      asked.push(String(url));
      return new Response('{"success":true}');
    };
    await client({ baseUrl: 'https://example.com/leads/', fetch }).getLead({ lead_id: 'a/b?c' });
    expect(asked).toEqual(['https://example.com/leads/api/public/leads/a%2Fb%3Fc']);
  });
});

describe('requests', () => {
  it('always skip the first message of a lead, whatever is passed', async () => {
    const lead = { first_name: 'Ana', skip_first_message: false };
    await client().createLead(lead as { first_name: string });
    await client().createLeadsBulk({ leads: [lead, { first_name: 'Luis' }] as { first_name: string }[] });
    expect(server.seen[0]?.body).toEqual({ first_name: 'Ana', skip_first_message: true });
    expect(server.seen[1]?.body).toEqual({
      leads: [
        { first_name: 'Ana', skip_first_message: true },
        { first_name: 'Luis', skip_first_message: true },
      ],
    });
  });

  it('ask for approved WhatsApp templates unless another status is named', async () => {
    server.plan = [answer(200, { success: true, templates: [], pagination: { has_more: false, next_cursor: null } })];
    await client().listTemplates();
    await client().listTemplates({ status: 'PENDING', language: 'es' });
    expect(server.seen.map(({ url }) => url)).toEqual([
      '/api/public/templates?status=APPROVED&channel=whatsapp',
      '/api/public/templates?status=PENDING&language=es&channel=whatsapp',
    ]);
  });

  it('go through all pages when iterated', async () => {
    const page = (name: string, next: string | null) =>
      answer(200, { success: true, campaigns: [{ name }], pagination: { has_more: next !== null, next_cursor: next } });
    server.plan = [page('a', 'c1'), page('b', 'c2'), page('c', null)];
    const names: string[] = [];
    for await (const campaign of client().listCampaigns({ limit: 1 })) names.push(campaign.name);
    expect(names).toEqual(['a', 'b', 'c']);
    expect(server.seen.map(({ url }) => url.split('?')[1])).toEqual([
      'limit=1',
      'limit=1&cursor=c1',
      'limit=1&cursor=c2',
    ]);
  });
});
