import {
  calendarQuery,
  createAccount,
  createCalendarObject,
  type DAVCalendar,
  deleteCalendarObject,
  fetchCalendars,
  fetchCalendarUserAddresses,
  propfind,
} from 'tsdav';
import { calendarEntry } from '../../domain/meetings/icalendar.js';
import type { SafeFetch } from '../../runtime/safe-fetch.js';
import { davFetch } from './dav-fetch.js';
import { CalendarFault, type CalendarProvider } from './provider.js';

/** Settings of one CalDAV calendar. */
export interface CaldavConfig {
  /** The calendar itself, its principal, or just the server. */
  url: string;
  user: string;
  password: string;
}

type Fetch = typeof globalThis.fetch;

const NOT_FOUND = [404, 410];
const MAX_ADDRESSES = 50;

/**
 * Creates a calendar over CalDAV (RFC 4791), found by discovery (RFC 6764) unless the address is the calendar's own.
 */
export function caldavCalendar(config: CaldavConfig, safeFetch: SafeFetch): CalendarProvider {
  const headers = headersOf(config);
  const explained = explainedBy(davFetch(safeFetch));

  return {
    locate: () =>
      explained(async (fetch) => {
        const address = withSlash(config.url);
        const { isCalendar, isForbidden } = await lookAt({ url: config.url, headers, fetch });
        if (isCalendar) return address;
        const found = withSlash(await discover({ url: config.url, headers, fetch }));
        // A user without access to the named calendar doesn't want another one instead.
        if (isForbidden && !found.startsWith(address)) throw faultOf(403);
        return found;
      }),
    read: (calendarUrl, { from, to }, known) =>
      explained(async (fetch) => {
        const token = await stateOf({ url: calendarUrl, headers, fetch });
        if (token !== null && token === known) return { kind: 'unchanged' };
        const found = await calendarQuery({
          url: calendarUrl,
          props: { 'c:calendar-data': {} },
          filters: [eventsBetween(from, to)],
          depth: '1',
          headers,
          fetch: wholly(fetch),
        });
        const objects = found.flatMap(({ href, ok, status, props }) => {
          if (!ok && !href) accepted(status);
          const data: unknown = props?.calendarData?._cdata ?? props?.calendarData;
          return href && typeof data === 'string' ? [{ ref: new URL(href, calendarUrl).href, data }] : [];
        });
        return { kind: 'objects', token, objects };
      }),
    addresses: (calendarUrl) =>
      explained(async (fetch) => {
        const props = { 'd:current-user-principal': {} };
        const [found] = await propfind({ url: calendarUrl, props, depth: '0', headers, fetch });
        const href: unknown = found?.props?.currentUserPrincipal?.href;
        const principalUrl = typeof href === 'string' ? new URL(href, calendarUrl).href : undefined;
        // These credentials are no other server's business.
        if (!principalUrl || new URL(principalUrl).origin !== new URL(calendarUrl).origin) return [];
        const account = { serverUrl: calendarUrl, rootUrl: calendarUrl, accountType: 'caldav' as const, principalUrl };
        const addresses = await fetchCalendarUserAddresses({ account, headers, fetch });
        return addresses.slice(0, MAX_ADDRESSES).map((address) => address.slice(0, 500));
      }),
    write: (calendarUrl, { meeting }) =>
      explained(async (fetch) => {
        const filename = filenameOf(meeting.uid);
        const calendar = { url: calendarUrl } as DAVCalendar;
        const answer = await createCalendarObject({
          calendar,
          filename,
          iCalString: calendarEntry(meeting),
          headers,
          headersToExclude: ['If-None-Match'],
          fetch,
        });
        accepted(answer.status);
        return { ref: entryUrl(calendarUrl, meeting.uid), etag: null, joinUrl: null };
      }),
    remove: async (calendarUrl, { uid, ref }) => {
      const url = ref ?? entryUrl(calendarUrl, uid);
      // The credentials belong to this server alone, so entries on another server stay.
      if (new URL(url).origin !== new URL(calendarUrl).origin) return;
      await explained(async (fetch) => {
        const answer = await deleteCalendarObject({ calendarObject: { url }, headers, fetch });
        if (!NOT_FOUND.includes(answer.status)) accepted(answer.status);
      });
    },
  };
}

const filenameOf = (uid: string): string => `${encodeURIComponent(uid)}.ics`;

const entryUrl = (calendarUrl: string, uid: string): string => new URL(filenameOf(uid), withSlash(calendarUrl)).href;

