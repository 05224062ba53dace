import { dayAfter, localDay, startOfDay } from '../../domain/time/local-day.js';
import { ApiError } from '../http/errors.js';

const MOST_DAYS = 400;
const USUAL_DAYS = 7;

/** The days of a report, first and last, and the instants at which they begin and end. */
export interface ReportDays {
  from: string;
  to: string;
  count: number;
  since: Date;
  until: Date;
}

/** Reads the days that a report is asked for: the last week if none is named. Throws the 400 for what are no days. */
export function reportDays(
  query: { from?: string; to?: string },
  { timezone }: { timezone: string },
  now: Date,
): ReportDays {
  for (const name of ['from', 'to'] as const) {
    const day = query[name];
    if (day !== undefined && dayAfter(day, 0) !== day) wrong(name, "The date doesn't exist.");
  }
  const to = query.to ?? localDay(now, timezone);
  const from = query.from ?? dayAfter(to, 1 - USUAL_DAYS);
  const count = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
  if (count < 1) wrong('from', 'The first day must not be after the last day.');
  if (count > MOST_DAYS) wrong('from', `A report can cover at most ${MOST_DAYS} days.`);
  return { from, to, count, since: startOfDay(from, timezone), until: startOfDay(dayAfter(to, 1), timezone) };
}

function wrong(name: string, message: string): never {
  throw new ApiError('VALIDATION_ERROR', { field: `/${name}`, message });
}
