import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { LookupFunction } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Agent, request } from 'undici';
import { neverArrived } from '../../providers/http.js';
import { isPublicAddress } from '../../runtime/public-address.js';
import { notAfter } from '../../runtime/punctual.js';
import { createSafeFetch, type SafeFetchError } from '../../runtime/safe-fetch.js';

let server: Server;
let port = 0;
let seen: IncomingMessage[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) => response.end('ok');

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const address = server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  seen = [];
  answer = (_request, response) => response.end('ok');
});

const code = async (run: Promise<unknown>) =>
  run.then(
    () => 'answered',
    (error: SafeFetchError) => error.code,
  );
const resolving =
  (...answers: string[][]): LookupFunction =>
  (_hostname, options, callback) => {
    const addresses = (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
    const all = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    if (options.all) callback(null, all);
    else callback(null, all[0]?.address ?? '', all[0]?.family ?? 4);
  };

const PRIVATE = [
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.127.255.255',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.0.170',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.1.1.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:10.0.0.1',
  '::ffff:0:127.0.0.1',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::7f00:1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2001:10::1',
  '2001:20::1',
  '2002:7f00:1::',
  '2002:a9fe:a9fe::1',
  '3fff::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  '5f00::1',
  '4000::1',
];
const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '93.184.216.34',
  '172.15.0.1',
  '172.32.0.1',
  '100.63.0.1',
  '100.128.0.1',
  '2606:4700::1111',
  '2a00:1450:4001::1',
  '::ffff:8.8.8.8',
  '64:ff9b::808:808',
];

