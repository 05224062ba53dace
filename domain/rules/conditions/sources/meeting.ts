import type { MeetingFact } from '../../../facts.js';
import type { Kind, SourceReader } from '../reading.js';

const KINDS = {
  next_starts_at: 'date',
  last_status: 'text',
  last_ended_at: 'date',
  count: 'number',
  no_show_count: 'number',
} as const satisfies Record<string, Kind>;

const AHEAD = ['scheduled', 'confirmed'];

/** A lead's meetings as far as they have begun, the newest last. */
const begun = (meetings: readonly MeetingFact[], now: number): MeetingFact[] =>
  meetings
    .filter(({ starts_at }) => Date.parse(starts_at) <= now)
    .sort((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at));

const READ: Record<keyof typeof KINDS, (meetings: readonly MeetingFact[], now: number) => unknown> = {
  next_starts_at: (meetings, now) =>
    meetings
      .filter(({ status, starts_at }) => AHEAD.includes(status) && Date.parse(starts_at) > now)
      .map(({ starts_at }) => starts_at)
      .sort()[0],
  // Of the meeting whose time came last; while none has come, of the one that was made last.
  last_status: (meetings, now) => (begun(meetings, now).at(-1) ?? meetings.at(-1))?.status,
  last_ended_at: (meetings, now) =>
    meetings
      .filter(({ status, ends_at }) => status !== 'cancelled' && Date.parse(ends_at) <= now)
      .map(({ ends_at }) => ends_at)
      .sort()
      .at(-1),
  count: (meetings) => meetings.filter(({ status }) => status !== 'cancelled').length,
  no_show_count: (meetings) => meetings.filter(({ status }) => status === 'no_show').length,
};

/** The lead's meetings; cancelled ones are not counted. */
export const meetingSource: SourceReader = {
  keys: Object.keys(KINDS),
  kinds: KINDS,
  read(key, facts, { now }) {
    if (!Object.hasOwn(KINDS, key)) return { value: undefined, kind: 'any' };
    const name = key as keyof typeof KINDS;
    return { value: READ[name](facts.meetings ?? [], now), kind: KINDS[name] };
  },
};
