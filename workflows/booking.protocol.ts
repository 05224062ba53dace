import type { TimerPlan } from './timer.protocol.js';

/** The meeting of the workflow. Everything else is read from the database. */
export interface BookingInput {
  meetingId: string;
  /** The wait a run before this one was in. */
  plan?: TimerPlan;
}

export interface BookingResult {
  /** The status of the meeting when no work was left. */
  outcome: string;
}

/** The result of `advanceBooking`: the next wait, or that nothing is left. */
export type BookingStep = { closed: false; plan: TimerPlan } | ({ closed: true; details: string } & BookingResult);

/** The host whose calendar is mirrored. */
export interface CalendarSyncInput {
  hostId: string;
  plan?: TimerPlan;
}

/** The result of `syncCalendar`; closed once the host has no calendar any more. */
export type CalendarSyncStep = { closed: false; plan: TimerPlan } | { closed: true };
