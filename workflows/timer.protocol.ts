/** The result of one look at a row: its next wait, or its final status. */
export type RowStep = { closed: false; plan: TimerPlan } | { closed: true; status: string };

/** The next wait, as the database decided it. */
export interface TimerPlan {
  /** The time to look again (ISO); null waits for a wake signal, up to the longest sleep. */
  sleepUntil: string | null;
  /** The purpose of the wait, shown on the timer: "wait until 2026-03-02 09:00 Europe/Madrid, step 3 of 5". */
  summary: string;
  /** The action after it, shown on the activity: "send email, step 3 of 5". */
  action?: string;
  /** The whole cadence as a Markdown table, shown as the run's current details. */
  details?: string;
}
