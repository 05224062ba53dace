import { isIP, type LookupFunction } from 'node:net';
import { Agent, type Dispatcher, request } from 'undici';
import { explainFailure, failureCode } from './network-failure.js';
import { isPrivateHost, portOf } from './private-hosts.js';
import { BlockedAddressError, isPublicAddress, publicLookup } from './public-address.js';
import { notAfter } from './punctual.js';
import { tracedRequest } from './tracing.js';

/** The reason why a request of ours to an address given by others did not happen or did not end well. */
export type SafeFetchCode =
  | 'INVALID_URL'
  | 'BLOCKED_ADDRESS'
  | 'TOO_MANY_REDIRECTS'
  | 'BLOCKED_REDIRECT'
  | 'TOO_LARGE'
  | 'TIMEOUT'
  | 'NETWORK';

/** A request that ended without an answer; `code` says why, the message never repeats the URL. */
export class SafeFetchError extends Error {
  readonly code: SafeFetchCode;
  constructor(code: SafeFetchCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SafeFetchError';
    this.code = code;
  }
}

/** One request. Limits have defaults that suit images and webhooks. */
export interface SafeRequest {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS' | 'PROPFIND' | 'REPORT';
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** For the whole exchange, redirects and body included. */
  timeoutMs?: number;
  /** The same as an instant, in Unix milliseconds, for one that was set before; it goes before `timeoutMs`. */
  endsAt?: number;
  maxBytes?: number;
  /** 0 answers the redirect itself. */
  maxRedirects?: number;
  /** The account it is made for, to which private servers may be open. */
  accountId?: string;
}

/** The answer, read to its end. */
export interface SafeResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** The address of the answer, after redirects. */
  url: string;
}

/** The policy of an installation. The defaults are those for addresses from anyone. */
export interface SafeFetchPolicy {
  /** Private addresses too, all or those named: for installations whose receivers live in their own network. */
  allowPrivate?: boolean | ((address: string) => boolean);
  allowHttp?: boolean;
  /** The servers that are reached wherever they are, also without TLS, as `isPrivateHost` compares them. */
  privateHosts?: readonly string[];
  /** The resolver of names. Defaults to the system's. */
  lookup?: LookupFunction;
}

/** Fetches addresses that other people chose. */
export interface SafeFetch {
  (url: string, request?: SafeRequest): Promise<SafeResponse>;
  close(): Promise<void>;
}

const DEFAULTS = { timeoutMs: 10_000, maxBytes: 5 * 1024 * 1024, maxRedirects: 3 };
const SECRET_HEADERS = ['authorization', 'cookie', 'proxy-authorization', 'x-api-key', 'x-signature'];

/**
 * Makes a fetch that can't be turned against our own network: https only, public addresses only (checked in the
 * look-up of the connection itself), every redirect checked again and never off https, bounded in time and size.
 */
export function createSafeFetch(policy: SafeFetchPolicy = {}): SafeFetch {
  const lookup = publicLookup(policy.lookup, (address) => isAllowed(address, policy));
  const agent = new Agent({
    connect: { timeout: 5_000, lookup },
    maxResponseSize: -1,
    keepAliveTimeout: 4_000,
    pipelining: 1,
  });
  const inside = new Agent({
    connect: { timeout: 5_000 },
    maxResponseSize: -1,
    keepAliveTimeout: 4_000,
    pipelining: 1,
  });
  const follow = async (url: string, options: SafeRequest): Promise<SafeResponse> => {
    const limits = { ...DEFAULTS, ...options };
    const endsAt = options.endsAt ?? Date.now() + limits.timeoutMs;
    const signal = AbortSignal.timeout(Math.max(endsAt - Date.now(), 0));
    const [guarded, opened] = [agent.compose(notAfter(endsAt)), inside.compose(notAfter(endsAt))];
    const { accountId } = options;
    let target = checkUrl(url, policy, accountId);
    let step: SafeRequest = options;
    for (let redirects = 0; ; redirects += 1) {
      const via = isOpened(target, policy, accountId) ? opened : guarded;
      const response = await exchange(via, target, step, limits.maxBytes, signal);
      const location = response.headers.location;
      if (![301, 302, 303, 307, 308].includes(response.status) || !location || limits.maxRedirects === 0)
        return response;
      if (redirects >= limits.maxRedirects)
        throw new SafeFetchError('TOO_MANY_REDIRECTS', 'The URL redirects too often.');
      const next = redirectTarget(target, location, policy, accountId);
      step = redirected(step, response.status, next.origin === target.origin);
      target = next;
    }
  };
  const fetch = (url: string, options: SafeRequest = {}): Promise<SafeResponse> =>
    tracedRequest(
      options.method ?? 'GET',
      () => follow(url, options),
      ({ status }) => ({ 'http.response.status_code': status }),
    );
  return Object.assign(fetch, {
    close: async () => {
      await Promise.all([agent.destroy(), inside.destroy()]);
    },
  });
}

