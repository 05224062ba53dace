import type { TimerPlan } from './timer.protocol.js';

/** Which meeting to look after; the rows tell the rest. */
export interface BookingInput {
  meetingId: string;
  /** The wait a run before this one was in. */
  plan?: TimerPlan;
}

export interface BookingResult {
  /** How the meeting stood when nothing was left to do. */
  outcome: string;
}

/** What `advanceBooking` answers: the next wait, or that nothing is left. */
export type BookingStep = { closed: false; plan: TimerPlan } | ({ closed: true; details: string } & BookingResult);

/** Whose calendar to mirror. */
export interface CalendarSyncInput {
  hostId: string;
  plan?: TimerPlan;
}

/** What `syncCalendar` answers; closed once the host has no calendar any more. */
export type CalendarSyncStep = { closed: false; plan: TimerPlan } | { closed: true };
