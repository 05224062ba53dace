import type { ApiDependencies } from '../dependencies.js';
import type { Route } from '../http/route.js';
import {
  createAvailabilityBlockRoute,
  deleteAvailabilityBlockRoute,
  listAvailabilityBlocksRoute,
  updateAvailabilityBlockRoute,
} from './availability-blocks.js';
import { bookMeetingRoute } from './book-meeting.js';
import {
  cancelMeetingRoute,
  completeMeetingRoute,
  confirmMeetingRoute,
  noShowMeetingRoute,
  rescheduleMeetingRoute,
} from './change-meetings.js';
import { createHostRoute, deleteHostRoute, getHostRoute, listHostsRoute, updateHostRoute } from './hosts.js';
import { createMeetingNotesRoute, listMeetingNotesRoute } from './meeting-notes.js';
import {
  createMeetingTypeRoute,
  deleteMeetingTypeRoute,
  getMeetingTypeRoute,
  listMeetingTypesRoute,
  updateMeetingTypeRoute,
} from './meeting-types.js';
import { getMeetingRoute, listLeadMeetingsRoute, listMeetingsRoute } from './read-meetings.js';
import { createMeetingRoute } from './record-meeting.js';
import { getScheduleRoute } from './schedule.js';
import { findSlotsRoute, holdSlotRoute, releaseHoldRoute } from './slots.js';

/** Lists the endpoints around meetings: who can be met, when, and the meetings themselves. */
export const meetingRoutes = (deps: ApiDependencies): Route[] =>
  [
    findSlotsRoute,
    getScheduleRoute,
    holdSlotRoute,
    releaseHoldRoute,
    bookMeetingRoute,
    listMeetingsRoute,
    listLeadMeetingsRoute,
    getMeetingRoute,
    rescheduleMeetingRoute,
    cancelMeetingRoute,
    confirmMeetingRoute,
    completeMeetingRoute,
    noShowMeetingRoute,
    createMeetingRoute,
    createMeetingNotesRoute,
    listMeetingNotesRoute,
    listHostsRoute,
    createHostRoute,
    getHostRoute,
    updateHostRoute,
    deleteHostRoute,
    listAvailabilityBlocksRoute,
    createAvailabilityBlockRoute,
    updateAvailabilityBlockRoute,
    deleteAvailabilityBlockRoute,
    listMeetingTypesRoute,
    createMeetingTypeRoute,
    getMeetingTypeRoute,
    updateMeetingTypeRoute,
    deleteMeetingTypeRoute,
  ].map((make) => make(deps));
