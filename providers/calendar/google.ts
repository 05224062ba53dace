import { IANAZone } from 'luxon';
import { entryLine, entryLines, entryTitle } from '../../domain/meetings/entry-texts.js';
import { type GoogleEvent, googleEventId, readGoogleEvents } from '../../domain/meetings/google-events.js';
import type { CalendarMeeting } from '../../domain/meetings/icalendar.js';
import { cut } from '../../domain/values/text.js';
import { googleErrorIn } from '../google-error.js';
import { type CalendarAccess, type CalendarAnswer, type CalendarClient, calendarClient, callEnd } from './connected.js';
import {
  type AccountCalendar,
  CalendarFault,
  type CalendarReading,
  type CalendarWindow,
  type ConnectedCalendarProvider,
  type EntryToWrite,
  type WrittenEntry,
} from './provider.js';

const NAME = 'Google Calendar';
const GONE = [404, 410];
/** A page of the largest size that Google allows, with what decides about busy times. */
const LISTED = {
  singleEvents: 'true',
  maxAttendees: '1',
  maxResults: '2500',
  fields:
    'nextPageToken,nextSyncToken,timeZone,items(id,iCalUID,status,transparency,summary,start,end,attendees(self,responseStatus))',
};
/** More pages than this are 250,000 events, which no calendar of a person has. */
const MAX_PAGES = 100;
const MAX_DESCRIPTION = 8_192;

/** Creates the calendars of a connection to Google, by the Calendar API. */
export function googleCalendar(access: CalendarAccess, connectionId: string): ConnectedCalendarProvider {
  const client = calendarClient(access, { provider: 'google', name: NAME, connectionId });
  const base = access.googleUrl;
  const eventsOf = (calendarId: string) => `${base}/calendars/${encodeURIComponent(calendarId)}/events`;
  return {
    async locate() {
      const { id } = accepted(await client({ url: `${base}/users/me/calendarList/primary` }, callEnd()));
      if (typeof id !== 'string') throw new CalendarFault('no_calendar', 'The account has no calendar.');
      return id;
    },
    calendars: () => listCalendars(client, `${base}/users/me/calendarList`),
    async read(calendarId, window, token) {
      const url = eventsOf(calendarId);
      if (token !== null && !(await hasChanged(client, url, token))) return { kind: 'unchanged' };
      return readWindow(client, url, window);
    },
    addresses: async () => [],
    write: (calendarId, entry) => write(client, eventsOf(calendarId), entry),
    async remove(calendarId, { ref, uid }) {
      const url = `${eventsOf(calendarId)}/${encodeURIComponent(ref ?? googleEventId(uid))}?sendUpdates=none`;
      const answer = await client({ method: 'DELETE', url }, callEnd());
      if (!GONE.includes(answer.status)) accepted(answer);
    },
  };
}

const query = (params: Record<string, string | undefined>): string =>
  String(new URLSearchParams(Object.entries(params).filter((each): each is [string, string] => each[1] !== undefined)));

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Reads pages until the last one. Each page has the time of one call. */
async function* pagesOf(
  client: CalendarClient,
  url: string,
  params: Record<string, string | undefined>,
): AsyncGenerator<Record<string, unknown>> {
  let pageToken: string | undefined;
  for (let n = 0; n < MAX_PAGES; n += 1) {
    const page = accepted(await client({ url: `${url}?${query({ ...params, pageToken })}` }, callEnd()));
    yield page;
    pageToken = text(page.nextPageToken);
    if (pageToken === undefined) return;
  }
  throw new CalendarFault('refused', `${NAME} returned too many pages.`);
}

const ACCESS: Readonly<Record<string, AccountCalendar['access']>> = {
  owner: 'write',
  writer: 'write',
  reader: 'read',
  freeBusyReader: 'busy',
};

async function listCalendars(client: CalendarClient, url: string): Promise<AccountCalendar[]> {
  const found: AccountCalendar[] = [];
  const fields = 'nextPageToken,items(id,summary,summaryOverride,accessRole,timeZone,primary)';
  for await (const page of pagesOf(client, url, { maxResults: '250', fields })) {
    for (const item of itemsOf<Record<string, unknown>>(page)) {
      const id = text(item.id);
      const access = ACCESS[String(item.accessRole)];
      if (id === undefined || access === undefined) continue;
      found.push({
        id,
        name: cut(entryLine(text(item.summaryOverride) ?? text(item.summary) ?? id), 200),
        access,
        timezone: text(item.timeZone) ?? null,
        isPrimary: item.primary === true,
      });
    }
  }
  return found.sort((a, b) => Number(b.isPrimary) - Number(a.isPrimary));
}

const itemsOf = <T>({ items }: Record<string, unknown>): T[] => (Array.isArray(items) ? (items as T[]) : []);

/** Returns whether anything changed since a token. A token that Google no longer accepts means yes. */
async function hasChanged(client: CalendarClient, url: string, syncToken: string): Promise<boolean> {
  const answer = await client({ url: `${url}?${query({ ...LISTED, syncToken })}` }, callEnd());
  if (answer.status === 410 || answer.status === 400) return true;
  const page = accepted(answer);
  return itemsOf(page).length > 0 || page.nextPageToken !== undefined;
}

