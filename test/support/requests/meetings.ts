import { at as slotStart } from '../meetings.js';
import { CALENDAR, DAY_OFF } from '../world.js';
import { at, ofLead, one, PUBLIC, type Requests, resource } from './ask.js';

export const meetingsRequests: Requests = {
  bookMeeting: async (world) => ({ path: `${PUBLIC}/meetings/book`, body: await world.booking() }),
  findSlots: one(
    (world) => world.meetingType(),
    (id) => `/meetings/availability?meeting_type_id=${id}`,
  ),
  getSchedule: one(
    (world) => world.host(),
    (id) => `/schedule?host_ids=${id}`,
  ),
  holdSlot: async (world) => ({ path: `${PUBLIC}/meetings/holds`, body: await world.slotRequest() }),
  releaseHold: one(
    (world) => world.hold(),
    (id) => `/meeting-holds/${id}`,
  ),
  listMeetings: at('/meetings'),
  listLeadMeetings: ofLead('/meetings'),
  getMeeting: resource((world) => world.bookedMeeting(), 'meetings'),
  rescheduleMeeting: one(
    (world) => world.bookedMeeting(),
    (id) => `/meetings/${id}/reschedule`,
    { starts_at: slotStart('11:00') },
  ),
  cancelMeeting: one(
    (world) => world.bookedMeeting(),
    (id) => `/meetings/${id}/cancel`,
  ),
  confirmMeeting: one(
    (world) => world.bookedMeeting(),
    (id) => `/meetings/${id}/confirm`,
  ),
  completeMeeting: one(
    (world) => world.bookedMeeting(),
    (id) => `/meetings/${id}/complete`,
  ),
  noShowMeeting: one(
    (world) => world.bookedMeeting(),
    (id) => `/meetings/${id}/no_show`,
  ),
  createMeeting: async (world) => ({
    path: `${PUBLIC}/meetings`,
    body: { lead_id: await world.lead(), title: 'Talk', starts_at: slotStart('10:00'), duration_minutes: 30 },
  }),
  listMeetingNotes: one(
    (world) => world.bookedMeeting(),
    (id) => `/meetings/${id}/notes`,
  ),
  createMeetingNotes: async (world) => ({
    path: `${PUBLIC}/meeting-notes`,
    body: { calendar_event_id: await world.recorded(), notes: 'They agreed.' },
  }),
  listHosts: at('/hosts'),
  createHost: at('/hosts', { name: 'Hanna', email: 'hanna@example.com', timezone: 'Europe/Madrid' }),
  getHost: resource((world) => world.host(), 'hosts'),
  updateHost: resource((world) => world.host(), 'hosts', { name: 'Renamed' }),
  deleteHost: resource((world) => world.host(), 'hosts'),
  listAvailabilityBlocks: one(
    (world) => world.host(),
    (id) => `/hosts/${id}/availability-blocks`,
  ),
  createAvailabilityBlock: one(
    (world) => world.host(),
    (id) => `/hosts/${id}/availability-blocks`,
    DAY_OFF,
  ),
  updateAvailabilityBlock: resource((world) => world.block(), 'availability-blocks', { valid_to: '2030-01-02' }),
  deleteAvailabilityBlock: resource((world) => world.block(), 'availability-blocks'),
  getHostCalendar: one(
    (world) => world.connectedHost(),
    (id) => `/hosts/${id}/calendar`,
  ),
  connectHostCalendar: one(
    (world) => world.host(),
    (id) => `/hosts/${id}/calendar`,
    CALENDAR,
  ),
  disconnectHostCalendar: one(
    (world) => world.connectedHost(),
    (id) => `/hosts/${id}/calendar`,
  ),
  getHostFeed: one(
    (world) => world.host(),
    (id) => `/hosts/${id}/calendar.ics`,
  ),
  getInvite: one(
    (world) => world.bookedMeeting(),
    (id) => `/meetings/${id}/invite.ics`,
  ),
  createCalendarFeed: one(
    (world) => world.host(),
    (id) => `/hosts/${id}/calendar-feed`,
  ),
  deleteCalendarFeed: one(
    (world) => world.host(),
    (id) => `/hosts/${id}/calendar-feed`,
  ),
  showMeeting: async (world) => ({ path: await world.meetingPage() }),
  confirmMeetingAsLead: async (world) => ({ path: `${await world.meetingPage()}/confirm` }),
  cancelMeetingAsLead: async (world) => ({ path: `${await world.meetingPage()}/cancel` }),
  rescheduleMeetingAsLead: async (world) => ({
    path: `${await world.meetingPage()}/reschedule?at=${encodeURIComponent(slotStart('14:00'))}`,
  }),
  readCalendarFeed: async (world) => ({ path: await world.feedPath() }),
  listMeetingTypes: at('/meeting-types'),
  createMeetingType: at('/meeting-types', { name: 'Call', duration_minutes: 30 }),
  getMeetingType: resource((world) => world.meetingType(), 'meeting-types'),
  updateMeetingType: resource((world) => world.meetingType(), 'meeting-types', { name: 'Renamed' }),
  deleteMeetingType: resource((world) => world.meetingType(), 'meeting-types'),
};
