/** An object in a host's calendar. */
export interface CalendarObject {
  href: string;
  /** The iCalendar text. */
  data: string;
}

/**
 * A host's calendar on its server. Calls end within 8 seconds, and every failure is thrown as `CalendarFault`. Writing
 * the same meeting twice leaves one entry, so every call can be repeated.
 */
export interface CalendarProvider {
  /** Finds the calendar behind the address given, and answers its own address. */
  locate(): Promise<string>;
  /** Returns a value that changes with every change of the calendar, or null if the server has none. */
  state(calendarUrl: string): Promise<string | null>;
  /** Under which addresses the owner of the calendar is invited, as the server knows them. */
  addresses(calendarUrl: string): Promise<string[]>;
  /** The objects that touch a time range. */
  list(calendarUrl: string, range: { from: Date; to: Date }): Promise<CalendarObject[]>;
  /** Writes a new or existing entry of the service and returns its URL. */
  write(calendarUrl: string, uid: string, data: string): Promise<string>;
  /** Takes an entry away; one that is gone already is fine. */
  remove(href: string): Promise<void>;
}

/** `forbidden`: the login is right, but lacks a privilege; `refused`: any other answer that isn't what was asked for. */
export type CalendarFaultCode =
  | 'auth_failed'
  | 'forbidden'
  | 'rate_limited'
  | 'address_blocked'
  | 'unreachable'
  | 'refused'
  | 'no_calendar';

/** Why a call to a calendar didn't succeed; the message holds no secrets and no texts of entries. */
export class CalendarFault extends Error {
  readonly code: CalendarFaultCode;
  constructor(code: CalendarFaultCode, message: string) {
    super(message);
    this.name = 'CalendarFault';
    this.code = code;
  }
}