async function readWindow(client: CalendarClient, url: string, window: CalendarWindow): Promise<CalendarReading> {
  const events: GoogleEvent[] = [];
  let [token, timezone]: [string | null, string] = [null, window.timezone];
  const range = { timeMin: window.from.toISOString(), timeMax: window.to.toISOString() };
  for await (const page of pagesOf(client, url, { ...LISTED, ...range })) {
    if (!Array.isArray(page.items))
      throw new CalendarFault('refused', `The response of ${NAME} isn't a list of events.`);
    events.push(...itemsOf<GoogleEvent>(page));
    token = text(page.nextSyncToken) ?? null;
    timezone = text(page.timeZone) ?? timezone;
  }
  return { kind: 'occurrences', token, ...readGoogleEvents(events, { ...window, timezone }) };
}

/**
 * Writes an event under the ID that we choose. An insert that Google has seen before, and an event that its owner
 * deleted, become an update of the same event. An update changes only our fields and keeps the others.
 */
async function write(client: CalendarClient, events: string, entry: EntryToWrite): Promise<WrittenEntry> {
  const endsAt = callEnd();
  const id = googleEventId(entry.meeting.uid);
  const options = query({ sendUpdates: 'none', conferenceDataVersion: entry.conference ? '1' : undefined });
  const body = { ...bodyOf(entry.meeting), ...conferenceOf(entry, id) };
  const update = (ref: string, etag: string | null) =>
    client(
      {
        method: 'PATCH',
        url: `${events}/${encodeURIComponent(ref)}?${options}`,
        headers: etag === null ? {} : { 'if-match': etag },
        body,
      },
      endsAt,
    );
  const insert = () => client({ method: 'POST', url: `${events}?${options}`, body: { id, ...body } }, endsAt);

  let answer = entry.known ? await update(entry.known.ref, entry.known.etag) : await insert();
  if (answer.status === 412) throw new CalendarFault('changed', 'The entry was changed in the calendar.');
  if (entry.known && GONE.includes(answer.status)) answer = await insert();
  if (answer.status === 409) answer = await update(id, null);
  return writtenOf(accepted(answer), entry);
}

function bodyOf({ title, description, location, startsAt, endsAt, timezone }: CalendarMeeting) {
  const timeZone = IANAZone.isValidZone(timezone) ? timezone : 'UTC';
  return {
    summary: entryTitle(title),
    description: cut(entryLines(description ?? ''), MAX_DESCRIPTION),
    location: entryLine(location ?? ''),
    start: { dateTime: startsAt.toISOString(), timeZone },
    end: { dateTime: endsAt.toISOString(), timeZone },
    status: 'confirmed',
    transparency: 'opaque',
  };
}

/** Google ignores a request for a conference that has the ID of an earlier one. */
const conferenceOf = ({ conference }: EntryToWrite, requestId: string) =>
  conference === 'google_meet'
    ? { conferenceData: { createRequest: { requestId, conferenceSolutionKey: { type: 'hangoutsMeet' } } } }
    : {};

function writtenOf(event: Record<string, unknown>, { conference }: EntryToWrite): WrittenEntry {
  const ref = text(event.id);
  if (ref === undefined) throw new CalendarFault('refused', `The response of ${NAME} isn't an event.`);
  const conferenceData = event.conferenceData as
    | {
        createRequest?: { status?: { statusCode?: unknown } };
        entryPoints?: { entryPointType?: unknown; uri?: unknown }[];
      }
    | null
    | undefined;
  const video = conferenceData?.entryPoints?.find(({ entryPointType }) => entryPointType === 'video');
  const joinUrl = conference ? (text(event.hangoutLink) ?? text(video?.uri) ?? null) : null;
  const isLinkPending = joinUrl === null && conferenceData?.createRequest?.status?.statusCode === 'pending';
  return { ref, etag: text(event.etag) ?? null, joinUrl, isLinkPending };
}

/** Reasons of 403 that mean a limit, with the shortest pause in seconds. */
const LIMITS: Readonly<Record<string, number>> = {
  rateLimitExceeded: 0,
  userRateLimitExceeded: 0,
  calendarUsageLimitsExceeded: 3_600,
  quotaExceeded: 3_600,
  dailyLimitExceeded: 3_600,
};

const NO_SCOPE = ['insufficientPermissions', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT'];

/** Returns the object of an accepted answer. Throws the fault that any other answer means. */
function accepted({ status, body, retryAfterSeconds }: CalendarAnswer): Record<string, unknown> {
  if (status === 204) return {};
  if (status >= 200 && status < 300) {
    if (body) return body;
    throw new CalendarFault('refused', `The response of ${NAME} isn't valid JSON.`);
  }
  const error = googleErrorIn(body);
  const reason = error?.code ?? '';
  const returned = `${NAME} returned ${status}${error ? ` (${reason})` : ''}.`;
  const limit = status === 403 ? LIMITS[reason] : undefined;
  if (status === 429 || limit !== undefined) {
    throw new CalendarFault('rate_limited', returned, Math.max(retryAfterSeconds, limit ?? 0));
  }
  if (status === 403 && NO_SCOPE.includes(reason)) {
    const remedy = 'Create a connection with the purpose calendars and use it instead.';
    throw new CalendarFault('missing_permission', `${returned} ${remedy}`);
  }
  if (status === 403 && reason === 'accessNotConfigured') {
    throw new CalendarFault('refused', `${returned} Enable the Google Calendar API in the Google Cloud project.`);
  }
  if (status === 403) throw new CalendarFault('forbidden', `${returned} The account can't do this in the calendar.`);
  if (GONE.includes(status)) throw new CalendarFault('no_calendar', `${returned} The calendar doesn't exist.`);
  throw new CalendarFault('refused', returned, retryAfterSeconds);
}
