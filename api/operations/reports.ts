import { listAgentNames } from '../../db/agents/agents.js';
import { listWriters, type Writer } from '../../db/operations/reply-waits.js';
import {
  findCountedAt,
  type ReportDimension,
  type SummedCount,
  sumCounts,
  WAIT_METRICS,
} from '../../db/operations/report-counts.js';
import { dayAfter } from '../../domain/time/local-day.js';
import { shareInterval } from '../../domain/values/share.js';
import { waitOfShare } from '../../domain/values/waits.js';
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
import { csvAnswer, wantsCsv } from './csv-answer.js';
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

/** Each day on a line, with what conversions are worth in each currency that there is. */
function* dayLines(days: readonly (Figures & { date: string })[]): Generator<unknown[]> {
  const currencies = [...new Set(days.flatMap(({ amounts }) => Object.keys(amounts)))].sort();
  yield ['date', ...FIGURES, ...currencies.map((currency) => `amount_${currency}`)];
  for (const day of days) {
    const amounts = currencies.map((currency) => day.amounts[currency] ?? 0);
    yield [day.date, ...FIGURES.map((name) => day[name]), ...amounts];
  }
}

export const getSummaryRoute = (_deps: ApiDependencies) =>
  route(getSummaryContract).handle(async ({ account, db, query, now, req }) => {
    const { from, to, count } = reportDays(query, account, now);
    const back = query.compare === 'previous_week' ? 7 : count;
    const [first, last] = [dayAfter(from, -back), dayAfter(to, -back)];
    const read = (begin: string, end: string) =>
      sumCounts(db, { accountId: account.id, from: begin, to: end, metrics: FIGURES }, ['day', 'currency']);
    const counts = await read(from, to);
    const days = Array.from({ length: count }, (_, n) => dayAfter(from, n)).map((date) => ({
      date,
      ...figuresOf(counts.filter(({ day }) => day === date)),
    }));
    if (wantsCsv(req)) return csvAnswer(`summary-${from}-${to}`, dayLines(days));
    const before = query.compare === undefined ? null : figuresOf(await read(first, last));
    const asOf = await findCountedAt(db);
    return {
      status: 200,
      body: { success: true, from, to, now: figuresOf(counts), before, days, as_of: asOf?.toISOString() ?? null },
    };
  });

type Report = (typeof REPORTS)[number];

const MESSAGES: ReportMetric[] = ['sent', 'delivered', 'opened', 'clicked', 'replied', 'failed'];

type Group = (typeof REPORT_GROUPS)[number];

/** The metrics of each report, and its default dimensions. */
const REPORT_OF: Record<Report, { metrics: ReportMetric[]; dimensions: ReportDimension[]; groups?: Group[] }> = {
  messages: {
    metrics: [...MESSAGES, 'received'],
    dimensions: ['day'],
    groups: ['day', 'channel', 'workflow', 'sender'],
  },
  steps: { metrics: ['entered', ...MESSAGES, 'skipped'], dimensions: ['agent_id', 'step_key'] },
  variants: { metrics: ['sent', 'replied', 'converted'], dimensions: ['agent_id', 'step_key', 'variant'] },
  senders: { metrics: MESSAGES, dimensions: ['sender_id', 'channel'] },
  'reply-times': {
    metrics: ['first_answers'],
    dimensions: ['day'],
    groups: ['day', 'channel', 'workflow', 'writer'],
  },
  meetings: {
    metrics: ['meetings', 'meetings_held', 'no_shows', 'meetings_cancelled'],
    dimensions: ['day'],
    groups: ['day', 'channel', 'workflow', 'sender'],
  },
  revenue: { metrics: ['conversions'], dimensions: ['day'], groups: ['day', 'channel', 'workflow', 'sender'] },
};

const GROUPS: Record<Group, ReportDimension> = {
  day: 'day',
  channel: 'channel',
  workflow: 'agent_id',
  sender: 'sender_id',
  writer: 'writer_id',
};

/** Returns the dimensions of a report's rows. Throws the 400 for invalid ones. */
function dimensionsOf(report: Report, group: Group | undefined): ReportDimension[] {
  const { dimensions, groups = [] } = REPORT_OF[report];
  if (group !== undefined && !groups.includes(group)) {
    const message = groups.length
      ? `The ${report} report can be grouped by: ${groups.join(', ')}.`
      : `The ${report} report can't be grouped.`;
    throw new ApiError('VALIDATION_ERROR', { field: '/group', message });
  }
  return [...(group ? [GROUPS[group]] : dimensions), ...(report === 'revenue' ? (['currency'] as const) : [])];
}

