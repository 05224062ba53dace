/** One thing that follows a booking, as an operator reads it. */
export interface BookingTask {
  what: string;
  /** The time when it is due (ISO); null while that isn't known. */
  at: string | null;
  state: string;
}

/** Writes everything that follows a booking as a Markdown table, shown as the run's current details. */
export function bookingTable(tasks: readonly BookingTask[]): string {
  const rows = tasks.map(({ what, at, state }) => `| ${what} | ${at ?? ''} | ${state} |`);
  return ['| what | when | state |', '|---|---|---|', ...rows].join('\n');
}
