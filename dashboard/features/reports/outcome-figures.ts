import type { PerformanceFigures } from '../../../schemas/operations/performance.js';
import * as words from '../../words/en/performance.js';
import { OUTCOMES, type Outcome, rateInWords } from '../../words/performance.js';

export const OUTCOME_NAMES = Object.keys(OUTCOMES) as Outcome[];

/** The rates of outcomes. Every lead in the report was sent a message. */
const RATE_OF = {
  delivered: 'delivery_rate',
  replied: 'reply_rate',
  met: 'meeting_rate',
  won: 'win_rate',
} as const satisfies Partial<Record<Outcome, keyof PerformanceFigures>>;

export const rateOf = (figures: PerformanceFigures, outcome: Outcome): number | null =>
  outcome === 'sent' ? null : figures[RATE_OF[outcome]];

/** Returns the share of the leads that were sent a message, from 0 to 1. */
export const shareOfSent = (figures: PerformanceFigures, outcome: Outcome): number =>
  figures.sent === 0 ? 0 : outcome === 'sent' ? 1 : (rateOf(figures, outcome) ?? 0);

/** Describes a number in words: the leads, and their share. */
export const countInWords = (figures: PerformanceFigures, outcome: Outcome): string => {
  const leads = words.leadCount(figures[outcome]);
  const rate = rateOf(figures, outcome);
  return rate === null ? leads : words.numberWithRate(leads, rateInWords(rate));
};
