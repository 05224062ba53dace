import { inWork, type Work } from '../../db/work.js';
import { deedsOf } from '../../domain/agent/claims.js';
import { type GuardScene, guard } from '../../domain/agent/guards.js';
import { correctionOf, maxCharsOf, NO_ANSWER } from '../../domain/agent/prompt.js';
import { mustCite } from '../../domain/agent/questions.js';
import type { CallResult } from '../../domain/agent/scene.js';
import type { ConversationPlan } from '../../workflows/conversation.protocol.js';
import { askForStep, openStep } from './ask-model.js';
import { commitThought, writeDown } from './commit-thought.js';
import { evaluate } from './evaluate.js';
import { type Notebook, STEPS_OF_TURNS } from './notebook.js';
import { isInvalid } from './read-call.js';
import { type Ending, openThought, type ThinkDependencies, type Thought } from './thought.js';

/** What thinking needs: what asks models, and where their steps are written down. */
export type Thinking = ThinkDependencies & { notebook: Notebook };

/** How an answer ends that its server did not let the model finish. */
const UNFINISHED: readonly string[] = ['length', 'content-filter'];

const MOST_INVALID = 3;
const MOST_CORRECTIONS = 1;
const ENDS: readonly string[] = ['request_human', 'opt_out_lead'];

/** What an answer of the model is held against. */
function guardSceneOf({ definition, seat, scene, system, context, snapshot }: Thought): GuardScene {
  const { ai, handoff } = definition;
  const sources = scene.done.flatMap((result) => result.sources ?? []);
  const trusted = system.map(({ text }) => text).join('\n');
  const lead = snapshot?.lead;
  return {
    ...{ language: scene.language, secret: trusted, canary: context.canary, neverSay: ai.never_say },
    links: [...ai.links.map(({ url }) => url), ...sources.flatMap(({ url }) => url ?? [])],
    known: [
      ...context.said.filter(({ role }) => role === 'user').map(({ text }) => text),
      ...[ai.instructions ?? '', handoff.message ?? '', seat.account_name ?? '', lead?.email ?? '', lead?.phone ?? ''],
      ...sources.map(({ text }) => text),
    ],
    mustCite: mustCite(scene),
    deeds: deedsOf(scene),
    lastReply: context.said.findLast(({ role }) => role === 'assistant')?.text ?? null,
    maxChars: maxCharsOf(scene),
  };
}

const invalidIn = (steps: readonly CallResult[][]): number => steps.flat().filter(isInvalid).length;

/** Looks at what the model wrote: undefined where it has to write it again. */
function readReply(thought: Thought, text: string, guarded: ReturnType<typeof guard>): Ending | undefined {
  const { definition } = thought;
  if (definition.ai.knowledge.only && text.trim() === NO_ANSWER) return { kind: 'leaves' };
  if (guarded.ok) return { kind: 'reply', text: guarded.text };
  if (thought.corrections >= MOST_CORRECTIONS) {
    return guarded.code === 'UNCOVERED' ? { kind: 'leaves' } : { kind: 'hand_over', reason: 'no_answer' };
  }
  thought.corrections += 1;
  const correction = correctionOf(guarded.code, thought.scene, thought.context.fence);
  if (text.trim() !== '') thought.messages.push({ role: 'assistant', text });
  thought.messages.push({ role: 'user', text: correction });
  thought.fresh = [{ name: 'correction', origin: 'data', text: correction }];
  return undefined;
}

/** Lets the model take steps until it answers, or until it is clear that it won't. */
export async function takeThoughts(deps: Thinking, thought: Thought, signal: AbortSignal): Promise<Ending> {
  const { max_steps } = thought.definition.ai;
  while (thought.stepNo < max_steps) {
    if (thought.stepNo > 0 && (await deps.notebook.isOutdated(deps.db, thought))) return { kind: 'outdated' };
    const step = await askForStep(deps, thought, signal);
    if (step.kind === 'spent') return { kind: 'hand_over', reason: 'budget', limited: step.limited };
    if (step.kind === 'away') return { kind: 'hand_over', reason: 'model_unavailable' };
    const { answer, close } = step;
    if (answer.calls.length === 0) {
      const guarded = guard(answer.text, guardSceneOf(thought), UNFINISHED.includes(answer.finishReason));
      thought.unwritten = close({ guard: { blocked: !guarded.ok, reason: guarded.ok ? null : guarded.code } });
      const ending = readReply(thought, answer.text, guarded);
      if (ending) return ending;
      await writeDown(deps, thought);
      continue;
    }
    const results = await evaluate(deps, thought, answer);
    await inWork(deps, close(results));
    if (results.some(({ call, refused }) => refused === null && ENDS.includes(call.tool))) return { kind: 'ends' };
    if (invalidIn(thought.steps) >= MOST_INVALID) return { kind: 'hand_over', reason: 'no_answer' };
  }
  return { kind: 'hand_over', reason: 'no_answer' };
}

/** What could not be done in the end though it could before is told to the model; then a person takes over. */
const MOST_ATTEMPTS = 3;

/**
 * Takes the turn of a conversation that is due with the agent's model, and says when to look again. While the model
 * thinks nothing is locked and nothing is done; all of it is done in one transaction with the answer, unless that is
 * outdated by then. Safe to repeat: who repeats it begins to think anew, and only the last one's answer counts.
 */
export async function thinkConversation(
  deps: ThinkDependencies,
  id: string,
  signal: AbortSignal,
): Promise<ConversationPlan> {
  const thinking = { ...deps, notebook: STEPS_OF_TURNS };
  const begun = await inWork(deps, (work) => begin(work, id));
  if ('step' in begun) return begun.step;
  const { thought } = begun;
  for (let ending = await takeThoughts(thinking, thought, signal); ; ) {
    const committed = await commitThought(deps, thought, ending);
    if (committed.kind === 'done') return committed.step;
    ending = await thinkAgain(thinking, thought, committed.result, signal);
  }
}

/** Opens what is due with the first step that a model is asked for, so that one commit stands before the first word. */
async function begin(work: Work, id: string): ReturnType<typeof openThought> {
  const opened = await openThought(work, id);
  if ('step' in opened || opened.thought.models.length === 0) return opened;
  opened.thought.opened = await openStep({ notebook: STEPS_OF_TURNS }, work, opened.thought);
  return opened;
}

/** Lets the model answer otherwise, since a call which it was told is done can't be done any more; not for ever. */
export function thinkAgain(
  deps: Thinking,
  thought: Thought,
  refused: CallResult,
  signal: AbortSignal,
): Promise<Ending> {
  tellOfRefusal(thought, refused);
  thought.attempts += 1;
  const isLast = thought.attempts > MOST_ATTEMPTS;
  return isLast ? Promise.resolve({ kind: 'hand_over', reason: 'no_answer' }) : takeThoughts(deps, thought, signal);
}

/** Tells the model that a call which it was told is done can't be done any more. */
function tellOfRefusal(thought: Thought, { call, refused }: CallResult): void {
  const text = JSON.stringify({ no_longer_possible: call.tool, error: refused?.code, message: refused?.message });
  thought.messages.push({
    role: 'user',
    text: `<data id="${thought.context.fence}">\n${text}\n</data id="${thought.context.fence}">`,
  });
  thought.fresh = [{ name: 'results', origin: 'data', text }];
}
