import { createHash } from 'node:crypto';
import { entryLine, entryLines, entryTitle } from '../../domain/meetings/entry-texts.js';
import { GRAPH_EVENT_PROPERTIES, MEETING_PROPERTY, readGraphEvents } from '../../domain/meetings/graph-events.js';
import type { CalendarMeeting } from '../../domain/meetings/icalendar.js';
import { cut } from '../../domain/values/text.js';
import { newId } from '../../runtime/ids.js';
import { type GraphPage, graphErrorIn, graphPage, isExpiredToken } from '../graph-answers.js';
import {
  type CalendarAccess,
  type CalendarAnswer,
  type CalendarClient,
  type CalendarRequest,
  calendarClient,
  callEnd,
} from './connected.js';
import { withDescription } from './graph-bodies.js';
import { graphFault } from './graph-faults.js';
import {
  type AccountCalendar,
  CalendarFault,
  type CalendarReading,
  type CalendarWindow,
  type ConnectedCalendarProvider,
  type EntryToWrite,
  type WrittenEntry,
} from './provider.js';

const NAME = 'Microsoft Graph';
const DAY_MS = 86_400_000;
const PAGE = 200;
const MAX_PAGES = 100;
/** How far beyond the read window changes are followed, so that a token lasts while the window moves. */
const AHEAD_MS = 30 * DAY_MS;
/** IDs that stay when an event is moved, and times in UTC. */
const PREFER_HTML = 'IdType="ImmutableId", outlook.timezone="UTC"';
const PREFER = `${PREFER_HTML}, outlook.body-content-type="text"`;
const EXPAND = `singleValueExtendedProperties($filter=id eq '${MEETING_PROPERTY}')`;
/** Longer subjects are refused. */
const MAX_SUBJECT = 255;

/** The calendars of a connection to Microsoft 365, by Microsoft Graph. */
export function graphCalendars(access: CalendarAccess, connectionId: string): ConnectedCalendarProvider {
  const call = calendarClient(access, { provider: 'microsoft', name: NAME, connectionId });
  const graph = createGraph(call, access.graphUrl);
  return {
    locate: () => locate(graph),
    calendars: () => listCalendars(graph),
    read: (calendarId, window, token) => read(graph, calendarId, window, token),
    // A calendar view names the owner's own response.
    addresses: async () => [],
    write: (calendarId, entry) => write(graph, calendarId, entry),
    async remove(calendarId, { ref, uid }) {
      const endsAt = callEnd();
      const id = ref ?? (await findEntry(graph, calendarId, uid, endsAt))?.ref;
      if (id === undefined) return;
      const answer = await graph.call({ method: 'DELETE', url: graph.eventUrl(calendarId, id) }, endsAt);
      if (answer.status !== 204 && !isGone(answer)) throw graphFault(answer);
    },
  };
}

/** Returns whether an event or a calendar no longer exists. */
const isGone = ({ status }: CalendarAnswer): boolean => status === 404 || status === 410;

type Graph = ReturnType<typeof createGraph>;

function createGraph(client: CalendarClient, graphUrl: string) {
  const call = ({ headers, ...request }: CalendarRequest, endsAt: number): Promise<CalendarAnswer> =>
    client({ ...request, headers: { prefer: PREFER, ...headers } }, endsAt);
  const calendarUrl = (calendarId: string) => `${graphUrl}/me/calendars/${encodeURIComponent(calendarId)}`;
  return {
    graphUrl,
    call,
    calendarUrl,
    eventUrl: (calendarId: string, ref: string) => `${calendarUrl(calendarId)}/events/${encodeURIComponent(ref)}`,
    /** Requests a page. Throws for an answer that isn't one. */
    async page(url: string, endsAt = callEnd(), headers?: Record<string, string>): Promise<GraphPage | 'expired'> {
      const answer = await call({ url, ...(headers && { headers }) }, endsAt);
      if (isExpiredToken(answer)) return 'expired';
      if (answer.status !== 200) throw graphFault(answer);
      return graphPage(answer.body, graphUrl) ?? noPage();
    },
  };
}

