import { Agent, request } from 'node:http';
import { bound } from './random.js';

/** An answer of the API; status 0 when there was none. */
export interface Answer {
  status: number;
  body: Record<string, unknown>;
  text: string;
  headers: Record<string, string>;
  ms: number;
}

export interface CallOptions {
  body?: unknown;
  headers?: Record<string, string>;
  timeoutMs?: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 400 });

/** One request, never repeated automatically. A broken connection or a missing response has status 0. */
export function call(base: string, method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const begun = performance.now();
  const text = options.body === undefined ? undefined : JSON.stringify(options.body);
  return new Promise((resolve) => {
    const none = (reason: string) =>
      resolve({ status: 0, body: {}, text: reason, headers: {}, ms: performance.now() - begun });
    const sent = request(
      new URL(path, base),
      {
        method,
        agent,
        headers: {
          ...(text === undefined
            ? {}
            : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }),
          ...options.headers,
        },
        signal: AbortSignal.timeout(options.timeoutMs ?? bound(10_000)),
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', (error) => none(String(error)));
        response.once('end', () => {
          const said = Buffer.concat(chunks).toString('utf8');
          resolve({
            status: response.statusCode ?? 0,
            body: read(said),
            text: said,
            headers: response.headers as Record<string, string>,
            ms: performance.now() - begun,
          });
        });
      },
    );
    sent.once('error', (error) => none(String(error)));
    sent.end(text);
  });
}

function read(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
