import { ApiError } from '../errors.js';

const DAY_MS = 86_400_000;
const SHOWN_DAYS = 30;
const MOST_DAYS = 366;

const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** Reads which days in UTC a request asks for, the last 30 if it says nothing. Throws where they are none, or too many. */
export function utcDays(
  query: { from?: string | undefined; to?: string | undefined },
  now: Date,
): { from: Date; to: Date } {
  const to = (query.to === undefined ? now.getTime() : startOf(query.to)) + DAY_MS;
  const from = query.from === undefined ? to - (SHOWN_DAYS + 1) * DAY_MS : startOf(query.from);
  if (to <= from || to - from > MOST_DAYS * DAY_MS) {
    throw new ApiError('INVALID_DATE', {
      message: `The range must be between 1 and ${MOST_DAYS} days.`,
      field: '/from',
    });
  }
  return { from: new Date(from), to: new Date(to) };
}
