import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../../db/connection.js';
import * as feeds from '../../db/meetings/calendar-feeds.js';
import { findHost } from '../../db/meetings/hosts.js';
import { findMeetingParties } from '../../db/meetings/meeting-parties.js';
import { findMeeting } from '../../db/meetings/meetings.js';
import type { HostRow } from '../../db/tables.js';
import { feedCalendar, invitationCalendar } from '../../domain/meetings/icalendar.js';
import { publicUrl, secretsOf } from '../../runtime/config.js';
import {
  createCalendarFeedContract,
  deleteCalendarFeedContract,
  getHostFeedContract,
  getInviteContract,
  readCalendarFeedContract,
} from '../../schemas/meetings/calendars.js';
import { toCalendarMeeting } from '../../services/meetings/calendar-entry.js';
import { createMeetingLinks } from '../../services/meetings/meeting-links.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { found, pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';

const ICS = { 'Content-Type': 'text/calendar; charset=utf-8' };
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

const hostOf = async (db: Db, accountId: string, text: string) =>
  found(await findHost(db, accountId, pathId(text, 'HOST_NOT_FOUND')), 'HOST_NOT_FOUND');

/** Returns a host's meetings in the feed for subscribers, as the host's entries without attendees. */
async function feedOf(db: Db, now: Date, host: HostRow): Promise<string> {
  const meetings = await feeds.listFeedMeetings(db, now, host);
  const entries = meetings.map((meeting) => ({
    ...toCalendarMeeting(meeting, host),
    uid: meeting.id,
    organizer: null,
    attendees: [],
  }));
  return feedCalendar(host.name, entries);
}

export const getHostFeedRoute = (_deps: ApiDependencies) =>
  route(getHostFeedContract).handle(async ({ account, db, params, now }) => {
    const host = await hostOf(db, account.id, params.id);
    return { status: 200, body: await feedOf(db, now, host), headers: ICS };
  });

export const getInviteRoute = ({ config }: ApiDependencies) => {
  const links = createMeetingLinks(secretsOf(config), publicUrl(config));
  return route(getInviteContract).handle(async ({ account, db, params }) => {
    const id = pathId(params.id, 'MEETING_NOT_FOUND');
    const meeting = found(await findMeeting(db, account.id, id), 'MEETING_NOT_FOUND');
    const { host } = await findMeetingParties(db, meeting);
    const entry = toCalendarMeeting(meeting, host, { pageUrl: links.urlFor(account.id, meeting.id) });
    return { status: 200, body: invitationCalendar(entry), headers: ICS };
  });
};

export const createCalendarFeedRoute = ({ config }: ApiDependencies) =>
  route(createCalendarFeedContract).handle(async ({ account, db, params, now }) => {
    const host = await hostOf(db, account.id, params.id);
    const token = randomBytes(32).toString('base64url');
    await feeds.putFeed(db, now, { hostId: host.id, accountId: account.id, token });
    const feed = { url: `${publicUrl(config)}/calendar/${token}.ics`, created_at: now.toISOString() };
    return { status: 201, body: { success: true, feed } };
  });

export const deleteCalendarFeedRoute = (_deps: ApiDependencies) =>
  route(deleteCalendarFeedContract).handle(async ({ account, db, params }) => {
    const host = await hostOf(db, account.id, params.id);
    await feeds.deleteFeed(db, host.id);
    return { status: 204, body: null };
  });

/**
 * Serves the feed of a host's meetings; calendar programs ask again and again: what they have already is answered with
 * 304.
 */
export const readCalendarFeedRoute = (_deps: ApiDependencies) =>
  route(readCalendarFeedContract).handle(async ({ db, params, now, req }) => {
    const host = TOKEN.test(params.token) ? await feeds.findFeedHost(db, params.token) : undefined;
    if (!host) throw new ApiError('NOT_FOUND');
    const body = await feedOf(db, now, host);
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
    const headers = { ETag: etag, 'Cache-Control': 'private, no-cache', 'Referrer-Policy': 'no-referrer' };
    const known = (req.get('if-none-match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
    if (known.includes(etag) || known.includes('*')) return { status: 304, body: null, headers };
    return { status: 200, body, headers: { ...headers, ...ICS } };
  });
