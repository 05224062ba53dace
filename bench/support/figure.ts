/** The result of one measurement. */
export interface Figure {
  id: string;
  name: string;
  /** The figure it is compared with, measured in the same run. */
  reference: string;
  unit: string;
  ours: number | null;
  theirs: number | null;
  /** `ours` over `theirs`: the median of the rounds' ratios. */
  ratio: number | null;
  target: string;
  met: boolean;
  /** Counts and limits that belong to the figure, in words. */
  notes: string[];
  rounds: { ours: number[]; theirs: number[] };
}

/** Returns the value in the middle. */
export const median = (values: readonly number[]): number => percentile(values, 50);

/** Returns the value that `p` per cent of the values don't exceed; NaN of none. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((p / 100) * sorted.length) - 1)] ?? Number.NaN;
}

/** A median, and where it is in 95 of 100 cases whatever the values are spread like. */
export interface Interval {
  low: number;
  middle: number;
  high: number;
}

/** Returns the median of values with its interval, by the ranks that it is between. */
export function medianInterval(values: readonly number[]): Interval {
  const sorted = [...values].sort((a, b) => a - b);
  const n = sorted.length;
  const rank = Math.max(0, Math.floor((n - 1.96 * Math.sqrt(n)) / 2));
  const at = (index: number) => sorted[index] ?? Number.NaN;
  return { low: at(rank), middle: median(sorted), high: at(n - 1 - rank) };
}

/** The comparison of a figure with its target. */
export interface Target {
  /** The direction of the target. */
  kind: 'at least' | 'below';
  ratio: number;
}

export interface Comparison {
  id: string;
  name: string;
  reference: string;
  unit: string;
  target: Target;
  /** One warm-up of each comes first and isn't counted. */
  warmUp?: boolean;
  rounds?: number;
  ours: (round: number) => Promise<number>;
  theirs: (round: number) => Promise<number>;
}

const ROUNDS = 5;

/**
 * Measures ours and the reference in turns, so that whatever else the machine does meets both, and compares the median
 * of the rounds' ratios with the target.
 */
export async function compare(comparison: Comparison): Promise<Figure> {
  const { id, name, reference, unit, target, rounds = ROUNDS, warmUp = true } = comparison;
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = warmUp ? -1 : 0; round < rounds; round += 1) {
    // The second side finds warmer caches, so the order alternates.
    const order = round % 2 === 0 ? ['theirs', 'ours'] : ['ours', 'theirs'];
    for (const who of order) {
      const value = await (who === 'ours' ? comparison.ours(round) : comparison.theirs(round));
      if (round >= 0) (who === 'ours' ? ours : theirs).push(value);
    }
  }
  const ratio = median(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)));
  return {
    id,
    name,
    reference,
    unit,
    ours: median(ours),
    theirs: median(theirs),
    ratio,
    target: target.kind === 'at least' ? `>= ${target.ratio.toFixed(2)}` : `< ${target.ratio.toFixed(2)}`,
    met: target.kind === 'at least' ? ratio >= target.ratio : ratio < target.ratio,
    notes: [],
    rounds: { ours, theirs },
  };
}

/** Adds a requirement in addition to the ratio: a count or a limit that has to hold too. */
export function require(figure: Figure, held: boolean, words: string): void {
  figure.notes.push(held ? words : `MISSED: ${words}`);
  if (!held) figure.met = false;
}
