import { readInstant } from '../../domain/meetings/starts-at.js';
import type { Reader } from '../../domain/values/reader.js';
import { publicUrl, secretsOf } from '../../runtime/config.js';
import {
  cancelMeetingAsLeadContract,
  confirmMeetingAsLeadContract,
  rescheduleMeetingAsLeadContract,
  showMeetingContract,
} from '../../schemas/meetings/meeting-page.js';
import { cancelMeeting, confirmMeeting } from '../../services/meetings/change-status.js';
import { createMeetingLinks } from '../../services/meetings/meeting-links.js';
import { findLeadMeeting, isOpen, type LeadMeeting, timesForLead } from '../../services/meetings/meeting-page.js';
import { rescheduleMeeting } from '../../services/meetings/reschedule.js';
import type { ApiDependencies } from '../dependencies.js';
import { type RouteInput, route } from '../http/route.js';
import { browserReader } from '../leads/browser-reader.js';
import * as pages from './meeting-page-html.js';

const ORIGIN = { kind: 'provider' as const, id: 'meeting_page' };

const html = <Status extends 200 | 404 | 409>(status: Status, body: string) => ({
  status,
  body,
  headers: pages.PAGE_HEADERS,
});

/** Back to the page itself, so that a reload doesn't do it again. */
const done = (path: string, what: string) => ({
  status: 303 as const,
  body: null,
  headers: { ...pages.PAGE_HEADERS, Location: `${path}?done=${what}` },
});

type Asked = Pick<RouteInput<typeof confirmMeetingAsLeadContract>, 'db' | 'now' | 'req'> & {
  params: { token: string };
};

/** Reads the meeting behind a link; undefined for a wrong token or a meeting that is gone or long over. */
function meetingReader({ config }: ApiDependencies) {
  const links = createMeetingLinks(secretsOf(config), publicUrl(config));
  return async ({ db, now, req, params: { token } }: Asked) => {
    const target = links.read(token, now);
    const found = target && (await findLeadMeeting(db, now, target));
    if (!target || !found) return undefined;
    const path = `/m/${token}`;
    return {
      found,
      path,
      view: viewOf(found, { path, now, reader: found.reader ?? browserReader(req) }),
      change: { ...target, origin: ORIGIN },
    };
  };
}

/** States that a link is of no use, in the browser's language: whose it was isn't known. */
const unknown = ({ req }: Asked) => html(404, pages.unknownPage(browserReader(req).language));

const viewOf = (
  { meeting, host, type, timezone }: LeadMeeting,
  { path, now, reader }: { path: string; now: Date; reader: Reader },
): pages.MeetingView => ({
  path,
  reader,
  title: meeting.title,
  status: meeting.status,
  confirmed: meeting.confirmed_by_lead,
  startsAt: meeting.starts_at,
  endsAt: meeting.ends_at,
  timezone,
  locationType: meeting.location_type,
  locationDetails: meeting.location_details,
  meetingUrl: meeting.meeting_url,
  hostName: host?.name ?? null,
  open: isOpen(meeting, now),
  movable: host?.is_active === true && type !== undefined,
});

export const showMeetingRoute = (deps: ApiDependencies) => {
  const read = meetingReader(deps);
  return route(showMeetingContract).handle(async (input) => {
    const { db, now, query } = input;
    const target = await read(input);
    if (!target) return unknown(input);
    const { found, view } = target;
    if (view.open && query.view === 'cancel') return html(200, pages.cancelPage(view));
    if (view.open && view.movable && query.view === 'times') {
      const from = readInstant(query.from ?? '', 'UTC');
      const { slots, later } = await timesForLead(db, now, found, from.ok ? new Date(from.ms) : now);
      return html(200, pages.timesPage(view, slots, later));
    }
    return html(200, pages.meetingPage(view, query.done));
  });
};

export const confirmMeetingAsLeadRoute = (deps: ApiDependencies) => {
  const read = meetingReader(deps);
  return route(confirmMeetingAsLeadContract).handle(async (input) => {
    const target = await read(input);
    if (!target) return unknown(input);
    if (!target.view.open) return html(409, pages.closedPage(target.view));
    const result = await confirmMeeting(input.work, target.change);
    if (result.outcome === 'done') return done(target.path, 'confirmed');
    return html(409, pages.closedPage(target.view));
  });
};

export const cancelMeetingAsLeadRoute = (deps: ApiDependencies) => {
  const read = meetingReader(deps);
  return route(cancelMeetingAsLeadContract).handle(async (input) => {
    const target = await read(input);
    if (!target) return unknown(input);
    const { path, view, change } = target;
    if (view.status === 'cancelled') return done(path, 'cancelled');
    if (!view.open) return html(409, pages.closedPage(view));
    const result = await cancelMeeting(input.work, { ...change, reason: 'Cancelled by the lead' });
    return result.outcome === 'done' ? done(path, 'cancelled') : html(409, pages.closedPage(view));
  });
};

export const rescheduleMeetingAsLeadRoute = (deps: ApiDependencies) => {
  const read = meetingReader(deps);
  return route(rescheduleMeetingAsLeadContract).handle(async (input) => {
    const { work, db, now, query } = input;
    const target = await read(input);
    if (!target) return unknown(input);
    const { found, path, view, change } = target;
    if (!view.open || !view.movable) return html(409, pages.closedPage(view));
    const result = await rescheduleMeeting(work, {
      ...change,
      startsAt: query.at ?? '',
      timezone: null,
      reason: 'Moved by the lead',
      keepHost: true,
      allowOutside: false,
    });
    if (result.outcome === 'done') return done(path, 'moved');
    if (result.outcome === 'not_modifiable') return html(409, pages.closedPage(view));
    const { slots, later } = await timesForLead(db, now, found, now);
    return html(409, pages.timesPage(view, slots, later, { taken: true }));
  });
};
