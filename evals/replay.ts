import type { Api } from '../demo/api.js';
import type { ReplayedTurn, replayConversationContract } from '../schemas/agents/trials.js';
import type { AnswerOf } from '../schemas/contract.js';
import type { Conversation } from '../schemas/conversations/conversations.js';
import type { ConversationTurn } from '../schemas/conversations/turns.js';
import type { Ratio } from './judge.js';
import { type Counted, countedLines } from './report.js';

type Replayed = AnswerOf<typeof replayConversationContract>['body'];

/** The real conversations to replay, and the model that answers them. */
export interface ReplayOptions {
  /** Only those of this agent. */
  workflowId?: string | undefined;
  /** The replayed version, as in the body of `replay`. */
  which: { version?: number; draft?: boolean; model?: string; variant?: string };
  /** So many of the newest ones. */
  last: number;
  /** Tokens after which no other one is played. */
  maxTokens: number;
  /** The share of turns that may not differ in what was done. */
  bar: number;
  print(line: string): void;
}

/** The outcome of an account's conversations. */
export interface ReplayResult extends Counted {
  conversations: number;
  turns: number;
  /** Turns that differ in anything, and in what they did or came to. */
  differing: number;
  changed: number;
  /** Calls of tools that were not there before. */
  added: number;
  shortcomings: string[];
  replayed: { conversation_id: string; turns: ReplayedTurn[] }[];
}

/** Words change with every version; what is done with a lead should not. */
const DEEDS: readonly string[] = ['outcome', 'reason', 'tools', 'fields'];
/** Looking things up changes nothing. */
const READS: readonly string[] = ['search_knowledge', 'get_availability'];

const deedsIn = (turns: readonly ConversationTurn[]) =>
  turns.flatMap(({ calls }) => calls.filter(({ allowed, tool }) => allowed && !READS.includes(tool)));
const toolsIn = (turns: readonly ConversationTurn[]): string[] => deedsIn(turns).map(({ tool }) => tool);
const fieldsIn = (turns: readonly ConversationTurn[]): string[] =>
  deedsIn(turns)
    .filter(({ tool }) => tool === 'capture_field')
    .map(({ arguments: { key, value } }) => `${key} = ${JSON.stringify(value)}`);

