import { DateTime } from 'luxon';
import {
  etagOf,
  type GraphAsked,
  type GraphEventContent,
  graphEvent,
  newGraphId,
  occurrencesIn,
  originalStartOf,
  readGraphTime,
  type StoredGraphEvent,
  wholeOf,
  withMeeting,
} from './graph-events.js';
import type { Asked, SendEnd } from './stand-in.js';
import { endsBefore, endsBehind } from './stand-in.js';

/** A calendar of a mailbox. */
export interface CalendarAtGraph {
  id: string;
  name: string;
  owner: string;
  canEdit: boolean;
  isDefaultCalendar: boolean;
  allowedOnlineMeetingProviders: string[];
}

interface Mailbox {
  calendars: CalendarAtGraph[];
  events: StoredGraphEvent[];
}

/** How a request ends instead of being answered. One with a code is refused. */
export type CalendarEnd = SendEnd | { status: number; code?: string; headers?: Record<string, string> };

interface Answers {
  json(response: Asked['response'], body: object, status?: number, headers?: Record<string, string>): unknown;
  refuse(response: Asked['response'], status: number, code: string, headers?: Record<string, string>): unknown;
  violations: string[];
}

/** The extended property of a filter or an expansion, and the value that a filter asks for. */
const PROPERTY = /id eq '([^']+)'/;
const VALUE = /ep\/value eq '([^']+)'/;
const LONGEST_DAYS = 1_825;

/**
 * Calendars of the stand-in for Microsoft Graph, as its documentation describes them: calendars, views, deltas of views,
 * and events with versions. `state` changes what it answers.
 */
