import { type SafeFetch, SafeFetchError, type SafeRequest } from '../../runtime/safe-fetch.js';
import { CalendarFault } from './provider.js';

const TIMEOUT_MS = 8_000;
const MAX_BYTES = 20 * 1024 * 1024;
const BODILESS = [204, 205, 304];

/** Wraps the guarded fetch in the form DAV libraries ask for: public addresses only, bounded in time and size. */
export function davFetch(safeFetch: SafeFetch): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const url = input instanceof Request ? input.url : String(input);
    const headers = Object.fromEntries(new Headers(init.headers));
    try {
      const answer = await safeFetch(url, {
        method: (init.method ?? 'GET').toUpperCase() as NonNullable<SafeRequest['method']>,
        headers,
        ...(typeof init.body === 'string' && { body: init.body }),
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_BYTES,
        ...(init.redirect === 'manual' && { maxRedirects: 0 }),
      });
      const body = BODILESS.includes(answer.status) ? null : new Uint8Array(unfoldLetters(answer.body));
      const response = new Response(body, { status: answer.status, headers: answer.headers });
      return Object.defineProperty(response, 'url', { value: answer.url });
    } catch (error) {
      if (!(error instanceof SafeFetchError)) throw error;
      const blocked = ['BLOCKED_ADDRESS', 'INVALID_URL', 'BLOCKED_REDIRECT'].includes(error.code);
      throw new CalendarFault(blocked ? 'address_blocked' : 'unreachable', error.message);
    }
  };
}

/** A fold of iCalendar between two bytes of one letter. */
const TORN_LETTER = /([\xc2-\xf4][\x80-\xbf]{0,2})(?:\r|&#13;|&#x0?[dD];)?(?:\n|&#10;|&#x0?[aA];)[ \t](?=[\x80-\xbf])/g;

/** Joins letters of UTF-8 that a calendar program has folded in the middle, which is lost once they are decoded. */
function unfoldLetters(body: Buffer): Buffer {
  const bytes = body.toString('latin1');
  const joined = bytes.replace(TORN_LETTER, '$1');
  return joined === bytes ? body : Buffer.from(joined, 'latin1');
}