/** Returns how much of the earlier entries is present again, counting repetitions, and which entries are new. */
function held(before: readonly string[], now: readonly string[]): { ratio: Ratio; missing: string[]; added: string[] } {
  const left = [...now];
  const missing = before.filter((each) => {
    const at = left.indexOf(each);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return { ratio: { right: before.length - missing.length, of: before.length }, missing, added: left };
}

const ended = (turns: readonly ConversationTurn[]): string => {
  const last = turns.at(-1);
  return last ? [last.status, last.reason].filter(Boolean).join(': ') : 'silent';
};
const wordsOf = (turns: readonly ConversationTurn[]): string =>
  turns
    .map(({ reply }) => reply?.text ?? '')
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 160);
const moreAndLess = ({ missing, added }: ReturnType<typeof held>): string =>
  [...missing.map((each) => `- ${each}`), ...added.map((each) => `+ ${each}`)].join('  ');

/** Describes in what a turn differs, each with how it was and how it would be. */
function linesOf({ no, recorded, replayed, differs }: ReplayedTurn): string[] {
  const said: Partial<Record<string, () => string>> = {
    outcome: () => `${ended([recorded])} -> ${ended(replayed)}`,
    reason: () => `${recorded.reason ?? 'none'} -> ${replayed.at(-1)?.reason ?? 'none'}`,
    tools: () => moreAndLess(held(toolsIn([recorded]), toolsIn(replayed))),
    fields: () => moreAndLess(held(fieldsIn([recorded]), fieldsIn(replayed))),
    reply: () => `"${wordsOf([recorded])}" -> "${wordsOf(replayed)}"`,
    language: () => `${recorded.language} -> ${replayed.at(-1)?.language ?? 'none'}`,
  };
  return differs.map((name) => `    turn ${no}: ${name}${said[name] ? `  ${said[name]()}` : ''}`);
}

const sum = (ratios: readonly Ratio[]): Ratio =>
  ratios.reduce((all, { right, of }) => ({ right: all.right + right, of: all.of + of }), { right: 0, of: 0 });

const nothing = (): ReplayResult => ({
  conversations: 0,
  turns: 0,
  differing: 0,
  changed: 0,
  added: 0,
  shortcomings: [],
  replayed: [],
  tools: { right: 0, of: 0 },
  fields: { right: 0, of: 0 },
  handoffs: { right: 0, of: 0 },
  tokens: 0,
  costMicros: 0,
  latenciesMs: [],
});

function count(result: ReplayResult, { turns }: Replayed): void {
  const ratios = turns.map(({ recorded, replayed }) => ({
    tools: held(toolsIn([recorded]), toolsIn(replayed)),
    fields: held(fieldsIn([recorded]), fieldsIn(replayed)),
    handoff: recorded.status === 'handed_off' ? [replayed.at(-1)?.status === 'handed_off'] : [],
  }));
  const steps = turns.flatMap(({ replayed }) => replayed.flatMap((turn) => turn.steps));
  const handoffs = ratios.flatMap(({ handoff }) => handoff);
  result.turns += turns.length;
  result.differing += turns.filter(({ differs }) => differs.length > 0).length;
  result.changed += turns.filter(({ differs }) => differs.some((name) => DEEDS.includes(name))).length;
  result.added += ratios.reduce((all, { tools }) => all + tools.added.length, 0);
  result.tools = sum([result.tools, ...ratios.map(({ tools }) => tools.ratio)]);
  result.fields = sum([result.fields, ...ratios.map(({ fields }) => fields.ratio)]);
  result.handoffs = sum([result.handoffs, { right: handoffs.filter(Boolean).length, of: handoffs.length }]);
  result.tokens += steps.reduce((all, { input_tokens, output_tokens }) => all + input_tokens + output_tokens, 0);
  result.costMicros += turns.flatMap(({ replayed }) => replayed).reduce((all, { cost_micros }) => all + cost_micros, 0);
  result.latenciesMs.push(...steps.map(({ latency_ms }) => latency_ms));
}

/** The newest conversations that are meant, newest first. */
async function newest(api: Api, { workflowId, last }: ReplayOptions): Promise<Conversation[]> {
  const of = workflowId === undefined ? '' : `&workflow_id=${workflowId}`;
  const found: Conversation[] = [];
  for (let cursor: string | null = ''; cursor !== null && found.length < last; ) {
    const more: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page: { conversations: Conversation[]; pagination: { next_cursor: string | null } } = await api.get(
      `/conversations?limit=${Math.min(last, 200)}${of}${more}`,
    );
    found.push(...page.conversations);
    cursor = page.pagination.next_cursor;
  }
  return found.slice(0, last);
}

/**
 * Plays real conversations of an account again with another version of their agents, and says turn by turn in what they
 * would have been otherwise. Nothing is kept, sent or told.
 */
export async function replayConversations(api: Api, options: ReplayOptions): Promise<ReplayResult> {
  const { which, maxTokens, bar, print } = options;
  const result = nothing();
  const meant = await newest(api, options);
  for (const { id, channel } of meant) {
    if (result.tokens >= maxTokens) break;
    const replayed = await api.post<Replayed>(`/conversations/${id}/replay`, which);
    result.conversations += 1;
    result.replayed.push({ conversation_id: id, turns: replayed.turns });
    count(result, replayed);
    print(`${replayed.differing === 0 ? '=' : '≠'} ${id}  ${channel}, ${replayed.turns.length} turns`);
    for (const turn of replayed.turns) for (const line of linesOf(turn)) print(line);
  }
  const same = result.turns === 0 ? 1 : 1 - result.changed / result.turns;
  if (result.turns === 0) result.shortcomings.push('No turn was played.');
  if (same < bar)
    result.shortcomings.push(
      `In ${(same * 100).toFixed(1)} % of the turns the same is done, of which ${(bar * 100).toFixed(1)} % are wanted.`,
    );
  const left = meant.length - result.conversations;
  if (left > 0) result.shortcomings.push(`${left} conversations were not played: the tokens that may be used up are.`);
  print('');
  print(`${result.conversations} conversations, ${result.turns} turns`);
  print(`otherwise      ${result.differing} turns, ${result.changed} of them in what is done`);
  print(`new calls      ${result.added}`);
  for (const line of countedLines(result)) print(line);
  for (const line of result.shortcomings) print(line);
  return result;
}
