import type { REPORT_GROUPS, REPORTS, ReportRow } from '../../schemas/operations/reports.js';
import { useAsk } from '../api/ask.js';
import type { Answer } from '../api/names.js';
import { addressOf } from '../api/request.js';
import { useMay } from '../api/session.js';
import { Asked } from '../parts/asked.js';
import { Select } from '../parts/select.js';
import { wordOf } from '../words/fields.js';
import { dayOf, METRICS, moneyOf, REPORT_TABS, shareOf, tookOf } from '../words/reports.js';
import { AgentChoice } from './agent-choice.js';
import { AsFile } from './as-file.js';
import { AsOf } from './as-of.js';
import { Counted } from './counted.js';
import { Lines } from './lines.js';
import { formerDays, type Line, perDay } from './lines-of.js';
import type { Change, Days, ReportsSearch } from './search.js';

export type ReportName = (typeof REPORTS)[number];
type Group = (typeof REPORT_GROUPS)[number];

const GROUPS = {
  day: 'Day',
  channel: 'Channel',
  workflow: 'Agent',
  sender: 'Sender',
  writer: 'Who answered',
} as const satisfies Record<Group, string>;
const USUAL = ['day', 'channel', 'workflow', 'sender'] as const;

/** What the rows of reports can be for; those of the others are what they are. */
const GROUPED: Partial<Record<ReportName, readonly Group[]>> = {
  messages: USUAL,
  'reply-times': ['day', 'writer', 'channel', 'workflow'],
  meetings: USUAL,
  revenue: USUAL,
};

const PLACES = [
  ['day', 'Day'],
  ['workflow_id', 'Agent'],
  ['step_key', 'Step'],
  ['variant', 'Variant'],
  ['sender_id', 'Sender'],
  ['channel', 'Channel'],
  ['writer_id', 'Who answered'],
  ['currency', 'Currency'],
] as const;
type Place = (typeof PLACES)[number][0];

/** What senders and numbers are called, by id. */
function useSenderNames(when: boolean): ReadonlyMap<string, string> {
  const may = useMay();
  const query = { limit: 200 };
  const senders = useAsk('listEmailSenders', { query }, { when: when && may('messaging:read') });
  const numbers = useAsk('listWhatsAppNumbers', { query }, { when: when && may('whatsapp_numbers:read') });
  const voices = useAsk('listVoiceAgents', { query }, { when: when && may('messaging:read') });
  return new Map([
    ...(senders.data?.email_senders.map(({ id, from_email }) => [id, from_email] as const) ?? []),
    ...(numbers.data?.whatsapp_numbers.map(({ id, phone_number }) => [id, phone_number] as const) ?? []),
    ...(voices.data?.voice_agents.map(({ id, name }) => [id, name] as const) ?? []),
  ]);
}

function placeOf(row: ReportRow, place: Place, senders: ReadonlyMap<string, string>): string {
  const value = row[place];
  if (!value) return '–';
  if (place === 'day') return dayOf(value);
  if (place === 'workflow_id') return row.workflow_name ?? 'One that is gone';
  if (place === 'sender_id') return senders.get(value) ?? 'One that is gone';
  if (place === 'writer_id') return writerOf(row);
  return place === 'channel' ? wordOf(value) : value;
}

function writerOf({ writer_kind: kind, writer_name: name }: ReportRow): string {
  if (!name) return 'Somebody who is gone';
  if (kind === 'key') return `Key ${name}`;
  return kind === 'agent' ? `Agent ${name}` : name;
}

type Answered = Pick<Answer<'getReport'>, 'rows' | 'metrics'>;

/** Whether all rows are for days, which lines show better than bars. */
const isByDay = ({ rows }: Pick<Answered, 'rows'>): boolean => rows.length > 0 && rows.every(({ day }) => day !== null);

/** What stands behind the counts. */
const REST: Partial<Record<ReportName, readonly string[]>> = {
  variants: ['Share answered, 95 %', 'Share converted, 95 %'],
  'reply-times': ['Half within', 'Nine of ten within'],
  revenue: ['Worth'],
};

/** What is counted as lines, and what conversions are worth in each currency. */
function linesOf({ rows, metrics }: Answered, days: Days, earlier: Answered | undefined, former: Days): Line[] {
  const line = (of: (row: ReportRow) => number) => ({
    values: perDay(rows, days, of),
    before: earlier && perDay(earlier.rows, former, of),
  });
  const currencies = [...new Set(rows.flatMap(({ currency }) => currency ?? []))].filter(Boolean).toSorted();
  return [
    ...metrics.map((key) => ({ key, label: METRICS[key], ...line(({ counts }) => counts[key] ?? 0) })),
    ...currencies.map((key) => ({
      ...{ key, label: `Worth in ${key}`, currency: key },
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
    <Counted
      label={`Counts of ${REPORT_TABS[report].toLowerCase()}`}
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
  search: ReportsSearch;
  onChange: Change;
}

/** One of the reports as a table, as bars or lines, and as a file. */
export function Report({ report, days, search, onChange }: Props) {
  const groups = GROUPED[report];
  const group = groups?.find((name) => name === search.group) ?? 'day';
  const query = {
    ...days,
    ...(search.workflow_id ? { workflow_id: search.workflow_id } : {}),
    ...(groups ? { group } : {}),
  };
  const asked = useAsk('getReport', { params: { report }, query });
  const former = formerDays(days, 'previous_period');
  const isBeside = search.beside === 'former' && asked.data !== undefined && isByDay(asked.data);
  const before = useAsk('getReport', { params: { report }, query: { ...query, ...former } }, { when: isBeside });
  return (
    <>
      <div className="filters ends">
        <AgentChoice all value={search.workflow_id} onChange={(workflow_id) => onChange({ workflow_id })} />
        {groups && (
          <Select
            label="A row for each"
            data={groups.map((value) => ({ value, label: GROUPS[value] }))}
            value={group}
            onChange={(value) => onChange({ group: value === 'day' ? undefined : (value ?? undefined) })}
          />
        )}
        <AsFile address={addressOf('getReport', { report }, query)} name={`${report}-${days.from}-${days.to}`} />
      </div>
      <Asked asked={asked} lines={8}>
        {(answer) => (
          <section className="card" aria-labelledby="report">
            <header className="card-head">
              <h2 id="report">{REPORT_TABS[report]}</h2>
              <AsOf at={answer.as_of} />
            </header>
            {isByDay(answer) && (
              <Lines
                label={`Counts of ${REPORT_TABS[report].toLowerCase()}`}
                lines={linesOf(
                  answer,
                  days,
                  isBeside && before.data?.from === former.from ? before.data : undefined,
                  former,
                )}
                usual={answer.metrics.slice(0, USUAL_LINES)}
                {...{ days, former, search, onChange }}
              />
            )}
            <Table report={report} answer={answer} />
          </section>
        )}
      </Asked>
    </>
  );
}
