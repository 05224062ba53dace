import { connectHostCalendarRoute, disconnectHostCalendarRoute, getHostCalendarRoute } from './calendars/connection.js';
import {
  createCalendarFeedRoute,
  deleteCalendarFeedRoute,
  getHostFeedRoute,
  getInviteRoute,
  readCalendarFeedRoute,
} from './calendars/feeds.js';
import type { ApiDependencies } from './dependencies.js';
import {
  cancelMeetingAsLeadRoute,
  confirmMeetingAsLeadRoute,
  rescheduleMeetingAsLeadRoute,
  showMeetingRoute,
} from './meeting-page/meeting-page.js';
import type { Route } from './route.js';

/** The endpoints around calendars: hosts' own ones, feeds of meetings, and what leads see of theirs. */
export const calendarRoutes = (deps: ApiDependencies): Route[] =>
  [
    getHostCalendarRoute,
    connectHostCalendarRoute,
    disconnectHostCalendarRoute,
    getHostFeedRoute,
    getInviteRoute,
    createCalendarFeedRoute,
    deleteCalendarFeedRoute,
    readCalendarFeedRoute,
    showMeetingRoute,
    confirmMeetingAsLeadRoute,
    cancelMeetingAsLeadRoute,
    rescheduleMeetingAsLeadRoute,
  ].map((make) => make(deps));
