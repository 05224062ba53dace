import type { LocationType, MeetingStatus } from '../../schemas/meetings/meetings.js';
import type { Words } from './who.js';

/** Where a meeting stands. */
export const MEETINGS = {
  scheduled: { label: 'Scheduled', who: 'clock' },
  confirmed: { label: 'Confirmed', who: 'clock' },
  completed: { label: 'Took place', who: 'ok' },
  cancelled: { label: 'Cancelled', who: 'off' },
  no_show: { label: 'Nobody came', who: 'decide' },
} as const satisfies Record<MeetingStatus, Words>;

/** How the two meet. */
export const PLACES = {
  video: 'Video call',
  phone: 'Phone call',
  in_person: 'In person',
} as const satisfies Record<LocationType, string>;
