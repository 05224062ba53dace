import type { ServerResponse } from 'node:http';
import { DateTime } from 'luxon';
import type { GoogleEvent } from '../../domain/meetings/google-events.js';
import type { GmailRefusal } from './gmail-server.js';
import { createGoogleChannels } from './google-channels.js';
import type { OAuthPerson, OAuthServer } from './oauth-server.js';
import { type Asked, endsBefore, endsBehind, type SendEnd, startStandIn } from './stand-in.js';

/** An event in a calendar, as Google shows it. */
export type EventAtGoogle = GoogleEvent & {
  id: string;
  etag: string;
  changed: number;
  description?: string;
  location?: string;
  hangoutLink?: string;
  conferenceData?: object;
};

interface CalendarAtGoogle {
  id: string;
  summary: string;
  timeZone: string;
  accessRole: string;
  primary?: boolean;
  events: Map<string, EventAtGoogle>;
}

const AUTH = 'https://www.googleapis.com/auth/';
const SCOPES = { events: `${AUTH}calendar.events`, list: `${AUTH}calendar.calendarlist.readonly` };
const NOT_FOUND = { status: 404, reason: 'notFound', message: 'Not Found' };
/** Parameters that Google refuses together with a sync token. */
const NO_SYNC = ['iCalUID', 'orderBy', 'q', 'timeMin', 'timeMax', 'updatedMin'];

/**
 * A local stand-in for the Google Calendar API as its reference describes it: `calendarList.list` and `get`, and `list`,
 * `get`, `insert`, `patch`, `delete` and `watch` of `events`, and `channels.stop`. It takes the access tokens of the sign-in server. What a client does
 * against the description is refused and noted in `violations`.
 */
