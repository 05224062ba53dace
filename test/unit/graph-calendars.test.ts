import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { graphCalendars } from '../../providers/calendar/graph.js';
import type { EntryToWrite, WrittenEntry } from '../../providers/calendar/provider.js';
import { openConnection } from '../../providers/json-api.js';
import type { TokenAnswer } from '../../providers/oauth/provider.js';
import type { CalendarEnd } from '../support/graph-calendars.js';
import { startGraphServer } from '../support/graph-server.js';

const ANA = 'ana@example.com';
const PERSON = { subject: 'ana', email: ANA, scopes: ['Calendars.ReadWrite'] };
const graph = await startGraphServer({ personOf: (header) => (header === 'Bearer good' ? PERSON : undefined) });
const { calendars } = graph;
const api = openConnection();
afterAll(async () => {
  await api.close();
  await graph.stop();
});

const granted = (token: string, scopes = PERSON.scopes): TokenAnswer => ({ kind: 'token', token, email: ANA, scopes });
let answers: TokenAnswer[];
const tokens = { tokenFor: async () => (answers.length > 1 ? answers.shift() : answers[0]) as TokenAnswer };
const provider = graphCalendars({ api, tokens, graphUrl: graph.url, googleUrl: 'http://127.0.0.1:9' }, 'connection');

const calendarId = calendars.calendarsOf(ANA)[0]?.id ?? '';
const WINDOW = {
  from: new Date('2026-12-01T00:00:00Z'),
  to: new Date('2027-01-01T00:00:00Z'),
  timezone: 'Europe/Madrid',
};
const MEETING = {
  uid: '',
  sequence: 0,
  title: 'Call with\r\nHanna',
  description: 'Bring the offer.',
  location: 'Video call',
  url: null,
  startsAt: new Date('2026-12-02T09:00:00Z'),
  endsAt: new Date('2026-12-02T09:30:00Z'),
  timezone: 'Europe/Madrid',
  cancelled: false,
  organizer: null,
  sentBy: null,
  attendees: [{ name: 'Lead', email: 'lead@example.net', accepted: false }],
  createdAt: new Date('2026-11-01T00:00:00Z'),
  updatedAt: new Date('2026-11-01T00:00:00Z'),
};
let moved = MEETING;
const entry = (more: Partial<EntryToWrite> = {}): EntryToWrite => ({
  meeting: { ...MEETING, uid: moved.uid },
  conference: null,
  known: null,
  ...more,
});
const MOVED = { startsAt: new Date('2026-12-02T11:00:00Z'), endsAt: new Date('2026-12-02T11:30:00Z') };
const present = () => calendars.eventsOf(ANA);
const at = (hour: string, day = '03', timeZone = 'UTC') => ({ dateTime: `2026-12-${day}T${hour}:00`, timeZone });

/** Ends the next request of a method in a way, and lets those after it pass. */
function endNext(method: string, end: CalendarEnd) {
  calendars.state.end = (asked) => {
    if (asked !== method) return 'take';
    calendars.state.end = () => 'take';
    return end;
  };
}

beforeEach(() => {
  answers = [granted('good')];
  moved = { ...MEETING, ...MOVED, uid: randomUUID() };
  calendars.state.end = () => 'take';
  for (const event of present()) calendars.removeEvent(ANA, event);
  graph.requests.length = 0;
});

