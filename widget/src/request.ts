/** The service, and the widget of it. */
export interface Site {
  baseUrl: string;
  key: string;
}

/** The outcome of a request. `status` is 0 if there was no response. */
export type Reply<T> =
  | { ok: true; body: T }
  | {
      ok: false;
      status: number;
      code: string;
      message: string;
      field?: string | undefined;
      retryAfterMs: number | null;
    };

interface Call {
  query?: Record<string, string | undefined>;
  headers?: Record<string, string>;
  body?: object;
}

const TIMEOUT_MS = 15_000;

/** Returns an address of the service, with the widget's key in it: the key is public. */
export function addressOf({ baseUrl, key }: Site, path: string, query: Call['query'] = {}): string {
  const url = new URL(path, baseUrl);
  if (key) url.searchParams.set('key', key);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}

/** Sends a request to the service. Never throws: a failure is a reply too. */
export async function request<T>(
  site: Site,
  path: string,
  { query, headers = {}, body }: Call = {},
): Promise<Reply<T>> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), TIMEOUT_MS);
  try {
    const response = await fetch(addressOf(site, path, query), {
      method: body ? 'POST' : 'GET',
      headers: body ? { ...headers, 'Content-Type': 'application/json' } : headers,
      body: body ? JSON.stringify(body) : null,
      credentials: 'omit',
      cache: 'no-store',
      signal: stop.signal,
    });
    const answer = await response.json();
    if (response.ok) return { ok: true, body: answer };
    const seconds = Number.parseFloat(response.headers.get('Retry-After') ?? '');
    const { code = '', message = '', field } = answer ?? {};
    const retryAfterMs = seconds >= 0 ? seconds * 1_000 : null;
    return { ok: false, status: response.status, code, message, field, retryAfterMs };
  } catch {
    return { ok: false, status: 0, code: 'NETWORK', message: 'The service can’t be reached.', retryAfterMs: null };
  } finally {
    clearTimeout(timer);
  }
}

/** Returns whether asking again can help. */
export const isPassing = (reply: { status: number }): boolean =>
  reply.status === 0 || reply.status === 429 || reply.status >= 500;

const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000];

/** Returns how long to wait after so many failures: what the service says, else longer each time, with some chance. */
export const pauseMs = (failures: number, retryAfterMs: number | null): number =>
  retryAfterMs ?? (PAUSES_MS[Math.min(failures, PAUSES_MS.length) - 1] ?? 0) * (0.75 + Math.random() / 2);

/** Waits, and as long as the browser knows that it is offline; being online again ends the wait at once. */
export function waitFor(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      removeEventListener('online', end);
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => navigator.onLine && end(), ms);
    addEventListener('online', end);
  });
}
