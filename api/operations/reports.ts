import { listAgentNames } from '../../db/agents/agents.js';
import { findCountedAt, type ReportDimension, type SummedCount, sumCounts } from '../../db/operations/report-counts.js';
import { csvLine } from '../../domain/imports/csv-escape.js';
import { dayAfter } from '../../domain/time/local-day.js';
import { shareInterval } from '../../domain/values/share.js';
import {
  type Figures,
  getReportContract,
  getSummaryContract,
  type REPORT_GROUPS,
  REPORTS,
  type ReportMetric,
  type ReportRow,
} from '../../schemas/operations/reports.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { route } from '../http/route.js';
import { reportDays } from './report-days.js';

const FIGURES = [
  ...([
    'sent',
    'received',
    'replied',
    'failed',
    'meetings',
    'conversions',
    'new_leads',
    'enrolled',
    'opted_out',
  ] as const),
] satisfies ReportMetric[];

/** Puts summed counts into the figures of some days. */
function figuresOf(counts: readonly SummedCount[]): Figures {
  const total = (metric: ReportMetric) =>
    counts.reduce((sum, count) => sum + (count.metric === metric ? count.n : 0), 0);
  const amounts: Record<string, number> = {};
  for (const { currency, amount } of counts) {
    if (currency) amounts[currency] = Math.round(((amounts[currency] ?? 0) + amount) * 10_000) / 10_000;
  }
  const figures = Object.fromEntries(FIGURES.map((metric) => [metric, total(metric)])) as Omit<Figures, 'amounts'>;
  return { ...figures, amounts };
}

export const getSummaryRoute = (_deps: ApiDependencies) =>
  route(getSummaryContract).handle(async ({ account, db, query, now }) => {
    const { from, to, count } = reportDays(query, account, now);
    const back = query.compare === 'previous_week' ? 7 : count;
    const [first, last] = [dayAfter(from, -back), dayAfter(to, -back)];
    const read = (begin: string, end: string) =>
      sumCounts(db, { accountId: account.id, from: begin, to: end, metrics: FIGURES }, ['day', 'currency']);
    const counts = await read(from, to);
    const before = query.compare === undefined ? null : figuresOf(await read(first, last));
    const asOf = await findCountedAt(db);
    const days = Array.from({ length: count }, (_, n) => dayAfter(from, n)).map((date) => ({
      date,
      ...figuresOf(counts.filter(({ day }) => day === date)),
    }));
    return {
      status: 200,
      body: { success: true, from, to, now: figuresOf(counts), before, days, as_of: asOf?.toISOString() ?? null },
    };
  });

type Report = (typeof REPORTS)[number];

const MESSAGES: ReportMetric[] = ['sent', 'delivered', 'opened', 'clicked', 'replied', 'failed'];

/** What each report counts, and what its rows are for where nothing else is asked for. */
const REPORT_OF: Record<Report, { metrics: ReportMetric[]; dimensions: ReportDimension[]; grouped?: true }> = {
  messages: { metrics: [...MESSAGES, 'received'], dimensions: ['day'], grouped: true },
  steps: { metrics: [...MESSAGES, 'skipped'], dimensions: ['agent_id', 'step_key'] },
  variants: { metrics: ['sent', 'replied'], dimensions: ['agent_id', 'step_key', 'variant'] },
  senders: { metrics: MESSAGES, dimensions: ['sender_id', 'channel'] },
  meetings: {
    metrics: ['meetings', 'meetings_held', 'no_shows', 'meetings_cancelled'],
    dimensions: ['day'],
    grouped: true,
  },
  revenue: { metrics: ['conversions'], dimensions: ['day'], grouped: true },
};

const GROUPS: Record<(typeof REPORT_GROUPS)[number], ReportDimension> = {
  ...{ day: 'day', channel: 'channel', workflow: 'agent_id', sender: 'sender_id' },
};

export const getReportRoute = (_deps: ApiDependencies) =>
  route(getReportContract).handle(async ({ account, db, params, query, now, req }) => {
    const report = REPORTS.find((name) => name === params.report);
    if (!report) throw new ApiError('REPORT_NOT_FOUND');
    const { metrics, dimensions: usual, grouped } = REPORT_OF[report];
    if (query.group !== undefined && !grouped) {
      throw new ApiError('VALIDATION_ERROR', { field: '/group', message: `Rows of ${report} are what they are.` });
    }
    const { from, to } = reportDays(query, account, now);
    const dimensions: ReportDimension[] = [
      ...(query.group ? [GROUPS[query.group]] : usual),
      ...(report === 'revenue' ? (['currency'] as const) : []),
    ];
    const filter = { accountId: account.id, from, to, metrics, agentId: query.workflow_id?.toLowerCase() };
    const counts = await sumCounts(db, filter, dimensions);
    const ids = [...new Set(counts.flatMap(({ agent_id }) => agent_id || []))];
    const names = new Map((await listAgentNames(db, account.id, ids)).map(({ id, name }) => [id, name]));
    const rows = [...Map.groupBy(counts, (count) => JSON.stringify(dimensions.map((name) => count[name]))).values()]
      .map((group) => rowOf(report, group, metrics, names))
      // Opened and answered of what no variant was sent of says nothing of variants.
      .filter((row) => report !== 'variants' || row.variant !== '');
    if (req.accepts(['application/json', 'text/csv']) === 'text/csv') {
      const headers = {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${report}-${from}-${to}.csv"`,
      };
      return { status: 200, headers, body: csvOf(rows, metrics) };
    }
    const asOf = await findCountedAt(db);
    return { status: 200, body: { success: true, from, to, metrics, rows, as_of: asOf?.toISOString() ?? null } };
  });

function rowOf(
  report: Report,
  group: readonly SummedCount[],
  metrics: readonly ReportMetric[],
  names: ReadonlyMap<string, string>,
): ReportRow {
  const [place] = group;
  const counts = Object.fromEntries(
    metrics.map((metric) => [metric, group.find((count) => count.metric === metric)?.n ?? 0]),
  );
  const amount = group.reduce((sum, count) => sum + count.amount, 0);
  return {
    day: place?.day ?? null,
    workflow_id: place?.agent_id ?? null,
    workflow_name: names.get(place?.agent_id ?? '') ?? null,
    step_key: place?.step_key ?? null,
    variant: place?.variant ?? null,
    sender_id: place?.sender_id ?? null,
    channel: place?.channel ?? null,
    currency: place?.currency ?? null,
    counts,
    amount: report === 'revenue' ? Math.round(amount * 10_000) / 10_000 : null,
    reply_share: report === 'variants' ? shareInterval(counts.replied ?? 0, counts.sent ?? 0) : null,
  };
}

const PLACES = [
  'day',
  'workflow_id',
  'workflow_name',
  'step_key',
  'variant',
  'sender_id',
  'channel',
  'currency',
] as const;

async function* csvOf(rows: readonly ReportRow[], metrics: readonly ReportMetric[]): AsyncGenerator<string> {
  const shown = PLACES.filter((name) => rows.some((row) => row[name] !== null));
  const paid = rows.some(({ amount }) => amount !== null);
  yield `\ufeff${csvLine([...shown, ...metrics, ...(paid ? ['amount'] : [])])}`;
  for (const row of rows) {
    const counts = metrics.map((metric) => row.counts[metric]);
    yield csvLine([...shown.map((name) => row[name]), ...counts, ...(paid ? [row.amount] : [])]);
  }
}
