import type { Knex } from 'knex';
import { type Db, fromJson } from '../../db/connection.js';
import { listTurnMessages, type TranscriptRow } from '../../db/conversations/messages.js';
import { listTurns } from '../../db/conversations/turns.js';
import { type ConversationWithAgent, findConversationWithAgentById } from '../../db/conversations/with-agent.js';
import { listVariables } from '../../db/leads/lead-details.js';
import { cancelSteps } from '../../db/models/steps.js';
import { dropUsage } from '../../db/models/usage.js';
import type { AgentStepRow, AgentTurnRow, ConversationRow } from '../../db/tables.js';
import { at, inRolledBackTransaction, type Work } from '../../db/work.js';
import { ModelTurnStopped } from './ask-model.js';
import { CallNoLongerPossible, commitWithin, refuse, saveLastStep } from './commit-model-turn.js';
import { type Ending, type ModelTurn, type ModelTurnDependencies, openModelTurn } from './model-turn.js';
import { rerunModelTurn, runModelTurn } from './run-model-turn.js';
import { beginTrial, receiveTrialInput, type TrialPlan } from './trial.js';
import { memoryOf } from './turn-input.js';
import { trialStepStore } from './turn-step-store.js';

/** A turn of a trial, with what was said in it and the steps of a model; `round` is the place of what it answers. */
export interface TrialTurn {
  round: number;
  row: AgentTurnRow;
  messages: TranscriptRow[];
  steps: AgentStepRow[];
}

/** The outcome of a trial. */
export interface TrialResult {
  turns: TrialTurn[];
  /** The conversation as it would be. */
  conversation: ConversationRow;
  /** The values that would be stored of the lead or visitor, by field. */
  fields: Record<string, unknown>;
  /** True if there was time for all that is said in it. */
  isComplete: boolean;
}

/** The model's result for so that reused when earlier turns before it run again. */
interface Thinker {
  modelTurn: ModelTurn;
  ending: Ending;
}

/** The progress of a trial: its end, or a turn that a model has to take first. */
type Pass = { kind: 'played'; tried: TrialResult } | { kind: 'thinks'; modelTurn: ModelTurn };

/** Messages leave a human delay between turns, or they would look automated. A chat has none. */
const PAUSE_MS = { chat: 0, email: 60_000, whatsapp: 60_000 };
const MOST_TURNS_OF_ROUND = 3;
const MOST_TURNS = 200;

/** Returns the trial as far as it was played, before it is rolled back. */
async function readTrial({ tx }: Work, id: string, rounds: readonly number[]): Promise<TrialResult> {
  const conversation = await findConversationWithAgentById(tx, id);
  if (!conversation) throw new Error('The trial conversation no longer exists.');
  const rows = await listTurns(tx, id, MOST_TURNS);
  const turns: TrialTurn[] = [];
  for (const row of rows) {
    const round = rounds.findIndex((last) => row.turn_no <= last);
    turns.push({ round, row, messages: await listTurnMessages(tx, row), steps: [] });
  }
  return { turns, conversation, fields: await fieldsOf(tx, conversation), isComplete: true };
}

/** Returns what is known of the lead or visitor of a conversation, by field. */
export async function fieldsOf(db: Db, conversation: ConversationWithAgent): Promise<Record<string, unknown>> {
  const kept = conversation.lead_id === null ? [] : await listVariables(db, conversation.lead_id);
  const turnMessages = Object.entries(memoryOf({ conversation }).values).map(([key, { value }]) => [key, value]);
  return Object.fromEntries([...turnMessages, ...kept.map(({ field_key, value }) => [field_key, fromJson(value)])]);
}

/** Plays a trial from its beginning, in a transaction that is rolled back, as far as the model's turns go. */
async function runTurns(work: Work, plan: TrialPlan, thinkers: readonly Thinker[]): Promise<Pass & { at: number }> {
  await beginTrial(work, plan);
  const rounds: number[] = [];
  let plannedTurns = 0;
  let now = work.now;
  for (const sayings of plan.turnMessages) {
    for (const saying of sayings) await receiveTrialInput(work, plan, saying, now);
    for (let turns = 0; turns < MOST_TURNS_OF_ROUND; turns += 1) {
      const conversation = await findConversationWithAgentById(work.tx, plan.id);
      if (!conversation || conversation.due_at === null) break;
      if (conversation.due_at > now) now = conversation.due_at;
      const opened = await openModelTurn(at(work, now), plan.id);
      if ('step' in opened) continue;
      const thinker = thinkers[plannedTurns];
      if (!thinker) return { kind: 'thinks', modelTurn: opened.modelTurn, at: plannedTurns };
      await commitWithin(at(work, now), thinker.modelTurn, thinker.ending).catch((error: unknown) => {
        throw error instanceof CallNoLongerPossible ? new StoppedAt(plannedTurns, error) : error;
      });
      plannedTurns += 1;
    }
    now = new Date(now.getTime() + PAUSE_MS[plan.channel]);
    rounds.push(((await findConversationWithAgentById(work.tx, plan.id))?.next_turn ?? 1) - 1);
  }
  return { kind: 'played', tried: await readTrial(work, plan.id, rounds), at: plannedTurns };
}

