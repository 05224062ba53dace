import { inWork, type Work } from '../../db/work.js';
import { completedActionsOf } from '../../domain/agent/claims.js';
import { type GuardInput, guard } from '../../domain/agent/guards.js';
import { correctionOf, maxCharsOf, NO_ANSWER } from '../../domain/agent/prompt.js';
import { mustCite } from '../../domain/agent/questions.js';
import type { CallResult } from '../../domain/agent/turn-input.js';
import type { ConversationPlan } from '../../workflows/conversation.protocol.js';
import { askForStep, openStep } from './ask-model.js';
import { commitModelTurn, saveLastStep } from './commit-model-turn.js';
import { evaluate } from './evaluate.js';
import { type Ending, type ModelTurn, type ModelTurnDependencies, openModelTurn } from './model-turn.js';
import { isInvalid } from './read-call.js';
import { STORED_STEPS, type TurnStepStore } from './turn-step-store.js';

/** The dependencies of a model turn: the models, and the store of its steps. */
export type ModelTurnRunDependencies = ModelTurnDependencies & { stepStore: TurnStepStore };

/** The finish reasons of an answer that its server cut off. */
const UNFINISHED: readonly string[] = ['length', 'content-filter'];

const MOST_INVALID = 3;
const MOST_CORRECTIONS = 1;
const ENDS: readonly string[] = ['request_human', 'opt_out_lead'];

/** Returns the facts that a model's answer is checked against. */
function guardInputOf({ definition, conversation, turnInput, system, context, snapshot }: ModelTurn): GuardInput {
  const { ai, handoff } = definition;
  const sources = turnInput.done.flatMap((result) => result.sources ?? []);
  const trusted = system.map(({ text }) => text).join('\n');
  const lead = snapshot?.lead;
  return {
    language: turnInput.language,
    secret: trusted,
    canary: context.canary,
    neverSay: ai.never_say,
    links: [...ai.links.map(({ url }) => url), ...sources.flatMap(({ url }) => url ?? [])],
    known: [
      ...context.transcript.filter(({ role }) => role === 'user').map(({ text }) => text),
      ...[
        ai.instructions ?? '',
        handoff.message ?? '',
        conversation.account_name ?? '',
        lead?.email ?? '',
        lead?.phone ?? '',
      ],
      ...sources.map(({ text }) => text),
    ],
    mustCite: mustCite(turnInput),
    completedActions: completedActionsOf(turnInput),
    lastReply: context.transcript.findLast(({ role }) => role === 'assistant')?.text ?? null,
    maxChars: maxCharsOf(turnInput),
  };
}

const invalidIn = (steps: readonly CallResult[][]): number => steps.flat().filter(isInvalid).length;

/** Looks at what the model wrote: undefined where it has to write it again. */
function readReply(modelTurn: ModelTurn, text: string, guarded: ReturnType<typeof guard>): Ending | undefined {
  const { definition } = modelTurn;
  if (definition.ai.knowledge.only && text.trim() === NO_ANSWER) return { kind: 'leaves' };
  if (guarded.ok) return { kind: 'reply', text: guarded.text };
  if (modelTurn.corrections >= MOST_CORRECTIONS) {
    return guarded.code === 'UNCOVERED' ? { kind: 'leaves' } : { kind: 'hand_over', reason: 'no_answer' };
  }
  modelTurn.corrections += 1;
  const correction = correctionOf(guarded.code, modelTurn.turnInput, modelTurn.context.fence);
  if (text.trim() !== '') modelTurn.messages.push({ role: 'assistant', text });
  modelTurn.messages.push({ role: 'user', text: correction });
  modelTurn.fresh = [{ name: 'correction', origin: 'data', text: correction }];
  return undefined;
}

