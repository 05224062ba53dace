import { createSafeFetch, fetchFor } from '../../runtime/safe-fetch.js';
import type { RegisteredProvider } from '../../schemas/connections/connections.js';
import { type CaldavConfig, caldavCalendar } from './caldav.js';
import type { CalendarAccess } from './connected.js';
import { googleCalendar } from './google.js';
import { graphCalendars } from './graph.js';
import { CalendarFault, type CalendarProvider, type ConnectedCalendarProvider } from './provider.js';

/** The calendars of a connection. */
export interface ConnectedSettings {
  provider: RegisteredProvider;
  connectionId: string;
}

/** The access to a host's own calendar. */
export type CalendarSettings = ({ provider: 'caldav'; accountId: string } & CaldavConfig) | ConnectedSettings;

/** The calendar providers of one process. */
export interface CalendarProviders {
  for(settings: CalendarSettings): CalendarProvider;
  close(): Promise<void>;
}

/** Creates the calendars of a connection to each provider. */
const CONNECTED: Readonly<
  Record<RegisteredProvider, (access: CalendarAccess, connectionId: string) => ConnectedCalendarProvider>
> = { google: googleCalendar, microsoft: graphCalendars };

/** Returns the calendars of a connection. */
export const connectedCalendars = (
  access: CalendarAccess,
  { provider, connectionId }: ConnectedSettings,
): ConnectedCalendarProvider => CONNECTED[provider](access, connectionId);

/**
 * Makes the calendar providers. `privateHosts` lists the servers that may have private addresses, with or without TLS;
 * `allowPrivate` opens all. Without `connected`, only CalDAV works.
 */
export function createCalendarProviders({
  privateHosts = [],
  allowPrivate,
  connected,
}: {
  privateHosts?: readonly string[];
  allowPrivate: boolean;
  connected?: CalendarAccess;
}): CalendarProviders {
  const fetch = createSafeFetch({ privateHosts, allowPrivate, allowHttp: allowPrivate });
  return {
    for: (settings) => {
      if (settings.provider === 'caldav') return caldavCalendar(settings, fetchFor(fetch, settings.accountId));
      if (!connected) throw new CalendarFault('refused', 'This process has no access to connections.');
      return connectedCalendars(connected, settings);
    },
    close: () => fetch.close(),
  };
}
