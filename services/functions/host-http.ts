import { isAllowedHost } from '../../domain/functions/allowed-host.js';
import type { Masking } from '../../domain/functions/masking.js';
import { CONNECTION_HEADERS } from '../../domain/values/headers.js';
import { HostError } from '../../functions/sandbox.js';
import { type SafeFetch, SafeFetchError, type SafeRequest, type SafeResponse } from '../../runtime/safe-fetch.js';
import { inThisTrace } from '../../runtime/tracing.js';
import type { RecordedRequest } from '../../schemas/functions/function-effects.js';

/** The hosts and methods that a function may request. */
export interface FunctionHttpRules {
  /** Names the run: another attempt at it asks under the same keys. */
  runId: string;
  fetch: SafeFetch;
  allowedHosts: readonly string[];
  dryRun: boolean;
  /** True if requests that change something go out in a dry run too. */
  allowHttpWrites: boolean;
  masking: Masking;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
type Method = (typeof METHODS)[number];
const READS: readonly string[] = ['GET', 'HEAD'];
const MAX_BYTES = 1024 * 1024;
const MAX_REDIRECTS = 3;
const MAX_HEADERS = 50;
const IDEMPOTENCY_KEY = 'idempotency-key';
const SECRET_HEADERS = /^(authorization|cookie|x-api-key|x-signature)$/;

/** An answer as the function sees it. */
export interface FunctionResponse {
  status: number;
  ok: boolean;
  headers: Record<string, string>;
  url: string;
  body: string;
  /** The body read as JSON; null where it is none. */
  json: unknown;
}

interface Wanted {
  method: Method;
  headers: Record<string, string>;
  body: string | undefined;
  timeoutMs: number;
}

const invalid = (message: string) => new HostError('VALIDATION_ERROR', message);
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readOptions(options: unknown): Wanted {
  if (options !== undefined && options !== null && !isRecord(options)) throw invalid('options must be an object.');
  const given = options ?? {};
  const method = String(given.method ?? 'GET').toUpperCase() as Method;
  if (!METHODS.includes(method)) throw invalid(`options.method must be one of ${METHODS.join(', ')}.`);
  const headers: Record<string, string> = {};
  if (given.headers !== undefined && given.headers !== null && !isRecord(given.headers)) {
    throw invalid('options.headers must be an object.');
  }
  for (const [name, value] of Object.entries(given.headers ?? {})) {
    const lower = name.toLowerCase();
    const text = String(value);
    if (!/^[a-z0-9-]{1,64}$/.test(lower)) throw invalid('A header name contains invalid characters.');
    if (CONNECTION_HEADERS.test(lower)) throw invalid(`Functions can't set the header ${lower}.`);
    if (text.length > 4000 || !/^[\t\x20-\x7e\x80-\xff]*$/.test(text)) {
      throw invalid(`The header ${lower} contains invalid characters.`);
    }
    headers[lower] = text;
  }
  if (Object.keys(headers).length > MAX_HEADERS)
    throw invalid(`options.headers can have at most ${MAX_HEADERS} entries.`);
  let body: string | undefined;
  if (given.json !== undefined) {
    body = JSON.stringify(given.json);
    headers['content-type'] ??= 'application/json';
  } else if (given.body !== undefined && given.body !== null) {
    if (typeof given.body !== 'string')
      throw invalid('options.body must be a string. Send other values as options.json.');
    body = given.body;
  }
  if (body !== undefined && READS.includes(method)) throw invalid(`A ${method} request can't have a body.`);
  const timeout = given.timeout_ms ?? 10_000;
  if (typeof timeout !== 'number' || !(timeout >= 1 && timeout <= 30_000)) {
    throw invalid('options.timeout_ms must be between 1 and 30000.');
  }
  return { method, headers, body, timeoutMs: timeout };
}

/** Returns why an address is not asked at all; undefined where it may be. */
function refusal(url: URL, method: string, { allowedHosts, dryRun, allowHttpWrites }: FunctionHttpRules) {
  if (url.protocol !== 'https:') return { reason: 'not_https', message: 'The URL must start with https://.' };
  if (url.username || url.password) {
    return { reason: 'credentials_in_url', message: "The URL can't contain a user name or password." };
  }
  if (!isAllowedHost(url.hostname, allowedHosts)) {
    return { reason: 'host_not_allowed', message: `${url.hostname} isn't in the function's list of allowed hosts.` };
  }
  if (dryRun && !allowHttpWrites && !READS.includes(method)) {
    return { reason: 'write_in_dry_run', message: `${method} requests aren't sent in a dry run.` };
  }
  return undefined;
}

/** An address as records show it: no values of its query, no fragment, no secret. */
function shown(url: URL, masking: Masking): string {
  const query = [...url.searchParams.keys()].map((name) => `${encodeURIComponent(name)}=***`).join('&');
  return masking.text(`${url.origin}${url.pathname}${query === '' ? '' : `?${query}`}`).slice(0, 2000);
}

type Fetch = (url: string, request: SafeRequest) => Promise<SafeResponse>;

/** Requests a URL and follows its redirects, each checked like the URL. The record counts the bytes. */
async function exchange(
  fetch: Fetch,
  rules: FunctionHttpRules,
  first: URL,
  wanted: Wanted,
  record: RecordedRequest,
): Promise<SafeResponse> {
  const until = performance.now() + wanted.timeoutMs;
  let url = first;
  let method: Method = wanted.method;
  let request: SafeRequest = { headers: wanted.headers, ...(wanted.body !== undefined && { body: wanted.body }) };
  for (let redirects = 0; ; redirects += 1) {
    const refused = refusal(url, method, rules);
    if (refused) {
      Object.assign(record, { blocked: true, reason: redirects > 0 ? `redirect_${refused.reason}` : refused.reason });
      throw new HostError('REQUEST_BLOCKED', refused.message);
    }
    const left = Math.max(1, Math.ceil(until - performance.now()));
    record.bytes_out += Buffer.byteLength(request.body ?? '');
    const limits = { timeoutMs: left, maxBytes: MAX_BYTES, maxRedirects: 0 };
    const response = await fetch(url.href, { ...request, ...limits, method });
    record.bytes_in += response.body.length;
    const { location } = response.headers;
    if (![301, 302, 303, 307, 308].includes(response.status) || !location) return response;
    if (redirects >= MAX_REDIRECTS) throw new HostError('TOO_MANY_REDIRECTS', 'The URL redirects too often.');
    if (!URL.canParse(location, url.href))
      throw new HostError('BLOCKED_REDIRECT', "The redirect target isn't a valid URL.");
    const next = new URL(location, url);
    if (next.origin !== url.origin) {
      const kept = Object.entries(request.headers ?? {}).filter(([name]) => !SECRET_HEADERS.test(name));
      request = { ...request, headers: Object.fromEntries(kept) };
    }
    if (response.status === 303 || (response.status < 303 && method === 'POST')) {
      method = method === 'HEAD' ? 'HEAD' : 'GET';
      const { [IDEMPOTENCY_KEY]: _, ...headers } = request.headers ?? {};
      request = { headers };
    }
    url = next;
  }
}

/** Makes the requests of one run: each is checked, made by us and recorded, whatever becomes of it. */
export function createFunctionHttp(rules: FunctionHttpRules) {
  const requests: RecordedRequest[] = [];
  // A function asks from a process of its own, out of the trace that it is run in.
  const traced = inThisTrace();
  const fetch: Fetch = (url, request) => traced(() => rules.fetch(url, request));

  return {
    requests,
    async fetch(address: unknown, options: unknown): Promise<FunctionResponse> {
      const wanted = readOptions(options);
      if (typeof address !== 'string' || !URL.canParse(address)) throw invalid('The URL is invalid.');
      const url = new URL(address);
      const record: RecordedRequest = {
        seq: requests.length + 1,
        method: wanted.method,
        url: shown(url, rules.masking),
        status: null,
        duration_ms: 0,
        bytes_in: 0,
        bytes_out: 0,
        blocked: false,
      };
      requests.push(record);
      // A run whose worker is lost before its record is stored runs again: by this the receiver knows the repeat.
      if (!READS.includes(wanted.method)) wanted.headers[IDEMPOTENCY_KEY] ??= `${rules.runId}-${record.seq}`;
      const started = performance.now();
      try {
        const response = await exchange(fetch, rules, url, wanted, record);
        record.status = response.status;
        const body = response.body.toString('utf8');
        return {
          status: response.status,
          ok: response.status >= 200 && response.status < 300,
          headers: response.headers,
          url: response.url,
          body,
          json: jsonOf(body),
        };
      } catch (error) {
        if (error instanceof HostError) {
          record.reason ??= error.code.toLowerCase();
          throw error;
        }
        if (!(error instanceof SafeFetchError)) throw error;
        const blocked = ['BLOCKED_ADDRESS', 'BLOCKED_REDIRECT', 'INVALID_URL'].includes(error.code);
        Object.assign(record, { blocked, reason: error.code.toLowerCase() });
        throw new HostError(blocked ? 'REQUEST_BLOCKED' : error.code, error.message);
      } finally {
        record.duration_ms = Math.round(performance.now() - started);
      }
    },
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
