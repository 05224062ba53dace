import type { CalendarOccurrence, CalendarProblem } from '../../domain/meetings/calendar-busy.js';
import type { CalendarMeeting } from '../../domain/meetings/icalendar.js';

/** An object in a host's calendar. */
export interface CalendarObject {
  /** The URL or ID of the entry. */
  ref: string;
  /** The iCalendar text. */
  data: string;
}

/** A range of time that is read. */
export interface CalendarWindow {
  from: Date;
  to: Date;
  /** The time zone of the host, for days and times in a calendar that has none. */
  timezone: string;
}

/**
 * The content of a calendar within a range. `unchanged`: the token is still the current one. `objects`: as iCalendar,
 * which the service expands. `occurrences`: expanded by the server. The `uid` of an occurrence is the meeting's ID for
 * entries that the service wrote, otherwise the iCalendar UID.
 */
export type CalendarReading =
  | { kind: 'unchanged' }
  | { kind: 'objects'; token: string | null; objects: CalendarObject[] }
  | {
      kind: 'occurrences';
      token: string | null;
      occurrences: CalendarOccurrence[];
      problems: (CalendarProblem & { ref: string })[];
    };

/** A video conference that the calendar's server creates with an entry. */
export type CalendarConference = 'google_meet' | 'teams';

/** An entry of the service as it is in a calendar. */
export interface WrittenEntry {
  /** The URL or ID of the entry, by which it is changed and removed. */
  ref: string;
  /** The version of the entry after the write; null if the server has none. */
  etag: string | null;
  /** The address of its video conference, if one was requested. */
  joinUrl: string | null;
  /** The conference is still being created: writing the entry again returns its address. */
  isLinkPending?: boolean;
}

/** An entry to remove, by its URL or ID as far as it is known, and the meeting's ID. */
export interface EntryToRemove {
  ref: string | null;
  uid: string;
}

/** A meeting to write into its host's calendar. */
export interface EntryToWrite {
  /** Its `uid` is the meeting's ID. The organizer and the attendees aren't written, so no server invites anyone. */
  meeting: CalendarMeeting;
  conference: CalendarConference | null;
  /** The entry after the last write; null for the first one. Without an etag, the write overwrites later changes. */
  known: WrittenEntry | null;
}

/**
 * The calendars of one account on their server. Calls end within 8 seconds, except `read`, whose requests do. Every
 * failure is thrown as `CalendarFault`. Writing the same meeting twice leaves one entry, so every call can be repeated.
 */
export interface CalendarProvider {
  /** Returns the ID of the calendar that meetings are written to by default. */
  locate(): Promise<string>;
  /**
   * Reads a calendar, unless it is unchanged since the reading that returned the token. The new token is no newer than
   * the content. It changes with every change of the calendar. Null if the server has none.
   */
  read(calendarId: string, window: CalendarWindow, token: string | null): Promise<CalendarReading>;
  /** Returns the addresses under which the owner is invited, for calendars that are read as iCalendar. */
  addresses(calendarId: string): Promise<string[]>;
  /**
   * Writes a new or existing entry. Throws `changed` if the entry has changed since the known etag. An entry that was
   * deleted is created again.
   */
  write(calendarId: string, entry: EntryToWrite): Promise<WrittenEntry>;
  /**
   * Removes an entry. Succeeds if it doesn't exist. Without its ref, the entry is found by the meeting's ID: a write whose
   * answer was lost may have created it.
   */
  remove(calendarId: string, entry: EntryToRemove): Promise<void>;
}

/** A calendar of an account, for pickers. */
export interface AccountCalendar {
  id: string;
  name: string;
  /** `busy`: only its busy times can be read. */
  access: 'write' | 'read' | 'busy';
  /** IANA name; null if the server has none. */
  timezone: string | null;
  isPrimary: boolean;
}

/** Calendars that are reached through a connection to Google or Microsoft. */
export interface ConnectedCalendarProvider extends CalendarProvider {
  /** Lists the calendars of the account, the primary one first. */
  calendars(): Promise<AccountCalendar[]>;
}

/**
 * `reconnect_needed`: someone has to sign in again. `missing_permission`: the connection was made without access to
 * calendars. `forbidden`: the login is valid, but lacks a privilege. `changed`: the entry has changed since the known
 * version. `refused`: any other answer that isn't the requested one.
 */
export type CalendarFaultCode =
  | 'auth_failed'
  | 'reconnect_needed'
  | 'missing_permission'
  | 'forbidden'
  | 'rate_limited'
  | 'address_blocked'
  | 'unreachable'
  | 'changed'
  | 'refused'
  | 'no_calendar';

/** The failure of a call to a calendar. The message contains no secrets and no texts of entries. */
export class CalendarFault extends Error {
  readonly code: CalendarFaultCode;
  /** The pause that the server asks for, in seconds. Zero if it doesn't. */
  readonly retryAfterSeconds: number;
  constructor(code: CalendarFaultCode, message: string, retryAfterSeconds = 0) {
    super(message);
    this.name = 'CalendarFault';
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
