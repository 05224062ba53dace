import { isPrivateHost, portOf } from '../../runtime/private-hosts.js';
import { createSafeFetch, type SafeFetch, SafeFetchError } from '../../runtime/safe-fetch.js';

const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/** A fetch for libraries, behind the guard against addresses of our own network. */
export interface GuardedFetch {
  /** Makes the fetch of an account's calls, each of which ends after so long. */
  within(timeoutMs: number, accountId: string): typeof globalThis.fetch;
  close(): Promise<void>;
}

/** Settles with the work, or with the signal before it. The result after that is ignored. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const abort = () => reject(new DOMException('The call was cancelled.', 'AbortError'));
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/**
 * Makes a fetch that reaches public addresses by https, and the servers that the installation names wherever they are. It
 * follows no redirect, so that no key goes anywhere else.
 */
export function createGuardedFetch(privateHosts: readonly string[]): GuardedFetch {
  const open = createSafeFetch();
  const inside = createSafeFetch({ allowPrivate: true, allowHttp: true });
  const fetchOf = (text: string, accountId: string): SafeFetch => {
    const url = new URL(text);
    return isPrivateHost(privateHosts, { host: url.hostname, port: portOf(url), accountId }) ? inside : open;
  };
  return {
    within: (timeoutMs, accountId) => async (input, init) => {
      const url = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url;
      const request = {
        method: 'POST' as const,
        headers: Object.fromEntries(new Headers(init?.headers)),
        body: String(init?.body ?? ''),
        timeoutMs,
        maxBytes: MAX_ANSWER_BYTES,
        maxRedirects: 0,
      };
      const { status, headers, body } = await orAborted(fetchOf(url, accountId)(url, request), init?.signal);
      if (status >= 300 && status < 400) throw new SafeFetchError('BLOCKED_REDIRECT', 'The URL redirects.');
      return new Response(new Uint8Array(body), { status, headers });
    },
    close: async () => {
      await Promise.all([open.close(), inside.close()]);
    },
  };
}
