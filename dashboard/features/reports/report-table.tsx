import type { REPORT_GROUPS, REPORTS, ReportRow } from '../../../schemas/operations/reports.js';
import type { Answer } from '../../api/operation-types.js';
import { addressOf } from '../../api/request.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { AsOf } from '../../components/as-of.js';
import { CountsTable } from '../../components/counts-table.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { Select } from '../../components/select.js';
import * as words from '../../words/en/reports.js';
import { wordOf } from '../../words/fields.js';
import { dayOf, METRICS, moneyOf, REPORT_TABS, shareOf, tookOf } from '../../words/reports.js';
import { AgentSelect } from './agent-select.js';
import { DailyChart } from './daily-chart.js';
import { type Line, perDay, previousDays } from './daily-series.js';
import { DownloadReport } from './download-report.js';
import type { Change, Days, ReportSearch } from './report-search.js';
import { useSenderNames } from './sender-names.js';

export type ReportName = (typeof REPORTS)[number];
type Group = (typeof REPORT_GROUPS)[number];

const GROUPS = {
  day: words.day,
  channel: words.channel,
  workflow: words.agent,
  sender: words.sender,
  writer: words.repliedBy,
} as const satisfies Record<Group, string>;
const USUAL = ['day', 'channel', 'workflow', 'sender'] as const;

/** The groupings that reports support. The other reports have fixed rows. */
const GROUPED: Partial<Record<ReportName, readonly Group[]>> = {
  messages: USUAL,
  'reply-times': ['day', 'writer', 'channel', 'workflow'],
  meetings: USUAL,
  revenue: USUAL,
};

const PLACES = [
  ['day', words.day],
  ['workflow_id', words.agent],
  ['step_key', words.step],
  ['variant', words.variant],
  ['sender_id', words.sender],
  ['channel', words.channel],
  ['writer_id', words.repliedBy],
  ['currency', words.currency],
] as const;
type Place = (typeof PLACES)[number][0];

function placeOf(row: ReportRow, place: Place, senders: ReadonlyMap<string, string>): string {
  const value = row[place];
  if (!value) return '–';
  if (place === 'day') return dayOf(value);
  if (place === 'workflow_id') return row.workflow_name ?? words.deleted;
  if (place === 'sender_id') return senders.get(value) ?? words.deleted;
  if (place === 'writer_id') return writerOf(row);
  return place === 'channel' ? wordOf(value) : value;
}

function writerOf({ writer_kind: kind, writer_name: name }: ReportRow): string {
  if (!name) return words.formerUser;
  if (kind === 'key') return words.apiKey(name);
  return kind === 'agent' ? words.agent2(name) : name;
}

type Answered = Pick<Answer<'getReport'>, 'rows' | 'metrics'>;

/** Returns whether all rows are for days, which lines show better than bars. */
const isByDay = ({ rows }: Pick<Answered, 'rows'>): boolean => rows.length > 0 && rows.every(({ day }) => day !== null);

/** The cells after the counts. */
const REST: Partial<Record<ReportName, readonly string[]>> = {
  variants: [words.replyRate95Interval, words.conversionRate95Interval],
  'reply-times': [words.median, words.percentile90],
  revenue: [words.value],
};

/** Returns the lines of counts and of conversion values by currency. */
function linesOf({ rows, metrics }: Answered, days: Days, earlier: Answered | undefined, former: Days): Line[] {
  const line = (of: (row: ReportRow) => number) => ({
    values: perDay(rows, days, of),
    before: earlier && perDay(earlier.rows, former, of),
  });
  const currencies = [...new Set(rows.flatMap(({ currency }) => currency ?? []))].filter(Boolean).toSorted();
  return [
    ...metrics.map((key) => ({ key, label: METRICS[key], ...line(({ counts }) => counts[key] ?? 0) })),
    ...currencies.map((key) => ({
      key,
      label: words.valueIn(key),
      currency: key,
      ...line(({ currency, amount }) => (currency === key ? (amount ?? 0) : 0)),
    })),
  ];
}

function Table({ report, answer }: { report: ReportName; answer: Answered }) {
  const { rows, metrics } = answer;
  const places = PLACES.filter(([place]) => rows.some((row) => row[place] !== null));
  const senders = useSenderNames(places.some(([place]) => place === 'sender_id'));
  const restOf = (row: ReportRow) => [
    ...(report === 'revenue' ? [moneyOf(row.amount ?? 0, row.currency ?? '')] : []),
    ...(report === 'variants'
      ? [row.reply_share, row.conversion_share].map((share) => shareOf(share?.low ?? null, share?.high ?? null))
      : []),
    ...(row.reply_time ? [tookOf(row.reply_time.median_seconds), tookOf(row.reply_time.p90_seconds)] : []),
  ];
  return (
    <CountsTable
      label={words.report(REPORT_TABS[report])}
      places={places.map(([, head]) => head)}
      counts={metrics.map((metric) => METRICS[metric])}
      rest={REST[report] ?? []}
      bars={!isByDay({ rows })}
      rows={rows.map((row) => ({
        key: JSON.stringify(PLACES.map(([place]) => row[place])),
        places: places.map(([place]) => placeOf(row, place, senders)),
        counts: metrics.map((metric) => row.counts[metric] ?? 0),
        rest: restOf(row),
      }))}
    />
  );
}

const USUAL_LINES = 3;

interface Props {
  report: ReportName;
  days: Days;
  search: ReportSearch;
  onChange: Change;
}

/** One of the reports as a table, as bars or lines, and as a file. */
export function ReportTable({ report, days, search, onChange }: Props) {
  const groups = GROUPED[report];
  const group = groups?.find((name) => name === search.group) ?? 'day';
  const query = {
    ...days,
    ...(search.workflow_id ? { workflow_id: search.workflow_id } : {}),
    ...(groups ? { group } : {}),
  };
  const reportQuery = useApiQuery('getReport', { params: { report }, query });
  const former = previousDays(days, 'previous_period');
  const hasOverlay = search.overlay === 'previous' && reportQuery.data !== undefined && isByDay(reportQuery.data);
  const before = useApiQuery(
    'getReport',
    { params: { report }, query: { ...query, ...former } },
    { enabled: hasOverlay },
  );
  return (
    <>
      <div className="filters ends">
        <AgentSelect all value={search.workflow_id} onChange={(workflow_id) => onChange({ workflow_id })} />
        {groups && (
          <Select
            label={words.groupBy}
            data={groups.map((value) => ({ value, label: GROUPS[value] }))}
            value={group}
            onChange={(value) => onChange({ group: value === 'day' ? undefined : (value ?? undefined) })}
          />
        )}
        <DownloadReport
          address={addressOf('getReport', { report }, query)}
          name={`${report}-${days.from}-${days.to}`}
        />
      </div>
      <QueryBoundary query={reportQuery} lines={8}>
        {(answer) => (
          <section className="card" aria-labelledby="report">
            <header className="card-head">
              <h2 id="report">{REPORT_TABS[report]}</h2>
              <AsOf at={answer.as_of} />
            </header>
            {isByDay(answer) && (
              <DailyChart
                label={words.report(REPORT_TABS[report])}
                lines={linesOf(
                  answer,
                  days,
                  hasOverlay && before.data?.from === former.from ? before.data : undefined,
                  former,
                )}
                usual={answer.metrics.slice(0, USUAL_LINES)}
                days={days}
                former={former}
                search={search}
                onChange={onChange}
              />
            )}
            <Table report={report} answer={answer} />
          </section>
        )}
      </QueryBoundary>
    </>
  );
}
