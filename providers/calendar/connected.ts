import { allows } from '../../domain/connections/permissions.js';
import type { RegisteredProvider } from '../../schemas/connections/connections.js';
import type { ApiAnswer, ApiCall, ApiConnection } from '../json-api.js';
import type { AccessTokens, TokenAnswer } from '../oauth/provider.js';
import { CalendarFault } from './provider.js';

/** The access of a process to the calendars of connections. */
export interface CalendarAccess {
  api: ApiConnection;
  tokens: AccessTokens;
  /** URL of the Google Calendar API with its version: https://www.googleapis.com/calendar/v3 */
  googleUrl: string;
  /** URL of Microsoft Graph with its version: https://graph.microsoft.com/v1.0 */
  graphUrl: string;
}

/** An answer of a calendar API, whatever its status. */
export type CalendarAnswer = Extract<ApiAnswer, { kind: 'answer' }>;

/** One request to a calendar API. An object as body is sent as JSON. */
export interface CalendarRequest {
  method?: ApiCall['method'];
  url: string;
  headers?: Record<string, string>;
  body?: object;
}

/** Calls a calendar API with the access of one connection until a time in Unix milliseconds. */
export type CalendarClient = (request: CalendarRequest, endsAt: number) => Promise<CalendarAnswer>;

const CALL_MS = 8_000;
const MAX_BYTES = 20 * 1024 * 1024;

/** Returns the time at which a call that starts now ends. */
export const callEnd = (): number => Date.now() + CALL_MS;

/**
 * Creates the client of a connection. An access token that the API rejects is replaced once. A missing token, a missing
 * permission and a request without an answer are thrown as `CalendarFault`.
 */
export function calendarClient(
  { api, tokens }: Pick<CalendarAccess, 'api' | 'tokens'>,
  { provider, name, connectionId }: { provider: RegisteredProvider; name: string; connectionId: string },
): CalendarClient {
  const tokenFor = async (rejected?: string): Promise<string> => {
    const answer = await tokens.tokenFor(connectionId, rejected);
    if (answer.kind !== 'token') throw withoutToken(answer);
    if (allows(provider, 'calendars', answer.scopes)) return answer.token;
    throw new CalendarFault(
      'missing_permission',
      'The connection has no access to calendars. Create a connection with the purpose calendars and use it instead.',
    );
  };
  return async ({ method = 'GET', url, headers, body }, endsAt) => {
    const attempt = async (token: string): Promise<CalendarAnswer> => {
      const answer = await api.call({
        method,
        url,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
        body: body ? JSON.stringify(body) : null,
        endsAt,
        maxBytes: MAX_BYTES,
      });
      if (answer.kind === 'answer') return answer;
      throw new CalendarFault('unreachable', `${name} couldn't be reached (${answer.code}).`);
    };
    const token = await tokenFor();
    const answer = await attempt(token);
    if (answer.status !== 401) return answer;
    const again = await attempt(await tokenFor(token));
    if (again.status !== 401) return again;
    throw new CalendarFault('auth_failed', `${name} rejected the access of the connection.`);
  };
}

function withoutToken(answer: Exclude<TokenAnswer, { kind: 'token' }>): CalendarFault {
  const { kind, message } = answer;
  if (kind === 'reconnect_needed') return new CalendarFault(kind, message);
  return new CalendarFault('unreachable', `${answer.code}: ${message}`, answer.retryAfterSeconds);
}
