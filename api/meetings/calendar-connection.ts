import { type Db, fromJson } from '../../db/connection.js';
import * as connections from '../../db/meetings/calendar-connections.js';
import { updateChangedEntries } from '../../db/meetings/calendar-mirror.js';
import { findHost, lockHost } from '../../db/meetings/hosts.js';
import type { CalendarConnectionRow } from '../../db/tables.js';
import { calendarStatus } from '../../domain/meetings/calendar-state.js';
import { type Config, secretsOf } from '../../runtime/config.js';
import { privateHostsFor } from '../../runtime/private-host-settings.js';
import { isPrivateHost, portOf } from '../../runtime/private-hosts.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import type { Static } from '../../schemas/common.js';
import {
  type CalendarConnection,
  type CalendarEntryProblem,
  connectHostCalendarContract,
  disconnectHostCalendarContract,
  getHostCalendarContract,
} from '../../schemas/meetings/calendars.js';
import { pushStateOf } from '../../services/inbound/push-state.js';
import { wakeCalendarSync } from '../../services/instructions/meetings.js';
import {
  adoptMeetings,
  forgetCalendar,
  isSameCalendar,
  sealCalendarPassword,
} from '../../services/meetings/connect-calendar.js';
import { usableConnection } from '../channels/usable-connection.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { found, pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';

