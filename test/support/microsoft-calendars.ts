import { DateTime } from 'luxon';
import type { CalendarServer } from './connected-calendars.js';
import { readGraphTime } from './graph-events.js';
import { startGraphServer } from './graph-server.js';

const FURTHER = 'AAMkCalendarOfTheTeam=';

/** Starts the stand-in of Microsoft Graph for the tests that the calendars of all providers share. */
export async function startMicrosoft(oauth: Parameters<typeof startGraphServer>[0]): Promise<CalendarServer> {
  const server = await startGraphServer(oauth);
  const { calendars } = server;
  const times = (startsAt: string, minutes = 30) => {
    const write = (at: DateTime) => ({
      dateTime: at.toFormat("yyyy-MM-dd'T'HH:mm:ss"),
      timeZone: 'Romance Standard Time',
    });
    const start = DateTime.fromISO(startsAt, { zone: 'Europe/Paris' });
    return { start: write(start), end: write(start.plus({ minutes })) };
  };
  const iso = (time: Parameters<typeof readGraphTime>[0]) => readGraphTime(time)?.toUTC().toISO() ?? '';
  const eventOf = (email: string, id: string) => {
    const event = calendars.eventsOf(email).find((each) => each.id === id);
    if (!event) throw new Error(`${email} has no event ${id}.`);
    return event;
  };
  return {
    provider: 'microsoft',
    conference: 'teams',
    settings: { MICROSOFT_GRAPH_URL: server.url },
    further: FURTHER,
    violations: server.violations,
    requests: server.requests,
    put(email, { id, startsAt, minutes, free }, calendarId) {
      const isKnown = calendars.calendarsOf(email).some((each) => each.id === calendarId);
      if (calendarId !== undefined && !isKnown) {
        calendars.addCalendar(email, { id: calendarId, name: 'Team', owner: 'team@example.com', canEdit: false });
      }
      const showAs = free ? 'free' : 'busy';
      calendars.addEvent(email, { iCalUId: id, subject: 'Private', showAs, ...times(startsAt, minutes) }, calendarId);
    },
    move: (email, id, startsAt, minutes) => calendars.changeEvent(email, eventOf(email, id), times(startsAt, minutes)),
    remove: (email, id) => calendars.removeEvent(email, eventOf(email, id)),
    entries: (email) => {
      const [calendar] = calendars.calendarsOf(email);
      return calendars
        .eventsOf(email)
        .filter(({ calendarId }) => calendarId === calendar?.id)
        .map(({ id, content: { subject = '', start, end }, joinUrl }) => ({
          id,
          title: subject,
          startsAt: iso(start),
          endsAt: iso(end),
          joinUrl,
        }));
    },
    limit: (seconds) => {
      const refusal = { status: 429, code: 'ApplicationThrottled', headers: { 'retry-after': String(seconds) } };
      calendars.state.end = () => (seconds === undefined ? 'take' : refusal);
    },
    giveConferences: (email, when) => {
      const [calendar] = calendars.calendarsOf(email);
      if (calendar) calendar.allowedOnlineMeetingProviders = when === 'at once' ? ['teamsForBusiness'] : [];
    },
    loseNextWrite: () => {
      calendars.state.end = (method) => {
        if (method === 'GET') return 'take';
        calendars.state.end = () => 'take';
        return 'take-then-cut';
      };
    },
    forgetTokens: calendars.forgetTokens,
    reset: () => {
      calendars.state.end = () => 'take';
    },
    stop: server.stop,
  };
}
