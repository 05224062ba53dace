import { createSafeFetch, type SafeFetch, SafeFetchError } from '../../runtime/safe-fetch.js';

const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/** A fetch for libraries, behind the guard against addresses of our own network. */
export interface GuardedFetch {
  /** Makes the fetch of one call, which ends after so long. */
  within(timeoutMs: number): typeof globalThis.fetch;
  close(): Promise<void>;
}

/** Ends with the work, or with the signal before it; what goes on behind that is nobody's. */
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
 * Makes a fetch that reaches public addresses by https, and the hosts that the installation names wherever they are. It
 * follows no redirect, so that no key goes anywhere else.
 */
export function createGuardedFetch(privateHosts: readonly string[]): GuardedFetch {
  const open = createSafeFetch();
  const inside = createSafeFetch({ allowPrivate: true, allowHttp: true });
  const fetchOf = (url: string): SafeFetch =>
    privateHosts.includes(new URL(url).hostname.replace(/^\[|\]$/g, '')) ? inside : open;
  return {
    within: (timeoutMs) => async (input, init) => {
      const url = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url;
      const request = {
        method: 'POST' as const,
        headers: Object.fromEntries(new Headers(init?.headers)),
        body: String(init?.body ?? ''),
        ...{ timeoutMs, maxBytes: MAX_ANSWER_BYTES, maxRedirects: 0 },
      };
      const { status, headers, body } = await orAborted(fetchOf(url)(url, request), init?.signal);
      if (status >= 300 && status < 400) throw new SafeFetchError('BLOCKED_REDIRECT', 'The address redirects.');
      return new Response(new Uint8Array(body), { status, headers });
    },
    close: async () => {
      await Promise.all([open.close(), inside.close()]);
    },
  };
}
