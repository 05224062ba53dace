import type { Knex } from 'knex';
import { type Db, fromJson } from '../../db/connection.js';
import { listTurnMessages, type TalkRow } from '../../db/conversations/messages.js';
import { findSeatById, type Seat } from '../../db/conversations/seats.js';
import { listTurns } from '../../db/conversations/turns.js';
import { listVariables } from '../../db/leads/lead-details.js';
import { cancelSteps } from '../../db/models/steps.js';
import { dropUsage } from '../../db/models/usage.js';
import type { AgentStepRow, AgentTurnRow, ConversationRow } from '../../db/tables.js';
import { at, tryOut, type Work } from '../../db/work.js';
import { StoppedThinking } from './ask-model.js';
import { commitWithin, NoLonger, refuse, writeDown } from './commit-thought.js';
import { trialNotebook } from './notebook.js';
import { memoryOf } from './scene.js';
import { takeThoughts, thinkAgain } from './think.js';
import { type Ending, openThought, type ThinkDependencies, type Thought } from './thought.js';
import { beginTrial, sayInTrial, type TrialPlan } from './trial.js';

/** A turn of a trial, with what was said in it and the steps of a model; `round` is the place of what it answers. */
export interface TriedTurn {
  round: number;
  row: AgentTurnRow;
  messages: TalkRow[];
  steps: AgentStepRow[];
}

/** What a trial came to. */
export interface Tried {
  turns: TriedTurn[];
  /** The conversation as it would be. */
  conversation: ConversationRow;
  /** What would be known of the lead or visitor, by field. */
  fields: Record<string, unknown>;
  /** Whether there was time for all that is said in it. */
  isComplete: boolean;
}

/** What a model thought of one turn, which is not asked again while the turns before it are played anew. */
interface Thinker {
  thought: Thought;
  ending: Ending;
}

/** How far a trial got: to its end, or to a turn that a model has to think about first. */
type Pass = { kind: 'played'; tried: Tried } | { kind: 'thinks'; thought: Thought };

/** Whoever writes messages takes as long as people do, or it would look like a machine; a chat is held in a moment. */
const PAUSE_MS = { chat: 0, email: 60_000, whatsapp: 60_000 };
const MOST_TURNS_OF_ROUND = 3;
const MOST_TURNS = 200;

/** What a trial is as far as it was played, read before it is taken back. */
async function readTrial({ tx }: Work, id: string, rounds: readonly number[]): Promise<Tried> {
  const conversation = await findSeatById(tx, id);
  if (!conversation) throw new Error('The conversation of a trial is gone.');
  const rows = await listTurns(tx, id, MOST_TURNS);
  const turns: TriedTurn[] = [];
  for (const row of rows) {
    const round = rounds.findIndex((last) => row.turn_no <= last);
    turns.push({ round, row, messages: await listTurnMessages(tx, row), steps: [] });
  }
  return { turns, conversation, fields: await fieldsOf(tx, conversation), isComplete: true };
}

/** Returns what is known of the lead or visitor of a conversation, by field. */
export async function fieldsOf(db: Db, seat: Seat): Promise<Record<string, unknown>> {
  const kept = seat.lead_id === null ? [] : await listVariables(db, seat.lead_id);
  const said = Object.entries(memoryOf({ seat }).values).map(([key, { value }]) => [key, value]);
  return Object.fromEntries([...said, ...kept.map(({ field_key, value }) => [field_key, fromJson(value)])]);
}

/** Plays a trial from its beginning, in a transaction that is taken back, as far as what was thought out goes. */
async function playThrough(work: Work, plan: TrialPlan, thinkers: readonly Thinker[]): Promise<Pass & { at: number }> {
  await beginTrial(work, plan);
  const rounds: number[] = [];
  let thoughtOut = 0;
  let now = work.now;
  for (const sayings of plan.said) {
    for (const saying of sayings) await sayInTrial(work, plan, saying, now);
    for (let turns = 0; turns < MOST_TURNS_OF_ROUND; turns += 1) {
      const seat = await findSeatById(work.tx, plan.id);
      if (!seat || seat.due_at === null) break;
      if (seat.due_at > now) now = seat.due_at;
      const opened = await openThought(at(work, now), plan.id);
      if ('step' in opened) continue;
      const thinker = thinkers[thoughtOut];
      if (!thinker) return { kind: 'thinks', thought: opened.thought, at: thoughtOut };
      await commitWithin(at(work, now), thinker.thought, thinker.ending).catch((error: unknown) => {
        throw error instanceof NoLonger ? new GoneAt(thoughtOut, error) : error;
      });
      thoughtOut += 1;
    }
    now = new Date(now.getTime() + PAUSE_MS[plan.channel]);
    rounds.push(((await findSeatById(work.tx, plan.id))?.next_turn ?? 1) - 1);
  }
  return { kind: 'played', tried: await readTrial(work, plan.id, rounds), at: thoughtOut };
}