export const getReportRoute = (_deps: ApiDependencies) =>
  route(getReportContract).handle(async ({ account, db, params, query, now, req }) => {
    const report = REPORTS.find((name) => name === params.report);
    if (!report) throw new ApiError('REPORT_NOT_FOUND');
    const { metrics } = REPORT_OF[report];
    const dimensions = dimensionsOf(report, query.group);
    const { from, to } = reportDays(query, account, now);
    const counted = report === 'reply-times' ? WAIT_METRICS : metrics;
    const filter = { accountId: account.id, from, to, metrics: counted, agentId: query.workflow_id?.toLowerCase() };
    const counts = await sumCounts(db, filter, dimensions);
    const ids = [...new Set(counts.flatMap(({ agent_id }) => agent_id || []))];
    const names = new Map((await listAgentNames(db, account.id, ids)).map(({ id, name }) => [id, name]));
    const writerIds = [...new Set(counts.flatMap(({ writer_id }) => writer_id || []))];
    const writers = await listWriters(db, account.id, writerIds);
    const rows = [...Map.groupBy(counts, (count) => JSON.stringify(dimensions.map((name) => count[name]))).values()]
      .map((group) => rowOf(report, group, names, writers))
      // Messages outside of steps and variants say nothing about these.
      .filter((row) => (report !== 'variants' || row.variant !== '') && (report !== 'steps' || row.step_key !== ''));
    if (wantsCsv(req)) return csvAnswer(`${report}-${from}-${to}`, linesOf(rows, metrics));
    const asOf = await findCountedAt(db);
    return { status: 200, body: { success: true, from, to, metrics, rows, as_of: asOf?.toISOString() ?? null } };
  });

function rowOf(
  report: Report,
  group: readonly SummedCount[],
  names: ReadonlyMap<string, string>,
  writers: ReadonlyMap<string, Writer>,
): ReportRow {
  const [place] = group;
  const writer = writers.get(place?.writer_id ?? '');
  const times = report === 'reply-times' ? replyTimesOf(group) : null;
  const counts = Object.fromEntries(
    REPORT_OF[report].metrics.map((metric) => [metric, group.find((count) => count.metric === metric)?.n ?? 0]),
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
    writer_id: place?.writer_id ?? null,
    writer_kind: writer?.kind ?? null,
    writer_name: writer?.name ?? null,
    currency: place?.currency ?? null,
    counts: times ? { first_answers: times.n } : counts,
    amount: report === 'revenue' ? Math.round(amount * 10_000) / 10_000 : null,
    reply_share: report === 'variants' ? shareInterval(counts.replied ?? 0, counts.sent ?? 0) : null,
    conversion_share: report === 'variants' ? shareInterval(counts.converted ?? 0, counts.sent ?? 0) : null,
    reply_time: times && { median_seconds: times.median_seconds, p90_seconds: times.p90_seconds },
  };
}

function replyTimesOf(group: readonly SummedCount[]) {
  const sizes = new Map(group.map(({ metric, n }) => [WAIT_METRICS.indexOf(metric), n]));
  return {
    n: group.reduce((sum, { n }) => sum + n, 0),
    median_seconds: waitOfShare(sizes, 0.5) ?? 0,
    p90_seconds: waitOfShare(sizes, 0.9) ?? 0,
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
  'writer_id',
  'writer_kind',
  'writer_name',
  'currency',
] as const;

function* linesOf(rows: readonly ReportRow[], metrics: readonly ReportMetric[]): Generator<unknown[]> {
  const shown = PLACES.filter((name) => rows.some((row) => row[name] !== null));
  const paid = rows.some(({ amount }) => amount !== null);
  const timed = rows.some(({ reply_time }) => reply_time !== null);
  const shared = rows.some(({ reply_share }) => reply_share !== null);
  yield [
    ...[...shown, ...metrics],
    ...(paid ? ['amount'] : []),
    ...(timed ? ['median_seconds', 'p90_seconds'] : []),
    ...(shared ? ['reply_share_low', 'reply_share_high', 'conversion_share_low', 'conversion_share_high'] : []),
  ];
  for (const row of rows) {
    const { reply_time: times, reply_share: replies, conversion_share: conversions } = row;
    yield [
      ...shown.map((name) => row[name]),
      ...metrics.map((metric) => row.counts[metric]),
      ...(paid ? [row.amount] : []),
      ...(timed ? [times?.median_seconds, times?.p90_seconds] : []),
      ...(shared ? [replies?.low, replies?.high, conversions?.low, conversions?.high] : []),
    ];
  }
}
