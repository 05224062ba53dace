import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import express, { type NextFunction, type Request, type Response } from 'express';
import { toApiError } from '../../../api/http/errors.js';
import { type BodyPace, chunksInPace } from '../../../api/http/request/body-pace.js';
import { MAX_OPEN_BODIES } from '../../../api/http/request/open-bodies.js';
import { receiveFile } from '../../../api/http/request/receive-file.js';
import { createLoad, MAX_ANONYMOUS } from '../../../api/http/request/shed-load.js';
import { createApiServer, type ServerTimeouts } from '../../../api/http/server.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { eventually } from '../../support/eventually.js';
import { addUser, OWN_HEADER, type TestUser } from '../../support/users.js';

const api = useApi();
const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(app: express.Express, timeouts?: ServerTimeouts): Promise<number> {
  const server = createApiServer(app, timeouts);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Opens a connection, sends `text` and collects what comes back. */
function open(port: number, text: string) {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.write(text);
  const client = { socket, received: '', closed: false };
  socket.on('data', (bytes) => {
    client.received += bytes.toString();
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    client.closed = true;
  });
  return client;
}

const post = (path: string, headers: Record<string, string> = {}, length = 100) =>
  `${[`POST ${path} HTTP/1.1`, 'Host: las.test', 'Content-Type: application/json', `Content-Length: ${length}`]
    .concat(Object.entries(headers).map(([name, value]) => `${name}: ${value}`))
    .join('\r\n')}\r\n\r\n{`;

const statusOf = ({ received }: { received: string }) => received.slice(9, 12);

describe('250 connections of one address that send one byte of a body', () => {
  let account: TestAccount;
  let user: TestUser;
  beforeAll(async () => {
    account = await api.account();
    user = await addUser(api, account.accountId);
  });

  it.each([
    ['sign-ins', '/api/internal/session'],
    ['chat turns without a key', '/api/widget/v1/turn'],
    ['leads without a key', '/api/public/leads'],
  ])('leave the API answering keys, sessions and anonymous requests: %s', async (_name, path) => {
    const port = await serve(api.app);
    const idle = Array.from({ length: 250 }, () => open(port, post(path, OWN_HEADER)));
    await eventually(async () =>
      idle.filter(({ received }) => received !== '').length >= 250 - MAX_OPEN_BODIES.address ? true : undefined,
    );
    const base = `http://127.0.0.1:${port}`;
    const asked = await Promise.all([
      fetch(`${base}/api/public/leads`, { headers: { 'x-api-key': account.apiKey } }),
      fetch(`${base}/api/public/leads`, {
        method: 'POST',
        headers: { 'x-api-key': account.apiKey, 'content-type': 'application/json' },
        body: JSON.stringify({ first_name: 'Ana' }),
      }),
      fetch(`${base}/api/internal/leads`, { headers: { cookie: user.cookie } }),
      fetch(`${base}/api/internal/setup`),
      fetch(`${base}/docs`),
    ]);
    expect(asked.map(({ status }) => status)).toEqual([200, 201, 200, 200, 200]);
    expect(new Set(idle.map(statusOf))).not.toContain('503');
  });

  it('are limited per account when they show its key, which other accounts do not notice', async () => {
    const port = await serve(api.app);
    const busy = await api.account();
    const idle = Array.from({ length: 250 }, () => open(port, post('/api/public/leads', { 'X-API-Key': busy.apiKey })));
    await eventually(async () =>
      idle.filter(({ received }) => received !== '').length === 250 - MAX_OPEN_BODIES.account ? true : undefined,
    );
    expect(new Set(idle.map(statusOf).filter(Boolean))).toEqual(new Set(['429']));
    const headers = { 'x-api-key': account.apiKey };
    expect((await fetch(`http://127.0.0.1:${port}/api/public/leads`, { headers })).status).toBe(200);
  });
});

describe('a load at the limit of anonymous requests', () => {
  it('still admits authenticated ones, up to the limit of all', () => {
    const load = createLoad(1_000);
    const leave = Array.from({ length: MAX_ANONYMOUS }, () => load.enter('anonymous'));
    expect(() => load.enter('anonymous')).toThrow('The service is overloaded');
    load.enter('pending')();
    let admitted = 0;
    expect(() => {
      for (; ; admitted++) load.enter('authenticated');
    }).toThrow('The service is overloaded');
    expect(admitted).toBe(80);
    leave[0]?.();
    leave[0]?.();
    load.enter('authenticated');
    expect(() => load.enter('authenticated')).toThrow('The service is overloaded');
  });
});

describe('a slow request', () => {
  const QUICK: ServerTimeouts = { headersMs: 100, keepAliveMs: 100, silentMs: 60_000, restOfBodyMs: 50 };

  it.each([
    ['whose head never ends', 'GET /healthz HTTP/1.1\r\nHost: las'],
    ['whose head never begins', ''],
  ])('%s gets a 408 and its connection is closed', async (_name, head) => {
    const client = open(await serve(api.app, QUICK), head);
    await eventually(async () => client.closed || undefined);
    expect(statusOf(client)).toBe('408');
    expect(client.received).toContain('"code":"REQUEST_TIMEOUT"');
  });

  it('whose connection stays idle after its answer is closed', async () => {
    const client = open(await serve(api.app, QUICK), 'GET /healthz HTTP/1.1\r\nHost: las.test\r\n\r\n');
    await eventually(async () => client.closed || undefined);
    expect(statusOf(client)).toBe('200');
  });

  it('that is answered before its body is complete does not keep its connection', async () => {
    const head = 'GET /healthz HTTP/1.1\r\nHost: las.test\r\nContent-Length: 100\r\n\r\n{';
    const client = open(await serve(api.app, { ...QUICK, keepAliveMs: 60_000 }), head);
    await eventually(async () => client.closed || undefined);
    expect(statusOf(client)).toBe('200');
  });
});

describe('a body', () => {
  /** A server that reads bodies and files at `pace`. */
  const paced = (pace: BodyPace) => {
    const app = express();
    const sizeOf = async (chunks: AsyncIterable<Uint8Array>) => {
      let size = 0;
      for await (const chunk of chunks) size += chunk.length;
      return size;
    };
    app.post('/body', async (req, res) => res.json({ size: await sizeOf(chunksInPace(req, pace)) }));
    app.post('/file', async (req, res) => res.json(await receiveFile(req, sizeOf, 1_000_000, pace)));
    app.use((error: unknown, _req: Request, res: Response, _next: NextFunction) => {
      const answer = toApiError(error);
      res.set('Connection', 'close').status(answer.status).json(answer.toBody(''));
    });
    return serve(app);
  };
  const file = { 'Content-Type': 'text/csv' };
  const form = { 'Content-Type': 'multipart/form-data; boundary=x' };
  const begin = (path: string, { 'Content-Type': type = 'application/json' }: Record<string, string>) =>
    `POST ${path} HTTP/1.1\r\nHost: las.test\r\nContent-Type: ${type}\r\nContent-Length: 200\r\n\r\n`;

  it.each([
    ['text', '/body', {}],
    ['file', '/file', file],
    ['form', '/file', form],
  ])('that stops half way is refused with 408: %s', async (_name, path, headers) => {
    const port = await paced({ graceMs: 50, bytesPerSecond: 1_000_000, longestMs: 60_000 });
    const client = open(port, `${begin(path, headers)}{`);
    await eventually(async () => client.closed || undefined);
    expect(statusOf(client)).toBe('408');
  });

  it('that drips in below the minimum rate is refused with 408', async () => {
    const client = open(await paced({ graceMs: 200, bytesPerSecond: 1_000, longestMs: 60_000 }), begin('/body', {}));
    await once(client.socket, 'connect');
    for (let sent = 0; sent < 199 && !client.closed; sent++) {
      client.socket.write('1');
      await pause(20);
    }
    expect(statusOf(client)).toBe('408');
  });

  it('that arrives at the minimum rate may take longer than the grace period', async () => {
    const client = open(await paced({ graceMs: 300, bytesPerSecond: 1, longestMs: 60_000 }), begin('/body', {}));
    for (let sent = 0; sent < 200; sent += 20) {
      await pause(50);
      client.socket.write('1'.repeat(20));
    }
    await eventually(async () => (client.received === '' ? undefined : true));
    expect(client.received).toContain('{"size":200}');
  });

  it('is refused at the longest time however fast it arrives', async () => {
    const client = open(await paced({ graceMs: 50, bytesPerSecond: 1, longestMs: 50 }), begin('/body', {}));
    client.socket.write('1'.repeat(199));
    await eventually(async () => client.closed || undefined);
    expect(statusOf(client)).toBe('408');
  });
});
