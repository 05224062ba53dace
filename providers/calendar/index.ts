import { createSafeFetch } from '../../runtime/safe-fetch.js';
import { type CaldavConfig, caldavCalendar } from './caldav.js';
import type { CalendarProvider } from './provider.js';

/** How a host's own calendar is reached. */
export type CalendarSettings = { provider: 'caldav' } & CaldavConfig;

/** The calendar providers of one process. */
export interface CalendarProviders {
  for(settings: CalendarSettings): CalendarProvider;
  close(): Promise<void>;
}

/** Makes them; `allowPrivate` also lets them speak to servers inside one's own network, with or without TLS. */
export function createCalendarProviders({ allowPrivate }: { allowPrivate: boolean }): CalendarProviders {
  const fetch = createSafeFetch({ allowPrivate, allowHttp: allowPrivate });
  return { for: (settings) => caldavCalendar(settings, fetch), close: () => fetch.close() };
}
