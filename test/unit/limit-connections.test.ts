import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { limitConnections } from '../../api/http/request/limit-connections.js';
import { createLogger } from '../../runtime/logger.js';
import { eventually } from '../support/eventually.js';

const LIMITS = { crowded: 3, ofOne: 2 };
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** A server with limits, and what connects to it from an address and tells whether it is answered. */
async function serverWith(isProxy: (address: string) => boolean) {
  const server = createServer((_req, res) => void res.end('ok'));
  limitConnections(server, { isProxy, logger: createLogger('silent', 'test') }, LIMITS);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  ends.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  const open = async (localAddress: string): Promise<{ socket: Socket; isAnswered: boolean }> => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    const isAnswered = await Promise.race([
      once(socket, 'data').then(() => true),
      once(socket, 'close').then(() => false),
    ]);
    return { socket, isAnswered };
  };
  const answered = async (addresses: string[]) => {
    const all: boolean[] = [];
    for (const address of addresses) all.push((await open(address)).isAnswered);
    return all;
  };
  return { server, open, answered };
}

const [ONE, OTHER] = ['127.0.0.1', '127.0.0.2'];

describe('connections that stay open', () => {
  it('are refused to an address that has many while there are very many, and to no other', async () => {
    const { server, open, answered } = await serverWith(() => false);
    const first = await open(ONE);
    // Up to the limit of all there is room, also for more than a share.
    expect(await answered([ONE, ONE, ONE, OTHER, ONE, OTHER])).toEqual([true, true, false, true, false, true]);
    first.socket.destroy();
    const count = () => new Promise<number>((resolve) => server.getConnections((_error, n) => resolve(n)));
    await eventually(async () => ((await count()) < LIMITS.crowded + 2 ? true : undefined));
    expect(await answered([ONE])).toEqual([false]);
  });

  it('are never refused to a trusted proxy', async () => {
    const { answered } = await serverWith((address) => address === ONE);
    expect(await answered([ONE, ONE, ONE, ONE, OTHER, OTHER, OTHER, ONE])).toEqual([
      ...[true, true, true, true, true, true, false, true],
    ]);
  });
});
