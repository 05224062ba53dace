import type { AddressInfo } from 'node:net';
import type { Express } from 'express';
import { Pool } from 'undici';

export interface HttpRequest {
  method: string;
  path: string;
  headers?: Record<string, string>;
  /** Sent as JSON, or as it is when it is a text. */
  body?: unknown;
}

export interface HttpAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

export interface HttpCaller {
  ask(request: HttpRequest): Promise<HttpAnswer>;
  close(): Promise<void>;
}

/** Queries what listens at `url`, over connections that stay open. */
export function callerOf(url: string, connections = 16): HttpCaller {
  const pool = new Pool(url, { connections });
  return {
    async ask({ method, path, headers = {}, body }) {
      const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
      const json = text !== undefined && text !== body ? { 'content-type': 'application/json' } : {};
      const answer = await pool.request({
        method: method.toUpperCase() as 'GET',
        path,
        headers: { ...json, ...headers },
        body: text ?? null,
      });
      return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
    },
    close: () => pool.close(),
  };
}

/** The app behind a port of its own: for tests of thousands of requests. */
export async function listen(app: Express, connections?: number): Promise<HttpCaller> {
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const caller = callerOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, connections);
  return {
    ask: caller.ask,
    async close() {
      await caller.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Does `work` for each item, up to `width` at a time; answers in the order of the items. */
export async function inParallel<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const at = next++;
      results[at] = await work(items[at] as T);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results;
}