/** Returns a fetch that makes all its requests for an account. */
export const fetchFor = (fetch: SafeFetch, accountId: string): SafeFetch =>
  Object.assign((url: string, request: SafeRequest = {}) => fetch(url, { ...request, accountId }), {
    close: fetch.close,
  });

/** Returns whether the installation opens a private server by its name and port. */
const isOpened = (url: URL, { privateHosts = [] }: SafeFetchPolicy, accountId: string | undefined): boolean =>
  isPrivateHost(privateHosts, { host: url.hostname, port: portOf(url), accountId });

function isAllowed(address: string, { allowPrivate }: SafeFetchPolicy): boolean {
  if (isPublicAddress(address) || allowPrivate === true) return true;
  return typeof allowPrivate === 'function' && allowPrivate(address);
}

function checkUrl(text: string, policy: SafeFetchPolicy, accountId: string | undefined): URL {
  if (!URL.canParse(text)) throw new SafeFetchError('INVALID_URL', 'The URL is invalid.');
  const url = new URL(text);
  const opened = isOpened(url, policy, accountId);
  if (url.protocol !== 'https:' && !((policy.allowHttp || opened) && url.protocol === 'http:')) {
    throw new SafeFetchError('INVALID_URL', 'The URL must start with https://.');
  }
  if (url.username || url.password)
    throw new SafeFetchError('INVALID_URL', "The URL can't contain a user or password.");
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // Sockets don't look literal addresses up, so these are judged here.
  if (isIP(host) && !opened && !isAllowed(host, policy)) {
    throw new SafeFetchError('BLOCKED_ADDRESS', 'The URL must point to a public address.');
  }
  return url;
}

/** The time in which the name of a URL has to resolve to be judged. */
const RESOLVE_MS = 1_000;

/**
 * Throws a SafeFetchError if a fetch with this policy would refuse the URL, by its form or by the addresses that its
 * name has now. A name that doesn't resolve in time passes: each connection judges it again.
 */
export async function assertFetchable(text: string, policy: SafeFetchPolicy, accountId: string): Promise<void> {
  const url = checkUrl(text, policy, accountId);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) || isOpened(url, policy, accountId)) return;
  const lookup = publicLookup(policy.lookup, (address) => isAllowed(address, policy));
  const isBlocked = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), RESOLVE_MS);
    lookup(host, { all: true }, (error) => {
      clearTimeout(timer);
      resolve(error instanceof BlockedAddressError);
    });
  });
  if (isBlocked) throw new SafeFetchError('BLOCKED_ADDRESS', 'The URL must point to a public address.');
}

function redirectTarget(from: URL, location: string, policy: SafeFetchPolicy, accountId: string | undefined): URL {
  if (!URL.canParse(location, from.href))
    throw new SafeFetchError('BLOCKED_REDIRECT', "The redirect target isn't a valid URL.");
  const next = new URL(location, from);
  if (from.protocol === 'https:' && next.protocol !== 'https:') {
    throw new SafeFetchError('BLOCKED_REDIRECT', 'The URL redirects to a target without https.');
  }
  return checkUrl(next.href, policy, accountId);
}

function redirected(request: SafeRequest, status: number, sameOrigin: boolean): SafeRequest {
  const headers = Object.entries(request.headers ?? {}).filter(
    ([name]) => sameOrigin || !SECRET_HEADERS.includes(name.toLowerCase()),
  );
  const method = request.method ?? 'GET';
  const becomesGet = status === 303 ? method !== 'HEAD' : status < 303 && method === 'POST';
  const { body, ...rest } = request;
  return {
    ...rest,
    headers: Object.fromEntries(headers),
    ...(becomesGet ? { method: 'GET' } : body !== undefined && { body }),
  };
}

async function exchange(
  dispatcher: Dispatcher,
  url: URL,
  step: SafeRequest,
  maxBytes: number,
  signal: AbortSignal,
): Promise<SafeResponse> {
  try {
    const response = await request(url.href, {
      dispatcher,
      method: step.method ?? 'GET',
      headers: { 'accept-encoding': 'identity', 'user-agent': 'lead-automation-service', ...step.headers },
      signal,
      ...(step.body !== undefined && { body: step.body }),
    });
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response.body) {
      size += chunk.length;
      if (size > maxBytes) {
        response.body.destroy();
        throw new SafeFetchError('TOO_LARGE', `The response exceeds ${maxBytes} bytes.`);
      }
      chunks.push(chunk);
    }
    const headers = Object.entries(response.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]);
    return {
      status: response.statusCode,
      headers: Object.fromEntries(headers),
      body: Buffer.concat(chunks),
      url: url.href,
    };
  } catch (error) {
    throw asSafeFetchError(error, signal);
  }
}

function asSafeFetchError(error: unknown, signal: AbortSignal): SafeFetchError {
  if (error instanceof SafeFetchError) return error;
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof BlockedAddressError) return new SafeFetchError('BLOCKED_ADDRESS', cause.message);
  }
  if (signal.aborted) return new SafeFetchError('TIMEOUT', "The server didn't respond in time.", { cause: error });
  return new SafeFetchError('NETWORK', explainFailure('The server', failureCode(error)), { cause: error });
}
