import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';

export interface SeenRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: unknown;
}

/** The treatment of one request. The last one of a plan holds for all that follow. */
export type Treatment = (response: ServerResponse, request: SeenRequest) => void;

export interface FaultyServer {
  url: string;
  seen: SeenRequest[];
  plan: Treatment[];
}

/** Answers as JSON. */
export const answer =
  (status: number, body: unknown, headers: Record<string, string> = {}): Treatment =>
  (response) =>
    void response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));

/** Ends the connection without a word. */
export const cutOff: Treatment = (response) => void response.destroy();

/** Breaks off in the middle of the body. */
export const breakOff: Treatment = (response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
  response.write('{"success":', () => response.destroy());
};

/** Never answers. */
export const silence: Treatment = () => undefined;

/** An error as the service words it. */
export const refusal = (status: number, code: string, more: object = {}, headers: Record<string, string> = {}) =>
  answer(status, { error: 'Title', message: 'What to do.', code, request_id: 'req-1', ...more }, headers);

/** A server for one test file that treats each request as its plan says. */
export function useFaultyServer(): FaultyServer {
  const faulty: FaultyServer = { url: '', seen: [], plan: [] };
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part) => (text += part));
    request.once('end', () => {
      const seen = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: request.headers['content-type'] === 'application/json' ? JSON.parse(text) : text || undefined,
      };
      faulty.seen.push(seen);
      const treat = faulty.plan.length > 1 ? faulty.plan.shift() : faulty.plan[0];
      treat?.(response, seen);
    });
  });
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    faulty.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    faulty.seen.length = 0;
    faulty.plan = [answer(200, { success: true })];
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return faulty;
}
