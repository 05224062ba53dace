import type { TalkRow } from '../../db/conversations/messages.js';
import type { AgentTurnRow } from '../../db/tables.js';
import type { CallResult, Cause, Memory, Responder, Scene, Step, ToolCall } from '../../domain/agent/scene.js';
import { scripted } from '../../domain/agent/scripted.js';
import type { Silence, TurnStatus } from '../../schemas/conversations/turns.js';
import { handToPerson } from './handle.js';
import type { OpenTurn } from './open-turn.js';
import { memoryOf, sceneOf } from './scene.js';
import { sendReply } from './send-reply.js';
import { agentOrigin, change, type Sitting, tell } from './sitting.js';
import { keepSaid, useTool } from './use-tool.js';
import { makeLead, visitorFields } from './visitor-lead.js';

/** An agent that asks for tools again and again comes to no end by itself. */
const MOST_STEPS = 10;

/** Who decides a turn and does its calls; how far it has read, where more has come in since. */
export interface Playing {
  respond: Responder;
  use(turn: OpenTurn, call: ToolCall, seen: Scene): Promise<CallResult>;
  through?: number;
}

const SCRIPTED: Playing = { respond: scripted, use: useTool };

const turnName = ({ seat }: Sitting): string => `turn/${seat.id}/${seat.next_turn}`;

/** What a turn came to, for its record. */
interface Ended {
  cause: Cause;
  status: TurnStatus;
  reason: string | null;
  language: string;
  confidence: number | null;
  calls: readonly CallResult[];
  /** The last input that it has taken; the last message there is if not given. */
  through?: number;
  turn?: OpenTurn;
  /** What it would have answered is still to be answered, by the next turn. */
  isOutdated?: boolean;
}

/** How often a tool was used. */
const countOf = (calls: readonly CallResult[], tool: ToolCall['tool']): number =>
  calls.filter(({ call, refused }) => call.tool === tool && refused === null).length;

/** A call as the record keeps it: what a document says stands with the document. */
const withoutTexts = ({ sources, ...call }: CallResult) =>
  sources ? { ...call, sources: sources.map(({ text: _text, ...source }) => source) } : call;

/**
 * Writes down a turn that has ended. Its own inputs are those that came after the turn before: so each input is in
 * exactly one turn, and each turn has one row.
 */
export function endTurn(sitting: Sitting, ended: Ended): void {
  const { seat, work, unsaved } = sitting;
  const through = ended.through ?? seat.next_seq - 1;
  const row: AgentTurnRow = {
    ...{ conversation_id: seat.id, turn_no: seat.next_turn, account_id: seat.account_id, cause: ended.cause },
    ...{ from_seq: seat.answered_through + 1, through_seq: through, status: ended.status, reason: ended.reason },
    ...{ variant: seat.variant, captured: countOf(ended.calls, 'capture_field') },
    booked: countOf(ended.calls, 'book_meeting'),
    ...{ agent_version: seat.agent_version, language: ended.language, confidence: ended.confidence },
    calls: JSON.stringify(ended.calls.map(withoutTexts)),
    effects: JSON.stringify(ended.turn?.effects ?? []),
    due_at: seat.due_at ?? work.now,
    ended_at: work.now,
  };
  unsaved.turns.push(row);
  change(sitting, { next_turn: seat.next_turn + 1, answered_through: through });
  if (seat.thinks) change(sitting, { thinks: false });
  if (!ended.isOutdated) change(sitting, { due_at: null, burst_began_at: null });
}

/** Ends a turn that was outdated before it was said; its inputs are the next turn's. */
export function supersede(sitting: Sitting, cause: Cause): void {
  const { seat } = sitting;
  change(sitting, { superseded: (seat.superseded ?? 0) + 1 });
  const outdated = { status: 'superseded' as const, reason: 'newer_input', through: seat.answered_through };
  endTurn(sitting, { ...outdated, cause, language: seat.language, confidence: null, calls: [], isOutdated: true });
}

/** What nobody has to answer. */
const ANSWERED: readonly Silence[] = ['auto_reply', 'nothing_to_answer', 'erased', 'closed'];

