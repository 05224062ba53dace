import type { CustomFetchOptions } from 'openid-client';
import { portOf } from '../../runtime/private-hosts.js';
import type { SafeFetch } from '../../runtime/safe-fetch.js';
import { TemporaryFailure } from './failure.js';

const MAX_ANSWER_BYTES = 256 * 1024;

/** Returns a server as our guarded fetch lists those that it reaches wherever they are. */
export const placeOf = (url: URL): string => `${url.hostname.replace(/^\[|\]$/g, '')}:${portOf(url)}`;

/**
 * Answers as `fetch` does, over our own guarded one, for an account if one chose the address. What passes by waiting is
 * thrown with the pause it asks for.
 */
export async function fetchThrough(
  http: SafeFetch,
  url: string,
  { method, headers, body }: Pick<CustomFetchOptions, 'method' | 'headers'> & { body?: CustomFetchOptions['body'] },
  timeoutMs: number,
  accountId?: string,
): Promise<Response> {
  const answer = await http(url, {
    method: method as 'GET' | 'POST',
    headers,
    ...(body ? { body: String(body) } : {}),
    timeoutMs,
    maxBytes: MAX_ANSWER_BYTES,
    maxRedirects: 0,
    ...(accountId === undefined ? {} : { accountId }),
  });
  if (answer.status === 429 || answer.status >= 500) {
    throw new TemporaryFailure(answer.status, Number(answer.headers['retry-after']) || 0);
  }
  const isEmpty = answer.status === 204 || answer.status === 304;
  return new Response(isEmpty ? null : new Uint8Array(answer.body), { status: answer.status, headers: answer.headers });
}
