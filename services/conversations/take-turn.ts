import type { TranscriptRow } from '../../db/conversations/messages.js';
import type { AgentTurnRow } from '../../db/tables.js';
import { scriptedStep } from '../../domain/agent/scripted.js';
import type { CallResult, Cause, Memory, Respond, Step, ToolCall, TurnInput } from '../../domain/agent/turn-input.js';
import type { Silence, TurnStatus } from '../../schemas/conversations/turns.js';
import { handOffToPerson } from './handle.js';
import type { OpenTurn } from './open-turn.js';
import { sendReply } from './send-reply.js';
import { agentOrigin, type ConversationSession, change, emit } from './session.js';
import { memoryOf, turnInputOf } from './turn-input.js';
import { saveEarlierAnswers, useTool } from './use-tool.js';
import { makeLead, visitorFields } from './visitor-lead.js';

/** Limits an agent that requests tools again and again. */
const MOST_STEPS = 10;

/** Decides a turn and executes its calls. `through` is the last input that it has read, if newer ones exist. */
export interface Responder {
  respond: Respond;
  use(turn: OpenTurn, call: ToolCall, seen: TurnInput): Promise<CallResult>;
  through?: number;
}

const SCRIPTED: Responder = { respond: scriptedStep, use: useTool };

const turnName = ({ conversation }: ConversationSession): string => `turn/${conversation.id}/${conversation.next_turn}`;

/** The outcome of a turn, for its record. */
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
  /** Its input isn't answered yet. The next turn answers it. */
  isOutdated?: boolean;
}

/** Returns the number of calls of a tool. */
const countOf = (calls: readonly CallResult[], tool: ToolCall['tool']): number =>
  calls.filter(({ call, refused }) => call.tool === tool && refused === null).length;

/** The record of a call. Texts of documents are stored with the document. */
const withoutTexts = ({ sources, ...call }: CallResult) =>
  sources ? { ...call, sources: sources.map(({ text: _text, ...source }) => source) } : call;

/**
 * Writes down a turn that has ended. Its own inputs are those that came after the turn before: so each input is in
 * exactly one turn, and each turn has one row.
 */
export function endTurn(session: ConversationSession, ended: Ended): void {
  const { conversation, work, unsaved } = session;
  const through = ended.through ?? conversation.next_seq - 1;
  const row: AgentTurnRow = {
    conversation_id: conversation.id,
    turn_no: conversation.next_turn,
    account_id: conversation.account_id,
    cause: ended.cause,
    from_seq: conversation.answered_through + 1,
    through_seq: through,
    status: ended.status,
    reason: ended.reason,
    variant: conversation.variant,
    captured: countOf(ended.calls, 'capture_field'),
    booked: countOf(ended.calls, 'book_meeting'),
    agent_version: conversation.agent_version,
    language: ended.language,
    confidence: ended.confidence,
    calls: JSON.stringify(ended.calls.map(withoutTexts)),
    effects: JSON.stringify(ended.turn?.effects ?? []),
    due_at: conversation.due_at ?? work.now,
    ended_at: work.now,
  };
  unsaved.turns.push(row);
  change(session, { next_turn: conversation.next_turn + 1, answered_through: through });
  if (conversation.thinks) change(session, { thinks: false });
  if (!ended.isOutdated) change(session, { due_at: null, burst_began_at: null });
}

/** Ends a turn that was outdated before it was said; its inputs are the next turn's. */
export function supersede(session: ConversationSession, cause: Cause): void {
  const { conversation } = session;
  change(session, { superseded: (conversation.superseded ?? 0) + 1 });
  const outdated = { status: 'superseded' as const, reason: 'newer_input', through: conversation.answered_through };
  endTurn(session, {
    ...outdated,
    cause,
    language: conversation.language,
    confidence: null,
    calls: [],
    isOutdated: true,
  });
}

/** Reasons for silence that need no answer. */
const ANSWERED: readonly Silence[] = ['auto_reply', 'nothing_to_answer', 'erased', 'closed'];

