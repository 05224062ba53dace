/**
 * Answers to times on offer, as visitors write them. The times are Tuesday 3 March 9:30 (`a`), Wednesday 4 March 10:00
 * (`b`) and Thursday 5 March 16:00 (`c`), on Monday 2 March 2026.
 */
export interface BookingAnswers {
  /** Accepts one of the three times. */
  picks: readonly (readonly [text: string, slot: 'a' | 'b' | 'c'])[];
  /** Says yes to "Tuesday 9:30, shall I book it?". */
  yes: readonly string[];
  /** Refuses, asks, doubts or wants something else. */
  no: readonly string[];
}
