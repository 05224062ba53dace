import { type FormData, Agent as HttpAgent, request } from 'undici';
import { failureCode } from '../runtime/network-failure.js';
import { notAfter } from '../runtime/punctual.js';
import { tracedRequest } from '../runtime/tracing.js';
import { jsonObject, neverArrived } from './http.js';
import type { SendOutcome } from './outcome.js';

/** One request to a provider's API. */
export interface ApiCall {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body?: string | Buffer | FormData | null;
  /** Until when it may be sent and answered, in Unix milliseconds. */
  endsAt: number;
  /** The maximum length of an answer that is read. The rest is cut. */
  maxBytes?: number;
}

/** The outcome of a call: an answer, no connection at all, or silence after the request may have arrived. */
export type ApiAnswer =
  | {
      kind: 'answer';
      status: number;
      /** The object that the answer holds as JSON, if it does. */
      body: Record<string, unknown> | undefined;
      bytes: Buffer;
      retryAfterSeconds: number;
    }
  | { kind: 'unreachable'; code: string }
  | { kind: 'silence'; code: string };

/** Connections to a provider's API that all numbers of a process share. */
export interface ApiConnection {
  call(call: ApiCall): Promise<ApiAnswer>;
  close(): Promise<void>;
}

const CONNECT_MS = 3_000;
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
const LONGEST_RETRY_SECONDS = 3_600;

/** Opens connections to an API that answers JSON. A call never throws for what happens outside. */
export function openConnection(): ApiConnection {
  const agent = new HttpAgent({ connect: { timeout: CONNECT_MS }, keepAliveTimeout: 10_000, connections: 64 });
  const ask = async ({
    method,
    url,
    headers,
    body = null,
    endsAt,
    maxBytes = MAX_ANSWER_BYTES,
  }: ApiCall): Promise<ApiAnswer> => {
    try {
      const response = await request(url, {
        dispatcher: agent.compose(notAfter(endsAt)),
        method,
        headers: { accept: 'application/json', ...headers },
        body,
        signal: AbortSignal.timeout(Math.max(endsAt - Date.now(), 0)),
      });
      const { statusCode: status, headers: answerHeaders } = response;
      const retryAfterSeconds = Math.min(Number(answerHeaders['retry-after']) || 0, LONGEST_RETRY_SECONDS);
      const { bytes, isCut } = await readBytes(response.body, maxBytes);
      return { kind: 'answer', status, retryAfterSeconds, bytes, body: isCut ? undefined : jsonObject(bytes) };
    } catch (error) {
      const code = failureCode(error);
      return { kind: neverArrived(code) ? 'unreachable' : 'silence', code };
    }
  };
  return {
    call: (call) =>
      tracedRequest(
        call.method,
        () => ask(call),
        (answer) =>
          answer.kind === 'answer' ? { 'http.response.status_code': answer.status } : { 'error.type': answer.code },
      ),
    close: () => agent.destroy(),
  };
}

/** Extends a pause to the time that the provider asks for. */
export function asAsked(answer: ApiAnswer, outcome: SendOutcome): SendOutcome {
  if (answer.kind !== 'answer' || outcome.kind !== 'refused_retry') return outcome;
  const retryAfterSeconds = Math.max(answer.retryAfterSeconds, outcome.retryAfterSeconds ?? 0);
  return retryAfterSeconds > 0 ? { ...outcome, retryAfterSeconds } : outcome;
}

/** Returns whether a silence was the end of our own patience, rather than a broken line. */
export const isLate = (code: string): boolean =>
  ['TimeoutError', 'UND_ERR_ABORTED', 'UND_ERR_HEADERS_TIMEOUT'].includes(code);

/** Cuts a provider's own words and makes them one line: they help the operator, but end in answers and logs. */
export const oneLine = (words: unknown): string =>
  String(words ?? '')
    .replace(/[\p{C}\s]+/gu, ' ')
    .slice(0, 300)
    .trim();

async function readBytes(stream: AsyncIterable<Buffer>, maxBytes: number): Promise<{ bytes: Buffer; isCut: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), isCut: true };
  }
  return { bytes: Buffer.concat(chunks), isCut: false };
}
