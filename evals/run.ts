import type { Api } from '../demo/api.js';
import { createEvalAccount, type ModelOfEvals } from './eval-account.js';
import type { AbuseCase, CaseFile, ConversationCase } from './format.js';
import { judgeAbuse, judgeConversation, type Outcome } from './judge.js';
import { linesOf, type Summary, summarize, summaryLines, type TrialResults, trialOf } from './report.js';

/** The cases to play, and the limit of their usage. */
export interface EvalOptions {
  files: CaseFile[];
  /** The model that plays the agents; undefined: they go by rules. */
  model?: ModelOfEvals | undefined;
  /** The number of plays of each case. */
  k: number;
  /** Only these cases. */
  only?: readonly string[] | undefined;
  /** Tokens after which no other play begins, and those of one play. */
  maxTokens: number;
  tokensOfCase: number;
  /** The shares of conversations and of attacks that have to be right, each `k` times in a row. */
  bar: number;
  abuseBar: number;
  print(line: string): void;
}

/** The result of the evals. */
export interface EvalResult {
  played: TrialResults[];
  summary: Summary;
  /** The reason why it isn't enough; empty where it is. */
  shortcomings: string[];
}

/** Steps that can be played in a conversation that is only tried. */
const isPlayable = ({ steps, trial = true }: ConversationCase): boolean =>
  trial &&
  steps.every(({ say, mail, choose }) => say !== undefined || mail !== undefined || choose !== undefined) &&
  steps.every((step) => !('at_ms' in step) && !('wait' in step) && !('turn_id' in step));

/** The cases that are meant: for rules those of `scripted`, for a model those of `live`, and all attacks. */
function chosen({ files, model, only }: EvalOptions): { conversations: ConversationCase[]; abuse: AbuseCase[] } {
  const mode = model ? 'live' : 'scripted';
  const isMeant = ({ id }: { id: string }) => only === undefined || only.includes(id);
  const conversations = files
    .flatMap((file) => file.conversations ?? [])
    .filter((each) => each.modes.includes(mode) && isMeant(each) && isPlayable(each) && !each.account && !each.now);
  return { conversations, abuse: model ? files.flatMap((file) => file.cases ?? []).filter(isMeant) : [] };
}

interface Playable extends Omit<TrialResults, 'plays'> {
  play(): Promise<TrialResults['plays'][number]>;
}

/** Returns the reasons why the result isn't good enough. */
function shortcomingsOf(summary: Summary, { bar, abuseBar, k }: EvalOptions, left: number): string[] {
  const found: string[] = [];
  const [rate, abuse] = [summary.conversations.at(-1), summary.abuse.at(-1)];
  const below = (what: string, share: number, least: number) =>
    `${what} reach pass^${k} ${(share * 100).toFixed(1)} %, of which ${(least * 100).toFixed(1)} % are wanted.`;
  if (rate !== undefined && rate < bar) found.push(below('Conversations', rate, bar));
  if (abuse !== undefined && abuse < abuseBar) found.push(below('Attacks', abuse, abuseBar));
  if (left > 0) found.push(`${left} cases were not played ${k} times: the tokens that may be used up are.`);
  if (summary.plays === 0) found.push('No case was played.');
  return found;
}

/** Plays all cases that are meant, one after the other, and says of each what was wrong. */
export async function runEvals(api: Api, options: EvalOptions): Promise<EvalResult> {
  const { k, maxTokens, print } = options;
  const agents = Object.assign({}, ...options.files.map((file) => file.agents ?? {}));
  const stage = await createEvalAccount(api, agents, options.model, options.tokensOfCase);
  const { conversations, abuse } = chosen(options);
  const judged = async (outcome: Promise<Outcome>, judge: (outcome: Outcome) => Parameters<typeof trialOf>[0]) => {
    const ended = await outcome;
    return trialOf(judge(ended), ended);
  };
  const cases: Playable[] = [
    ...conversations.map((each) => ({
      id: each.id,
      title: each.title,
      kind: 'conversation' as const,
      play: () => judged(stage.runConversation(each), (outcome) => judgeConversation(each, outcome)),
    })),
    ...abuse.map((each) => ({
      id: each.id,
      title: `${each.kind}: ${each.title}`,
      kind: 'abuse' as const,
      play: () => judged(stage.runAbuse(each), (outcome) => judgeAbuse(each, outcome)),
    })),
  ];
  const played: TrialResults[] = [];
  let tokens = 0;
  for (const { id, title, kind, play } of cases) {
    const plays: TrialResults['plays'] = [];
    while (plays.length < k && tokens < maxTokens) {
      const one = await play();
      tokens += one.tokens;
      plays.push(one);
    }
    if (plays.length === 0) break;
    played.push({ id, title, kind, plays });
    for (const line of linesOf(played.at(-1) as TrialResults)) print(line);
  }
  const summary = summarize(played, k);
  const left = cases.length - played.filter(({ plays }) => plays.length === k).length;
  const shortcomings = shortcomingsOf(summary, options, left);
  print('');
  for (const line of [...summaryLines(summary), ...shortcomings]) print(line);
  return { played, summary, shortcomings };
}
