import { Select } from '@mantine/core';
import { useAsk } from '../api/ask.js';
import { addressOf } from '../api/request.js';
import { Asked } from '../parts/asked.js';
import { dayOf, METRICS, moneyOf, numberOf } from '../words/reports.js';
import { AsFile } from './as-file.js';
import { AsOf } from './as-of.js';
import { Counted } from './counted.js';
import type { Change, Days } from './search.js';

const FIGURES = [
  ...(['sent', 'replied', 'received', 'failed', 'new_leads', 'enrolled'] as const),
  ...(['meetings', 'conversions', 'opted_out'] as const),
] as const;
const COMPARES = { previous_period: 'The days before them', previous_week: 'The same days a week earlier' } as const;
type Compare = keyof typeof COMPARES;

/** The figures of some days beside those of others, and day by day. */
export function Summary({ days, compare, onChange }: { days: Days; compare: string | undefined; onChange: Change }) {
  const beside: Compare = compare === 'previous_week' ? compare : 'previous_period';
  const asked = useAsk('getSummary', { query: { ...days, compare: beside } });
  return (
    <div className="stack">
      <div className="filters ends">
        <Select
          label="Beside"
          data={Object.entries(COMPARES).map(([value, label]) => ({ value, label }))}
          value={beside}
          allowDeselect={false}
          onChange={(value) => onChange({ compare: value === 'previous_week' ? value : undefined })}
        />
        <AsFile address={addressOf('getSummary', {}, { ...days })} name={`summary-${days.from}-${days.to}`} />
      </div>
      <Asked asked={asked} lines={10}>
        {({ now, before, days: each, as_of }) => (
          <>
            <section className="card in-all" aria-label="In all">
              <dl className="sums">
                {FIGURES.map((name) => (
                  <div className="sum" key={name}>
                    <dt>{METRICS[name]}</dt>
                    <dd className="numbers">{numberOf(now[name])}</dd>
                    {before && <dd className="faint numbers before">{numberOf(before[name])} before</dd>}
                  </div>
                ))}
                {Object.entries(now.amounts).map(([currency, amount]) => (
                  <div className="sum" key={currency}>
                    <dt>Worth in {currency}</dt>
                    <dd className="numbers">{moneyOf(amount, currency)}</dd>
                    {before && (
                      <dd className="faint numbers before">
                        {moneyOf(before.amounts[currency] ?? 0, currency)} before
                      </dd>
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
              <Counted
                label="Counts of each day"
                places={['Day']}
                counts={FIGURES.map((name) => METRICS[name])}
                days={days}
                rows={each.map((day) => ({
                  ...{ key: day.date, day: day.date },
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