describe('a Microsoft calendar', () => {
  it('is found as the default one, and listed before shared ones with what the person may do there', async () => {
    const team = calendars.addCalendar(ANA, { name: 'Team', owner: 'team@example.com', canEdit: false });
    expect(await provider.locate()).toBe(calendarId);
    expect(await provider.calendars()).toEqual([
      { id: calendarId, name: 'Calendar', access: 'write', timezone: null, isPrimary: true },
      { id: team.id, name: 'Team (team@example.com)', access: 'read', timezone: null, isPrimary: false },
    ]);
    calendars.removeCalendar(ANA, team.id);
  });

  it('gets an entry without attendees, which is changed and removed by its version', async () => {
    const first = await provider.write(calendarId, entry());
    expect(present().map(({ content }) => content)).toMatchObject([
      {
        subject: 'Call with Hanna',
        start: { dateTime: '2026-12-02T09:00:00', timeZone: 'UTC' },
        showAs: 'busy',
        location: { displayName: 'Video call' },
        body: { contentType: 'text', content: 'Bring the offer.' },
      },
    ]);
    expect(present()[0]?.content).not.toHaveProperty('attendees');
    const second = await provider.write(calendarId, entry({ meeting: moved, known: first }));
    expect(second).toMatchObject({ ref: first.ref, joinUrl: null });
    expect(second.etag).not.toBe(first.etag);
    await expect(provider.write(calendarId, entry({ known: first }))).rejects.toMatchObject({ code: 'changed' });
    await provider.write(calendarId, entry({ known: { ...first, etag: null } }));
    expect(present()).toHaveLength(1);
    const { uid } = moved;
    await provider.remove(calendarId, { ref: first.ref, uid });
    await provider.remove(calendarId, { ref: first.ref, uid });
    await provider.remove(calendarId, { ref: null, uid });
    expect(present()).toEqual([]);
    expect(graph.violations).toEqual([]);
  });

  it.each<CalendarEnd>(['take-then-cut', 'cut'])('has one entry after a write that ends with %s', async (end) => {
    endNext('POST', end);
    await expect(provider.write(calendarId, entry())).rejects.toMatchObject({ code: 'unreachable' });
    // The meeting was moved before the write is repeated.
    const { ref } = await provider.write(calendarId, entry({ meeting: moved }));
    expect(present().map(({ id, content }) => [id, content.start.dateTime])).toEqual([[ref, '2026-12-02T11:00:00']]);
  });

  it('has one entry after two writes at once', async () => {
    const written = await Promise.all([
      provider.write(calendarId, entry()),
      provider.write(calendarId, entry({ meeting: moved })),
    ]);
    expect(present()).toHaveLength(1);
    expect(new Set(written.map(({ ref }) => ref)).size).toBe(1);
  });

  it('gets an entry again that its owner has deleted', async () => {
    const first = await provider.write(calendarId, entry());
    const [event] = present();
    if (event) calendars.removeEvent(ANA, event);
    const again = await provider.write(calendarId, entry({ meeting: moved, known: first }));
    expect(present().map(({ id }) => id)).toEqual([again.ref]);
    expect(again.ref).not.toBe(first.ref);
  });

  it('gets a Teams meeting with an entry, which later changes keep, also those of the description', async () => {
    const first: WrittenEntry = await provider.write(calendarId, entry({ conference: 'teams' }));
    expect(first.joinUrl).toMatch(/^https:\/\/teams\.microsoft\.com\//);
    const second = await provider.write(calendarId, entry({ meeting: moved, conference: 'teams', known: first }));
    expect(second.joinUrl).toBe(first.joinUrl);
    const described = { ...moved, description: 'Bring <the> contract.\nAnd a pen.' };
    const third = await provider.write(calendarId, entry({ meeting: described, conference: 'teams', known: second }));
    expect(third.joinUrl).toBe(first.joinUrl);
    const html = present()[0]?.content.body?.content ?? '';
    expect(html.startsWith('<div>Bring &lt;the&gt; contract.<br>And a pen.</div><div>____')).toBe(true);
    expect(html.split(String(first.joinUrl))).toHaveLength(2);
    const consumer = calendars.addCalendar(ANA, { allowedOnlineMeetingProviders: [] });
    const wanted = entry({ conference: 'teams', meeting: { ...MEETING, uid: 'other' } });
    const without = await provider.write(consumer.id, wanted);
    expect(without.joinUrl).toBeNull();
    // Its body contains no meeting, so changes of the description are written.
    const changed = { ...wanted, meeting: { ...wanted.meeting, description: 'Bring the contract.' }, known: without };
    await provider.write(consumer.id, changed);
    expect(calendars.eventsOf(ANA).find(({ id }) => id === without.ref)?.content.body?.content).toBe(
      'Bring the contract.',
    );
    calendars.removeCalendar(ANA, consumer.id);
  });

  it('is read again only after a change, and from the start once its token is forgotten or too short', async () => {
    const read = async (token: string | null, window = WINDOW) => {
      const reading = await provider.read(calendarId, window, token);
      if (reading.kind === 'objects') throw new Error('Graph has no iCalendar.');
      return reading.kind === 'unchanged'
        ? undefined
        : { token: reading.token, uids: reading.occurrences.map(({ uid }) => uid) };
    };
    const series = calendars.addEvent(ANA, {
      iCalUId: 'series',
      start: at('09:00', '03', 'W. Europe Standard Time'),
      end: at('09:30', '03', 'W. Europe Standard Time'),
      recurrence: {
        pattern: { type: 'weekly', interval: 1, daysOfWeek: ['thursday'] },
        range: { type: 'noEnd', startDate: '2026-12-03' },
      },
    });
    const first = await read(null);
    expect(first?.uids).toEqual(['series', 'series', 'series', 'series', 'series']);
    graph.requests.length = 0;
    expect(await read(first?.token ?? '')).toBeUndefined();
    expect(graph.requests).toHaveLength(1);
    calendars.addEvent(ANA, { iCalUId: 'new', start: at('07:00'), end: at('08:00') });
    calendars.removeEvent(ANA, series, `${series.id}.${Date.parse('2026-12-10T08:00:00Z').toString(36)}`);
    const second = await read(first?.token ?? '');
    expect(second?.uids).toEqual(['new', 'series', 'series', 'series', 'series']);
    expect(await read(second?.token ?? '')).toBeUndefined();
    calendars.forgetTokens();
    const third = await read(second?.token ?? '');
    expect(third?.uids).toHaveLength(5);
    const later = { ...WINDOW, to: new Date('2027-03-01T00:00:00Z') };
    expect((await read(third?.token ?? '', later))?.uids.length).toBeGreaterThan(5);
    expect(graph.violations).toEqual([]);
  });

  it('without deltas is read each time', async () => {
    calendars.addEvent(ANA, { start: at('07:00'), end: at('08:00') });
    calendars.state.end = (_method, path) =>
      path.endsWith('/delta') ? { status: 400, code: 'ErrorInvalidRequest' } : 'take';
    expect(await provider.read(calendarId, WINDOW, null)).toMatchObject({
      kind: 'occurrences',
      token: null,
      occurrences: [{ busy: true }],
    });
  });

  it('is read from the start for a token of another server, which gets no request', async () => {
    const elsewhere = `2030-01-01T00:00:00.000Z http://127.0.0.1:9/v1.0/me/calendars/1/calendarView/delta`;
    expect(await provider.read(calendarId, WINDOW, elsewhere)).toMatchObject({ kind: 'occurrences' });
  });

  it('gets an entry again and again that its owner deletes each time', async () => {
    for (let n = 0; n < 4; n += 1) {
      await provider.write(calendarId, entry());
      for (const event of present()) calendars.removeEvent(ANA, event);
    }
    await provider.write(calendarId, entry());
    expect(present()).toHaveLength(1);
  });
});

describe('a refusal of Graph', () => {
  it.each<[number, string | undefined, string, number]>([
    [403, 'ErrorAccessDenied', 'forbidden', 0],
    [403, 'ErrorExceededMessageLimit', 'rate_limited', 0],
    [403, 'ErrorQuotaExceeded', 'refused', 0],
    [404, 'ErrorItemNotFound', 'no_calendar', 0],
    [404, 'MailboxNotEnabledForRESTAPI', 'no_calendar', 0],
    [412, 'ErrorIrresolvableConflict', 'changed', 0],
    [409, 'ErrorIrresolvableConflict', 'changed', 0],
    [429, 'ApplicationThrottled', 'rate_limited', 17],
    [429, undefined, 'rate_limited', 17],
    [503, 'ServiceNotAvailable', 'unreachable', 17],
    [503, undefined, 'unreachable', 17],
    [500, 'ErrorInternalServerError', 'unreachable', 0],
    [400, 'ErrorInvalidRequest', 'refused', 0],
  ])('with %i %s means %s', async (status, code, fault, retryAfterSeconds) => {
    const headers = { 'retry-after': String(retryAfterSeconds) };
    calendars.state.end = () => ({ status, ...(code && { code }), headers });
    await expect(provider.locate()).rejects.toMatchObject({ name: 'CalendarFault', code: fault, retryAfterSeconds });
  });

  it('of a token gets a new one once', async () => {
    answers = [granted('bad'), granted('good')];
    expect(await provider.locate()).toBe(calendarId);
    answers = [granted('bad')];
    await expect(provider.locate()).rejects.toMatchObject({ code: 'auth_failed' });
  });

  it("isn't needed to know of a connection that can't reach calendars", async () => {
    answers = [granted('good', ['Mail.Send'])];
    await expect(provider.locate()).rejects.toMatchObject({ code: 'missing_permission' });
    answers = [{ kind: 'reconnect_needed', message: 'Someone has to sign in.' }];
    await expect(provider.locate()).rejects.toMatchObject({ code: 'reconnect_needed' });
    expect(graph.requests).toEqual([]);
  });
});
