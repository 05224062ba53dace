import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that a receiver got. */
export interface ReceivedWebhook {
  id: string;
  headers: IncomingHttpHeaders;
  body: string;
  payload: Record<string, unknown> & { data: Record<string, unknown>; sequence: number | null };
}

type Answer = (request: ReceivedWebhook, nth: number) => number | Promise<number>;

/** Starts a receiver of webhooks that answers what the test decides, 200 by default. */
export async function startReceiver() {
  const received: ReceivedWebhook[] = [];
  const state = { answer: (() => 200) as Answer };
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const one = { id: String(req.headers['webhook-id']), headers: req.headers, body, payload: JSON.parse(body) };
    received.push(one);
    const status = await state.answer(one, received.length);
    if (status === 0) return req.socket.destroy();
    res.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    /** Decides the next responses; 0 closes the connection. */
    answer(answer: Answer) {
      state.answer = answer;
    },
    clear() {
      received.length = 0;
      state.answer = () => 200;
    },
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