const noPage = (): never => {
  throw new CalendarFault('refused', 'The response of Microsoft Graph is invalid.');
};

async function locate({ call, graphUrl }: Graph): Promise<string> {
  const answer = await call({ url: `${graphUrl}/me/calendar?$select=id` }, callEnd());
  if (answer.status !== 200) throw graphFault(answer);
  return typeof answer.body?.id === 'string' ? answer.body.id : noPage();
}

async function listCalendars(graph: Graph): Promise<AccountCalendar[]> {
  const endsAt = callEnd();
  const select = 'id,name,canEdit,isDefaultCalendar,owner';
  const found = await allPages(graph, `${graph.graphUrl}/me/calendars?$top=100&$select=${select}`, () => endsAt);
  const ownerOf = ({ owner }: Record<string, unknown>) => owner as { name?: unknown; address?: unknown } | undefined;
  const self = ownerOf(found.find(({ isDefaultCalendar }) => isDefaultCalendar === true) ?? {})?.address;
  return found
    .map((calendar): AccountCalendar => {
      const owner = ownerOf(calendar);
      const isShared = owner?.address !== undefined && owner.address !== self;
      const name = isShared ? `${String(calendar.name)} (${String(owner.name ?? owner.address)})` : calendar.name;
      return {
        id: String(calendar.id),
        name: cut(entryLine(String(name)), 200),
        access: calendar.canEdit === true ? 'write' : 'read',
        timezone: null,
        isPrimary: calendar.isDefaultCalendar === true,
      };
    })
    .toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary));
}

/** Reads a list to its end. */
async function allPages(graph: Graph, first: string, endsAt = callEnd): Promise<Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = [];
  let url: string | undefined = first;
  for (let n = 0; url !== undefined; n += 1) {
    if (n === MAX_PAGES) throw new CalendarFault('refused', 'The calendar contains too many events.');
    const page: GraphPage | 'expired' = await graph.page(url, endsAt());
    if (page === 'expired') return noPage();
    found.push(...page.items);
    url = page.nextLink;
  }
  return found;
}

/**
 * Reads a view, unless a delta from the token shows no change. A delta tells of occurrences too little to read them from
 * it, so the token only says whether the view has to be read. It is taken before that, so that no change is missed.
 */
async function read(
  graph: Graph,
  calendarId: string,
  window: CalendarWindow,
  token: string | null,
): Promise<CalendarReading> {
  const known = token === null ? undefined : parseToken(token, graph.graphUrl);
  const changes = known && known.until >= window.to ? await followDelta(graph, known.link) : 'expired';
  if (changes !== 'expired' && !changes.isChanged) return { kind: 'unchanged' };
  const next =
    known && changes !== 'expired' ? { ...known, link: changes.link } : await startDelta(graph, calendarId, window);
  const events = await allPages(graph, viewUrl(graph, calendarId, window));
  return { kind: 'occurrences', token: next && writeToken(next), ...readGraphEvents(events, window) };
}

/** A place in the changes of a calendar: how far its delta reaches, and the link that continues it. */
interface DeltaToken {
  until: Date;
  link: string;
}

const writeToken = ({ until, link }: DeltaToken): string => `${until.toISOString()} ${link}`;

/** Reads a token. Undefined for one of another address of Graph, which must not get the access of the connection. */
function parseToken(token: string, graphUrl: string): DeltaToken | undefined {
  const [until = '', link = ''] = token.split(' ', 2);
  return link.startsWith(`${graphUrl}/`) ? { until: new Date(until), link } : undefined;
}

