import { Button } from '@mantine/core';
import type { PerformanceFigures } from '../../../schemas/operations/performance.js';
import type { Answer } from '../../api/operation-types.js';
import { AsOf } from '../../components/as-of.js';
import * as words from '../../words/en/performance.js';
import { OUTCOMES, type Outcome, rateInWords } from '../../words/performance.js';
import { dayOf } from '../../words/reports.js';
import { Change, OutcomeCount } from './outcome-count.js';
import { countInWords, OUTCOME_NAMES, rateOf, shareOfSent } from './outcome-figures.js';
import type { OutcomeSearch } from './report-search.js';

interface BarsProps {
  outcome: Outcome;
  now: PerformanceFigures;
  before: PerformanceFigures;
}

/** The shares of an outcome in both periods as bars, whose full width is the leads that were sent a message. */
function Bars({ outcome, now, before }: BarsProps) {
  const width = (figures: PerformanceFigures) => `${100 * shareOfSent(figures, outcome)}%`;
  const text = `${countInWords(now, outcome)}\n${words.before(countInWords(before, outcome))}`;
  return (
    <span className="outcome-bars" aria-hidden="true" title={text}>
      <span className="bar" style={{ width: width(now) }} />
      <span className="bar" style={{ width: width(before) }} />
    </span>
  );
}

interface Props {
  report: Pick<Answer<'getPerformance'>, 'from' | 'to' | 'now' | 'before' | 'previous' | 'as_of'>;
  search: OutcomeSearch;
}

/** A chart of the leads that reached each outcome, in both periods. It is also a table. */
export function OutcomeChart({ report, search }: Props) {
  const { now, before, previous, as_of } = report;
  const earlier = { ...search, ...previous };
  return (
    <section className="card" aria-labelledby="outcomes">
      <header className="card-head">
        <h2 id="outcomes">{words.fromMessageToWin}</h2>
        <AsOf at={as_of} />
        <Button
          className="on-screen"
          variant="default"
          size="compact-sm"
          onClick={() => void import('./chart-image.js').then(({ downloadChart }) => downloadChart(report))}
        >
          {words.downloadPng}
        </Button>
      </header>
      <div className="card-body stack">
        <p className="faint">{words.leadsAndShares}</p>
        <table className="plain outcomes">
          <thead>
            <tr>
              <th scope="col">{words.outcome}</th>
              <th scope="col" className="bars-head">
                <span className="legend" data-now>
                  {words.thisPeriod}
                </span>
                <span className="legend">{words.previousPeriod(dayOf(previous.from), dayOf(previous.to))}</span>
              </th>
              <th scope="col" className="count">
                {words.leads}
              </th>
              <th scope="col" className="count">
                {words.rate}
              </th>
              <th scope="col" className="count">
                {words.change}
              </th>
            </tr>
          </thead>
          <tbody className="numbers">
            {OUTCOME_NAMES.map((outcome) => (
              <tr key={outcome}>
                <th scope="row">{OUTCOMES[outcome]}</th>
                <td className="bars">
                  <Bars outcome={outcome} now={now} before={before} />
                </td>
                <td className="count">
                  <strong>
                    <OutcomeCount figures={now} outcome={outcome} search={search} />
                  </strong>
                  <div className="faint">
                    <OutcomeCount
                      figures={before}
                      outcome={outcome}
                      search={earlier}
                      place={words.previousPeriod(dayOf(previous.from), dayOf(previous.to))}
                    />
                  </div>
                </td>
                <td className="count">
                  <strong>{rateInWords(rateOf(now, outcome))}</strong>
                  <div className="faint">{rateInWords(rateOf(before, outcome))}</div>
                </td>
                <td className="count">
                  <Change now={now} before={before} outcome={outcome} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