async function toConnection(db: Db, now: Date, row: CalendarConnectionRow): Promise<CalendarConnection> {
  const problems = fromJson<CalendarEntryProblem[] | null>(row.entry_problems) ?? [];
  const status = calendarStatus({ ...row, problems: problems.length }, now);
  return {
    host_id: row.host_id,
    provider: row.provider,
    url: row.url || null,
    user: row.user_name || null,
    connection_id: row.connection_id,
    write_to: row.write_to,
    read_from: fromJson<string[] | null>(row.read_from) ?? [],
    calendar_url: row.calendar_url,
    status,
    error: status === 'late' ? 'late: not read for ten minutes.' : row.error,
    entries_with_problems: problems,
    checked_at: row.checked_at?.toISOString() ?? null,
    synced_at: row.synced_at?.toISOString() ?? null,
    current_at: row.current_at?.toISOString() ?? null,
    push: await pushStateOf(db, now, row.host_id),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

const hostOf = async (db: Db, accountId: string, text: string) =>
  found(await findHost(db, accountId, pathId(text, 'HOST_NOT_FOUND')), 'HOST_NOT_FOUND');

const lockedHost = async (db: Db, accountId: string, text: string) =>
  found(await lockHost(db, accountId, pathId(text, 'HOST_NOT_FOUND')), 'HOST_NOT_FOUND');

export const getHostCalendarRoute = (_deps: ApiDependencies) =>
  route(getHostCalendarContract).handle(async ({ account, db, params, now }) => {
    const host = await hostOf(db, account.id, params.id);
    const row = found(await connections.findCalendarConnection(db, account.id, host.id), 'CALENDAR_NOT_CONNECTED');
    return { status: 200, body: { success: true, calendar: await toConnection(db, now, row) } };
  });

export const connectHostCalendarRoute = ({ config }: ApiDependencies) => {
  const box = createSecretBox(secretsOf(config));
  return route(connectHostCalendarContract).handle(async ({ work, account, db, params, body, now }) => {
    const host = await lockedHost(db, account.id, params.id);
    const target =
      body.provider === 'caldav' ? serverOf(config, body, account.id) : await connectionOf(db, body, account.id);
    const before = await connections.lockCalendarConnection(db, host.id);
    const kept = before && isSameCalendar(before, target) ? before : undefined;
    // Otherwise a user who can change a host could send its password to another server.
    if (body.provider === 'caldav' && body.password === undefined && !kept) {
      throw invalidField('password', 'is required for a new calendar, and when url or user change.');
    }
    const row: CalendarConnectionRow = {
      host_id: host.id,
      account_id: account.id,
      ...target,
      password: body.password ? sealCalendarPassword(box, host.id, body.password) : (kept?.password ?? ''),
      calendar_url: target.write_to,
      status: 'pending',
      error: null,
      version: (before?.version ?? 0) + 1,
      state_tag: null,
      change_tokens: null,
      attempts: 0,
      checked_at: kept?.checked_at ?? null,
      synced_at: kept?.synced_at ?? null,
      current_at: kept?.current_at ?? null,
      user_addresses: null,
      entry_problems: kept?.entry_problems ?? null,
      problems_since: kept?.problems_since ?? null,
      created_at: kept?.created_at ?? now,
      updated_at: now,
    };
    if (before && !kept) await forgetCalendar(db, host.id);
    if (kept) await connections.updateCalendarConnection(db, kept, row);
    else await connections.insertCalendarConnection(db, row);
    await adoptMeetings(work, row);
    await updateChangedEntries(db, now, host.id);
    await wakeCalendarSync(work, row);
    return { status: 200, body: { success: true, calendar: await toConnection(db, now, row) } };
  });
};

export const disconnectHostCalendarRoute = (_deps: ApiDependencies) =>
  route(disconnectHostCalendarContract).handle(async ({ work, account, db, params }) => {
    const host = await lockedHost(db, account.id, params.id);
    const row = found(await connections.lockCalendarConnection(db, host.id), 'CALENDAR_NOT_CONNECTED');
    await forgetCalendar(db, host.id);
    await wakeCalendarSync(work, row);
    return { status: 204, body: null };
  });

type Input = Static<(typeof connectHostCalendarContract)['body']>;
type Target = Pick<
  CalendarConnectionRow,
  'provider' | 'url' | 'user_name' | 'connection_id' | 'write_to' | 'read_from'
>;

const invalidField = (field: keyof Input, problem: string): ApiError =>
  new ApiError('VALIDATION_ERROR', { message: `${field} ${problem}`, field: `/${field}` });

/** Throws if a request contains fields of the other kind of calendar. */
function excludes(body: Input, fields: readonly (keyof Input)[]): void {
  const field = fields.find((each) => body[each] !== undefined && body[each] !== null);
  if (field) throw invalidField(field, `can't be set for the provider ${body.provider}.`);
}

function serverOf(config: Config, body: Input, accountId: string): Target {
  excludes(body, ['connection_id', 'write_to', 'read_from']);
  if (body.url === undefined) throw invalidField('url', 'is required for the provider caldav.');
  if (body.user === undefined) throw invalidField('user', 'is required for the provider caldav.');
  const url = calendarAddress(config, body.url, accountId);
  return { provider: 'caldav', url, user_name: body.user, connection_id: null, write_to: null, read_from: null };
}

async function connectionOf(db: Db, body: Input, accountId: string): Promise<Target> {
  const { provider } = body;
  excludes(body, ['url', 'user', 'password']);
  if (body.connection_id === undefined)
    throw invalidField('connection_id', `is required for the provider ${provider}.`);
  const row = await usableConnection(db, accountId, body.connection_id.toLowerCase(), {
    purpose: 'calendars',
    shared: null,
  });
  if (row.provider !== provider) throw invalidField('connection_id', `must be a connection to ${provider}.`);
  return {
    provider,
    url: '',
    user_name: '',
    connection_id: row.id,
    write_to: body.write_to ?? null,
    read_from: JSON.stringify([...new Set(body.read_from ?? [])]),
  };
}

/** The address in its plain form; without TLS, or with a password inside, only where that is allowed. */
function calendarAddress(config: Config, text: string, accountId: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOpened = (place: URL) =>
    config.CALENDAR_ALLOW_PRIVATE ||
    isPrivateHost(privateHostsFor(config, 'CALENDAR_PRIVATE_HOSTS'), {
      host: place.hostname,
      port: portOf(place),
      accountId,
    });
  const allowed = url && (url.protocol === 'https:' || (url.protocol === 'http:' && isOpened(url)));
  if (!url || !allowed || url.username || url.password) {
    throw new ApiError('VALIDATION_ERROR', {
      message: "The URL must start with https:// and can't contain a user or password.",
      field: '/url',
    });
  }
  url.hash = '';
  return url.href;
}
