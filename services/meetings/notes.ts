import type { Knex } from 'knex';
import { isDuplicate } from '../../db/connection.js';
import { type EventOrigin, insertEvents } from '../../db/events/events.js';
import { lockLead } from '../../db/leads/leads.js';
import {
  findLatestMeeting,
  findMeetingByEvent,
  findMeetingByUrl,
  findMeetingNear,
  insertNote,
  lockNote,
  updateNote,
} from '../../db/meetings/meeting-notes.js';
import { findMeeting, findRecordedMeeting } from '../../db/meetings/meetings.js';
import type { MeetingNoteRow, MeetingRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { newId } from '../../runtime/ids.js';
import type { NoteMatch } from '../../schemas/meetings/record-meeting.js';
import { findBookingByUid } from './calendar-entry.js';

/** The meeting that a note is about, as far as the caller knows it. */
export interface NoteTarget {
  calendarEventId: string | null;
  provider: string;
  externalMeetingId: string | null;
  meetingUrl: string | null;
  /** The lead named by id or address, if there is one. */
  leadId: string | null;
  /** The start of the meeting. */
  meetingDate: Date | null;
}

export interface NoteContent {
  notes: string | null;
  transcript_text: string | null;
  summary: string | null;
  manual_ai_summary: string | null;
  action_items: unknown[] | null;
}

export interface NewNote extends NoteTarget {
  accountId: string;
  content: NoteContent;
  origin: EventOrigin;
}

const NEAR_MS = 60 * 60_000;

/**
 * Finds the meeting of a note by its most reliable identifier. An ID identifies the meeting regardless of the
 * attendees. A link may belong to many meetings, so a known lead selects one.
 */
async function findMeetingOf(
  work: Work,
  note: NewNote,
  earlier: MeetingNoteRow | undefined,
): Promise<{ meeting: MeetingRow; matchedBy: NoteMatch } | undefined> {
  const { tx, now } = work;
  const { accountId, leadId, meetingDate: date } = note;
  const ways: [NoteMatch, () => Promise<MeetingRow | undefined> | undefined][] = [
    ['calendar_event_id', () => on(note.calendarEventId, (id) => findByCalendarId(tx, accountId, id))],
    [
      'external_meeting_id',
      () =>
        earlier?.meeting_id
          ? findMeeting(tx, accountId, earlier.meeting_id)
          : on(note.externalMeetingId, (id) => findRecordedMeeting(tx, accountId, note.provider, id)),
    ],
    ['meeting_url', () => on(note.meetingUrl, (url) => findMeetingByUrl(tx, accountId, { url, leadId, date, now }))],
    ['lead_email_and_date', () => (leadId && date ? findMeetingNear(tx, leadId, date, NEAR_MS) : undefined)],
    ['latest_meeting', () => on(leadId, (id) => findLatestMeeting(tx, id, now))],
  ];
  for (const [matchedBy, find] of ways) {
    const meeting = await find();
    if (meeting) return { meeting, matchedBy };
  }
  return undefined;
}

/** By the id that its host's calendar gave it, or that of an invitation of ours. */
const findByCalendarId = async (tx: Knex, accountId: string, id: string): Promise<MeetingRow | undefined> =>
  (await findMeetingByEvent(tx, accountId, id)) ?? findBookingByUid(tx, accountId, id);

const on = <T>(value: string | null, find: (value: string) => Promise<T>): Promise<T> | undefined =>
  value === null ? undefined : find(value);

export type NoteOutcome =
  | { outcome: 'stored'; created: boolean; note: MeetingNoteRow; matchedBy: NoteMatch }
  | { outcome: 'no_meeting' }
  | { outcome: 'lead_erased' };

/**
 * Stores what was said in a meeting. A provider's second note of the same meeting changes the first: what it doesn't
 * name stays.
 */
export async function storeNote(work: Work, note: NewNote): Promise<NoteOutcome> {
  const { tx, now } = work;
  const { accountId, provider, externalMeetingId } = note;
  const earlier = externalMeetingId === null ? undefined : await lockNote(tx, accountId, provider, externalMeetingId);
  const match = await findMeetingOf(work, note, earlier);
  if (!match) return { outcome: 'no_meeting' };
  // The meeting may be known by its id though its lead was erased, or is being erased: nothing is written of that one.
  const lead = await lockLead(tx, accountId, match.meeting.lead_id);
  if (!lead || lead.erased_at) return { outcome: 'lead_erased' };
  if (earlier) return change(work, note, earlier, match);
  const row: MeetingNoteRow = {
    id: newId(),
    account_id: accountId,
    lead_id: match.meeting.lead_id,
    meeting_id: match.meeting.id,
    provider,
    external_meeting_id: externalMeetingId === null ? null : Buffer.from(externalMeetingId),
    matched_by: match.matchedBy,
    ...note.content,
    action_items: JSON.stringify(note.content.action_items ?? []),
    created_at: now,
    updated_at: now,
  };
  try {
    await insertNote(tx, row);
  } catch (error) {
    if (!isDuplicate(error) || externalMeetingId === null) throw error;
    // The same note came twice at once; the insert waited for the other one.
    const theirs = await lockNote(tx, accountId, provider, externalMeetingId);
    if (!theirs) throw error;
    return change(work, note, theirs, match);
  }
  await emitAdded(work, note, row);
  return { outcome: 'stored', created: true, note: row, matchedBy: match.matchedBy };
}

async function change(
  work: Work,
  note: NewNote,
  earlier: MeetingNoteRow,
  { meeting, matchedBy }: { meeting: MeetingRow; matchedBy: NoteMatch },
): Promise<NoteOutcome> {
  const { tx, now } = work;
  const { action_items, ...texts } = note.content;
  const given = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== null));
  const changes: Partial<MeetingNoteRow> = {
    ...given,
    ...(action_items === null ? {} : { action_items: JSON.stringify(action_items) }),
    lead_id: meeting.lead_id,
    meeting_id: meeting.id,
    matched_by: matchedBy,
    updated_at: now,
  };
  await updateNote(tx, earlier.id, changes);
  const changed = { ...earlier, ...changes };
  await emitAdded(work, note, changed);
  return { outcome: 'stored', created: false, note: changed, matchedBy };
}

const emitAdded = (work: Work, { accountId, origin }: NewNote, row: MeetingNoteRow): Promise<void> =>
  insertEvents(work.tx, work.now, [
    {
      accountId,
      type: 'meeting.notes_added',
      leadId: row.lead_id,
      data: { meeting_id: row.meeting_id, note_id: row.id, provider: row.provider },
      origin,
    },
  ]);