/** Names the model turn that is no longer possible. */
class StoppedAt extends Error {
  readonly at: number;
  readonly gone: CallNoLongerPossible;
  constructor(index: number, impossibleCall: CallNoLongerPossible) {
    super(impossibleCall.message);
    this.at = index;
    this.gone = impossibleCall;
  }
}

/** Runs a turn of a model. The next pass continues it or calls the model again. */
async function think(
  deps: ModelTurnDependencies,
  { modelTurn }: Pick<Thinker, 'modelTurn'>,
  stepStore: ReturnType<typeof trialStepStore>,
  { gone: impossibleCall, signal }: { gone?: CallNoLongerPossible; signal: AbortSignal },
): Promise<Thinker> {
  const running = { ...deps, stepStore };
  // Waiting times are measured from here, because the trial has its own clock.
  const started = Object.assign(modelTurn, { startedAt: deps.clock.now() });
  const ending = impossibleCall
    ? await rerunModelTurn(running, started, refuse(started, impossibleCall), signal)
    : await runModelTurn(running, started, signal);
  // Its cost is kept, although its answer is rolled back.
  await saveLastStep(deps, started);
  return { modelTurn: started, ending };
}

/**
 * Holds a conversation without holding it: what is said is taken, judged and done as ever, in a transaction that is
 * taken back. While a model thinks no transaction is open; what it thought is played again from the beginning, as far as
 * it got, so that each turn sees what the ones before it did. Nothing of it stays but what its models cost. Where the
 * time is up it answers the turns before.
 */
export async function runTrial(
  deps: ModelTurnDependencies,
  plan: TrialPlan,
  signal: AbortSignal,
): Promise<TrialResult> {
  const now = deps.clock.now();
  const stepStore = trialStepStore();
  const thinkers: Thinker[] = [];
  const play = (turnMessages: TrialPlan['turnMessages']) =>
    inRolledBackTransaction(deps, now, (work) => runTurns(work, { ...plan, turnMessages }, thinkers)).catch(
      (error: unknown) => {
        if (error instanceof StoppedAt) return error;
        throw error;
      },
    );
  const withSteps = (tried: TrialResult): TrialResult => ({
    ...tried,
    turns: tried.turns.map((turn) => ({ ...turn, steps: stepStore.stepsOf(turn.row.turn_no) })),
  });
  const ended = async (): Promise<TrialResult> => {
    for (;;) {
      const pass = await play(plan.turnMessages);
      if ('kind' in pass && pass.kind === 'played') return pass.tried;
      const impossibleCall = 'gone' in pass ? { gone: pass.gone } : {};
      const modelTurn = 'modelTurn' in pass ? pass.modelTurn : (thinkers[pass.at] as Thinker).modelTurn;
      thinkers[pass.at] = await think(deps, { modelTurn }, stepStore, { ...impossibleCall, signal });
    }
  };
  try {
    return withSteps(await ended());
  } catch (error) {
    if (!(error instanceof ModelTurnStopped)) throw error;
    return withSteps(await untilStopped(play, plan.turnMessages));
  } finally {
    await cleanUp(deps.db, plan.id);
  }
}

/** The rounds of a trial for which there was time, where one took too long. */
async function untilStopped(
  play: (turnMessages: TrialPlan['turnMessages']) => Promise<(Pass & { at: number }) | StoppedAt>,
  turnMessages: TrialPlan['turnMessages'],
): Promise<TrialResult> {
  for (let rounds = turnMessages.length - 1; rounds >= 0; rounds -= 1) {
    const pass = await play(turnMessages.slice(0, rounds));
    if ('kind' in pass && pass.kind === 'played') return { ...pass.tried, isComplete: false };
  }
  throw new Error("The trial couldn't be started.");
}

/** Nothing is asked in a trial any more, and the limit of a conversation that never was counts for nothing. */
async function cleanUp(db: Knex, id: string): Promise<void> {
  await cancelSteps(db, id);
  await dropUsage(db, id);
}
