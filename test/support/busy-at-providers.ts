import { afterAll, describe, expect, it } from '@jest/globals';
import { type CalendarOccurrence, readCalendarObject } from '../../domain/meetings/calendar-busy.js';
import { googleCalendar } from '../../providers/calendar/google.js';
import { graphCalendars } from '../../providers/calendar/graph.js';
import type { ConnectedCalendarProvider } from '../../providers/calendar/provider.js';
import { openConnection } from '../../providers/json-api.js';
import { startGoogleCalendarServer } from './google-calendar-server.js';
import { startGraphServer } from './graph-server.js';
import { randomCalendar } from './random-calendars.js';
import { googleEventsOf } from './random-google.js';
import { graphEventsOf } from './random-graph.js';

const ANA = 'ana@example.com';
const AUTH = 'https://www.googleapis.com/auth/';
const SCOPES = ['Calendars.ReadWrite', `${AUTH}calendar.events`, `${AUTH}calendar.calendarlist.readonly`];
const PERSON = { subject: 'ana', email: ANA, scopes: SCOPES };
const graph = await startGraphServer({ personOf: () => PERSON });
const google = await startGoogleCalendarServer({ personOf: () => PERSON });
graph.calendars.state.pageSize = 1_000;
google.state.pageSize = 1_000;
const api = openConnection();
afterAll(async () => {
  await api.close();
  await Promise.all([graph.stop(), google.stop()]);
});
const tokens = {
  tokenFor: async () => ({ kind: 'token' as const, token: 'good', email: ANA, scopes: PERSON.scopes }),
};
const access = { api, tokens, graphUrl: graph.url, googleUrl: google.url };

/** Clocks change in it on both halves of the earth. */
const RANGE = { from: new Date('2026-03-01T00:00:00Z'), to: new Date('2026-04-12T00:00:00Z') };

interface AtProvider {
  provider: ConnectedCalendarProvider;
  /** Creates a calendar with these occurrences and returns its ID. */
  create(occurrences: readonly CalendarOccurrence[], calendar: { text: string; timezone: string }, n: number): string;
}
const PROVIDERS: Record<string, AtProvider> = {
  Microsoft: {
    provider: graphCalendars(access, 'connection'),
    create(occurrences, calendar) {
      const { id } = graph.calendars.addCalendar(ANA);
      for (const content of graphEventsOf(occurrences, calendar)) graph.calendars.addEvent(ANA, content, id);
      return id;
    },
  },
  Google: {
    provider: googleCalendar(access, 'connection'),
    create(occurrences, calendar, n) {
      const id = `${n}@group.calendar.google.com`;
      google.addCalendar(ANA, { id, summary: 'Random', timeZone: calendar.timezone, accessRole: 'reader' });
      for (const event of googleEventsOf(occurrences, calendar)) google.put(ANA, event, id);
      return id;
    },
  },
};

const timesOf = (occurrences: readonly CalendarOccurrence[]) =>
  occurrences
    .filter(({ busy }) => busy)
    .map(({ startsAt, endsAt }) => `${startsAt.toISOString()}/${endsAt.toISOString()}`)
    .sort();

/**
 * Declares the tests that random calendars have the same busy times in iCalendar, at Google and at Microsoft, for so many
 * calendars at each.
 */
export function describeBusyTimes(calendars: number, timeoutMs?: number): void {
  describe.each(Object.entries(PROVIDERS))(
    'the busy times of random calendars at %s',
    (_name, { provider, create }) => {
      it(
        `are the same as in iCalendar, for ${calendars} calendars`,
        async () => {
          const seeds = Array.from({ length: calendars }, (_, n) => Number(process.env.SEED || 1) * 100_000 + n);
          for (const [n, calendar] of seeds.map(randomCalendar).entries()) {
            const range = { ...RANGE, timezone: calendar.timezone };
            const { occurrences } = readCalendarObject(calendar.text, range);
            const reading = await provider.read(create(occurrences, calendar, n), range, null);
            if (reading.kind !== 'occurrences') throw new Error('The provider expands series.');
            expect([calendar.text, timesOf(reading.occurrences)]).toEqual([calendar.text, timesOf(occurrences)]);
            expect(reading.problems).toEqual([]);
          }
        },
        timeoutMs,
      );
    },
  );
}