/** Microsoft describes deltas for primary calendars alone. Null for a calendar without them, which is read each time. */
async function startDelta(graph: Graph, calendarId: string, { from, to }: CalendarWindow): Promise<DeltaToken | null> {
  const until = new Date(to.getTime() + AHEAD_MS);
  const query = new URLSearchParams({ startDateTime: from.toISOString(), endDateTime: until.toISOString() });
  try {
    const started = await followDelta(graph, `${graph.calendarUrl(calendarId)}/calendarView/delta?${query}`);
    return started === 'expired' ? null : { until, link: started.link };
  } catch (error) {
    if (error instanceof CalendarFault && error.code === 'refused') return null;
    throw error;
  }
}

async function followDelta(graph: Graph, first: string): Promise<{ isChanged: boolean; link: string } | 'expired'> {
  let isChanged = false;
  let url = first;
  for (let n = 0; n < MAX_PAGES; n += 1) {
    const page = await graph.page(url, callEnd(), { prefer: `${PREFER}, odata.maxpagesize=${PAGE}` });
    if (page === 'expired') return page;
    isChanged ||= page.items.length > 0;
    if (page.deltaLink !== undefined) return { isChanged, link: page.deltaLink };
    if (page.nextLink === undefined) break;
    url = page.nextLink;
  }
  return noPage();
}

function viewUrl({ calendarUrl }: Graph, calendarId: string, { from, to }: CalendarWindow): string {
  // Whole days begin and end with the host's, which differ from those of UTC.
  const query = new URLSearchParams({
    startDateTime: new Date(from.getTime() - DAY_MS).toISOString(),
    endDateTime: new Date(to.getTime() + DAY_MS).toISOString(),
    $top: String(PAGE),
    $orderby: 'start/dateTime',
    $select: GRAPH_EVENT_PROPERTIES,
    $expand: EXPAND,
  });
  return `${calendarUrl(calendarId)}/calendarView?${query}`;
}

/**
 * Writes an entry once: an entry whose write lost its answer is found by its property, and the transaction ID keeps a
 * repeated or concurrent creation from adding a second one.
 */
async function write(graph: Graph, calendarId: string, entry: EntryToWrite): Promise<WrittenEntry> {
  const endsAt = callEnd();
  const { known, meeting } = entry;
  const change = async ({ ref, etag }: WrittenEntry): Promise<WrittenEntry | undefined> => {
    const url = graph.eventUrl(calendarId, ref);
    const before = entry.conference === 'teams' ? await readBody(graph, url, endsAt) : undefined;
    if (before === 'gone') return undefined;
    const version = etag ?? before?.etag ?? null;
    const headers = version !== null && { headers: { 'if-match': version } };
    const body = changedEvent(entry, before);
    const answer = await graph.call({ method: 'PATCH', url, ...headers, body }, endsAt);
    return isGone(answer) ? undefined : writtenIn(answer);
  };
  const changed = known ? await change(known) : undefined;
  if (changed) return changed;
  for (const transactionId of transactionIds(entry)) {
    const found = await findEntry(graph, calendarId, meeting.uid, endsAt);
    const written = found && (await change(found));
    if (written) return written;
    const url = `${graph.calendarUrl(calendarId)}/events`;
    const answer = await graph.call({ method: 'POST', url, body: newEvent(entry, transactionId) }, endsAt);
    if (!isUsedTransaction(answer)) return writtenIn(answer);
  }
  throw new CalendarFault('refused', 'Microsoft Graph has reported a deleted entry as existing.');
}

/**
 * Returns the transaction IDs under which an entry may be created, in the order to try. The first one is the same for
 * all creations of an entry. It is used up when the owner deletes the entry, or moves it to another calendar.
 */
function transactionIds({ meeting, known }: EntryToWrite): string[] {
  const first = [meeting.uid, known?.ref ?? ''];
  const content = [meeting.title, meeting.startsAt.toISOString(), meeting.endsAt.toISOString()];
  const ids = [first, [...first, ...content]].map((parts) =>
    createHash('sha256').update(parts.join('\n')).digest('hex'),
  );
  return [...ids, newId()];
}

const isUsedTransaction = ({ body }: CalendarAnswer): boolean =>
  graphErrorIn(body)?.code.toLowerCase() === 'errorduplicatetransactionid';

