import type { PerformanceFigures } from '../../../schemas/operations/performance.js';
import * as words from '../../words/en/performance.js';
import { growthOf, OUTCOMES, type Outcome, pointsOf } from '../../words/performance.js';
import { numberOf } from '../../words/reports.js';
import { useDrillDown } from './drill-down.js';
import { rateOf } from './outcome-figures.js';
import type { OutcomeSearch } from './report-search.js';

interface CountProps {
  figures: PerformanceFigures;
  outcome: Outcome;
  /** The filters of the number. */
  search: OutcomeSearch;
  /** The name of the row, for screen readers. */
  place?: string;
}

/** A number of leads, which leads to the list of them. */
export function OutcomeCount({ figures, outcome, search, place = '' }: CountProps) {
  const { Leads } = useDrillDown();
  const count = figures[outcome];
  if (count === 0) return <span>{numberOf(0)}</span>;
  return (
    <Leads
      search={{ ...search, outcome }}
      label={`${words.listOf(OUTCOMES[outcome], place)}, ${words.leadCount(count)}`}
    >
      {numberOf(count)}
    </Leads>
  );
}

/** The change of a rate in percentage points, or of the number of leads that were sent a message. */
export function Change({
  now,
  before,
  outcome,
}: {
  now: PerformanceFigures;
  before: PerformanceFigures;
  outcome: Outcome;
}) {
  const [rate, rateBefore] = [rateOf(now, outcome), rateOf(before, outcome)];
  if (outcome === 'sent') {
    if (before.sent === 0) return <span className="faint">{now.sent > 0 ? words.isNew : '–'}</span>;
    return <span className="faint numbers">{growthOf(now.sent, before.sent)}</span>;
  }
  if (rate === null || rateBefore === null) return <span className="faint">–</span>;
  const direction = rate > rateBefore ? 'up' : rate < rateBefore ? 'down' : undefined;
  return (
    <span className="trend numbers" data-direction={direction} title={words.changeInPoints}>
      {pointsOf(rate, rateBefore)}
    </span>
  );
}
