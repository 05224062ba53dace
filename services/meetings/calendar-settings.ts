import type { CalendarConnectionRow } from '../../db/tables.js';
import type { CalendarSettings } from '../../providers/calendar/index.js';
import type { SecretBox } from '../../runtime/secret-box.js';

const context = (hostId: string) => `calendar_connections/${hostId}/password`;

/** Returns the password as the row keeps it; sealed for this host, so that it can't be moved to another one. */
export const sealCalendarPassword = (box: SecretBox, hostId: string, password: string): string =>
  box.seal(password, context(hostId));

/** Returns the settings by which a host's calendar is reached, the password opened. */
export const calendarSettingsOf = (
  { host_id, url, user_name, password }: CalendarConnectionRow,
  box: SecretBox,
): CalendarSettings => ({ provider: 'caldav', url, user: user_name, password: box.open(password, context(host_id)) });