/** Runs steps of the model until it replies, or until it can't any more. */
export async function runModelTurn(
  deps: ModelTurnRunDependencies,
  modelTurn: ModelTurn,
  signal: AbortSignal,
): Promise<Ending> {
  const { max_steps } = modelTurn.definition.ai;
  while (modelTurn.stepNo < max_steps) {
    if (modelTurn.stepNo > 0 && (await deps.stepStore.isOutdated(deps.db, modelTurn))) return { kind: 'outdated' };
    const step = await askForStep(deps, modelTurn, signal);
    if (step.kind === 'spent') return { kind: 'hand_over', reason: 'budget', limited: step.limited };
    if (step.kind === 'away') return { kind: 'hand_over', reason: 'model_unavailable' };
    const { answer, close } = step;
    if (answer.calls.length === 0) {
      const guarded = guard(answer.text, guardInputOf(modelTurn), UNFINISHED.includes(answer.finishReason));
      modelTurn.unwritten = close({ guard: { blocked: !guarded.ok, reason: guarded.ok ? null : guarded.code } });
      const ending = readReply(modelTurn, answer.text, guarded);
      if (ending) return ending;
      await saveLastStep(deps, modelTurn);
      continue;
    }
    const results = await evaluate(deps, modelTurn, answer);
    await inWork(deps, close(results));
    if (results.some(({ call, refused }) => refused === null && ENDS.includes(call.tool))) return { kind: 'ends' };
    if (invalidIn(modelTurn.steps) >= MOST_INVALID) return { kind: 'hand_over', reason: 'no_answer' };
  }
  return { kind: 'hand_over', reason: 'no_answer' };
}

/** The model is told about a call that failed although it was possible before. Then a person takes over. */
const MOST_ATTEMPTS = 3;

/**
 * Takes the turn of a conversation that is due with the agent's model, and says when to look again. While the model
 * works, nothing is locked and nothing is applied. Everything is applied in one transaction with the reply, unless
 * that is outdated by then. Safe to repeat: a repeat starts over, and only the last claim's reply counts.
 */
export async function answerWithModel(
  deps: ModelTurnDependencies,
  id: string,
  signal: AbortSignal,
): Promise<ConversationPlan> {
  const running = { ...deps, stepStore: STORED_STEPS };
  const started = await inWork(deps, (work) => begin(work, id));
  if ('step' in started) return started.step;
  const { modelTurn } = started;
  for (let ending = await runModelTurn(running, modelTurn, signal); ; ) {
    const committed = await commitModelTurn(deps, modelTurn, ending);
    if (committed.kind === 'done') return committed.step;
    ending = await rerunModelTurn(running, modelTurn, committed.result, signal);
  }
}

/** Opens what is due with the first step that a model is asked for, so that one commit stands before the first word. */
async function begin(work: Work, id: string): ReturnType<typeof openModelTurn> {
  const opened = await openModelTurn(work, id);
  if ('step' in opened || opened.modelTurn.models.length === 0) return opened;
  opened.modelTurn.opened = await openStep({ stepStore: STORED_STEPS }, work, opened.modelTurn);
  return opened;
}

/** Lets the model answer otherwise, since a call which it was told is done can't be done any more; not for ever. */
export function rerunModelTurn(
  deps: ModelTurnRunDependencies,
  modelTurn: ModelTurn,
  refused: CallResult,
  signal: AbortSignal,
): Promise<Ending> {
  appendRefusal(modelTurn, refused);
  modelTurn.attempts += 1;
  const isLast = modelTurn.attempts > MOST_ATTEMPTS;
  return isLast ? Promise.resolve({ kind: 'hand_over', reason: 'no_answer' }) : runModelTurn(deps, modelTurn, signal);
}

/** Notifies the model that a call which it was told is done can't be done any more. */
function appendRefusal(modelTurn: ModelTurn, { call, refused }: CallResult): void {
  const text = JSON.stringify({ no_longer_possible: call.tool, error: refused?.code, message: refused?.message });
  modelTurn.messages.push({
    role: 'user',
    text: `<data id="${modelTurn.context.fence}">\n${text}\n</data id="${modelTurn.context.fence}">`,
  });
  modelTurn.fresh = [{ name: 'results', origin: 'data', text }];
}
