import type { Judgement, Outcome, Ratio } from './judge.js';

/** One play of a case. */
export interface Trial {
  judgement: Judgement;
  tokens: number;
  costMicros: number;
  /** The duration of each model call. */
  latenciesMs: number[];
}

/** A case with all of its plays. */
export interface TrialResults {
  id: string;
  title: string;
  kind: 'conversation' | 'abuse';
  plays: Trial[];
}

/** Returns the data of an outcome's play in addition to whether it is correct. */
export function trialOf(judgement: Judgement, { turns, cost_micros }: Outcome): Trial {
  const steps = turns.flatMap((turn) => turn.steps);
  return {
    judgement,
    tokens: steps.reduce((sum, { input_tokens, output_tokens }) => sum + input_tokens + output_tokens, 0),
    costMicros: cost_micros,
    latenciesMs: steps.map(({ latency_ms }) => latency_ms),
  };
}

const passesOf = ({ plays }: TrialResults): number =>
  plays.filter(({ judgement }) => judgement.problems.length === 0).length;

function choose(n: number, k: number): number {
  let ways = 1;
  for (let at = 1; at <= k; at += 1) ways = (ways * (n - k + at)) / at;
  return n < k ? 0 : ways;
}

/** Returns the probability that `k` consecutive plays succeed, from those that did: pass^k. */
export const passAllOf = (played: TrialResults, k: number): number =>
  choose(passesOf(played), k) / choose(played.plays.length, k);

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

const added = (plays: readonly Trial[], part: 'tools' | 'fields' | 'handoffs'): Ratio =>
  plays.reduce(
    (sum, { judgement }) => ({ right: sum.right + judgement[part].right, of: sum.of + judgement[part].of }),
    { right: 0, of: 0 },
  );

const quantile = (values: readonly number[], share: number): number | null => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null;
};

/** The totals of all cases. */
export interface Summary extends Counted {
  cases: number;
  plays: number;
  /** The mean of all conversations, and of all attacks, by how often in a row they have to be right: [pass^1, pass^2, ...]. */
  conversations: number[];
  abuse: number[];
}

export function summarize(played: readonly TrialResults[], k: number): Summary {
  const plays = played.flatMap((each) => each.plays);
  const rates = (kind: TrialResults['kind']) => {
    const own = played.filter((each) => each.kind === kind && each.plays.length >= k);
    return own.length === 0
      ? []
      : Array.from({ length: k }, (_, at) => mean(own.map((each) => passAllOf(each, at + 1))));
  };
  return {
    cases: played.length,
    plays: plays.length,
    conversations: rates('conversation'),
    abuse: rates('abuse'),
    tools: added(plays, 'tools'),
    fields: added(plays, 'fields'),
    handoffs: added(plays, 'handoffs'),
    tokens: plays.reduce((sum, { tokens }) => sum + tokens, 0),
    costMicros: plays.reduce((sum, { costMicros }) => sum + costMicros, 0),
    latenciesMs: plays.flatMap(({ latenciesMs }) => latenciesMs),
  };
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const shown = ({ right, of }: Ratio): string => (of === 0 ? 'none' : `${right} of ${of} (${percent(right / of)})`);
const rateLine = (rates: readonly number[]): string =>
  rates.length === 0 ? 'none' : rates.map((rate, at) => `pass^${at + 1} ${percent(rate)}`).join(', ');

/** The lines of a case: how often it was right, and what was wrong. */
export function linesOf(played: TrialResults): string[] {
  const passes = passesOf(played);
  const isRight = passes === played.plays.length;
  const problems = new Set(played.plays.flatMap(({ judgement }) => judgement.problems));
  return [
    `${isRight ? '✓' : '✗'} ${played.id}  ${passes}/${played.plays.length}  ${played.title}`,
    ...[...problems].map((problem) => `    ${problem}`),
  ];
}

/** The counts of plays of either kind. */
export interface Counted {
  tools: Ratio;
  fields: Ratio;
  handoffs: Ratio;
  tokens: number;
  costMicros: number;
  /** The duration of each model call. */
  latenciesMs: number[];
}

/** The lines that say what was counted. */
export function countedLines({ tools, fields, handoffs, tokens, costMicros, latenciesMs }: Counted): string[] {
  const [p50, p95] = [quantile(latenciesMs, 0.5), quantile(latenciesMs, 0.95)];
  return [
    `tools          ${shown(tools)}`,
    `fields         ${shown(fields)}`,
    `handoffs       ${shown(handoffs)}`,
    `tokens         ${tokens}, cost ${(costMicros / 1_000_000).toFixed(4)}`,
    `a call took    ${p50 === null ? 'none was made' : `p50 ${p50} ms, p95 ${p95} ms`}`,
  ];
}

/** The lines at the end. */
export const summaryLines = (summary: Summary): string[] => [
  `${summary.cases} cases, ${summary.plays} plays`,
  `conversations  ${rateLine(summary.conversations)}`,
  `abuse          ${rateLine(summary.abuse)}`,
  ...countedLines(summary),
];
