import type { ApiDependencies } from '../dependencies.js';
import type { Route } from '../http/route.js';
import { connectHostCalendarRoute, disconnectHostCalendarRoute, getHostCalendarRoute } from './calendar-connection.js';
import {
  createCalendarFeedRoute,
  deleteCalendarFeedRoute,
  getHostFeedRoute,
  getInviteRoute,
  readCalendarFeedRoute,
} from './calendar-feeds.js';
import {
  cancelMeetingAsLeadRoute,
  confirmMeetingAsLeadRoute,
  rescheduleMeetingAsLeadRoute,
  showMeetingRoute,
} from './meeting-page.js';

/** Lists the endpoints around calendars: hosts' own ones, feeds of meetings, and what leads see of theirs. */
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
