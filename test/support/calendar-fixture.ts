import { createBookingActivities } from '../../activities/bookings.js';
import type { MeetingRow } from '../../db/tables.js';
import { calendarEntry } from '../../domain/meetings/icalendar.js';
import type { CalendarProviders, CalendarSettings } from '../../providers/calendar/index.js';
import { CalendarFault, type CalendarProvider } from '../../providers/calendar/provider.js';
import { createMetrics } from '../../runtime/metrics.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import { createMeetingLinks } from '../../services/meetings/meeting-links.js';
import { TEST_SECRET, type TestApi } from './api.js';
import { createMeetingFixture } from './meetings.js';
import { eventKinds } from './messaging.js';

/** One call to a calendar server, and whose password came with it. */
interface CalendarCall {
  what: 'locate' | 'list' | 'write' | 'remove';
  target: string;
  password: string;
}

/**
 * The activities around hosts' calendars, with calendars kept in memory: below each address one calendar, `searching`
 * what finding one waits for, `down` what every call fails with at addresses that begin with `downAt`, `before` what the
 * next call waits for that writes or removes, and `during` what happens while the next calendar is read or written. With
 * `server`, its calendars are used instead.
 */
export function createCalendarFixture(api: TestApi, server?: CalendarProviders) {
  const objects = new Map<string, string>();
  const calls: CalendarCall[] = [];
  const fixture = {
    objects,
    calls,
    /** The addresses by which the server knows its user. */
    addresses: [] as string[],
    searching: undefined as Promise<void> | undefined,
    down: undefined as CalendarFault | undefined,
    downAt: '',
    before: undefined as (() => Promise<unknown>) | undefined,
    during: undefined as (() => Promise<unknown>) | undefined,
    now: () => new Date(),
    /** Looks at a meeting once. */
    advance: (meetingId: string) => activities().advanceBooking({ meetingId }),
    /** Does whatever is due for a meeting. */
    async follow(meetingId: string) {
      for (;;) {
        const step = await fixture.advance(meetingId);
        if (step.closed || new Date(step.plan.sleepUntil ?? '9999-01-01') > new Date()) return step;
      }
    },
    look: (hostId: string) => activities().syncCalendar({ hostId }),
  };
  const once = async (moment: 'before' | 'during') => {
    const happens = fixture[moment];
    fixture[moment] = undefined;
    await happens?.();
  };
  const providerOf = (settings: CalendarSettings): CalendarProvider => {
    if (settings.provider !== 'caldav') throw new Error('Only CalDAV is kept in memory.');
    const { url, password } = settings;
    const called = (what: CalendarCall['what'], target: string) => {
      calls.push({ what, target, password });
      if (fixture.down && target.startsWith(fixture.downAt)) throw fixture.down;
    };
    return {
      async locate() {
        called('locate', url);
        await fixture.searching;
        return url;
      },
      addresses: async () => fixture.addresses,
      async read(calendarUrl) {
        called('list', calendarUrl);
        const found = [...objects].filter(([href]) => href.startsWith(calendarUrl));
        await once('during');
        return { kind: 'objects', token: null, objects: found.map(([ref, data]) => ({ ref, data })) };
      },
      async write(calendarUrl, { meeting }) {
        const ref = `${calendarUrl}${meeting.uid}.ics`;
        called('write', ref);
        await once('before');
        objects.set(ref, calendarEntry(meeting));
        await once('during');
        return { ref, etag: null, joinUrl: null };
      },
      async remove(calendarUrl, { uid, ref }) {
        const url = ref ?? `${calendarUrl}${uid}.ics`;
        called('remove', url);
        await once('before');
        objects.delete(url);
      },
    };
  };
  const calendars = server ?? { for: providerOf, close: async () => undefined };
  let made: ReturnType<typeof createBookingActivities> | undefined;
  const activities = () => {
    made ??= createBookingActivities({
      db: api.db,
      clock: { now: () => fixture.now() },
      orHold: (_kind, _id, work) => work(),
      metrics: createMetrics(),
      email: {
        for: () => {
          throw new Error('No mail is due here.');
        },
        close: async () => undefined,
      } as never,
      whatsapp: {} as never,
      voice: {} as never,
      chat: {} as never,
      calendars,
      breakers: { note: () => undefined },
      heldBack: async () => undefined,
      box: createSecretBox([TEST_SECRET]),
      meetingLinks: createMeetingLinks([TEST_SECRET], 'http://las.test'),
      dispatch: () => undefined,
    });
    return made;
  };
  return fixture;
}

/** A calendar that refuses every login. */
export const refusedLogin = () =>
  new CalendarFault('auth_failed', 'The calendar server rejected the user name or password.');

export const OLD = { provider: 'caldav', url: 'https://old.example.com/hanna/', user: 'hanna', password: 'old secret' };
export const NEW = { provider: 'caldav', url: 'https://new.example.com/hanna/', user: 'hanna', password: 'new secret' };

/** Makes a host with a calendar, whose meetings are followed as a worker would. */
export const useCalendarFixture = (api: TestApi, server?: CalendarProviders) => async () => {
  const account = await api.account();
  const meetings = await createMeetingFixture(api, account);
  const calendar = createCalendarFixture(api, server);
  const row = async (id: string): Promise<MeetingRow> => (await api.db('meetings').where({ id }).first())!;
  return {
    account,
    ...meetings,
    hostCalendar: calendar,
    row,
    /** Sets a host's calendar and has it looked at, with what waits for it. */
    async connect(body: object = OLD, hostId = meetings.hostId) {
      await account.request('put', `/hosts/${hostId}/calendar`).send(body).expect(200);
      await calendar.look(hostId);
      for (const { id } of await api.db('meetings').where({ host_id: hostId })) await calendar.follow(id);
    },
    async booked(more: object = {}) {
      const { body } = await meetings.book({ invite_lead: false, ...more }).expect(201);
      await calendar.follow(body.meeting.id);
      return body.meeting.id as string;
    },
    busy: async () =>
      (await api.db('busy_times').where({ host_id: meetings.hostId })).map(({ starts_at }) => starts_at.toISOString()),
    failures: async () =>
      (await eventKinds(api.db, meetings.lead.id)).filter((kind) => kind === 'meeting.sync_failed').length,
  };
};
