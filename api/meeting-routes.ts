import type { ApiDependencies } from './dependencies.js';
import {
  createAvailabilityBlockRoute,
  deleteAvailabilityBlockRoute,
  listAvailabilityBlocksRoute,
  updateAvailabilityBlockRoute,
} from './hosts/availability-blocks.js';
import { createHostRoute, deleteHostRoute, getHostRoute, listHostsRoute, updateHostRoute } from './hosts/hosts.js';
import {
  createMeetingTypeRoute,
  deleteMeetingTypeRoute,
  getMeetingTypeRoute,
  listMeetingTypesRoute,
  updateMeetingTypeRoute,
} from './meeting-types/meeting-types.js';
import { bookMeetingRoute } from './meetings/book-meeting.js';
import {
  cancelMeetingRoute,
  completeMeetingRoute,
  confirmMeetingRoute,
  noShowMeetingRoute,
  rescheduleMeetingRoute,
} from './meetings/change-meetings.js';
import { createMeetingNotesRoute } from './meetings/meeting-notes.js';
import { getMeetingRoute, listLeadMeetingsRoute, listMeetingsRoute } from './meetings/read-meetings.js';
import { createMeetingRoute } from './meetings/record-meeting.js';
import { findSlotsRoute, holdSlotRoute, releaseHoldRoute } from './meetings/slots.js';
import type { Route } from './route.js';

/** The endpoints around meetings: who can be met, when, and the meetings themselves. */
export const meetingRoutes = (deps: ApiDependencies): Route[] =>
  [
    findSlotsRoute,
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
