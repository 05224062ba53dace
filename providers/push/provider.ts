import type { ConnectionProvider } from '../../schemas/connections/connections.js';
import type { PushSource } from '../../schemas/inbound/push.js';
import { type ApiAnswer, type ApiCall, type ApiConnection, oneLine } from '../json-api.js';
import type { AccessTokens } from '../oauth/provider.js';

/** The part of a person's account whose changes are watched. */
export interface Watched {
  provider: ConnectionProvider;
  kind: 'mail' | 'sent_mail' | 'calendar';
  connectionId: string;
  /** ID of the calendar, where each is watched on its own; otherwise empty. */
  resource: string;
}

/** The address at which a provider reports changes, and the token that proves that a report is about this channel. */
export interface PushAddress {
  url: string;
  token: string;
}

/** A channel as its provider knows it. */
export interface OpenChannel {
  id: string;
  /** The provider's ID of what is watched, if it needs it to close the channel. */
  resource: string | null;
  expiresAt: Date;
}

/** Opens channels by which a provider reports that something changed. Reports don't contain the change itself. */
export interface PushProvider {
  /** The API that reports, as the path of the address names it. */
  source: PushSource;
  /** One channel serves all mailboxes of a person: it is closed with the last one. */
  isPerPerson?: true;
  open(watched: Watched, address: PushAddress): Promise<OpenChannel>;
  /** Extends a channel. Returns undefined if it has to be opened again. */
  renew(watched: Watched, channel: OpenChannel): Promise<OpenChannel | undefined>;
  /** Closes a channel. One that the provider doesn't know any more counts as closed. */
  close(watched: Watched, channel: OpenChannel): Promise<void>;
}

/** A channel that can't be opened, renewed or closed now, with the pause that the provider asks for. */
export class PushFault extends Error {
  readonly code: string;
  readonly retryAfterSeconds: number;
  constructor(code: string, message: string, retryAfterSeconds = 0) {
    super(message);
    this.name = 'PushFault';
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The access of a process to the APIs of connections. */
export interface ConnectedApis {
  api: ApiConnection;
  tokens: AccessTokens;
}

export type Answered = Extract<ApiAnswer, { kind: 'answer' }>;

/** Opening a channel takes as long as the provider's test of the address. */
const CALL_MS = 20_000;

/**
 * Calls a provider's API with the access of a connection. An access token that the API rejects is replaced once. Throws
 * `PushFault` without an answer.
 */
export async function callConnected(
  { api, tokens }: ConnectedApis,
  connectionId: string,
  { method, url, headers, body }: Pick<ApiCall, 'method' | 'url'> & { headers?: Record<string, string>; body?: object },
): Promise<Answered> {
  const attempt = async (rejected?: string): Promise<Answered> => {
    const token = await tokens.tokenFor(connectionId, rejected);
    if (token.kind === 'reconnect_needed') throw new PushFault(token.kind, token.message);
    if (token.kind === 'unavailable') throw new PushFault(token.code, token.message, token.retryAfterSeconds);
    const answer = await api.call({
      method,
      url,
      headers: {
        authorization: `Bearer ${token.token}`,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body ? JSON.stringify(body) : null,
      endsAt: Date.now() + CALL_MS,
    });
    if (answer.kind !== 'answer') {
      throw new PushFault('unreachable', `${new URL(url).hostname} couldn't be reached (${answer.code}).`);
    }
    return answer.status === 401 && rejected === undefined ? attempt(token.token) : answer;
  };
  return attempt();
}

/** Returns the fault that an answer means, in the words of the provider. */
export function refusedPush(
  { status, retryAfterSeconds }: Answered,
  error: { code: string; message: string } | undefined,
): PushFault {
  const message = error
    ? oneLine(`The provider returned ${status}: ${error.code}: ${error.message}`)
    : `The provider returned ${status}.`;
  return new PushFault(`HTTP_${status}`, message, retryAfterSeconds);
}

const ID = /^[\x21-\x7e]{1,255}$/;

/** Reads a channel out of an answer. Throws `PushFault` for an answer that isn't one. */
export function channelOf(id: unknown, resource: unknown, expiresAt: Date): OpenChannel {
  const isId = (value: unknown): value is string => typeof value === 'string' && ID.test(value);
  if (isId(id) && (resource === null || isId(resource)) && !Number.isNaN(expiresAt.getTime())) {
    return { id, resource, expiresAt };
  }
  throw new PushFault('bad_answer', 'The response of the API is invalid.');
}
