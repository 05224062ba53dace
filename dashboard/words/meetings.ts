import type { LocationType, MeetingStatus } from '../../schemas/meetings/meetings.js';
import * as words from './en/meeting-states.js';
import type { Words } from './who.js';

/** States of meetings. */
export const MEETINGS = {
  scheduled: { label: words.meetingScheduled, who: 'clock' },
  confirmed: { label: words.meetingConfirmed, who: 'clock' },
  completed: { label: words.meetingCompleted, who: 'ok' },
  cancelled: { label: words.meetingCancelled, who: 'off' },
  no_show: { label: words.meetingNoShow, who: 'decide' },
} as const satisfies Record<MeetingStatus, Words>;

/** Location types of meetings. */
export const PLACES = {
  video: words.placeVideo,
  phone: words.placePhone,
  in_person: words.placeInPerson,
} as const satisfies Record<LocationType, string>;
