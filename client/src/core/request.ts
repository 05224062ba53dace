import { AbortedError, ConnectionError, LeadAutomationError, TimeoutError, toApiError } from './errors.js';
import { encodeForm, type FileForm } from './form.js';
import { refuseBlankIds, requireId } from './ids.js';
import { pause, pauseBefore } from './retry.js';

/** An entry of the debug log. It contains no key, no body and no address of a person. */
export interface DebugEntry {
  event: 'request' | 'response' | 'retry' | 'failure';
  method: string;
  /** The path without its query. */
  path: string;
  /** From 1. */
  attempt: number;
  status?: number;
  ms?: number;
  /** The pause before the next attempt, in milliseconds. */
  pauseMs?: number;
  requestId?: string;
  error?: string;
}

/** The options of a client. All but the first two have a default. */
export interface ClientOptions {
  /** A `svc_live_` key. It never belongs in a browser. */
  apiKey: string;
  /** The URL of the service, such as `https://leads.example.com`. */
  baseUrl: string;
  /** The timeout of one attempt in milliseconds. Defaults to 30,000. */
  timeoutMs?: number;
  /** The number of retries after 429, 5xx, a network failure or a timeout. Defaults to 2. */
  maxRetries?: number;
  /** Instead of the global `fetch`. */
  fetch?: typeof globalThis.fetch;
  /** `true` writes to the console, a function gets each entry. */
  debug?: boolean | ((entry: DebugEntry) => void);
}

/** The options of one call. */
export interface RequestOptions {
  signal?: AbortSignal;
  timeoutMs?: number;
  maxRetries?: number;
  /** Sent as the Idempotency-Key header; a POST without one gets one, which its repeats keep. */
  idempotencyKey?: string;
}

export interface ApiRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  path: string;
  /** IDs without which the request would mean something else, by the names of their fields. */
  ids?: Record<string, unknown>;
  query?: Record<string, unknown>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as multipart/form-data. */
  form?: FileForm;
  headers?: Record<string, string>;
}

const TIMEOUT_MS = 30_000;
/** An attempt that sends a file takes as long as the service allows for one. */
const UPLOAD_MS = 600_000;
const RETRIES = 2;
export const VERSION = '0.1.44';

const isBrowser = (): boolean => {
  const scope = globalThis as { window?: { document?: unknown }; WorkerGlobalScope?: unknown };
  if (scope.window?.document !== undefined) return true;
  const agent = (globalThis as { navigator?: { userAgent?: string } }).navigator?.userAgent;
  return scope.WorkerGlobalScope !== undefined && agent?.startsWith('Mozilla/') === true;
};

/** A key that two calls never share. It is no secret, so weaker randomness does where a runtime has no better. */
const newKey = (): string =>
  (globalThis as { crypto?: { randomUUID?: () => string } }).crypto?.randomUUID?.() ??
  `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}-${Math.random().toString(36).slice(2)}`;

const toConsole = (entry: DebugEntry): void => console.debug('lead-automation-client', entry);

function checkedUrl(baseUrl: string): string {
  let url: URL;
  try {
    url = new URL(baseUrl);
  } catch {
    throw new LeadAutomationError('baseUrl must be a whole address such as https://leads.example.com.');
  }
  if (!/^https?:$/.test(url.protocol)) throw new LeadAutomationError('baseUrl must begin with https:// or http://.');
  if (url.username || url.password) throw new LeadAutomationError('baseUrl must not hold a name or a password.');
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

const written = (value: unknown): string => (Array.isArray(value) ? value.join(',') : String(value));

function withQuery(url: string, query: Record<string, unknown> = {}): string {
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) parameters.set(key, written(value));
  }
  const text = parameters.toString();
  return text === '' ? url : `${url}?${text}`;
}

/** Sends requests with a time limit, repeats and one error for each kind of failure. */
export class Transport {
  // Private at runtime too, so that printing a client doesn't show its key.
  readonly #headers: Record<string, string>;
  readonly #baseUrl: string;
  readonly #timeoutMs: number;
  readonly #maxRetries: number;
  readonly #fetch: typeof globalThis.fetch;
  readonly #debug: (entry: DebugEntry) => void;

