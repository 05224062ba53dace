import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readCalendarObject } from '../../domain/meetings/calendar-busy.js';
import type { CalendarMeeting } from '../../domain/meetings/icalendar.js';
import { createCalendarProviders } from '../../providers/calendar/index.js';
import type { CalendarProvider } from '../../providers/calendar/provider.js';
import { type Radicale, startRadicale } from '../support/radicale.js';

const providers = createCalendarProviders({ allowPrivate: true });
const guarded = createCalendarProviders({ allowPrivate: false });
let server: Radicale;
let calendar: CalendarProvider;

const settings = (changes: object = {}) => ({
  provider: 'caldav' as const,
  accountId: 'a',
  url: server.url,
  user: server.user,
  password: server.password,
  ...changes,
});

const MEETING: CalendarMeeting = {
  uid: '0197a8a0-0000-7000-8000-00000000000a',
  sequence: 0,
  title: 'Demo; with, signs \\ ñ <&>',
  description: 'Line\nline ]]> &amp;',
  location: null,
  url: null,
  startsAt: new Date('2026-11-25T10:00:00Z'),
  endsAt: new Date('2026-11-25T10:30:00Z'),
  timezone: 'Europe/Madrid',
  cancelled: false,
  organizer: null,
  sentBy: null,
  attendees: [],
  createdAt: new Date('2026-11-20T10:00:00Z'),
  updatedAt: new Date('2026-11-20T10:00:00Z'),
};
const RANGE = { from: new Date('2026-11-20T00:00:00Z'), to: new Date('2026-12-20T00:00:00Z'), timezone: 'UTC' };

beforeAll(async () => {
  server = await startRadicale();
  calendar = providers.for(settings());
}, 120_000);

afterAll(async () => {
  await server.stop();
  await Promise.all([providers.close(), guarded.close()]);
});

/** Returns the objects of the calendar with its tag. */
async function read() {
  const reading = await calendar.read(server.calendarUrl, RANGE, null);
  if (reading.kind !== 'objects') throw new Error('The calendar was not read.');
  return reading;
}

const uids = async () =>
  (await read()).objects.flatMap(({ data }) => readCalendarObject(data, RANGE).occurrences.map(({ uid }) => uid));

const write = async (meeting: CalendarMeeting) =>
  (await calendar.write(server.calendarUrl, { meeting, conference: null, known: null })).ref;

describe('the CalDAV adapter against Radicale', () => {
  it('finds the calendar by its server’s, its principal’s and its own address', async () => {
    const addresses = [server.url, `${server.url}/hugo/`, server.calendarUrl, server.calendarUrl.slice(0, -1)];
    const found = await Promise.all(addresses.map((url) => providers.for(settings({ url })).locate()));
    expect(found).toEqual(addresses.map(() => server.calendarUrl));
  });

  it('writes an entry once however often, moves it, takes it away, and is content when it is gone', async () => {
    const { token: before } = await read();
    const ref = await write(MEETING);
    expect(await write(MEETING)).toBe(ref);
    const { token: after } = await read();
    expect([before === null, after === before]).toEqual([false, false]);
    expect(await calendar.read(server.calendarUrl, RANGE, after)).toEqual({ kind: 'unchanged' });
    expect(await uids()).toEqual([MEETING.uid]);
    const moved = { ...MEETING, startsAt: new Date('2026-11-26T08:00:00Z'), endsAt: new Date('2026-11-26T08:30:00Z') };
    await write(moved);
    const [object, ...more] = (await read()).objects;
    expect(more).toEqual([]);
    expect(readCalendarObject(object?.data ?? '', RANGE).occurrences).toMatchObject([
      { uid: MEETING.uid, startsAt: moved.startsAt, endsAt: moved.endsAt, busy: true },
    ]);
    expect(object?.ref).toBe(ref);
    await calendar.remove(server.calendarUrl, { ref, uid: MEETING.uid });
    await calendar.remove(server.calendarUrl, { ref, uid: MEETING.uid });
    expect(await uids()).toEqual([]);
  });

  it('reads what the calendar’s owner wrote, series and days included, and only within the range', async () => {
    const event = (uid: string, ...lines: string[]) =>
      `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//EN\r\nBEGIN:VEVENT\r\nUID:${uid}\r\nDTSTAMP:20261101T000000Z\r\n${lines.join('\r\n')}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;
    const put = (uid: string, ...lines: string[]) => server.ask('PUT', `/hugo/diary/${uid}.ics`, event(uid, ...lines));
    await put('weekly', 'DTSTART:20261102T090000Z', 'DTEND:20261102T100000Z', 'RRULE:FREQ=WEEKLY');
    await put('day', 'DTSTART;VALUE=DATE:20261201', 'DTEND;VALUE=DATE:20261202');
    await put('long-ago', 'DTSTART:20200102T090000Z', 'DTEND:20200102T100000Z');
    expect((await uids()).sort()).toEqual(['day', 'weekly', 'weekly', 'weekly', 'weekly']);
  });

  it('says what is wrong: password, address, no answer', async () => {
    const fault = (changes: object, made = providers) =>
      made
        .for(settings(changes))
        .locate()
        .then(
          () => 'none',
          (error: { code?: string }) => error.code,
        );
    expect(await fault({ password: 'wrong' })).toBe('auth_failed');
    expect(await fault({ url: 'http://127.0.0.1:9' })).toBe('unreachable');
  });

  it('never asks a private address unless the installation allows it', async () => {
    for (const url of [server.url, 'http://localhost:1/', 'https://169.254.169.254/', 'https://[::1]/', 'file:///x']) {
      await expect(guarded.for(settings({ url })).locate()).rejects.toMatchObject({ code: 'address_blocked' });
    }
  });
});