/** Ends a turn without a word, and says why. Unless the lead only said that it wants no more, somebody owes it an answer. */
export function beSilent(sitting: Sitting, reason: Silence, status: TurnStatus = 'silent'): void {
  const { seat } = sitting;
  if (status === 'silent' && !ANSWERED.includes(reason)) change(sitting, { owed: true });
  if (reason !== 'taken_over') change(sitting, { heard_through: seat.next_seq - 1 });
  // What a model thought of it meanwhile is not said.
  const ended = seat.thinks && status === 'silent' ? 'superseded' : status;
  endTurn(sitting, { cause: 'input', status: ended, reason, language: seat.language, confidence: null, calls: [] });
}

/** Lets the agent take its steps until it replies; what it asks for is done on the way, in the same transaction. */
async function takeSteps(
  turn: OpenTurn,
  scene: Scene,
  { respond, use }: Playing,
): Promise<{ scene: Scene; reply: Extract<Step, { kind: 'reply' }> }> {
  const { sitting } = turn;
  let seen = scene;
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    const step = await respond(seen);
    if (step.kind === 'reply') return { scene: seen, reply: step };
    for (const call of step.calls) {
      const result = await use(turn, call, seen);
      seen = { ...seen, done: [...seen.done, result] };
    }
    await leadOfVisitor(turn);
    const now = sceneOf(sitting, scene.cause);
    // What was offered or chosen in this turn is looked at as it was when the turn began.
    seen = { ...seen, known: now.known, isLead: now.isLead, hasMeeting: now.hasMeeting };
  }
  throw new Error('The agent came to no reply.');
}

/** Makes a lead of a visitor who has told an address, once the whole step is done. */
async function leadOfVisitor(turn: OpenTurn): Promise<void> {
  const { sitting } = turn;
  const { values } = memoryOf(sitting);
  if (sitting.seat.lead_id !== null || !(values.email || values.phone)) return;
  if ((await makeLead(sitting, visitorFields(values))) === true) await keepSaid(turn, values);
}

function statusOf(calls: readonly CallResult[], sent: TalkRow | undefined): TurnStatus {
  if (countOf(calls, 'request_human') > 0) return 'handed_off';
  if (countOf(calls, 'opt_out_lead') > 0) return 'opted_out';
  return sent ? 'answered' : 'failed';
}

/** The reason that a turn which gave the lead to a person has. */
const handoffReason = (calls: readonly CallResult[]): string | null => {
  const call = calls.find(({ call: { tool } }) => tool === 'request_human')?.call;
  return call?.tool === 'request_human' ? call.reason : null;
};

/**
 * Takes a turn: the agent reads what it has not read yet, does what it may and replies once. Effects, bookings, reply,
 * record and watermarks are written by the caller's transaction, all or none. Answers the reply.
 */
export async function takeTurn(
  sitting: Sitting,
  cause: Cause,
  playing: Playing = SCRIPTED,
): Promise<TalkRow | undefined> {
  const turn: OpenTurn = { sitting, occasion: turnName(sitting), effects: [] };
  const first = sceneOf(sitting, cause, playing.through);
  change(sitting, { language: first.language });
  const { scene, reply } = await takeSteps(turn, first, playing);
  const heard = playing.through ?? sitting.seat.next_seq - 1;
  const memory: Memory = { ...reply.memory, values: sitting.seat.lead_id === null ? memoryOf(sitting).values : {} };
  const sent = await sendReply(turn, reply, scene, heard);
  endTurn(sitting, {
    ...{ cause, status: statusOf(scene.done, sent.row), reason: sent.problem ?? handoffReason(scene.done) },
    ...{ language: scene.language, confidence: reply.confidence, calls: scene.done, through: heard, turn },
  });
  change(sitting, { memory: JSON.stringify(memory), heard_through: heard, owed: false });
  if (sitting.seat.superseded) change(sitting, { superseded: 0 });
  if (sent.row) tell(sitting, 'conversation.answered', { turn_no: sent.row.turn_no }, agentOrigin(sitting.seat));
  return sent.row;
}

/** Gives the lead to a person without a word: where two machines write to each other, or no agent is there to answer. */
export async function handOverSilently(sitting: Sitting, reason: 'loop' | 'no_agent'): Promise<void> {
  const turn: OpenTurn = { sitting, occasion: turnName(sitting), effects: [] };
  await handToPerson(turn, reason);
  const { language, next_seq } = sitting.seat;
  endTurn(sitting, { cause: 'input', status: 'handed_off', reason, language, confidence: null, calls: [], turn });
  change(sitting, { heard_through: next_seq - 1 });
}
