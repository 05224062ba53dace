import type { PerformanceFigures } from '../../../schemas/operations/performance.js';
import * as words from '../../words/en/performance.js';
import { OUTCOMES, rateInWords } from '../../words/performance.js';
import { dayOf, numberOf } from '../../words/reports.js';
import { OUTCOME_NAMES, rateOf, shareOfSent } from './outcome-figures.js';

/** The days and the results of both periods. */
export interface ChartData {
  from: string;
  to: string;
  previous: { from: string; to: string };
  now: PerformanceFigures;
  before: PerformanceFigures;
}

/** The name of a color of the theme. */
export type Tone = '--text' | '--text-2' | '--accent' | '--border';

export interface ChartText {
  text: string;
  x: number;
  /** The middle of the line. */
  y: number;
  size: number;
  weight: 400 | 600;
  tone: Tone;
  align: 'left' | 'right';
}

export interface ChartBar {
  x: number;
  y: number;
  width: number;
  height: number;
  tone: Tone;
}

export interface ChartLayout {
  width: number;
  height: number;
  texts: ChartText[];
  bars: ChartBar[];
}

const WIDTH = 960;
const EDGE = 32;
const HEAD = 124;
const ROW = 56;
/** The left edge of the bars, their longest width, and the right edges of the numbers and the rates. */
const BARS_AT = 200;
const BARS_WIDTH = 500;
const COUNT_AT = 830;
const RATE_AT = WIDTH - EDGE;
const MARK = 10;

type Line = Omit<ChartText, 'text' | 'y'>;
const NAME: Line = { x: EDGE, size: 15, weight: 400, tone: '--text', align: 'left' };
const COUNT: Line = { x: COUNT_AT, size: 15, weight: 600, tone: '--text', align: 'right' };
const EARLIER: Line = { ...COUNT, size: 13, weight: 400, tone: '--text-2' };
const LEGEND: Line = { x: 0, size: 13, weight: 400, tone: '--text-2', align: 'left' };

/** Places the parts of the chart from message to win, in pixels. Bars are shares of the leads that were sent a message. */
export function layOutChart({ from, to, previous, now, before }: ChartData): ChartLayout {
  const legend = [
    { text: words.period(dayOf(from), dayOf(to)), x: EDGE, tone: '--accent' as const },
    {
      text: words.previousPeriod(dayOf(previous.from), dayOf(previous.to)),
      x: WIDTH / 2 - 60,
      tone: '--border' as const,
    },
  ];
  const texts: ChartText[] = [
    { ...NAME, text: words.fromMessageToWin, y: 40, size: 20, weight: 600 },
    { ...NAME, text: words.leadsAndShares, y: 68, size: 13, tone: '--text-2' },
    ...legend.map(({ text, x }) => ({ ...LEGEND, text, x: x + MARK + 8, y: 96 })),
  ];
  const bars: ChartBar[] = legend.map(({ x, tone }) => ({ x, y: 91, width: MARK, height: MARK, tone }));
  for (const [index, outcome] of OUTCOME_NAMES.entries()) {
    const top = HEAD + index * ROW;
    const bar = { x: BARS_AT, width: BARS_WIDTH };
    bars.push({ ...bar, width: BARS_WIDTH * shareOfSent(now, outcome), y: top + 6, height: 18, tone: '--accent' });
    bars.push({ ...bar, width: BARS_WIDTH * shareOfSent(before, outcome), y: top + 28, height: 9, tone: '--border' });
    texts.push(
      { ...NAME, text: OUTCOMES[outcome], y: top + 22 },
      { ...COUNT, text: numberOf(now[outcome]), y: top + 15 },
      { ...EARLIER, text: numberOf(before[outcome]), y: top + 34 },
    );
    if (outcome === 'sent') continue;
    texts.push(
      { ...COUNT, x: RATE_AT, text: rateInWords(rateOf(now, outcome)), y: top + 15 },
      { ...EARLIER, x: RATE_AT, text: rateInWords(rateOf(before, outcome)), y: top + 34 },
    );
  }
  return { width: WIDTH, height: HEAD + OUTCOME_NAMES.length * ROW + EDGE / 2, texts, bars };
}
