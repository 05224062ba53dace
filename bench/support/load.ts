import { Pool } from 'undici';

export interface LoadRequest {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface LoadResult {
  perSecond: number;
  /** Milliseconds of each answer, in the order of their ends. */
  latencies: number[];
}

/**
 * Keeps `inFlight` requests going for `ms`, each over a connection of its own. A server that refuses is fast, but not
 * at what is measured: a 503 isn't counted, and any other answer but a 2xx is an error.
 */
export async function load(
  url: string,
  { inFlight, ms, request }: { inFlight: number; ms: number; request: () => LoadRequest },
): Promise<LoadResult> {
  const pool = new Pool(url, { connections: inFlight, pipelining: 1 });
  const latencies: number[] = [];
  let refused = 0;
  const started = performance.now();
  const end = started + ms;
  const one = async () => {
    while (performance.now() < end) {
      const sent = performance.now();
      const { path, method, headers = {}, body } = request();
      const answer = await pool.request({ path, method, headers, ...(body === undefined ? {} : { body }) });
      const text = await answer.body.text();
      if (answer.statusCode === 503) {
        refused += 1;
        continue;
      }
      if (answer.statusCode >= 300) throw new Error(`${method} ${path} answered ${answer.statusCode}: ${text}`);
      latencies.push(performance.now() - sent);
    }
  };
  try {
    await Promise.all(Array.from({ length: inFlight }, one));
    if (refused > latencies.length / 20) throw new Error(`${refused} requests answered 503: this machine is too busy.`);
    return { perSecond: (latencies.length * 1000) / (performance.now() - started), latencies };
  } finally {
    await pool.close();
  }
}

/** Runs `work` for each of `items`, `width` at a time. */
export async function inParallel<T>(items: readonly T[], width: number, work: (item: T) => Promise<unknown>) {
  let next = 0;
  const lane = async () => {
    while (next < items.length) {
      const item = items[next] as T;
      next += 1;
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, lane));
}

/** Polls `probe` until it returns true. Throws after `timeoutMs`. */
export async function until(what: string, probe: () => Promise<boolean>, timeoutMs = 60_000, everyMs = 20) {
  const deadline = performance.now() + timeoutMs;
  while (!(await probe())) {
    if (performance.now() > deadline) throw new Error(`${what}: not within ${timeoutMs / 1000} s`);
    await pause(everyMs);
  }
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
