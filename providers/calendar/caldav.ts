import {
  calendarQuery,
  createAccount,
  createCalendarObject,
  type DAVCalendar,
  deleteCalendarObject,
  fetchCalendars,
  propfind,
} from 'tsdav';
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

const NOT_FOUND = [404, 410];

/** A calendar over CalDAV (RFC 4791), found by discovery (RFC 6764) unless the address is the calendar's own. */
export function caldavCalendar(config: CaldavConfig, safeFetch: SafeFetch): CalendarProvider {
  const authorization = `Basic ${Buffer.from(`${config.user}:${config.password}`, 'utf8').toString('base64')}`;
  const headers = { authorization };
  const fetch = davFetch(safeFetch);
  const strictFetch = wholly(fetch);

  const isCalendar = async (url: string): Promise<boolean> => {
    const [found] = await propfind({ url, props: { 'd:resourcetype': {} }, depth: '0', headers, fetch });
    return found?.ok === true && 'calendar' in ((found.props?.resourcetype ?? {}) as object);
  };

  const discover = async (): Promise<string> => {
    const account = await createAccount({
      account: { serverUrl: config.url, accountType: 'caldav' },
      headers,
      fetch,
    });
    const calendars = await fetchCalendars({ account, headers, fetch });
    const fit = calendars.find(({ components }) => !components || components.includes('VEVENT'));
    if (!fit) throw new CalendarFault('no_calendar', 'There is no calendar for events at this address.');
    return new URL(fit.url, config.url).href;
  };

  return {
    locate: () =>
      explained(async () => ((await isCalendar(config.url)) ? withSlash(config.url) : withSlash(await discover()))),
    state: (calendarUrl) =>
      explained(async () => {
        const props = { 'd:sync-token': {}, 'cs:getctag': {} };
        const [found] = await propfind({ url: calendarUrl, props, depth: '0', headers, fetch: strictFetch });
        accepted(found?.status ?? 0);
        const { syncToken, getctag } = (found?.props ?? {}) as Record<string, unknown>;
        const text = [syncToken, getctag].find((tag) => tag !== undefined && typeof tag !== 'object');
        return text === undefined ? null : String(text).slice(0, 500);
      }),
    list: (calendarUrl, { from, to }) =>
      explained(async () => {
        const found = await calendarQuery({
          url: calendarUrl,
          props: { 'c:calendar-data': {} },
          filters: [eventsBetween(from, to)],
          depth: '1',
          headers,
          fetch: strictFetch,
        });
        return found.flatMap(({ href, ok, status, props }) => {
          if (!ok && !href) accepted(status);
          const data: unknown = props?.calendarData?._cdata ?? props?.calendarData;
          return href && typeof data === 'string' ? [{ href: new URL(href, calendarUrl).href, data }] : [];
        });
      }),
    write: (calendarUrl, uid, data) =>
      explained(async () => {
        const filename = `${encodeURIComponent(uid)}.ics`;
        const calendar = { url: calendarUrl } as DAVCalendar;
        const answer = await createCalendarObject({
          calendar,
          filename,
          iCalString: data,
          headers,
          headersToExclude: ['If-None-Match'],
          fetch,
        });
        accepted(answer.status);
        return new URL(filename, withSlash(calendarUrl)).href;
      }),
    remove: (href) =>
      explained(async () => {
        const answer = await deleteCalendarObject({ calendarObject: { url: href }, headers, fetch });
        if (!NOT_FOUND.includes(answer.status)) accepted(answer.status);
      }),
  };
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
  if (status >= 200 && status < 300) return;
  if (status === 401 || status === 403) {
    throw new CalendarFault('auth_failed', 'The calendar server refused the login.');
  }
  if (NOT_FOUND.includes(status)) throw new CalendarFault('no_calendar', 'There is no calendar at this address.');
  throw new CalendarFault('refused', `The calendar server answered ${status}.`);
}

/** A closed one, with or without anything in it; tsdav makes the best of a torn one, and of nothing an empty calendar. */
const MULTISTATUS = /<\/(?:[^\s<>/:]+:)?multistatus\s*>|<(?:[^\s<>/:]+:)?multistatus(?:\s[^<>]*)?\/>/;

/** Refuses whatever is no whole multistatus: a login page does not say that a calendar is empty. */
const wholly =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) => {
    const answer = await fetch(input, init);
    const isXml = answer.headers.get('content-type')?.toLowerCase().includes('xml');
    if (answer.ok && !(isXml && MULTISTATUS.test(await answer.clone().text()))) throw noCaldav();
    return answer;
  };

const noCaldav = () => new CalendarFault('refused', 'The calendar server did not answer as CalDAV asks for.');

async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CalendarFault) throw error;
    const text = error instanceof Error ? error.message : '';
    if (/credential|unauthori|40[13]/i.test(text)) {
      throw new CalendarFault('auth_failed', 'The calendar server refused the login.');
    }
    if (/principal|homeUrl|home-set|not found|404/i.test(text)) {
      throw new CalendarFault('no_calendar', 'There is no calendar at this address.');
    }
    throw noCaldav();
  }
}
