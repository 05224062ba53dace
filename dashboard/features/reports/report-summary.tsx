import type { Answer } from '../../api/operation-types.js';
import { addressOf } from '../../api/request.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { AsOf } from '../../components/as-of.js';
import { CountsTable } from '../../components/counts-table.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { Select } from '../../components/select.js';
import * as words from '../../words/en/reports.js';
import { dayOf, METRICS, moneyOf, numberOf } from '../../words/reports.js';
import { DailyChart } from './daily-chart.js';
import { type Line, previousDays } from './daily-series.js';
import { DownloadReport } from './download-report.js';
import type { Change, Days, ReportSearch } from './report-search.js';

const FIGURES = [
  ...(['sent', 'replied', 'received', 'failed', 'new_leads', 'enrolled'] as const),
  ...(['meetings', 'conversions', 'opted_out'] as const),
] as const;
const COMPARES = { previous_period: words.previousPeriod, previous_week: words.sameDaysAWeekEarlier } as const;
type Compare = keyof typeof COMPARES;
type Day = Answer<'getSummary'>['days'][number];
const USUAL = ['sent', 'replied', 'meetings'];

/** The figures as lines, and what conversions are worth in each currency. */
function linesOf(days: readonly Day[], before: readonly Day[] | undefined): Line[] {
  const line = (of: (day: Day) => number) => ({ values: days.map(of), before: before?.map(of) });
  const currencies = [...new Set(days.flatMap(({ amounts }) => Object.keys(amounts)))].toSorted();
  return [
    ...FIGURES.map((key) => ({ key, label: METRICS[key], ...line((day) => day[key]) })),
    ...currencies.map((currency) => ({
      key: currency,
      label: words.valueIn(currency),
      currency,
      ...line(({ amounts }) => amounts[currency] ?? 0),
    })),
  ];
}

/** The figures of some days compared with those of others, and by day. */
export function ReportSummary({ days, search, onChange }: { days: Days; search: ReportSearch; onChange: Change }) {
  const compared: Compare = search.compare === 'previous_week' ? search.compare : 'previous_period';
  const former = previousDays(days, compared);
  const summaryQuery = useApiQuery('getSummary', { query: { ...days, compare: compared } });
  const earlier = useApiQuery('getSummary', { query: former }, { enabled: search.overlay === 'previous' });
  // While other days are asked for, the answer is still that of the last ones.
  const before = search.overlay === 'previous' && earlier.data?.from === former.from ? earlier.data.days : undefined;
  return (
    <div className="stack">
      <div className="filters ends">
        <Select
          label={words.compareTo}
          data={Object.entries(COMPARES).map(([value, label]) => ({ value, label }))}
          value={compared}
          onChange={(value) => onChange({ compare: value === 'previous_week' ? value : undefined })}
        />
        <DownloadReport address={addressOf('getSummary', {}, { ...days })} name={`summary-${days.from}-${days.to}`} />
      </div>
      <QueryBoundary query={summaryQuery} lines={10}>
        {({ now, before: sums, days: each, as_of }) => (
          <>
            <section className="card in-all" aria-label={words.totals}>
              <dl className="sums">
                {FIGURES.map((name) => (
                  <div className="sum" key={name}>
                    <dt>{METRICS[name]}</dt>
                    <dd className="numbers">{numberOf(now[name])}</dd>
                    {sums && <dd className="faint numbers before">{words.before(numberOf(sums[name]))}</dd>}
                  </div>
                ))}
                {Object.entries(now.amounts).map(([currency, amount]) => (
                  <div className="sum" key={currency}>
                    <dt>{words.valueIn(currency)}</dt>
                    <dd className="numbers">{moneyOf(amount, currency)}</dd>
                    {sums && (
                      <dd className="faint numbers before">
                        {words.before(moneyOf(sums.amounts[currency] ?? 0, currency))}
                      </dd>
                    )}
                  </div>
                ))}
              </dl>
            </section>
            <section className="card" aria-labelledby="day-by-day">
              <header className="card-head">
                <h2 id="day-by-day">{words.byDay}</h2>
                <AsOf at={as_of} />
              </header>
              <DailyChart
                label={words.resultsByDay}
                lines={linesOf(each, before)}
                usual={USUAL}
                days={days}
                former={former}
                search={search}
                onChange={onChange}
              />
              <CountsTable
                label={words.resultsByDay}
                places={[words.day]}
                counts={FIGURES.map((name) => METRICS[name])}
                bars={false}
                rows={each.map((day) => ({
                  key: day.date,
                  places: [dayOf(day.date)],
                  counts: FIGURES.map((name) => day[name]),
                }))}
              />
            </section>
          </>
        )}
      </QueryBoundary>
    </div>
  );
}
