import type { Answer } from '../../api/operation-types.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import * as words from '../../words/en/widget.js';
import { LOCALE } from '../../words/locale.js';

type Row = Answer<'getWidgetTelemetry'>['telemetry'][number];

const TYPES: Readonly<Record<string, string>> = {
  load: words.pageLoads,
  open: words.openedByVisitors,
  error: words.errors,
  pow_ms: words.proofOfWork,
  turn_ms: words.replyTime,
  csp_block: words.blockedByThePagesContentSecurity,
};
const NUMBER = new Intl.NumberFormat(LOCALE);

/** Adds up the days of one kind, with how long it took on average and at most. */
function summed(rows: readonly Row[]) {
  const count = rows.reduce((sum, row) => sum + row.count, 0);
  const totalMs = rows.reduce((sum, row) => sum + row.average_ms * row.count, 0);
  return {
    count,
    average: count === 0 ? 0 : Math.round(totalMs / count),
    most: Math.max(...rows.map((row) => row.max_ms)),
  };
}

/** The reports of browsers about a widget in the last 90 days. */
export function WidgetTelemetry({ id }: { id: string }) {
  const telemetryQuery = useApiQuery('getWidgetTelemetry', { params: { id } });
  return (
    <section className="card" aria-labelledby="telemetry">
      <header className="card-head">
        <h2 id="telemetry">{words.browserActivityInTheLast90}</h2>
      </header>
      <QueryBoundary query={telemetryQuery} lines={3}>
        {({ telemetry }) => {
          const kinds = Map.groupBy(telemetry, ({ type, code }) => (code ? `${type} ${code}` : type));
          return kinds.size === 0 ? (
            <p className="calm">{words.noDataYet}</p>
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
                          {words.msOnAverageMsAtMost(NUMBER.format(average), NUMBER.format(most))}
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
      </QueryBoundary>
    </section>
  );
}