export function createGraphCalendars({ json, refuse, violations }: Answers) {
  const mailboxes = new Map<string, Mailbox>();
  const listeners = new Set<(mailbox: string, calendarId: string, change: string, id: string) => void>();
  const state = {
    /** Returns how a request ends, by its method and path. */
    end: (_method: string, _path: string): CalendarEnd => 'take',
    /** Delta tokens of an earlier epoch aren't known any more. */
    epoch: 1,
    pageSize: 3,
  };
  let changes = 0;

  const mailboxOf = (address: string): Mailbox => {
    const mailbox = mailboxes.get(address) ?? { calendars: [calendarOf(address)], events: [] };
    mailboxes.set(address, mailbox);
    return mailbox;
  };
  const calendarOf = (owner: string, more: Partial<CalendarAtGraph> = {}): CalendarAtGraph => ({
    id: newGraphId('Calendar'),
    name: 'Calendar',
    owner,
    canEdit: true,
    isDefaultCalendar: true,
    allowedOnlineMeetingProviders: ['teamsForBusiness'],
    ...more,
  });
  const touch = (address: string, event: StoredGraphEvent, change: string) => {
    changes += 1;
    event.change = changes;
    for (const tell of listeners) tell(address, event.calendarId, change, event.id);
  };
  const joinUrlOf = (id: string, calendar: CalendarAtGraph | undefined, content: GraphEventContent): string | null =>
    content.isOnlineMeeting === true &&
    calendar?.allowedOnlineMeetingProviders.includes(content.onlineMeetingProvider ?? 'teamsForBusiness')
      ? `https://teams.microsoft.com/l/meetup-join/${id}`
      : null;
  const add = (address: string, calendar: CalendarAtGraph, content: GraphEventContent): StoredGraphEvent => {
    const id = newGraphId('Event');
    const joinUrl = joinUrlOf(id, calendar, content);
    const body = content.body ?? { contentType: 'html', content: '' };
    const event: StoredGraphEvent = {
      id,
      calendarId: calendar.id,
      iCalUId: content.iCalUId ?? newGraphId('Uid'),
      change: 0,
      isRemoved: false,
      content: {
        ...content,
        isOnlineMeeting: joinUrl !== null,
        ...(joinUrl && { body: { contentType: 'html', content: withMeeting(body.content, joinUrl) } }),
      },
      created: JSON.stringify(content),
      joinUrl,
      exceptions: new Map(),
    };
    mailboxOf(address).events.push(event);
    touch(address, event, 'created');
    return event;
  };

  const askedOf = ({ request, url }: Asked): GraphAsked => {
    const prefer = String(request.headers.prefer ?? '');
    const expanded = url.searchParams.get('$expand') ?? '';
    if (!prefer.includes('IdType="ImmutableId"')) violations.push(`${url.pathname} without immutable IDs`);
    return { zone: /outlook\.timezone="([^"]+)"/.exec(prefer)?.[1] ?? 'UTC', property: PROPERTY.exec(expanded)?.[1] };
  };
  const rangeOf = ({ searchParams }: URL): [DateTime, DateTime] | undefined => {
    const read = (name: string) =>
      DateTime.fromISO([...searchParams].find(([key]) => key.toLowerCase() === name)?.[1] ?? '', { zone: 'UTC' });
    const [from, to] = [read('startdatetime'), read('enddatetime')];
    const isRange = from.isValid && to.isValid && to > from && to.diff(from, 'days').days <= LONGEST_DAYS;
    return isRange ? [from, to] : undefined;
  };
  const shown = (found: Record<string, unknown>, { searchParams }: URL): Record<string, unknown> => {
    const names = searchParams.get('$select')?.split(',');
    if (!names) return found;
    const kept = ['@odata.etag', 'id', 'singleValueExtendedProperties', ...names];
    return Object.fromEntries(Object.entries(found).filter(([name]) => kept.includes(name)));
  };
  const presentIn = (address: string, calendarId: string) =>
    mailboxOf(address).events.filter((event) => event.calendarId === calendarId && !event.isRemoved);

  const list = (asked: Asked, address: string) => {
    const { calendars } = mailboxOf(address);
    const value = calendars.map((each) => ({ ...each, owner: { name: each.owner, address: each.owner } }));
    return json(asked.response, { value });
  };

  const view = (asked: Asked, address: string, calendar: CalendarAtGraph) => {
    const { response, url } = asked;
    const range = rangeOf(url);
    if (!range) return refuse(response, 400, 'ErrorInvalidParameter');
    const wanted = askedOf(asked);
    const all = presentIn(address, calendar.id)
      .flatMap((event) => occurrencesIn(event, ...range))
      .toSorted((a, b) => +a.startsAt - +b.startsAt);
    const skip = Number(url.searchParams.get('$skip') ?? 0);
    const size = Math.min(Number(url.searchParams.get('$top') ?? 10), state.pageSize);
    const next = new URL(url);
    next.searchParams.set('$skip', String(skip + size));
    return json(response, {
      value: all.slice(skip, skip + size).map((each) => shown(graphEvent(each, wanted), url)),
      ...(skip + size < all.length ? { '@odata.nextLink': next.href } : {}),
    });
  };

  /** Changes of a view. Occurrences that aren't exceptions come with their times alone, as Graph sends them. */
  const delta = (asked: Asked, address: string, calendar: CalendarAtGraph) => {
    const { request, response, url } = asked;
    for (const name of ['$select', '$expand', '$filter', '$orderby', '$search']) {
      if (!url.searchParams.has(name)) continue;
      violations.push(`a delta query with ${name}`);
      return refuse(response, 400, 'ErrorInvalidUrlQuery');
    }
    const token = url.searchParams.get('$deltatoken') ?? url.searchParams.get('$skiptoken');
    const [epoch, since = '0', done = '0', start, end] = token?.split('~') ?? [];
    if (token !== null && Number(epoch) < state.epoch) return refuse(response, 410, 'SyncStateNotFound');
    const given = new URL(url);
    if (start && end) [given.searchParams.set('startDateTime', start), given.searchParams.set('endDateTime', end)];
    const range = rangeOf(given);
    if (!range) return refuse(response, 400, 'ErrorInvalidParameter');
    const wanted = askedOf(asked);
    const isFirst = Number(since) === 0;
    const changed = mailboxOf(address)
      .events.filter(({ calendarId, change }) => calendarId === calendar.id && change > Number(since))
      .filter(({ isRemoved }) => !isFirst || !isRemoved)
      .flatMap((event) => {
        const found = event.isRemoved ? [] : occurrencesIn(event, ...range);
        if (found.length === 0) return isFirst ? [] : [{ id: event.id, '@removed': { reason: 'deleted' } }];
        const masters = event.content.recurrence ? [graphEvent(wholeOf(event), wanted)] : [];
        return [
          ...masters,
          ...found.map((each) => {
            const { id, type, seriesMasterId, start, end, ...rest } = graphEvent(each, wanted);
            return { id, type, seriesMasterId, start, end, ...(each.type === 'occurrence' ? {} : rest) };
          }),
        ];
      });
    const size = Number(/maxpagesize=(\d+)/.exec(String(request.headers.prefer))?.[1] ?? 10);
    const page = changed.slice(Number(done), Number(done) + Math.min(size, state.pageSize));
    const upTo = Number(done) + page.length;
    const isLast = upTo === changed.length;
    const link = new URL(`${url.origin}${url.pathname}`);
    const next = [state.epoch, isLast ? changes : since, isLast ? 0 : upTo, range[0].toISO(), range[1].toISO()];
    link.searchParams.set(isLast ? '$deltatoken' : '$skiptoken', next.join('~'));
    return json(response, { value: page, [isLast ? '@odata.deltaLink' : '@odata.nextLink']: link.href });
  };

  const search = (asked: Asked, address: string, calendar: CalendarAtGraph | undefined) => {
    const { response, url } = asked;
    const filter = url.searchParams.get('$filter') ?? '';
    const [property, value] = [PROPERTY.exec(filter.replace('ep/id', 'id'))?.[1], VALUE.exec(filter)?.[1]];
    if (property === undefined || value === undefined) violations.push(`a list of events by ${filter || 'nothing'}`);
    const found = mailboxOf(address)
      .events.filter(({ isRemoved, calendarId }) => !isRemoved && (!calendar || calendarId === calendar.id))
      .filter(({ content }) =>
        content.singleValueExtendedProperties?.some((each) => each.id === property && each.value === value),
      );
    const wanted = askedOf(asked);
    return json(response, { value: found.map((event) => shown(graphEvent(wholeOf(event), wanted), url)) });
  };

  /** Returns why Graph doesn't take an event. */
  const problemOf = ({ start, end, isAllDay }: Partial<GraphEventContent>): string | undefined => {
    const times = [start, end].flatMap((time) => (time ? [readGraphTime(time)] : []));
    if (times.includes(undefined)) return 'TimeZoneNotSupportedException';
    const [from, to] = times as DateTime[];
    if (isAllDay && times.some((time) => time?.toFormat('HH:mm:ss') !== '00:00:00'))
      return 'ErrorPropertyValidationFailure';
    return from && to && to < from ? 'ErrorPropertyValidationFailure' : undefined;
  };
  const bodyOf = ({ request, bytes }: Asked): Partial<GraphEventContent> | undefined => {
    if (!String(request.headers['content-type']).startsWith('application/json'))
      violations.push('a body without a type');
    try {
      return JSON.parse(bytes.toString('utf8')) as Partial<GraphEventContent>;
    } catch {
      return undefined;
    }
  };

  const create = (asked: Asked, address: string, calendar: CalendarAtGraph) => {
    const { response } = asked;
    const content = bodyOf(asked) as GraphEventContent | undefined;
    if (!content?.start || !content.end) return refuse(response, 400, 'ErrorInvalidRequest');
    if (!calendar.canEdit) return refuse(response, 403, 'ErrorAccessDenied');
    const problem = problemOf(content);
    if (problem) return refuse(response, 400, problem);
    const { transactionId } = content;
    const same =
      transactionId && mailboxOf(address).events.find((event) => event.content.transactionId === transactionId);
    if (same && (same.isRemoved || same.created !== JSON.stringify(content)))
      return refuse(response, 409, 'ErrorDuplicateTransactionId');
    const event = same || add(address, calendar, content);
    return { status: 201, event };
  };

  const change = (asked: Asked, address: string, event: StoredGraphEvent, id: string) => {
    const { response } = asked;
    const content = bodyOf(asked);
    if (!content) return refuse(response, 400, 'ErrorInvalidRequest');
    if ('transactionId' in content) return refuse(response, 400, 'ErrorInvalidPropertySet');
    const problem = problemOf({ isAllDay: event.content.isAllDay ?? false, ...content });
    if (problem) return refuse(response, 400, problem);
    const original = originalStartOf(id);
    if (original !== undefined) {
      event.exceptions.set(original, { ...event.exceptions.get(original), ...content });
    } else {
      Object.assign(event.content, content);
      // A body without the meeting in it turns the meeting off, as Microsoft warns.
      if (event.joinUrl && content.body && !content.body.content.includes(event.joinUrl)) {
        Object.assign(event, { joinUrl: null });
        event.content.isOnlineMeeting = false;
      }
      // An entry without a meeting gets one by a change as well.
      const calendar = mailboxOf(address).calendars.find((each) => each.id === event.calendarId);
      event.joinUrl ??= joinUrlOf(event.id, calendar, event.content);
      event.content.isOnlineMeeting = event.joinUrl !== null;
    }
    touch(address, event, 'updated');
    return { status: 200, event };
  };

  const remove = (address: string, event: StoredGraphEvent, id: string) => {
    const original = originalStartOf(id);
    if (original === undefined) event.isRemoved = true;
    else event.exceptions.set(original, null);
    touch(address, event, original === undefined ? 'deleted' : 'updated');
  };

  const one = (asked: Asked, address: string, id: string) => {
    const { request, response, url } = asked;
    const event = mailboxOf(address).events.find((each) => each.id === id.split('.')[0] && !each.isRemoved);
    if (!event) return refuse(response, 404, 'ErrorItemNotFound');
    const isWrite = request.method !== 'GET';
    const calendar = mailboxOf(address).calendars.find((each) => each.id === event.calendarId);
    if (isWrite && !calendar?.canEdit) return refuse(response, 403, 'ErrorAccessDenied');
    const ifMatch = request.headers['if-match'];
    if (isWrite && ifMatch !== undefined && ifMatch !== '*' && ifMatch !== etagOf(event))
      return refuse(response, 412, 'ErrorIrresolvableConflict');
    if (request.method === 'PATCH') return change(asked, address, event, id);
    if (request.method === 'DELETE') {
      remove(address, event, id);
      return { status: 204, event };
    }
    if (isWrite) return refuse(response, 405, 'Request_BadRequest');
    return json(response, shown(graphEvent(wholeOf(event), askedOf(asked)), url));
  };

  const route = (asked: Asked, address: string, path: string[]): unknown => {
    const { request, response } = asked;
    const { calendars } = mailboxOf(address);
    const [first, ...rest] = path.map(decodeURIComponent);
    if (first === 'calendars' && rest.length === 0) return list(asked, address);
    const isNamed = first === 'calendars';
    const calendar = isNamed
      ? calendars.find(({ id }) => id === rest[0])
      : calendars.find((each) => each.isDefaultCalendar);
    if (!calendar) return refuse(response, 404, 'ErrorItemNotFound');
    const [what, id] = isNamed ? rest.slice(1) : first === 'calendar' ? rest : [first, ...rest];
    if (what === undefined) {
      return json(response, { ...calendar, owner: { name: calendar.owner, address: calendar.owner } });
    }
    if (what === 'calendarView') return (id === 'delta' ? delta : view)(asked, address, calendar);
    if (what !== 'events') return refuse(response, 404, 'ResourceNotFound');
    if (id !== undefined) return one(asked, address, id);
    if (request.method === 'POST') return create(asked, address, calendar);
    return search(asked, address, isNamed ? calendar : undefined);
  };

  return {
    state,
    listeners,
    /** Answers a request below a mailbox. */
    answer(asked: Asked, person: { email: string; scopes: string[] }, path: string[]): unknown {
      const { request, response, url } = asked;
      const allowed = request.method === 'GET' ? ['Calendars.Read', 'Calendars.ReadWrite'] : ['Calendars.ReadWrite'];
      if (!allowed.some((scope) => person.scopes.includes(scope))) return refuse(response, 403, 'ErrorAccessDenied');
      const end = state.end(request.method ?? '', url.pathname);
      if (endsBefore(end, asked)) return undefined;
      if (typeof end === 'object') {
        if (end.code === undefined) return response.writeHead(end.status, end.headers).end('<html></html>');
        return refuse(response, end.status, end.code, end.headers);
      }
      const done = route(asked, person.email, path) as { status?: number; event?: StoredGraphEvent } | undefined;
      if (!done?.event || endsBehind(end, asked)) return undefined;
      if (done.status === 204) return response.writeHead(204).end();
      return json(response, graphEvent(wholeOf(done.event), askedOf(asked)), done.status);
    },
    /** The calendars of a mailbox, the default one first. */
    calendarsOf: (address: string): readonly CalendarAtGraph[] => mailboxOf(address).calendars,
    addCalendar(address: string, more: Partial<CalendarAtGraph> = {}): CalendarAtGraph {
      const calendar = calendarOf(address, { name: 'Another', isDefaultCalendar: false, ...more });
      mailboxOf(address).calendars.push(calendar);
      return calendar;
    },
    removeCalendar(address: string, id: string): void {
      const mailbox = mailboxOf(address);
      mailbox.calendars = mailbox.calendars.filter((each) => each.id !== id);
    },
    /** Has a person add an event to a calendar, the default one if none is named. */
    addEvent(address: string, content: GraphEventContent, calendarId?: string): StoredGraphEvent {
      const { calendars } = mailboxOf(address);
      const calendar = calendars.find(({ id }) => calendarId === undefined || id === calendarId);
      if (!calendar) throw new Error(`${address} has no calendar ${calendarId}.`);
      return add(address, calendar, content);
    },
    /** Has a person change an event. */
    changeEvent(address: string, event: StoredGraphEvent, content: Partial<GraphEventContent>): void {
      Object.assign(event.content, content);
      touch(address, event, 'updated');
    },
    /** Has a person delete an event, or one occurrence by its ID. */
    removeEvent: (address: string, event: StoredGraphEvent, id = event.id): void => remove(address, event, id),
    /** The events of a mailbox that weren't deleted. */
    eventsOf: (address: string): StoredGraphEvent[] => mailboxOf(address).events.filter(({ isRemoved }) => !isRemoved),
    /** Forgets all delta tokens that were given out. */
    forgetTokens: () => {
      state.epoch += 1;
    },
  };
}

export type GraphCalendars = ReturnType<typeof createGraphCalendars>;
