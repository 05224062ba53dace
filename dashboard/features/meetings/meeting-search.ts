import type { MeetingStatus } from '../../../schemas/meetings/meetings.js';
import { day, listOf, oneOf, type SearchOf, searchParams, text, uuid } from '../../components/search-params.js';

/** Reads the URL of the list. */
export const readMeetingSearch = searchParams({
  when: oneOf('past', 'ahead'),
  host_id: uuid,
  status: listOf<MeetingStatus>('scheduled', 'confirmed', 'completed', 'cancelled', 'no_show'),
});
export type MeetingSearch = SearchOf<typeof readMeetingSearch>;

/** Reads the URL of the week: one of its days, a host, the time zone, and a second one to compare with. */
export const readWeekSearch = searchParams({ week: day, host: uuid, zone: text(64), also: text(64) });
export type WeekSearch = SearchOf<typeof readWeekSearch>;