/** Finds the entry of a meeting by its property. */
async function findEntry(
  graph: Graph,
  calendarId: string,
  uid: string,
  endsAt: number,
): Promise<WrittenEntry | undefined> {
  const filter = `ep/id eq '${MEETING_PROPERTY}' and ep/value eq '${uid.replaceAll("'", "''")}'`;
  const query = new URLSearchParams({
    $filter: `singleValueExtendedProperties/any(ep: ${filter})`,
    $expand: EXPAND,
    $select: 'id,onlineMeeting',
  });
  const page = await graph.page(`${graph.calendarUrl(calendarId)}/events?${query}`, endsAt);
  if (page === 'expired') return noPage();
  const [found] = page.items;
  return found && entryIn(found);
}

const etagIn = (event: Record<string, unknown>): string | null =>
  typeof event['@odata.etag'] === 'string' ? event['@odata.etag'] : null;

function writtenIn(answer: CalendarAnswer): WrittenEntry {
  const { status, body } = answer;
  if (status !== 200 && status !== 201) throw graphFault(answer);
  return (body && entryIn(body)) ?? noPage();
}

function entryIn(event: Record<string, unknown>): WrittenEntry | undefined {
  if (typeof event.id !== 'string') return undefined;
  const { joinUrl } = (event.onlineMeeting ?? {}) as { joinUrl?: unknown };
  const isWeb = typeof joinUrl === 'string' && URL.canParse(joinUrl) && new URL(joinUrl).protocol === 'https:';
  return { ref: event.id, etag: etagIn(event), joinUrl: isWeb ? joinUrl : null };
}

/** In UTC, so that Microsoft's rules of time zones can't move the entry. Outlook shows it in the owner's zone. */
const utc = (at: Date) => ({ dateTime: at.toISOString().slice(0, 19), timeZone: 'UTC' });

/** Returns the properties of an entry that both creations and changes set. */
const eventOf = ({ meeting, conference }: EntryToWrite) => ({
  subject: cut(entryTitle(meeting.title), MAX_SUBJECT),
  start: utc(meeting.startsAt),
  end: utc(meeting.endsAt),
  isAllDay: false,
  showAs: 'busy',
  location: { displayName: entryLine(meeting.location ?? '') },
  ...(conference === 'teams' && { isOnlineMeeting: true, onlineMeetingProvider: 'teamsForBusiness' }),
});

const bodyOf = ({ description }: CalendarMeeting) => ({
  body: { contentType: 'text', content: entryLines(description ?? '') },
});

const newEvent = (entry: EntryToWrite, transactionId: string) => ({
  ...eventOf(entry),
  ...bodyOf(entry.meeting),
  transactionId,
  singleValueExtendedProperties: [{ id: MEETING_PROPERTY, value: entry.meeting.uid }],
});

/** An event with its body, which contains its Teams meeting. */
interface EventWithBody extends WrittenEntry {
  html: string;
}

async function readBody(graph: Graph, url: string, endsAt: number): Promise<EventWithBody | 'gone'> {
  const headers = { prefer: PREFER_HTML };
  const answer = await graph.call({ url: `${url}?$select=id,body,onlineMeeting`, headers }, endsAt);
  if (isGone(answer)) return 'gone';
  const { content } = (answer.body?.body ?? {}) as { content?: unknown };
  return { ...writtenIn(answer), html: typeof content === 'string' ? content : '' };
}

/** Keeps the Teams meeting in the body of an event that has one. */
function changedEvent(entry: EntryToWrite, before: EventWithBody | undefined) {
  if (before === undefined || before.joinUrl === null) return { ...eventOf(entry), ...bodyOf(entry.meeting) };
  const content = withDescription(before.html, entryLines(entry.meeting.description ?? ''), before.joinUrl);
  return { ...eventOf(entry), ...(content !== undefined && { body: { contentType: 'html', content } }) };
}
