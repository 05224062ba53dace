import type { PERFORMANCE_GROUPS, PERFORMANCE_OUTCOMES } from '../../schemas/operations/performance.js';
import * as words from './en/performance.js';
import { LOCALE } from './locale.js';

type Group = (typeof PERFORMANCE_GROUPS)[number];
export type Outcome = (typeof PERFORMANCE_OUTCOMES)[number];

/** Labels of outcomes, in their order. */
export const OUTCOMES: Readonly<Record<Outcome, string>> = {
  sent: words.outcomeSent,
  delivered: words.outcomeDelivered,
  replied: words.outcomeReplied,
  met: words.outcomeMet,
  won: words.outcomeWon,
};

/** Labels of what results can be compared by. */
export const GROUPS: Readonly<Record<Group, string>> = {
  workflow: words.agent,
  owner: words.owner,
  sender: words.sender,
  channel: words.channel,
  step: words.step,
};

const RATE = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 1 });
const POINTS = new Intl.NumberFormat(LOCALE, { signDisplay: 'exceptZero', maximumFractionDigits: 1 });
const GROWTH = new Intl.NumberFormat(LOCALE, {
  style: 'percent',
  signDisplay: 'exceptZero',
  maximumFractionDigits: 0,
});

/** Formats a rate from 0 to 1; a dash for none. */
export const rateInWords = (rate: number | null): string => (rate === null ? '–' : RATE.format(rate));

/** Formats the change of a rate in percentage points. */
export const pointsOf = (now: number, before: number): string => words.points(POINTS.format((now - before) * 100));

/** Formats the relative change of a count. */
export const growthOf = (now: number, before: number): string => GROWTH.format(now / before - 1);