describe('an address', () => {
  it.each(PRIVATE)('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));
  it.each(PUBLIC)('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));
  it.each(['', 'localhost', '1.2.3', '999.1.1.1', 'fe80::1%eth0'])('%j is not one', (text) =>
    expect(isPublicAddress(text)).toBe(false),
  );
});

describe('a fetch of an address given by others', () => {
  const fetch = createSafeFetch({ allowHttp: true });
  afterAll(() => fetch.close());

  const spellings = () => [
    '127.0.0.1',
    '127.0.0.2',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '017700000001',
    '127.0.0.1.',
    '0',
    '0.0.0.0',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:127.0.0.1]',
    '[::127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[2002:7f00:1::]',
    '１２７.０.０.１',
    '127。0。0。1',
    '①②⑦.⓪.⓪.①',
    'localhost',
    'LOCALHOST',
    'localhost.',
    '169.254.169.254',
    '[fd00:ec2::254]',
    '10.0.0.1',
    '192.168.0.1',
    '%31%32%37.0.0.1',
  ];

  it('never reaches a private address, however it is spelled', async () => {
    for (const host of spellings()) {
      for (const scheme of ['http', 'https']) {
        expect([host, await code(fetch(`${scheme}://${host}:${port}/`, { timeoutMs: 2_000 }))]).toEqual([
          host,
          expect.stringMatching(/^(BLOCKED_ADDRESS|INVALID_URL|NETWORK)$/),
        ]);
      }
    }
    expect(seen).toEqual([]);
  });

  it.each([
    'file:///etc/passwd',
    'ftp://x.test/',
    'gopher://x.test/',
    'data:text/plain,x',
    'javascript:1',
    'blob:x',
    '//x.test',
    'x',
    '',
    'http:',
    'https://user:pw@x.test/',
    'https://user@x.test/',
    'unix:/tmp/x',
  ])('never tries %j', async (url) => expect(await code(fetch(url))).toBe('INVALID_URL'));

  it('takes http only where that is allowed', async () => {
    const strict = createSafeFetch();
    expect(await code(strict('http://example.test/'))).toBe('INVALID_URL');
    await strict.close();
  });

  it('judges names by every address they have', async () => {
    for (const addresses of [
      ['127.0.0.1'],
      ['::1'],
      ['8.8.8.8', '127.0.0.1'],
      ['::ffff:127.0.0.1'],
      ['169.254.169.254'],
      [],
    ]) {
      const named = createSafeFetch({ allowHttp: true, lookup: resolving(addresses) });
      expect(await code(named(`http://inside.test:${port}/`))).toBe('BLOCKED_ADDRESS');
      await named.close();
    }
    expect(seen).toEqual([]);
  });

  it('connects to the very address it checked while a name flips a thousand times', async () => {
    let turn = 0;
    const flipping: LookupFunction = (hostname, options, callback) => {
      turn += 1;
      // A public address that refuses at once where no network is: what matters is that the listener sees nothing.
      resolving([turn % 2 === 0 ? '127.0.0.1' : '255.255.255.255'])(hostname, options, callback);
    };
    const flipped = createSafeFetch({ allowHttp: true, lookup: flipping });
    const codes = await Promise.all(Array.from({ length: 1_000 }, () => code(flipped(`http://flip.test:${port}/`))));
    expect(new Set(codes)).toEqual(new Set(['BLOCKED_ADDRESS']));
    expect(turn).toBeGreaterThanOrEqual(1_000);
    expect(seen).toEqual([]);
    await flipped.close();
  });
});

describe('a fetch that is allowed', () => {
  const fetch = createSafeFetch({ allowHttp: true, allowPrivate: true, lookup: resolving(['127.0.0.1']) });
  afterAll(() => fetch.close());
  const url = (path: string, host = 'here.test') => `http://${host}:${port}${path}`;
  const redirect = (location: string, status = 302) => {
    answer = (request, response) => {
      if (request.url === '/end') return response.end('end');
      return response.writeHead(status, { location }).end();
    };
  };

  it('answers status, headers and body', async () => {
    answer = (_request, response) => response.writeHead(418, { 'x-a': 'b' }).end('tea');
    const response = await fetch(url('/'), {
      method: 'POST',
      body: '{"a":1}',
      headers: { 'content-type': 'application/json' },
    });
    expect(response).toMatchObject({ status: 418, headers: { 'x-a': 'b' }, body: Buffer.from('tea') });
    expect(seen[0]?.method).toBe('POST');
  });

  it('follows redirects up to the limit, or shows them where none may be followed', async () => {
    redirect('/end');
    expect(await fetch(url('/'))).toMatchObject({ status: 200, url: url('/end') });
    expect(await fetch(url('/'), { maxRedirects: 0 })).toMatchObject({ status: 302 });
    redirect('/again');
    expect(await code(fetch(url('/')))).toBe('TOO_MANY_REDIRECTS');
  });

  it.each(['file:///etc/passwd', 'ftp://x.test', 'http://u:p@x.test/', 'http://[::1', 'javascript:1'])(
    'refuses a redirect to %s',
    async (location) => {
      redirect(location);
      expect(await code(fetch(url('/')))).toMatch(/^(INVALID_URL|BLOCKED_REDIRECT)$/);
    },
  );

  it('reaches a private server that is opened by its port, for its account, and no other one', async () => {
    const opened = createSafeFetch({ privateHosts: [`127.0.0.1:${port}`, `a=localhost:${port}`, '127.0.0.9:1'] });
    const local = (host: string) => `http://${host}:${port}/`;
    expect(await opened(local('127.0.0.1'))).toMatchObject({ status: 200 });
    expect(await opened(local('localhost'), { accountId: 'A' })).toMatchObject({ status: 200 });
    expect(await code(opened(local('localhost'), { accountId: 'b' }))).toBe('INVALID_URL');
    expect(await code(opened(`https://127.0.0.1:${port + 1}/`))).toBe('BLOCKED_ADDRESS');
    expect(await code(opened(`https://127.0.0.9:${port}/`))).toBe('BLOCKED_ADDRESS');
    redirect(`http://[::1]:${port}/end`);
    expect(await code(opened(local('127.0.0.1')))).toBe('INVALID_URL');
    await opened.close();
  });

  it('checks the target of each redirect like the first address, by name or number', async () => {
    const lookup: LookupFunction = (hostname, options, callback) =>
      resolving([hostname === 'allowed.test' ? '127.0.0.2' : '127.0.0.1'])(hostname, options, callback);
    const guarded = createSafeFetch({ allowHttp: true, allowPrivate: (address) => address === '127.0.0.2', lookup });
    for (const host of ['127.0.0.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]', 'inside.test', '0']) {
      seen = [];
      redirect(`http://${host}:${port}/end`);
      expect([host, await code(guarded(url('/', 'allowed.test')))]).toEqual([host, 'BLOCKED_ADDRESS']);
      expect(seen.map((request) => request.url)).toEqual(['/']);
    }
    redirect(url('/end', 'allowed.test'));
    expect(await guarded(url('/', 'allowed.test'))).toMatchObject({ status: 200 });
    await guarded.close();
  });

  it('leaves secrets behind when a redirect goes to another origin', async () => {
    redirect(url('/end', 'other.test'), 307);
    await fetch(url('/'), {
      method: 'POST',
      body: 'x',
      headers: { Authorization: 'Bearer s', 'X-Signature': 's', 'x-plain': 'p' },
    });
    expect(seen[1]).toMatchObject({ method: 'POST', headers: { 'x-plain': 'p' } });
    expect(seen[1]?.headers.authorization).toBeUndefined();
    expect(seen[1]?.headers['x-signature']).toBeUndefined();
  });

  it('ends answers that are too large, declared or not', async () => {
    answer = (_request, response) => response.end(Buffer.alloc(2_000));
    expect(await code(fetch(url('/'), { maxBytes: 1_999 }))).toBe('TOO_LARGE');
    expect(await code(fetch(url('/'), { maxBytes: 2_000 }))).toBe('answered');
    answer = (_request, response) => {
      const more = () => response.write(Buffer.alloc(65_536)) && setImmediate(more);
      response.on('drain', more);
      response.on('error', () => undefined);
      more();
    };
    expect(await code(fetch(url('/'), { maxBytes: 100_000 }))).toBe('TOO_LARGE');
  });

  it('ends receivers that never answer, answer by drops, or redirect slowly', async () => {
    answer = () => undefined;
    expect(await code(fetch(url('/'), { timeoutMs: 100 }))).toBe('TIMEOUT');
    answer = (_request, response) => {
      const drip = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(drip));
    };
    expect(await code(fetch(url('/'), { timeoutMs: 150 }))).toBe('TIMEOUT');
  });

  it('sends nothing once the time for it has passed, over a new connection and over a kept one', async () => {
    const agent = new Agent();
    const ask = (endsAt: number) =>
      request(`http://127.0.0.1:${port}/`, { dispatcher: agent.compose(notAfter(endsAt)), method: 'POST', body: 'x' });
    const refusal = { code: 'TOO_LATE_TO_SEND' };
    await expect(ask(Date.now() - 1)).rejects.toMatchObject(refusal);
    expect(seen).toHaveLength(0);
    // Requested in time, over a connection that is established while the process is blocked.
    const asked = ask(Date.now() + 20);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60);
    await expect(asked).rejects.toMatchObject(refusal);
    expect(seen).toHaveLength(0);
    const { body } = await ask(Date.now() + 60_000);
    expect(await body.text()).toBe('ok');
    await expect(ask(Date.now() - 1)).rejects.toMatchObject(refusal);
    expect(seen).toHaveLength(1);
    expect(neverArrived(refusal.code)).toBe(true);
    await agent.close();
  });

  it('says when nothing is there', async () => {
    expect(await code(fetch('http://here.test:1/', { timeoutMs: 2_000 }))).toBe('NETWORK');
  });
});
