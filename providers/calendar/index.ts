import { createSafeFetch, fetchFor } from '../../runtime/safe-fetch.js';
import { type CaldavConfig, caldavCalendar } from './caldav.js';
import type { CalendarProvider } from './provider.js';

/** The access to a host's own calendar. */
export type CalendarSettings = { provider: 'caldav'; accountId: string } & CaldavConfig;

/** The calendar providers of one process. */
export interface CalendarProviders {
  for(settings: CalendarSettings): CalendarProvider;
  close(): Promise<void>;
}

/**
 * Makes the calendar providers. `privateHosts` lists the servers that may have private addresses, with or without TLS;
 * `allowPrivate` opens all.
 */
export function createCalendarProviders({
  privateHosts = [],
  allowPrivate,
}: {
  privateHosts?: readonly string[];
  allowPrivate: boolean;
}): CalendarProviders {
  const fetch = createSafeFetch({ privateHosts, allowPrivate, allowHttp: allowPrivate });
  return {
    for: (settings) => caldavCalendar(settings, fetchFor(fetch, settings.accountId)),
    close: () => fetch.close(),
  };
}