const headersOf = ({ user, password }: CaldavConfig) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`,
});

/** The access to an address. */
interface Access {
  url: string;
  headers: { authorization: string };
  fetch: Fetch;
}

/** Returns the properties of an address. */
async function lookAt(access: Access): Promise<{ isCalendar: boolean; isForbidden: boolean }> {
  const [found] = await propfind({ ...access, props: { 'd:resourcetype': {} }, depth: '0' });
  const isCalendar = found?.ok === true && 'calendar' in ((found.props?.resourcetype ?? {}) as object);
  return { isCalendar, isForbidden: found?.status === 403 };
}

/** Returns the tag that changes with every change of a calendar; null if the server has none. */
async function stateOf({ url, headers, fetch }: Access): Promise<string | null> {
  const props = { 'd:sync-token': {}, 'cs:getctag': {} };
  const [found] = await propfind({ url, props, depth: '0', headers, fetch: wholly(fetch) });
  accepted(found?.status ?? 0);
  const { syncToken, getctag } = (found?.props ?? {}) as Record<string, unknown>;
  const text = [syncToken, getctag].find((tag) => tag !== undefined && typeof tag !== 'object');
  return text === undefined ? null : String(text).slice(0, 500);
}

/** The first calendar for events that the server has for this login. */
async function discover({ url, headers, fetch }: Access): Promise<string> {
  const account = await createAccount({ account: { serverUrl: url, accountType: 'caldav' }, headers, fetch });
  const calendars = await fetchCalendars({ account, headers, fetch });
  const fit = calendars.find(({ components }) => !components || components.includes('VEVENT'));
  if (!fit) throw new CalendarFault('no_calendar', "The calendar at this URL doesn't support events.");
  return new URL(fit.url, url).href;
}

const utc = (at: Date): string => `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

const eventsBetween = (from: Date, to: Date) => ({
  'comp-filter': {
    _attributes: { name: 'VCALENDAR' },
    'comp-filter': {
      _attributes: { name: 'VEVENT' },
      'time-range': { _attributes: { start: utc(from), end: utc(to) } },
    },
  },
});

const withSlash = (url: string): string => (url.endsWith('/') ? url : `${url}/`);

function accepted(status: number): void {
  if (status < 200 || status >= 300) throw faultOf(status);
}

function faultOf(status: number): CalendarFault {
  if (status === 401)
    return new CalendarFault('auth_failed', 'The calendar server rejected the user name or password.');
  if (status === 403)
    return new CalendarFault('forbidden', 'The user has no permission for this operation on the calendar.');
  if (status === 429) return new CalendarFault('rate_limited', 'The calendar server is rate limiting requests.');
  if (NOT_FOUND.includes(status)) return new CalendarFault('no_calendar', 'No calendar found at this URL.');
  return new CalendarFault('refused', `The calendar server returned ${status}.`);
}

/** A closed one, with or without anything in it; tsdav makes the best of a torn one, and of nothing an empty calendar. */
const MULTISTATUS = /<\/(?:[^\s<>/:]+:)?multistatus\s*>|<(?:[^\s<>/:]+:)?multistatus(?:\s[^<>]*)?\/>/;

/** Refuses whatever is no whole multistatus: a login page does not say that a calendar is empty. */
const wholly =
  (fetch: Fetch): Fetch =>
  async (input, init) => {
    const answer = await fetch(input, init);
    const isXml = answer.headers.get('content-type')?.toLowerCase().includes('xml');
    if (answer.ok && !(isXml && MULTISTATUS.test(await answer.clone().text()))) throw noCaldav();
    return answer;
  };

const noCaldav = () => new CalendarFault('refused', "The server's response isn't valid CalDAV.");

/** Refusals that say why a call failed, the plainest first, whatever tsdav made of them. */
const PLAIN_REFUSALS = [401, 429, 403];

/** The texts by which Google's calendars mean 429. */
const LIMIT_WORDS = /rate ?limit|quota ?exceeded|too many requests/i;

/** Runs requests to the server and derives the reason of a failure from its responses. */
const explainedBy =
  (fetch: Fetch) =>
  async <T>(work: (fetch: Fetch) => Promise<T>): Promise<T> => {
    const refused = new Set<number>();
    const watched: Fetch = async (input, init) => {
      const answer = await fetch(input, init);
      const isLimit = answer.status === 403 && LIMIT_WORDS.test(await answer.clone().text());
      refused.add(isLimit ? 429 : answer.status);
      return answer;
    };
    try {
      return await work(watched);
    } catch (error) {
      const fault = error instanceof CalendarFault ? error : undefined;
      if (fault && !['refused', 'no_calendar', 'forbidden'].includes(fault.code)) throw fault;
      const plain = PLAIN_REFUSALS.find((status) => refused.has(status));
      if (plain !== undefined) throw faultOf(plain);
      if (fault) throw fault;
      const text = error instanceof Error ? error.message : '';
      throw /principal|homeUrl|home-set|not found|404/i.test(text) ? faultOf(404) : noCaldav();
    }
  };
