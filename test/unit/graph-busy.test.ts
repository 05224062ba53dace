import { afterAll, describe, expect, it } from '@jest/globals';
import { type CalendarOccurrence, readCalendarObject } from '../../domain/meetings/calendar-busy.js';
import { graphCalendars } from '../../providers/calendar/graph.js';
import { openConnection } from '../../providers/json-api.js';
import { startGraphServer } from '../support/graph-server.js';
import { randomCalendar } from '../support/random-calendars.js';
import { graphEventsOf } from '../support/random-graph.js';

const ANA = 'ana@example.com';
const PERSON = { subject: 'ana', email: ANA, scopes: ['Calendars.ReadWrite'] };
const graph = await startGraphServer({ personOf: () => PERSON });
graph.calendars.state.pageSize = 1_000;
const api = openConnection();
afterAll(async () => {
  await api.close();
  await graph.stop();
});
const tokens = {
  tokenFor: async () => ({ kind: 'token' as const, token: 'good', email: ANA, scopes: PERSON.scopes }),
};
const provider = graphCalendars({ api, tokens, graphUrl: graph.url, googleUrl: 'http://127.0.0.1:9' }, 'connection');

/** Clocks change in it on both halves of the earth. */
const RANGE = { from: new Date('2026-03-01T00:00:00Z'), to: new Date('2026-04-12T00:00:00Z') };
const CALENDARS = 40;

const timesOf = (occurrences: readonly CalendarOccurrence[]) =>
  occurrences
    .filter(({ busy }) => busy)
    .map(({ startsAt, endsAt }) => `${startsAt.toISOString()}/${endsAt.toISOString()}`)
    .sort();

describe('the busy times of random calendars', () => {
  it(`are the same at Microsoft as in iCalendar, for ${CALENDARS} calendars`, async () => {
    const seeds = Array.from({ length: CALENDARS }, (_, n) => Number(process.env.SEED || 1) * 100_000 + n);
    for (const calendar of seeds.map(randomCalendar)) {
      const range = { ...RANGE, timezone: calendar.timezone };
      const { occurrences } = readCalendarObject(calendar.text, range);
      const { id } = graph.calendars.addCalendar(ANA);
      for (const content of graphEventsOf(occurrences, calendar)) graph.calendars.addEvent(ANA, content, id);
      const reading = await provider.read(id, range, null);
      if (reading.kind !== 'occurrences') throw new Error('Graph expands series.');
      expect([calendar.text, timesOf(reading.occurrences)]).toEqual([calendar.text, timesOf(occurrences)]);
      expect(reading.problems).toEqual([]);
    }
  });
});
