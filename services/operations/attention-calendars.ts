import { fromJson } from '../../db/connection.js';
import { listFailedCalendars, listIncompleteCalendars, listMeetingsThatDiffer } from '../../db/operations/attention.js';
import type { CalendarConnectionRow } from '../../db/tables.js';
import { CALENDAR_LATE_MS } from '../../domain/meetings/calendar-state.js';
import type { CalendarEntryProblem } from '../../schemas/meetings/calendars.js';
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

/** What needs attention around hosts' own calendars. */
export const CALENDAR_KINDS = {
  calendar_unreadable: listOf({
    kind: 'calendar_unreadable',
    what: 'host’s calendar that can not be read',
    query: (db, scope) => listFailedCalendars(db, scope, before(scope, CALENDAR_LATE_MS)),
    describe: (row) => ({
      id: row.host_id,
      since: row.current_at ?? row.synced_at ?? row.created_at,
      detail: row.status === 'failed' && row.error !== null ? row.error : 'late: it hasn’t been read for ten minutes.',
      remedy: `PUT /api/public/hosts/${row.host_id}/calendar with what the server takes now; it is retried automatically`,
    }),
  }),
  calendar_incomplete: listOf({
    kind: 'calendar_incomplete',
    what: 'host’s calendar with entries that can’t be read',
    query: listIncompleteCalendars,
    describe: (row) => ({
      id: row.host_id,
      since: row.problems_since ?? row.updated_at,
      detail: entriesWithProblems(row),
      remedy: `correct or delete them in the calendar; GET /api/public/hosts/${row.host_id}/calendar lists them`,
    }),
  }),
  meeting_differs: listOf({
    kind: 'meeting_differs',
    what: 'meeting that differs in its host’s calendar',
    query: listMeetingsThatDiffer,
    describe: (row) => ({
      id: row.id,
      since: row.synced_at ?? row.created_at,
      detail: [row.sync_status, row.sync_error].filter(Boolean).join(': '),
      remedy:
        row.sync_status === 'failed'
          ? `GET /api/public/hosts/${row.host_id}/calendar shows why; it is retried automatically`
          : `move or cancel it, or have it written again: PUT /api/public/hosts/${row.host_id}/calendar as it is`,
    }),
  }),
} satisfies Record<string, ListKind>;
