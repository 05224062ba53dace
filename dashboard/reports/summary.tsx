import { useAsk } from '../api/ask.js';
import type { Answer } from '../api/names.js';
import { addressOf } from '../api/request.js';
import { Asked } from '../parts/asked.js';
import { Select } from '../parts/select.js';
import { dayOf, METRICS, moneyOf, numberOf } from '../words/reports.js';
import { AsFile } from './as-file.js';
import { AsOf } from './as-of.js';
import { Counted } from './counted.js';
import { Lines } from './lines.js';
import { formerDays, type Line } from './lines-of.js';
import type { Change, Days, ReportsSearch } from './search.js';

const FIGURES = [
  ...(['sent', 'replied', 'received', 'failed', 'new_leads', 'enrolled'] as const),
  ...(['meetings', 'conversions', 'opted_out'] as const),
] as const;
const COMPARES = { previous_period: 'The days before them', previous_week: 'The same days a week earlier' } as const;
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
      ...{ key: currency, label: `Worth in ${currency}`, currency },
      ...line(({ amounts }) => amounts[currency] ?? 0),
    })),
  ];
}

/** The figures of some days beside those of others, and day by day. */
export function Summary({ days, search, onChange }: { days: Days; search: ReportsSearch; onChange: Change }) {
  const beside: Compare = search.compare === 'previous_week' ? search.compare : 'previous_period';
  const former = formerDays(days, beside);
  const asked = useAsk('getSummary', { query: { ...days, compare: beside } });
  const earlier = useAsk('getSummary', { query: former }, { when: search.beside === 'former' });
  // While other days are asked for, the answer is still that of the last ones.
  const before = search.beside === 'former' && earlier.data?.from === former.from ? earlier.data.days : undefined;
  return (
    <div className="stack">
      <div className="filters ends">
        <Select
          label="Beside"
          data={Object.entries(COMPARES).map(([value, label]) => ({ value, label }))}
          value={beside}
          onChange={(value) => onChange({ compare: value === 'previous_week' ? value : undefined })}
        />
        <AsFile address={addressOf('getSummary', {}, { ...days })} name={`summary-${days.from}-${days.to}`} />
      </div>
      <Asked asked={asked} lines={10}>
        {({ now, before: sums, days: each, as_of }) => (
          <>
            <section className="card in-all" aria-label="In all">
              <dl className="sums">
                {FIGURES.map((name) => (
                  <div className="sum" key={name}>
                    <dt>{METRICS[name]}</dt>
                    <dd className="numbers">{numberOf(now[name])}</dd>
                    {sums && <dd className="faint numbers before">{numberOf(sums[name])} before</dd>}
                  </div>
                ))}
                {Object.entries(now.amounts).map(([currency, amount]) => (
                  <div className="sum" key={currency}>
                    <dt>Worth in {currency}</dt>
                    <dd className="numbers">{moneyOf(amount, currency)}</dd>
                    {sums && (
                      <dd className="faint numbers before">{moneyOf(sums.amounts[currency] ?? 0, currency)} before</dd>
                    )}
                  </div>
                ))}
              </dl>
            </section>
            <section className="card" aria-labelledby="day-by-day">
              <header className="card-head">
                <h2 id="day-by-day">Day by day</h2>
                <AsOf at={as_of} />
              </header>
              <Lines
                label="Counts of each day"
                lines={linesOf(each, before)}
                usual={USUAL}
                {...{ days, former, search, onChange }}
              />
              <Counted
                label="Counts of each day"
                places={['Day']}
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
      </Asked>
    </div>
  );
}
