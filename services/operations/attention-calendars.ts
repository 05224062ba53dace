import { fromJson } from '../../db/connection.js';
import {
  listAnsweredMeetings,
  listFailedCalendars,
  listIncompleteCalendars,
  listMeetingsThatDiffer,
} from '../../db/operations/attention.js';
import type { CalendarConnectionRow, MeetingRow } from '../../db/tables.js';
import { CALENDAR_LATE_MS } from '../../domain/meetings/calendar-state.js';
import { cut, singleLine } from '../../domain/values/text.js';
import type { CalendarEntryProblem } from '../../schemas/meetings/calendars.js';
import type { AttendeeAnswer } from '../../schemas/meetings/meetings.js';
import { needsReading } from '../meetings/attendee-answers.js';
import { NO_CONFERENCE } from '../meetings/sync-entry.js';
import { before, type ListKind, listOf } from './attention-item.js';

const NAMED_ENTRIES = 5;

/** The first entries of a calendar that can't be read, by name. */
function entriesWithProblems({ entry_problems }: CalendarConnectionRow): string {
  const problems = fromJson<CalendarEntryProblem[] | null>(entry_problems) ?? [];
  const named = problems
    .slice(0, NAMED_ENTRIES)
    .map(({ summary, uid, href, reason }) => `“${summary ?? uid ?? href}”: ${reason}`)
    .join(' ');
  const more = problems.length - NAMED_ENTRIES;
  return more > 0 ? `${named} And ${more} more.` : named;
}

const describeAnswer = ({ email, answer, comment, proposed_starts_at }: AttendeeAnswer): string =>
  [`${email}: ${answer}`, proposed_starts_at, comment && cut(singleLine(comment), 200)].filter(Boolean).join(' · ');

const answersToRead = ({ attendee_answers }: MeetingRow): string =>
  (fromJson<AttendeeAnswer[] | null>(attendee_answers) ?? [])
    .filter(needsReading)
    .slice(-NAMED_ENTRIES)
    .map(describeAnswer)
    .join('; ');

/** The attention items about calendars of hosts and attendees. */
export const CALENDAR_KINDS = {
  calendar_unreadable: listOf({
    kind: 'calendar_unreadable',
    what: "host's calendar that can't be read",
    query: (db, scope) => listFailedCalendars(db, scope, before(scope, CALENDAR_LATE_MS)),
    describe: (row) => ({
      id: row.host_id,
      since: row.current_at ?? row.synced_at ?? row.created_at,
      detail: row.status === 'failed' && row.error !== null ? row.error : 'late: not read for ten minutes.',
      remedy: `PUT /api/public/hosts/${row.host_id}/calendar with valid settings; retries continue automatically`,
    }),
  }),
  calendar_incomplete: listOf({
    kind: 'calendar_incomplete',
    what: "host's calendar with entries that can't be read",
    query: listIncompleteCalendars,
    describe: (row) => ({
      id: row.host_id,
      since: row.problems_since ?? row.updated_at,
      detail: entriesWithProblems(row),
      remedy: `correct or delete the entries in the calendar; GET /api/public/hosts/${row.host_id}/calendar lists them`,
    }),
  }),
  meeting_answered: listOf({
    kind: 'meeting_answered',
    what: 'invitation that was declined or answered with a comment',
    query: listAnsweredMeetings,
    describe: (row) => ({
      id: row.id,
      since: row.answer_to_read_at ?? row.updated_at,
      detail: answersToRead(row),
      remedy: 'move or cancel the meeting, or write to the lead',
    }),
  }),
  meeting_differs: listOf({
    kind: 'meeting_differs',
    what: 'meeting that differs from its calendar entry',
    query: listMeetingsThatDiffer,
    describe: (row) => ({
      id: row.id,
      since: row.synced_at ?? row.created_at,
      detail: [row.sync_status, row.sync_error].filter(Boolean).join(': '),
      remedy:
        row.sync_error === NO_CONFERENCE
          ? 'turn on video conferences for the owner of the calendar, or set `meeting_url` of the meeting type'
          : row.sync_status === 'failed'
            ? `GET /api/public/hosts/${row.host_id}/calendar shows the reason; retries continue automatically`
            : `move or cancel the meeting, or write it again: PUT /api/public/hosts/${row.host_id}/calendar with the same settings`,
    }),
  }),
} satisfies Record<string, ListKind>;
