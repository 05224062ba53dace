import { useAsk } from '../api/ask.js';
import type { Answer } from '../api/names.js';
import { Asked } from '../parts/asked.js';

type Row = Answer<'getWidgetTelemetry'>['telemetry'][number];

const TYPES: Readonly<Record<string, string>> = {
  load: 'Loaded on a page',
  open: 'Opened by a visitor',
  error: 'Went wrong',
  pow_ms: 'Proof of work',
  turn_ms: 'Waited for an answer',
  csp_block: 'Kept off by the page’s own rules',
};
const NUMBER = new Intl.NumberFormat();

/** Adds up the days of one kind, with how long it took on average and at most. */
function summed(rows: readonly Row[]) {
  const count = rows.reduce((sum, row) => sum + row.count, 0);
  const took = rows.reduce((sum, row) => sum + row.average_ms * row.count, 0);
  return {
    count,
    average: count === 0 ? 0 : Math.round(took / count),
    most: Math.max(...rows.map((row) => row.max_ms)),
  };
}

/** What browsers tell of a widget in the last 90 days. */
export function Telemetry({ id }: { id: string }) {
  const asked = useAsk('getWidgetTelemetry', { params: { id } });
  return (
    <section className="card" aria-labelledby="telemetry">
      <header className="card-head">
        <h2 id="telemetry">In browsers, the last 90 days</h2>
      </header>
      <Asked asked={asked} lines={3}>
        {({ telemetry }) => {
          const kinds = Map.groupBy(telemetry, ({ type, code }) => (code ? `${type} ${code}` : type));
          return kinds.size === 0 ? (
            <p className="calm">Nothing was told yet.</p>
          ) : (
            <ul>
              {[...kinds].map(([kind, rows]) => {
                const { count, average, most } = summed(rows);
                const { type = '', code } = rows[0] ?? {};
                return (
                  <li key={kind} className="line">
                    <span className="grow">
                      {TYPES[type] ?? type} {code && <code>{code}</code>}
                      {most > 0 && (
                        <span className="faint">
                          {' '}
                          {NUMBER.format(average)} ms on average, {NUMBER.format(most)} at most
                        </span>
                      )}
                    </span>
                    <strong className="numbers">{NUMBER.format(count)}</strong>
                  </li>
                );
              })}
            </ul>
          );
        }}
      </Asked>
    </section>
  );
}
