import { Link } from '@tanstack/react-router';
import type { BoardFigures } from '../../../schemas/operations/board.js';
import * as words from '../../words/en/performance.js';
import { growthOf, OUTCOMES, type Outcome, pointsOf, rateInWords } from '../../words/performance.js';
import { numberOf } from '../../words/reports.js';
import type { OutcomeSearch } from './report-search.js';

export const OUTCOME_NAMES = Object.keys(OUTCOMES) as Outcome[];

/** The rates of outcomes. Every lead in the report was sent a message. */
export const RATE_OF = {
  delivered: 'delivery_rate',
  replied: 'reply_rate',
  met: 'meeting_rate',
  won: 'win_rate',
} as const satisfies Partial<Record<Outcome, keyof BoardFigures>>;

export const rateOf = (figures: BoardFigures, outcome: Outcome): number | null =>
  outcome === 'sent' ? null : figures[RATE_OF[outcome]];

interface CountProps {
  figures: BoardFigures;
  outcome: Outcome;
  /** The filters of the number. */
  search: OutcomeSearch;
  /** The name of the row, for screen readers. */
  place?: string;
}

/** A number of leads, which leads to the list of them. */
export function OutcomeCount({ figures, outcome, search, place = '' }: CountProps) {
  const count = figures[outcome];
  if (count === 0) return <span>{numberOf(0)}</span>;
  return (
    <Link
      to="/reports/leads"
      search={{ ...search, outcome }}
      aria-label={`${words.listOf(OUTCOMES[outcome], place)}, ${words.leadCount(count)}`}
    >
      {numberOf(count)}
    </Link>
  );
}

/** The change of a rate in percentage points, or of the number of leads that were sent a message. */
export function Change({ now, before, outcome }: { now: BoardFigures; before: BoardFigures; outcome: Outcome }) {
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

/** Describes a number in words: the leads, and their share. */
export const countInWords = (figures: BoardFigures, outcome: Outcome): string => {
  const leads = words.leadCount(figures[outcome]);
  const rate = rateOf(figures, outcome);
  return rate === null ? leads : words.numberWithRate(leads, rateInWords(rate));
};
