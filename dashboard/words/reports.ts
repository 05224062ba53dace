import type { ReportMetric } from '../../schemas/operations/reports.js';

/** What is counted, as the head of a column. */
export const METRICS = {
  entered: 'Came to it',
  sent: 'Sent',
  delivered: 'Arrived',
  opened: 'Opened',
  clicked: 'Clicks',
  replied: 'Answered',
  received: 'Came in',
  failed: 'Failed',
  skipped: 'Passed over',
  meetings: 'Meetings',
  meetings_held: 'Held',
  no_shows: 'Nobody came',
  meetings_cancelled: 'Cancelled',
  conversions: 'Conversions',
  converted: 'Converted',
  new_leads: 'New leads',
  enrolled: 'Enrolled',
  opted_out: 'Opted out',
  first_answers: 'First answers',
} as const satisfies Record<ReportMetric, string>;

/** The parts of the page. */
export const REPORT_TABS = {
  summary: 'Summary',
  messages: 'Messages',
  funnel: 'Funnel',
  steps: 'Steps',
  variants: 'Variants',
  senders: 'Senders',
  'reply-times': 'Reply times',
  meetings: 'Meetings',
  revenue: 'Revenue',
  conversions: 'Conversions',
} as const;

const NUMBER = new Intl.NumberFormat();
const PERCENT = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 });

/** Writes a count. */
export const numberOf = (count: number): string => NUMBER.format(count);

/** Writes an amount in its currency. */
export const moneyOf = (amount: number, currency: string): string =>
  currency ? new Intl.NumberFormat(undefined, { style: 'currency', currency }).format(amount) : NUMBER.format(amount);

/** Writes which part of a whole something is. */
export const partOf = (part: number, whole: number): string => PERCENT.format(part / whole);

/** Writes between which shares the true one lies. */
export const shareOf = (low: number | null, high: number | null): string =>
  low === null || high === null ? '–' : `${PERCENT.format(low)} to ${PERCENT.format(high)}`;

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Writes how long something took, in its two greatest units: more nobody reads. */
export function tookOf(seconds: number): string {
  const at = UNITS.findIndex(([, size]) => seconds >= size);
  if (at < 0) return 'at once';
  let left = seconds;
  const parts = UNITS.slice(at, at + 2).flatMap(([unit, size]) => {
    const n = Math.floor(left / size);
    left -= n * size;
    return n > 0 ? [new Intl.NumberFormat(undefined, { style: 'unit', unit, unitDisplay: 'short' }).format(n)] : [];
  });
  return parts.join(' ');
}

/** Writes a day of a calendar, whatever zone the reader is in. */
export const dayOf = (day: string): string => DAY.format(new Date(`${day}T12:00:00Z`));
const DAY = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
