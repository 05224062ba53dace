import { CALENDAR, DAY_OFF } from '../account-fixture.js';
import { at as slotStart } from '../meetings.js';
import { at, ofLead, one, PUBLIC, type Requests, resource } from './ask.js';

export const meetingsRequests: Requests = {
  bookMeeting: async (fixture) => ({ path: `${PUBLIC}/meetings/book`, body: await fixture.booking() }),
  findSlots: one(
    (fixture) => fixture.meetingType(),
    (id) => `/meetings/availability?meeting_type_id=${id}`,
  ),
  getSchedule: one(
    (fixture) => fixture.host(),
    (id) => `/schedule?host_ids=${id}`,
  ),
  holdSlot: async (fixture) => ({ path: `${PUBLIC}/meetings/holds`, body: await fixture.slotRequest() }),
  releaseHold: one(
    (fixture) => fixture.hold(),
    (id) => `/meeting-holds/${id}`,
  ),
  listMeetings: at('/meetings'),
  listLeadMeetings: ofLead('/meetings'),
  getMeeting: resource((fixture) => fixture.bookedMeeting(), 'meetings'),
  rescheduleMeeting: one(
    (fixture) => fixture.bookedMeeting(),
    (id) => `/meetings/${id}/reschedule`,
    { starts_at: slotStart('11:00') },
  ),
  cancelMeeting: one(
    (fixture) => fixture.bookedMeeting(),
    (id) => `/meetings/${id}/cancel`,
  ),
  confirmMeeting: one(
    (fixture) => fixture.bookedMeeting(),
    (id) => `/meetings/${id}/confirm`,
  ),
  completeMeeting: one(
    (fixture) => fixture.bookedMeeting(),
    (id) => `/meetings/${id}/complete`,
  ),
  noShowMeeting: one(
    (fixture) => fixture.bookedMeeting(),
    (id) => `/meetings/${id}/no_show`,
  ),
  createMeeting: async (fixture) => ({
    path: `${PUBLIC}/meetings`,
    body: { lead_id: await fixture.lead(), title: 'Talk', starts_at: slotStart('10:00'), duration_minutes: 30 },
  }),
  listMeetingNotes: one(
    (fixture) => fixture.bookedMeeting(),
    (id) => `/meetings/${id}/notes`,
  ),
  createMeetingNotes: async (fixture) => ({
    path: `${PUBLIC}/meeting-notes`,
    body: { calendar_event_id: await fixture.recorded(), notes: 'They agreed.' },
  }),
  listHosts: at('/hosts'),
  createHost: at('/hosts', { name: 'Hanna', email: 'hanna@example.com', timezone: 'Europe/Madrid' }),
  getHost: resource((fixture) => fixture.host(), 'hosts'),
  updateHost: resource((fixture) => fixture.host(), 'hosts', { name: 'Renamed' }),
  deleteHost: resource((fixture) => fixture.host(), 'hosts'),
  listAvailabilityBlocks: one(
    (fixture) => fixture.host(),
    (id) => `/hosts/${id}/availability-blocks`,
  ),
  createAvailabilityBlock: one(
    (fixture) => fixture.host(),
    (id) => `/hosts/${id}/availability-blocks`,
    DAY_OFF,
  ),
  updateAvailabilityBlock: resource((fixture) => fixture.block(), 'availability-blocks', { valid_to: '2030-01-02' }),
  deleteAvailabilityBlock: resource((fixture) => fixture.block(), 'availability-blocks'),
  getHostCalendar: one(
    (fixture) => fixture.connectedHost(),
    (id) => `/hosts/${id}/calendar`,
  ),
  connectHostCalendar: one(
    (fixture) => fixture.host(),
    (id) => `/hosts/${id}/calendar`,
    CALENDAR,
  ),
  disconnectHostCalendar: one(
    (fixture) => fixture.connectedHost(),
    (id) => `/hosts/${id}/calendar`,
  ),
  getHostFeed: one(
    (fixture) => fixture.host(),
    (id) => `/hosts/${id}/calendar.ics`,
  ),
  getInvite: one(
    (fixture) => fixture.bookedMeeting(),
    (id) => `/meetings/${id}/invite.ics`,
  ),
  createCalendarFeed: one(
    (fixture) => fixture.host(),
    (id) => `/hosts/${id}/calendar-feed`,
  ),
  deleteCalendarFeed: one(
    (fixture) => fixture.host(),
    (id) => `/hosts/${id}/calendar-feed`,
  ),
  showMeeting: async (fixture) => ({ path: await fixture.meetingPage() }),
  confirmMeetingAsLead: async (fixture) => ({ path: `${await fixture.meetingPage()}/confirm` }),
  cancelMeetingAsLead: async (fixture) => ({ path: `${await fixture.meetingPage()}/cancel` }),
  rescheduleMeetingAsLead: async (fixture) => ({
    path: `${await fixture.meetingPage()}/reschedule?at=${encodeURIComponent(slotStart('14:00'))}`,
  }),
  readCalendarFeed: async (fixture) => ({ path: await fixture.feedPath() }),
  listMeetingTypes: at('/meeting-types'),
  createMeetingType: at('/meeting-types', { name: 'Call', duration_minutes: 30 }),
  getMeetingType: resource((fixture) => fixture.meetingType(), 'meeting-types'),
  updateMeetingType: resource((fixture) => fixture.meetingType(), 'meeting-types', { name: 'Renamed' }),
  deleteMeetingType: resource((fixture) => fixture.meetingType(), 'meeting-types'),
};
