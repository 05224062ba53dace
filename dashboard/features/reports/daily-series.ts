import { shiftDay } from '../../components/time/days.js';
import type { Days } from './report-search.js';

/** The maximum number of lines, so that readers can distinguish them. */
export const MAX_SERIES = 6;

/** Counts, or amounts of a currency, day by day. */
export interface Line {
  key: string;
  label: string;
  /** A currency; undefined for what is counted. */
  currency?: string | undefined;
  values: readonly number[];
  /** The same for the compared days, day by day. */
  before?: readonly number[] | undefined;
}

interface Row {
  /** The day that it is for, where it is for one. */
  day: string | null;
}

/** Lists the days, the first and the last with them. */
export function daysOf({ from, to }: Days): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = shiftDay(day, 1)) days.push(day);
  return days;
}

/** Adds up what rows of each day have, with the days on which nothing was counted. */
export const perDay = <R extends Row>(rows: readonly R[], days: Days, of: (row: R) => number): number[] =>
  daysOf(days).map((day) => rows.reduce((sum, row) => (row.day === day ? sum + of(row) : sum), 0));

/** The compared days: as many right before, or the same a week earlier. */
export function previousDays({ from, to }: Days, compared: 'previous_period' | 'previous_week'): Days {
  const back = compared === 'previous_week' ? 7 : daysOf({ from, to }).length;
  return { from: shiftDay(from, -back), to: shiftDay(to, -back) };
}

/** Reads which lines an address names, in the order in which there are lines; without a name the usual ones. */
export function selectedSeries(text: string | undefined, keys: readonly string[], usual: readonly string[]): string[] {
  const named = text?.split(',') ?? [];
  const known = keys.filter((key) => named.includes(key)).slice(0, MAX_SERIES);
  return known.length > 0 ? known : keys.filter((key) => usual.includes(key));
}

/** Puts a line in, or takes it out, as the address names them; one stays, and no more come than can be told apart. */
export function toggleSeries(chosen: readonly string[], key: string): string {
  const rest = chosen.filter((each) => each !== key);
  if (rest.length === chosen.length) return (chosen.length < MAX_SERIES ? [...chosen, key] : chosen).join(',');
  return (rest.length > 0 ? rest : chosen).join(',');
}