  constructor(options: ClientOptions) {
    const { apiKey, baseUrl, timeoutMs = TIMEOUT_MS, maxRetries = RETRIES, debug = false } = options;
    if (typeof apiKey !== 'string' || apiKey.trim() === '') throw new LeadAutomationError('apiKey is missing.');
    if (apiKey.startsWith('svc_live_') && isBrowser()) {
      throw new LeadAutomationError('A svc_live_ key must never be used in a browser: call from a server of yours.');
    }
    const fetcher = options.fetch ?? globalThis.fetch;
    if (!fetcher)
      throw new LeadAutomationError('There is no fetch here: pass one as `fetch`, or use Node 18 or later.');
    this.#headers = {
      'X-API-Key': apiKey.trim(),
      Accept: 'application/json',
      'User-Agent': `lead-automation-client/${VERSION}`,
    };
    this.#baseUrl = checkedUrl(baseUrl);
    this.#timeoutMs = timeoutMs;
    this.#maxRetries = maxRetries;
    this.#fetch = (...args) => fetcher(...args);
    this.#debug = typeof debug === 'function' ? debug : debug ? toConsole : () => undefined;
  }

  /** Returns the body of the answer; throws before anything is sent if an ID is missing or blank. A POST keeps one idempotency key through all its attempts. */
  async send<T>(request: ApiRequest, options: RequestOptions = {}): Promise<T> {
    for (const [name, id] of Object.entries(request.ids ?? {})) requireId(name, id);
    refuseBlankIds(request.body);
    refuseBlankIds(request.form?.fields);
    refuseBlankIds(request.query);
    const usualMs = request.form ? Math.max(this.#timeoutMs, UPLOAD_MS) : this.#timeoutMs;
    const { signal, maxRetries = this.#maxRetries, timeoutMs = usualMs } = options;
    const key = options.idempotencyKey ?? (request.method === 'POST' ? newKey() : undefined);
    const content = await contentOf(request);
    const init: RequestInit = {
      method: request.method,
      headers: {
        ...this.#headers,
        ...(content && { 'Content-Type': content.contentType }),
        ...request.headers,
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      },
      // An address that redirects would be shown the key.
      redirect: 'manual',
      ...(content && { body: content.body }),
    };
    const url = withQuery(this.#baseUrl + request.path, request.query);
    for (let attempt = 0; ; attempt++) {
      const entry = { method: request.method, path: request.path, attempt: attempt + 1 };
      try {
        return (await this.#attempt(url, init, timeoutMs, signal, entry)) as T;
      } catch (error) {
        const pauseMs = attempt < maxRetries ? pauseBefore(error, attempt, Date.now(), Math.random()) : undefined;
        const reason = error instanceof Error ? error.name : 'unknown';
        if (pauseMs === undefined) {
          this.#debug({ ...entry, event: 'failure', error: reason });
          throw error;
        }
        this.#debug({ ...entry, event: 'retry', pauseMs: Math.round(pauseMs), error: reason });
        await pause(pauseMs, signal);
      }
    }
  }

  async #attempt(
    url: string,
    init: RequestInit,
    timeoutMs: number,
    signal: AbortSignal | undefined,
    entry: Omit<DebugEntry, 'event'>,
  ): Promise<unknown> {
    if (signal?.aborted) throw new AbortedError('The call was aborted.', { cause: signal.reason });
    const controller = new AbortController();
    const abort = () => controller.abort();
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      abort();
    }, timeoutMs);
    signal?.addEventListener('abort', abort, { once: true });
    const started = Date.now();
    this.#debug({ ...entry, event: 'request' });
    try {
      const response = await this.#fetch(url, { ...init, signal: controller.signal });
      // The body belongs to the attempt: an answer that breaks off is no answer.
      const text = await response.text();
      const { status, headers } = response;
      this.#debug({
        ...entry,
        event: 'response',
        status,
        ms: Date.now() - started,
        requestId: headers.get('x-request-id') ?? undefined,
      });
      const body = parsed(text);
      if (status < 200 || status > 299) throw toApiError({ status, headers, body });
      if (body === undefined) throw new ConnectionError(`The answer (${status}) is not JSON.`);
      return body;
    } catch (error) {
      if (error instanceof LeadAutomationError) throw error;
      if (late) throw new TimeoutError(`No answer within ${timeoutMs} ms.`, { cause: error });
      if (signal?.aborted) throw new AbortedError('The call was aborted.', { cause: signal.reason });
      throw new ConnectionError(`The service could not be reached: ${reasonOf(error)}`, { cause: error });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }
}

async function contentOf({
  body,
  form,
}: ApiRequest): Promise<{ contentType: string; body: string | Uint8Array } | undefined> {
  if (form) return encodeForm(form);
  return body === undefined ? undefined : { contentType: 'application/json', body: JSON.stringify(body) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `fetch` hides the reason of a failure in its cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? message ?? 'unknown';
}