/** Says which thought can't be carried out any more. */
class GoneAt extends Error {
  readonly at: number;
  readonly gone: NoLonger;
  constructor(index: number, gone: NoLonger) {
    super(gone.message);
    this.at = index;
    this.gone = gone;
  }
}

/** What a model thought of the turns that it was asked for; the next pass goes further, or asks it again. */
async function think(
  deps: ThinkDependencies,
  { thought }: Pick<Thinker, 'thought'>,
  notebook: ReturnType<typeof trialNotebook>,
  { gone, signal }: { gone?: NoLonger; signal: AbortSignal },
): Promise<Thinker> {
  const thinking = { ...deps, notebook };
  // How long somebody would wait is measured from here: the time within a trial is its own.
  const begun = Object.assign(thought, { startedAt: deps.clock.now() });
  const ending = gone
    ? await thinkAgain(thinking, begun, refuse(begun, gone), signal)
    : await takeThoughts(thinking, begun, signal);
  // What it cost stays, though its answer is taken back.
  await writeDown(deps, begun);
  return { thought: begun, ending };
}

/**
 * Holds a conversation without holding it: what is said is taken, judged and done as ever, in a transaction that is
 * taken back. While a model thinks no transaction is open; what it thought is played again from the beginning, as far as
 * it got, so that each turn sees what the ones before it did. Nothing of it stays but what its models cost. Where the
 * time is up it answers the turns before.
 */
export async function tryConversation(deps: ThinkDependencies, plan: TrialPlan, signal: AbortSignal): Promise<Tried> {
  const now = deps.clock.now();
  const notebook = trialNotebook();
  const thinkers: Thinker[] = [];
  const play = (said: TrialPlan['said']) =>
    tryOut(deps, now, (work) => playThrough(work, { ...plan, said }, thinkers)).catch((error: unknown) => {
      if (error instanceof GoneAt) return error;
      throw error;
    });
  const withSteps = (tried: Tried): Tried => ({
    ...tried,
    turns: tried.turns.map((turn) => ({ ...turn, steps: notebook.stepsOf(turn.row.turn_no) })),
  });
  const ended = async (): Promise<Tried> => {
    for (;;) {
      const pass = await play(plan.said);
      if ('kind' in pass && pass.kind === 'played') return pass.tried;
      const gone = 'gone' in pass ? { gone: pass.gone } : {};
      const thought = 'thought' in pass ? pass.thought : (thinkers[pass.at] as Thinker).thought;
      thinkers[pass.at] = await think(deps, { thought }, notebook, { ...gone, signal });
    }
  };
  try {
    return withSteps(await ended());
  } catch (error) {
    if (!(error instanceof StoppedThinking)) throw error;
    return withSteps(await untilStopped(play, plan.said));
  } finally {
    await forget(deps.db, plan.id);
  }
}

/** The rounds of a trial for which there was time, where one took too long. */
async function untilStopped(
  play: (said: TrialPlan['said']) => Promise<(Pass & { at: number }) | GoneAt>,
  said: TrialPlan['said'],
): Promise<Tried> {
  for (let rounds = said.length - 1; rounds >= 0; rounds -= 1) {
    const pass = await play(said.slice(0, rounds));
    if ('kind' in pass && pass.kind === 'played') return { ...pass.tried, isComplete: false };
  }
  throw new Error('A trial could not be begun.');
}

/** Nothing is asked in a trial any more, and the limit of a conversation that never was counts for nothing. */
async function forget(db: Knex, id: string): Promise<void> {
  await cancelSteps(db, id);
  await dropUsage(db, id);
}
