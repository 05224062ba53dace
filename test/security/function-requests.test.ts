import type { LookupFunction } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createMasking } from '../../domain/functions/masking.js';
import { createSafeFetch } from '../../runtime/safe-fetch.js';
import { createFunctionHttp, type FunctionHttpRules } from '../../services/functions/host-http.js';
import { scriptedFetch as scripted } from '../support/functions.js';

/** Listeners on loopback addresses. A connection to one has bypassed the guard. */
const LOOPBACKS = ['127.0.0.1', '127.0.0.2', '::1'];
const listeners: Server[] = [];
let connections = 0;
let port = 0;

async function listen(host: string, at: number): Promise<number> {
  const server = createServer((socket: Socket) => {
    connections += 1;
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(at, host, resolve);
  });
  listeners.push(server);
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

beforeAll(async () => {
  for (const host of LOOPBACKS) port = await listen(host, port);
});
afterAll(() => {
  for (const server of listeners) server.close();
});
beforeEach(() => {
  connections = 0;
});

/** Every notation of an address that attackers have used to reach private networks. */
const BLOCKED = [
  ...['127.0.0.1', '127.1', '127.0.1', '2130706433', '0x7f000001', '0x7f.0.0.1', '0177.0.0.1', '017700000001'],
  ...['0.0.0.0', '0', '127.0.0.2', '127.255.255.254', '１２７.０.０.１', '127。0。0。1', '127.0.0.1.'],
  ...['[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[64:ff9b::7f00:1]'],
  ...['[::127.0.0.1]', '[2002:7f00:1::]', '[fe80::1]', '[fc00::1]', '[fd00:ec2::254]', '[ff02::1]', '[100::1]'],
  ...['169.254.169.254', '[::ffff:a9fe:a9fe]', '2852039166', '0xa9fea9fe', '100.100.100.200', '192.0.0.192'],
  ...['10.0.0.1', '172.16.0.1', '192.168.0.1', '100.64.0.1', '198.18.0.1', '224.0.0.1', '255.255.255.255', '192.0.2.1'],
];
const NOT_URLS = [
  ...['http://allowed.example/', 'ftp://allowed.example/', 'file:///etc/passwd', 'data:text/plain,x', 'javascript:1'],
  ...['gopher://127.0.0.1:11211/_stats', 'https://', '//allowed.example', 'allowed.example', 'https:///etc/passwd'],
  ...['https://user:pass@allowed.example/', 'https://allowed.example@127.0.0.1/', 'unix:/var/run/docker.sock'],
];
const LOOK_ALIKES = [
  ...['allowed.example.evil.example', 'evilallowed.example', 'allowed.example%2eevil.example', 'allowed-example'],
  ...['xn--llowed-qdf.example', 'evil.example#allowed.example', 'evil.example/allowed.example', 'allowed.exampl'],
];

const lookup =
  (answers: () => string[]): LookupFunction =>
  (_name, options, callback) => {
    const all = answers().map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    if (options.all) callback(null, all);
    else callback(null, all[0]?.address ?? '', all[0]?.family ?? 4);
  };

const http = (changes: Partial<FunctionHttpRules>) =>
  createFunctionHttp({
    runId: 'run',
    fetch: createSafeFetch(),
    allowedHosts: ['allowed.example'],
    dryRun: true,
    allowHttpWrites: false,
    masking: createMasking(),
    ...changes,
  });
const codeOf = (run: Promise<unknown>) =>
  run.then(
    () => 'answered',
    (error: { code: string }) => error.code,
  );

describe('what functions may fetch', () => {
  it('connects to no address of our own network, in whatever form, even where the list allows it', async () => {
    const fetch = createSafeFetch();
    for (const address of BLOCKED) {
      const url = `https://${address}:${port}/`;
      const hosts = URL.canParse(url) ? [new URL(url).hostname] : [];
      const one = http({ fetch, allowedHosts: hosts });
      expect([address, await codeOf(one.fetch(url, {}))]).toEqual([
        address,
        expect.stringMatching(/^(REQUEST_BLOCKED|VALIDATION_ERROR)$/),
      ]);
    }
    expect(connections).toBe(0);
    await fetch.close();
  });

  it('connects to none that a name leads to, first or later', async () => {
    let n = 0;
    const flips = ['127.0.0.1', '::1', '10.0.0.1', '169.254.169.254', '127.0.0.2'];
    const fetch = createSafeFetch({
      lookup: lookup(() => {
        n += 1;
        // A public address next to a private one, or the private one alone.
        return n % 2 === 0 ? ['93.184.215.14', flips[n % flips.length] ?? ''] : [flips[n % flips.length] ?? ''];
      }),
    });
    const one = http({ fetch });
    for (let round = 0; round < 1_000; round += 1) {
      const code = await codeOf(one.fetch(`https://allowed.example:${port}/`, {}));
      if (code !== 'REQUEST_BLOCKED') throw new Error(`Round ${round}: ${code}`);
    }
    expect(n).toBe(1_000);
    expect(connections).toBe(0);
    expect(one.requests.every(({ blocked }) => blocked)).toBe(true);
    await fetch.close();
  });

  it('asks no host that is not on the list, and none by what is no https address', async () => {
    const { asked, fetch } = scripted({});
    const one = http({ fetch });
    for (const url of NOT_URLS) {
      expect([url, await codeOf(one.fetch(url, {}))]).toEqual([
        url,
        expect.stringMatching(/^(REQUEST_BLOCKED|VALIDATION_ERROR)$/),
      ]);
    }
    for (const host of LOOK_ALIKES)
      expect([host, await codeOf(one.fetch(`https://${host}/`, {}))]).not.toContain('answered');
    for (const value of [undefined, null, 1, {}, ['https://allowed.example/']]) {
      expect(await codeOf(one.fetch(value, {}))).toBe('VALIDATION_ERROR');
    }
    expect(asked.filter(({ url }) => new URL(url).hostname !== 'allowed.example')).toEqual([]);
    expect(asked).toEqual([]);
  });

  it('lets names below a starred host pass, and not the host itself', async () => {
    const { asked, fetch } = scripted({});
    const one = http({ fetch, allowedHosts: ['*.allowed.example'] });
    expect(await codeOf(one.fetch('https://a.b.allowed.example/', {}))).toBe('answered');
    expect(await codeOf(one.fetch('https://allowed.example/', {}))).toBe('REQUEST_BLOCKED');
    expect(await codeOf(one.fetch('https://evilallowed.example/', {}))).toBe('REQUEST_BLOCKED');
    expect(asked).toHaveLength(1);
  });

  it('follows redirects only to hosts on the list, over https, three at most, without credentials for others', async () => {
    const { asked, fetch } = scripted({
      'https://allowed.example/out': { status: 302, location: 'https://evil.example/' },
      'https://allowed.example/in': { status: 302, location: 'https://127.0.0.1/' },
      'https://allowed.example/plain': { status: 302, location: 'http://allowed.example/' },
      'https://allowed.example/round': { status: 302, location: '/round' },
      'https://allowed.example/other': { status: 307, location: 'https://second.example/end' },
      'https://second.example/end': { status: 200, body: '{"a":1}' },
    });
    const one = http({ fetch, allowedHosts: ['allowed.example', 'second.example'] });
    expect(await codeOf(one.fetch('https://allowed.example/out', {}))).toBe('REQUEST_BLOCKED');
    expect(await codeOf(one.fetch('https://allowed.example/in', {}))).toBe('REQUEST_BLOCKED');
    expect(await codeOf(one.fetch('https://allowed.example/plain', {}))).toBe('REQUEST_BLOCKED');
    expect(await codeOf(one.fetch('https://allowed.example/round', {}))).toBe('TOO_MANY_REDIRECTS');
    const headers = { Authorization: 'Bearer x', 'X-Other': 'y' };
    expect(await one.fetch('https://allowed.example/other', { headers })).toMatchObject({
      status: 200,
      json: { a: 1 },
    });
    expect(asked.at(-1)).toMatchObject({ url: 'https://second.example/end', request: { headers: { 'x-other': 'y' } } });
    expect(asked.at(-1)?.request.headers).not.toHaveProperty('authorization');
    expect(asked.every(({ url }) => !url.includes('evil') && !url.includes('127.0.0.1'))).toBe(true);
    expect(one.requests.map(({ reason }) => reason)).toEqual([
      'redirect_host_not_allowed',
      'redirect_host_not_allowed',
      'redirect_not_https',
      'too_many_redirects',
      undefined,
    ]);
  });

  it('sends nothing that changes something in a dry run, unless the function says that it may', async () => {
    const dry = scripted({});
    const one = http({ fetch: dry.fetch });
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'post']) {
      expect(await codeOf(one.fetch('https://allowed.example/', { method }))).toBe('REQUEST_BLOCKED');
    }
    expect(await codeOf(one.fetch('https://allowed.example/', { method: 'TRACE' }))).toBe('VALIDATION_ERROR');
    expect(await codeOf(one.fetch('https://allowed.example/', { method: 'HEAD' }))).toBe('answered');
    expect(dry.asked.map(({ request }) => request.method)).toEqual(['HEAD']);
    for (const changes of [{ allowHttpWrites: true }, { dryRun: false }]) {
      const real = scripted({});
      const writing = http({ fetch: real.fetch, ...changes });
      await writing.fetch('https://allowed.example/', { method: 'POST', json: { a: 1 } });
      expect(real.asked[0]?.request).toMatchObject({ method: 'POST', body: '{"a":1}' });
    }
  });

  it('sends what changes something under a key of its run and its place in it, unless it has one of its own', async () => {
    const { asked, fetch } = scripted({
      'https://allowed.example/moved': { status: 307, location: '/kept' },
      'https://allowed.example/seen': { status: 303, location: '/read' },
    });
    const one = http({ fetch, dryRun: false });
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'GET', 'HEAD']) {
      await one.fetch('https://allowed.example/', { method });
    }
    await one.fetch('https://allowed.example/', { method: 'POST', headers: { 'Idempotency-Key': 'mine' } });
    await one.fetch('https://allowed.example/moved', { method: 'POST' });
    await one.fetch('https://allowed.example/seen', { method: 'POST' });
    expect(asked.map(({ request: { method, headers } }) => [method, headers?.['idempotency-key']])).toEqual([
      ...[
        ['POST', 'run-1'],
        ['PUT', 'run-2'],
        ['PATCH', 'run-3'],
        ['DELETE', 'run-4'],
        ['GET', undefined],
      ],
      ...[
        ['HEAD', undefined],
        ['POST', 'mine'],
        ['POST', 'run-8'],
        ['POST', 'run-8'],
        ['POST', 'run-9'],
      ],
      ['GET', undefined],
    ]);
  });

  it('sets no headers of the connection and splits none', async () => {
    const { asked, fetch } = scripted({});
    const one = http({ fetch });
    for (const headers of [
      ...[
        { Host: 'evil.example' },
        { 'Content-Length': '0' },
        { 'transfer-encoding': 'chunked' },
        { Connection: 'close' },
      ],
      ...[{ 'x-a': 'b\r\nx-c: d' }, { 'x-a\r\nx-c': 'd' }, { 'proxy-authorization': 'x' }, { 'x-a': 'b\u0000' }, ['x']],
    ]) {
      expect([headers, await codeOf(one.fetch('https://allowed.example/', { headers }))]).toEqual([
        headers,
        'VALIDATION_ERROR',
      ]);
    }
    expect(asked).toEqual([]);
  });

  it('records each request with the values of its query and its secrets masked', async () => {
    const masking = createMasking();
    masking.add('sk-marked-123');
    const { fetch } = scripted({
      'https://allowed.example/sk-marked-123?key=sk-marked-123&q=Ada': { status: 200, body: 'okay' },
    });
    const one = http({ fetch, masking });
    await one.fetch('https://allowed.example/sk-marked-123?key=sk-marked-123&q=Ada', {});
    expect(one.requests).toEqual([
      {
        seq: 1,
        method: 'GET',
        url: 'https://allowed.example/[secret]?key=***&q=***',
        status: 200,
        duration_ms: expect.any(Number),
        bytes_in: 4,
        bytes_out: 0,
        blocked: false,
      },
    ]);
  });
});
