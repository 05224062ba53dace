import { DateTime } from 'luxon';
import { createCalendarProviders } from '../../providers/calendar/index.js';
import { openConnection } from '../../providers/json-api.js';
import { createOAuthClient } from '../../providers/oauth/index.js';
import { systemClock } from '../../runtime/clock.js';
import { newId } from '../../runtime/ids.js';
import { createLogger } from '../../runtime/logger.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import type { RegisteredProvider } from '../../schemas/connections/connections.js';
import { createAccessTokens } from '../../services/connections/access-tokens.js';
import { oauthSettingsOf } from '../../services/connections/settings.js';
import { TEST_SECRET, type TestAccount, testConfig, useApi } from './api.js';
import { useCalendarFixture } from './calendar-fixture.js';
import { startGoogleCalendarServer } from './google-calendar-server.js';
import { startOAuthServer } from './oauth-server.js';
import { connected } from './sign-in.js';

/** An entry as the owner of a calendar sees it. */
export interface OwnersEntry {
  id: string;
  title: string;
  startsAt: string;
  endsAt: string;
  joinUrl: string | null;
}

/** What tests need of a stand-in of a calendar API. */
export interface CalendarServer {
  provider: RegisteredProvider;
  conference: 'google_meet' | 'teams';
  settings: Record<string, string>;
  /** A second calendar that can be read. */
  further: string;
  violations: string[];
  requests: string[];
  /** Writes an event as its owner does. */
  put(
    email: string,
    event: { id: string; startsAt: string; minutes?: number; free?: boolean },
    calendarId?: string,
  ): void;
  /** Moves an entry as its owner does. */
  move(email: string, id: string, startsAt: string, minutes?: number): void;
  remove(email: string, id: string): void;
  entries(email: string): OwnersEntry[];
  /** Refuses every request with a limit until it is called without one. */
  limit(retryAfterSeconds?: number): void;
  /** Creates video conferences for a person, none, or later if the provider can. */
  giveConferences(email: string, when: 'at once' | 'later' | 'never'): void;
  /** Takes the next write, and loses the answer. */
  loseNextWrite(): void;
  forgetTokens(): void;
  reset(): void;
  stop(): Promise<void>;
}

/** Starts the stand-in of Google Calendar for the tests that all providers share. */
export async function startGoogle(oauth: Parameters<typeof startGoogleCalendarServer>[0]): Promise<CalendarServer> {
  const server = await startGoogleCalendarServer(oauth);
  const times = (startsAt: string, minutes = 30) => ({
    start: { dateTime: startsAt },
    end: { dateTime: DateTime.fromISO(startsAt).plus({ minutes }).toUTC().toISO() as string },
  });
  const further = 'family@group.calendar.google.com';
  return {
    provider: 'google',
    conference: 'google_meet',
    settings: { GOOGLE_CALENDAR_URL: server.url },
    further,
    violations: server.violations,
    requests: server.requests,
    put(email, { id, startsAt, minutes, free }, calendarId = email) {
      if (!server.calendarsOf(email).has(calendarId)) {
        server.addCalendar(email, { id: further, summary: 'Family', timeZone: 'Europe/Paris', accessRole: 'reader' });
      }
      const transparency = free ? 'transparent' : 'opaque';
      server.put(email, { id, transparency, summary: 'Private', ...times(startsAt, minutes) }, calendarId);
    },
    move: (email, id, startsAt, minutes) => void server.put(email, { id, ...times(startsAt, minutes) }),
    remove: (email, id) => void server.put(email, { id, status: 'cancelled' }),
    entries: (email) =>
      server.eventsOf(email).map(({ id, summary = '', start, end, hangoutLink }) => ({
        id,
        title: summary,
        startsAt: new Date(start?.dateTime ?? '').toISOString(),
        endsAt: new Date(end?.dateTime ?? '').toISOString(),
        joinUrl: hangoutLink ?? null,
      })),
    limit: (seconds) => {
      const refusal = { status: 403, reason: 'rateLimitExceeded', headers: { 'retry-after': String(seconds) } };
      server.state.refuse = () => (seconds === undefined ? undefined : refusal);
    },
    giveConferences: (_email, when) => {
      server.state.conferencesFail = when === 'never';
      server.state.conferencesArePending = when === 'later';
    },
    loseNextWrite: () => {
      server.state.write = () => {
        server.state.write = () => 'take';
        return 'take-then-cut';
      };
    },
    forgetTokens: server.forgetTokens,
    reset: server.reset,
    stop: server.stop,
  };
}

/** Starts the servers of a provider, and hosts whose calendars are theirs. */
export async function useConnectedCalendars(start: typeof startGoogle) {
  const oauth = await startOAuthServer();
  const server = await start(oauth);
  const api = useApi({ ...oauth.settings, ...server.settings });
  const config = testConfig({ ...oauth.settings, ...server.settings });
  const [client, json] = [createOAuthClient(oauthSettingsOf(config)), openConnection()];
  const logger = createLogger('silent', 'test');
  const tokens = createAccessTokens({
    get db() {
      return api.db;
    },
    clock: systemClock,
    dispatch: () => undefined,
    box: createSecretBox([TEST_SECRET]),
    publicUrl: 'http://las.test',
    oauth: client,
    logger,
  } as Parameters<typeof createAccessTokens>[0]);
  const calendars = createCalendarProviders({
    allowPrivate: false,
    connected: {
      api: json,
      tokens,
      googleUrl: config.GOOGLE_CALENDAR_URL,
      graphUrl: config.MICROSOFT_GRAPH_URL,
    },
  });
  const createFixture = useCalendarFixture(api, calendars);
  return {
    api,
    oauth,
    server,
    calendars,
    /** A person with a connection of these purposes. */
    async person(account: TestAccount, purposes: string[] = ['calendars']) {
      const email = `${newId()}@example.com`;
      oauth.state.person = { subject: newId(), email };
      return { email, connectionId: await connected(api, account, { provider: server.provider, purposes }) };
    },
    /** A host with a calendar of the provider, which was read. */
    async host(settings: object = {}) {
      const fixture = await createFixture();
      const { email, connectionId } = await this.person(fixture.account);
      const calendar = { provider: server.provider, connection_id: connectionId, ...settings };
      return {
        ...fixture,
        email,
        connectionId,
        connect: () => fixture.connect(calendar),
        look: () => fixture.hostCalendar.look(fixture.hostId),
        status: async () => {
          const { body } = await fixture.account.request('get', `/hosts/${fixture.hostId}/calendar`).expect(200);
          return body.calendar;
        },
      };
    },
    async stop() {
      await Promise.all([json.close(), client.close(), calendars.close(), oauth.stop(), server.stop()]);
    },
  };
}
