import { shiftDay } from '../meetings/days.js';
import type { Days } from './search.js';

interface Row {
  /** The day that it is for, where it is for one. */
  day?: string | undefined;
  counts: readonly number[];
}

/** Adds one of the counts up day by day, with the days on which nothing was counted; nothing where rows have no days. */
export function perDay(rows: readonly Row[], { from, to }: Days, at: number): { day: string; count: number }[] {
  if (rows.length === 0 || rows.some(({ day }) => day === undefined)) return [];
  const days: { day: string; count: number }[] = [];
  for (let day = from; day <= to; day = shiftDay(day, 1)) {
    const own = rows.filter((row) => row.day === day);
    days.push({ day, count: own.reduce((sum, { counts }) => sum + (counts[at] ?? 0), 0) });
  }
  return days;
}
