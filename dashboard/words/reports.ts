import type { ReportMetric } from '../../schemas/operations/reports.js';
import * as words from './en/metrics.js';
import { LOCALE } from './locale.js';

/** Column headers of metrics. */
export const METRICS = {
  entered: words.metricEntered,
  sent: words.metricSent,
  delivered: words.metricDelivered,
  opened: words.metricOpened,
  clicked: words.metricClicked,
  replied: words.metricReplied,
  received: words.metricReceived,
  failed: words.metricFailed,
  skipped: words.metricSkipped,
  meetings: words.metricMeetings,
  meetings_held: words.metricMeetingsHeld,
  no_shows: words.metricNoShows,
  meetings_cancelled: words.metricMeetingsCancelled,
  conversions: words.metricConversions,
  converted: words.metricConverted,
  new_leads: words.metricNewLeads,
  enrolled: words.metricEnrolled,
  opted_out: words.metricOptedOut,
  first_answers: words.metricFirstAnswers,
} as const satisfies Record<ReportMetric, string>;

/** Tabs of the page. */
export const REPORT_TABS = {
  performance: words.tabPerformance,
  summary: words.tabSummary,
  messages: words.tabMessages,
  funnel: words.tabFunnel,
  steps: words.tabSteps,
  variants: words.tabVariants,
  senders: words.tabSenders,
  'reply-times': words.tabReplyTimes,
  meetings: words.tabMeetings,
  revenue: words.tabRevenue,
  conversions: words.tabConversions,
} as const;

const NUMBER = new Intl.NumberFormat(LOCALE);
const PERCENT = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 0 });

/** Formats a count. */
export const numberOf = (count: number): string => NUMBER.format(count);

/** Formats an amount in its currency. */
export const moneyOf = (amount: number, currency: string): string =>
  currency ? new Intl.NumberFormat(LOCALE, { style: 'currency', currency }).format(amount) : NUMBER.format(amount);

/** Formats a share of a whole as a percentage. */
export const partOf = (part: number, whole: number): string => PERCENT.format(part / whole);

/** Formats a confidence interval of a share. */
export const shareOf = (low: number | null, high: number | null): string =>
  low === null || high === null ? '–' : words.shareBetween(PERCENT.format(low), PERCENT.format(high));

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Formats a duration in its two largest units. */
export function tookOf(seconds: number): string {
  const at = UNITS.findIndex(([, size]) => seconds >= size);
  if (at < 0) return words.immediately;
  let left = seconds;
  const parts = UNITS.slice(at, at + 2).flatMap(([unit, size]) => {
    const n = Math.floor(left / size);
    left -= n * size;
    return n > 0 ? [new Intl.NumberFormat(LOCALE, { style: 'unit', unit, unitDisplay: 'short' }).format(n)] : [];
  });
  return parts.join(' ');
}

/** Formats a calendar day independently of the reader’s time zone. */
export const dayOf = (day: string): string => DAY.format(new Date(`${day}T12:00:00Z`));
const DAY = new Intl.DateTimeFormat(LOCALE, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