export async function startGoogleCalendarServer(oauth: Pick<OAuthServer, 'personOf'>, port = 0) {
  const violations: string[] = [];
  const people = new Map<string, Map<string, CalendarAtGoogle>>();
  const usual = {
    /** How a request is refused instead of answered. */
    refuse: (_method: string, _path: string): GmailRefusal | undefined => undefined,
    /** How a write ends. */
    write: (_method: string): SendEnd => 'take',
    /** Whether Google is still creating conferences. */
    conferencesArePending: false,
    conferencesFail: false,
    /** Sync tokens up to this change are forgotten. */
    forgotten: 0,
    pageSize: 2,
  };
  const state = { ...usual };
  let changes = 1_000;

  const calendarsOf = (email: string): Map<string, CalendarAtGoogle> => {
    const primary = { id: email, summary: email, timeZone: 'Europe/Madrid', accessRole: 'owner', primary: true };
    const known = people.get(email) ?? new Map([[email, { ...primary, events: new Map() }]]);
    people.set(email, known);
    return known;
  };
  const json = (response: ServerResponse, body: object, status = 200, headers: Record<string, string> = {}) =>
    response
      .writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers })
      .end(JSON.stringify(body));
  const refuse = (
    response: ServerResponse,
    { status, reason, message = String(reason), headers = {} }: GmailRefusal,
  ) => {
    if (reason === undefined) return response.writeHead(status, headers).end('<html></html>');
    const errors = [{ domain: status === 403 ? 'usageLimits' : 'global', reason, message }];
    return json(response, { error: { errors, code: status, message } }, status, headers);
  };
  const badRequest = (response: ServerResponse, message: string) => {
    violations.push(message);
    return refuse(response, { status: 400, reason: 'invalid', message });
  };
  const channels = createGoogleChannels({ json, refuse, badRequest });
  const pageOf = <T>(all: T[], url: URL): { page: T[]; nextPageToken?: string } => {
    const from = Number(url.searchParams.get('pageToken') ?? 0);
    const end = from + Math.min(Number(url.searchParams.get('maxResults') ?? 250), state.pageSize);
    return { page: all.slice(from, end), ...(end < all.length ? { nextPageToken: String(end) } : {}) };
  };

  /** Stores an event under a new version. */
  const store = (calendar: CalendarAtGoogle, event: Omit<EventAtGoogle, 'etag' | 'changed'>): EventAtGoogle => {
    changes += 1;
    const stored = { ...event, etag: `"${changes}"`, changed: changes };
    calendar.events.set(event.id, stored);
    for (const [email, calendars] of people) {
      if (calendars.get(calendar.id) === calendar) channels.notify(email, calendar.id);
    }
    return stored;
  };
  const shown = ({ changed: _changed, ...event }: EventAtGoogle, role: string): object =>
    event.status === 'cancelled' || role !== 'freeBusyReader'
      ? { kind: 'calendar#event', ...event }
      : { kind: 'calendar#event', id: event.id, status: event.status, start: event.start, end: event.end };
  const instantOf = (time: GoogleEvent['start'], { timeZone }: CalendarAtGoogle): number =>
    time?.dateTime === undefined
      ? DateTime.fromISO(time?.date ?? '', { zone: timeZone }).toMillis()
      : Date.parse(time.dateTime);

  const list = ({ response, url }: Asked, calendar: CalendarAtGoogle) => {
    const { searchParams } = url;
    const token = searchParams.get('syncToken');
    if (searchParams.get('singleEvents') !== 'true') return badRequest(response, 'series that are not expanded');
    const since = token === null ? undefined : Number(/^sync-(\d+)$/.exec(token)?.[1] ?? Number.NaN);
    if (since !== undefined) {
      if (Number.isNaN(since))
        return refuse(response, { status: 400, reason: 'invalid', message: 'Invalid sync token' });
      if (NO_SYNC.some((name) => searchParams.has(name))) return badRequest(response, 'a sync token with a filter');
      if (since <= state.forgotten) {
        const message = 'Sync token is no longer valid, a full sync is required.';
        return refuse(response, { status: 410, reason: 'fullSyncRequired', message });
      }
    }
    const [from, to] = [searchParams.get('timeMin'), searchParams.get('timeMax')].map((time) => Date.parse(time ?? ''));
    const found = [...calendar.events.values()].filter((event) =>
      since === undefined
        ? event.status !== 'cancelled' &&
          !(instantOf(event.end, calendar) <= (from as number)) &&
          !(instantOf(event.start, calendar) >= (to as number))
        : event.changed > since,
    );
    const { page, nextPageToken } = pageOf(found, url);
    return json(response, {
      kind: 'calendar#events',
      summary: calendar.summary,
      timeZone: calendar.timeZone,
      accessRole: calendar.accessRole,
      items: page.map((event) => shown(event, calendar.accessRole)),
      ...(nextPageToken === undefined ? { nextSyncToken: `sync-${changes}` } : { nextPageToken }),
    });
  };

  const withConference = (body: Partial<EventAtGoogle>, url: URL): Partial<EventAtGoogle> => {
    const request = (body.conferenceData as { createRequest?: { requestId?: string } } | undefined)?.createRequest;
    if (!request || url.searchParams.get('conferenceDataVersion') !== '1') return {};
    if (!request.requestId) violations.push('a conference without a requestId');
    const statusCode = state.conferencesFail ? 'failure' : state.conferencesArePending ? 'pending' : 'success';
    const createRequest = { ...request, status: { statusCode } };
    if (statusCode !== 'success') return { conferenceData: { createRequest } };
    const uri = `https://meet.google.com/${request.requestId?.slice(-10)}`;
    return {
      hangoutLink: uri,
      conferenceData: { createRequest, entryPoints: [{ entryPointType: 'video', uri }] },
    };
  };

  const write = (asked: Asked, calendar: CalendarAtGoogle, id: string | undefined) => {
    const { request, response, url, bytes } = asked;
    const { method = '' } = request;
    if (!['owner', 'writer'].includes(calendar.accessRole)) {
      return refuse(response, {
        status: 403,
        reason: 'requiredAccessLevel',
        message: 'You need to have writer access.',
      });
    }
    const end = state.write(method);
    if (endsBefore(end, asked)) return undefined;
    const before = id === undefined ? undefined : calendar.events.get(id);
    const answer = (event: EventAtGoogle) =>
      endsBehind(end, asked) ? undefined : json(response, shown(event, 'owner'), 200, { etag: event.etag });
    if (method !== 'POST') {
      if (!before) return refuse(response, NOT_FOUND);
      const wanted = request.headers['if-match'];
      if (wanted !== undefined && wanted !== before.etag) {
        return refuse(response, { status: 412, reason: 'conditionNotMet', message: 'Precondition Failed' });
      }
    }
    if (method === 'DELETE') {
      if (before?.status === 'cancelled') {
        return refuse(response, { status: 410, reason: 'deleted', message: 'Resource has been deleted' });
      }
      store(calendar, { ...(before as EventAtGoogle), status: 'cancelled' });
      return endsBehind(end, asked) ? undefined : response.writeHead(204).end();
    }
    const body = JSON.parse(bytes.toString('utf8')) as Partial<EventAtGoogle>;
    for (const time of [body.start, body.end]) {
      if (!time && method === 'POST') return badRequest(response, 'an event without start or end');
      if (time && Number.isNaN(instantOf(time, calendar))) return badRequest(response, 'a time that is none');
    }
    const { conferenceData: _asked, ...fields } = body;
    if (method === 'PATCH') {
      const made = before?.hangoutLink ? {} : withConference(body, url);
      return answer(store(calendar, { ...(before as EventAtGoogle), ...fields, ...made }));
    }
    const newId = body.id ?? `${Date.now().toString(32)}${changes}`;
    if (!/^[a-v0-9]{5,1024}$/.test(newId)) return badRequest(response, 'an ID that is not base32hex');
    if (calendar.events.has(newId)) {
      return refuse(response, {
        status: 409,
        reason: 'duplicate',
        message: 'The requested identifier already exists.',
      });
    }
    const event = { status: 'confirmed', ...fields, iCalUID: `${newId}@google.com`, ...withConference(body, url) };
    return answer(store(calendar, { ...event, id: newId }));
  };

  const calendarList = ({ response, url }: Asked, { email }: OAuthPerson, id: string | undefined) => {
    const all = [...calendarsOf(email).values()].map(({ events: _events, ...entry }) => entry);
    if (id !== undefined) {
      const entry = all.find((each) => (id === 'primary' ? each.primary : each.id === id));
      return entry ? json(response, entry) : refuse(response, NOT_FOUND);
    }
    const { page, nextPageToken } = pageOf(all, url);
    return json(response, { kind: 'calendar#calendarList', items: page, ...(nextPageToken && { nextPageToken }) });
  };

  const server = await startStandIn((asked) => {
    const { request, response, url } = asked;
    const person = oauth.personOf(request.headers.authorization);
    if (!person) return refuse(response, { status: 401, reason: 'authError', message: 'Invalid Credentials' });
    const path = url.pathname.replace(/^\/calendar\/v3\//, '');
    const refusal = state.refuse(request.method ?? '', path);
    if (refusal) return refuse(response, refusal);
    const isList = path.startsWith('users/me/calendarList');
    if (!person.scopes.includes(isList ? SCOPES.list : SCOPES.events)) {
      const message = 'Request had insufficient authentication scopes.';
      return refuse(response, { status: 403, reason: 'insufficientPermissions', message });
    }
    if (isList) {
      const id = path.split('/')[3];
      return calendarList(asked, person, id && decodeURIComponent(id));
    }
    if (path === 'channels/stop') return channels.stop(asked);
    const [, calendarId = '', id] = /^calendars\/([^/]+)\/events(?:\/([^/]+))?$/.exec(path) ?? [];
    const calendars = calendarsOf(person.email);
    const calendar = calendars.get(calendarId === 'primary' ? person.email : decodeURIComponent(calendarId));
    if (!calendar) return refuse(response, NOT_FOUND);
    if (request.method === 'POST' && id === 'watch') return channels.watch(asked, person.email, calendar.id);
    if (request.method !== 'GET') return write(asked, calendar, id);
    if (id === undefined) return list(asked, calendar);
    const event = calendar.events.get(id);
    return event ? json(response, shown(event, calendar.accessRole)) : refuse(response, NOT_FOUND);
  }, port);

  return {
    url: `${server.origin}/calendar/v3`,
    origin: server.origin,
    requests: server.requests,
    violations,
    state,
    channels,
    calendarsOf,
    /** Adds a calendar to the list of a person. */
    addCalendar: (email: string, calendar: Omit<CalendarAtGoogle, 'events'>): void => {
      calendarsOf(email).set(calendar.id, { ...calendar, events: new Map() });
    },
    /** Writes an event as its owner does, or changes one. */
    put: (email: string, event: Partial<EventAtGoogle> & { id: string }, calendarId = email): EventAtGoogle => {
      const calendar = calendarsOf(email).get(calendarId) as CalendarAtGoogle;
      const iCalUID = `${event.id}@google.com`;
      return store(calendar, { status: 'confirmed', iCalUID, ...calendar.events.get(event.id), ...event });
    },
    /** Lists the events that aren't deleted. */
    eventsOf: (email: string, calendarId = email): EventAtGoogle[] =>
      [...(calendarsOf(email).get(calendarId)?.events.values() ?? [])].filter(({ status }) => status !== 'cancelled'),
    /** Forgets all sync tokens so far. */
    forgetTokens: (): void => {
      state.forgotten = changes;
    },
    reset: (): void => {
      Object.assign(state, usual);
      people.clear();
    },
    stop: server.stop,
  };
}
