import type { CHANNELS } from '../../../schemas/cadence/cadence.js';
import type {
  PERFORMANCE_BLANKS,
  PERFORMANCE_GROUPS,
  PERFORMANCE_OUTCOMES,
} from '../../../schemas/operations/performance.js';
import type { REPORT_GROUPS } from '../../../schemas/operations/reports.js';
import {
  day,
  listOf,
  oneOf,
  type SearchOf,
  searchParams,
  text,
  uuid,
  version,
} from '../../components/search-params.js';

const filters = {
  owner_id: uuid,
  sender_id: uuid,
  channel: oneOf<(typeof CHANNELS)[number]>('email', 'whatsapp', 'call'),
};

const readParams = searchParams({
  tab: oneOf(
    ...([
      'performance',
      'summary',
      'messages',
      'funnel',
      'steps',
      'variants',
      'senders',
      'reply-times',
      'meetings',
    ] as const),
    ...(['revenue', 'conversions'] as const),
  ),
  from: day,
  to: day,
  workflow_id: uuid,
  version,
  group: oneOf<(typeof REPORT_GROUPS)[number] | (typeof PERFORMANCE_GROUPS)[number]>(
    ...(['day', 'channel', 'workflow', 'sender', 'writer', 'owner', 'step'] as const),
  ),
  sort: oneOf<(typeof PERFORMANCE_OUTCOMES)[number]>('sent', 'delivered', 'replied', 'met', 'won'),
  ...filters,
  compare: oneOf('previous_period', 'previous_week'),
  show: text(500),
  overlay: oneOf('previous'),
});

/**
 * Reads the URL of the reports: the section, the days, the agent and its version, the grouping, and the lines drawn.
 * Saved links may have `beside=former`, the former name of `overlay=previous`.
 */
export const readReportSearch = (given: Record<string, unknown>) =>
  readParams(given.beside === 'former' ? { overlay: 'previous', ...given } : given);
export type ReportSearch = SearchOf<typeof readReportSearch>;

/** Reads the URL of the leads behind a number: the days, the outcome, and the filters of the number. */
export const readOutcomeSearch = searchParams({
  outcome: oneOf<(typeof PERFORMANCE_OUTCOMES)[number]>('sent', 'delivered', 'replied', 'met', 'won'),
  from: day,
  to: day,
  workflow_id: uuid,
  ...filters,
  step_key: text(64),
  without: listOf<(typeof PERFORMANCE_BLANKS)[number]>('workflow', 'owner', 'sender', 'step'),
});
export type OutcomeSearch = SearchOf<typeof readOutcomeSearch>;

/** The days of a report. */
export interface Days {
  from: string;
  to: string;
}

/** Changes parameters of the URL. Undefined removes one; a function reads the URL at the time of the change. */
export type Change = (change: ReportSearch | ((now: ReportSearch) => ReportSearch)) => void;

/** The parameters that the results of an agent have too. */
type ResultsSearch = Pick<ReportSearch, 'from' | 'to' | 'version'>;
export type ResultsChange = (change: ResultsSearch) => void;

/** Applies a change to the URL at that time: two clicks may come before a page is rendered again. */
export const changedBy =
  (change: Parameters<Change>[0]) =>
  (now: ReportSearch): ReportSearch => ({ ...now, ...(typeof change === 'function' ? change(now) : change) });