/** Ends a turn without a reply, with a reason. Unless the reason needs no answer, the lead still needs a reply. */
export function endWithoutReply(session: ConversationSession, reason: Silence, status: TurnStatus = 'silent'): void {
  const { conversation } = session;
  if (status === 'silent' && !ANSWERED.includes(reason)) change(session, { owed: true });
  if (reason !== 'taken_over') change(session, { heard_through: conversation.next_seq - 1 });
  // The reply that a model prepared in the same turn is discarded.
  const ended = conversation.thinks && status === 'silent' ? 'superseded' : status;
  endTurn(session, {
    cause: 'input',
    status: ended,
    reason,
    language: conversation.language,
    confidence: null,
    calls: [],
  });
}

/** Runs the agent's steps until it replies, and applies their effects in the same transaction. */
async function takeSteps(
  turn: OpenTurn,
  turnInput: TurnInput,
  { respond, use }: Responder,
): Promise<{ turnInput: TurnInput; reply: Extract<Step, { kind: 'reply' }> }> {
  const { session } = turn;
  let seen = turnInput;
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    const step = await respond(seen);
    if (step.kind === 'reply') return { turnInput: seen, reply: step };
    for (const call of step.calls) {
      const result = await use(turn, call, seen);
      seen = { ...seen, done: [...seen.done, result] };
    }
    await leadOfVisitor(turn);
    const now = turnInputOf(session, turnInput.cause);
    // Offers and choices of this turn are read as they were at its start.
    seen = { ...seen, known: now.known, isLead: now.isLead, hasMeeting: now.hasMeeting };
  }
  throw new Error('The agent produced no reply.');
}

/** Makes a lead of a visitor who has told an address, once the whole step is done. */
async function leadOfVisitor(turn: OpenTurn): Promise<void> {
  const { session } = turn;
  const { values } = memoryOf(session);
  if (session.conversation.lead_id !== null || !(values.email || values.phone)) return;
  if ((await makeLead(session, visitorFields(values))) === true) await saveEarlierAnswers(turn, values);
}

function statusOf(calls: readonly CallResult[], sent: TranscriptRow | undefined): TurnStatus {
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
  session: ConversationSession,
  cause: Cause,
  responder: Responder = SCRIPTED,
): Promise<TranscriptRow | undefined> {
  const turn: OpenTurn = { session, occasion: turnName(session), effects: [] };
  const first = turnInputOf(session, cause, responder.through);
  change(session, { language: first.language });
  const { turnInput, reply } = await takeSteps(turn, first, responder);
  const throughSeq = responder.through ?? session.conversation.next_seq - 1;
  const memory: Memory = {
    ...reply.memory,
    values: session.conversation.lead_id === null ? memoryOf(session).values : {},
  };
  const sent = await sendReply(turn, reply, turnInput, throughSeq);
  endTurn(session, {
    cause,
    status: statusOf(turnInput.done, sent.row),
    reason: sent.problem ?? handoffReason(turnInput.done),
    language: turnInput.language,
    confidence: reply.confidence,
    calls: turnInput.done,
    through: throughSeq,
    turn,
  });
  change(session, { memory: JSON.stringify(memory), heard_through: throughSeq, owed: false });
  if (session.conversation.superseded) change(session, { superseded: 0 });
  if (sent.row)
    emit(session, 'conversation.answered', { turn_no: sent.row.turn_no }, agentOrigin(session.conversation));
  return sent.row;
}

/** Hands the lead off to a person without a reply: two machines write to each other, or no agent can answer. */
export async function handOffWithoutReply(session: ConversationSession, reason: 'loop' | 'no_agent'): Promise<void> {
  const turn: OpenTurn = { session, occasion: turnName(session), effects: [] };
  await handOffToPerson(turn, reason);
  const { language, next_seq } = session.conversation;
  endTurn(session, { cause: 'input', status: 'handed_off', reason, language, confidence: null, calls: [], turn });
  change(session, { heard_through: next_seq - 1 });
}
