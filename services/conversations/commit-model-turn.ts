import { findConversationWithAgentById } from '../../db/conversations/with-agent.js';
import { insertEvents } from '../../db/events/events.js';
import { discardSteps } from '../../db/models/steps.js';
import { announceSpent } from '../../db/models/usage.js';
import { inWork, type Work, type WorkDependencies } from '../../db/work.js';
import { composeModelReply } from '../../domain/agent/model-reply.js';
import { replyWithoutAnswer, scriptedStep } from '../../domain/agent/scripted.js';
import type { CallResult, Step, ToolCall, TurnInput } from '../../domain/agent/turn-input.js';
import type { ConversationPlan } from '../../workflows/conversation.protocol.js';
import { silence, stepAfter } from './advance.js';
import { type Ending, MAX_SUPERSEDED, type ModelTurn, type ModelTurnDependencies } from './model-turn.js';
import type { OpenTurn } from './open-turn.js';
import { agentOrigin, type ConversationSession, change, openSession, save } from './session.js';
import { endWithoutReply, type Responder, supersede, takeTurn } from './take-turn.js';
import { useTool } from './use-tool.js';

/** The outcome of committing a model turn: done, or refused because one of its calls is no longer possible. */
export type Committed = { kind: 'done'; step: ConversationPlan } | { kind: 'refused'; result: CallResult };

/** Takes the transaction back: under the locks a call is refused that was let through before. */
export class CallNoLongerPossible extends Error {
  readonly result: CallResult;
  constructor(result: CallResult) {
    super('A tool call can no longer be executed.');
    this.result = result;
  }
}

/** Responds with the recorded steps of a model turn. The gate checks each call again, on the locked rows. */
function recordedResponder({ steps, readBefore, through }: ModelTurn, ending: Ending): Responder {
  const left = [...steps];
  const known = new Map(steps.flat().map((result) => [result.call, result]));
  const respond = (turnInput: TurnInput): Step => {
    const next = left.shift();
    if (next) return { kind: 'tools', calls: next.map(({ call }) => call) };
    if (ending.kind === 'leaves') return replyWithoutAnswer(turnInput);
    return ending.kind === 'reply' ? composeModelReply(turnInput, ending.text) : scriptedStep(turnInput);
  };
  const use = async (turn: OpenTurn, call: ToolCall, seen: TurnInput): Promise<CallResult> => {
    const before = known.get(call);
    // A rejection is final.
    if (before?.refused) return before;
    const result = await useTool(turn, call, seen, before && readBefore.get(before));
    if (before && result.refused) throw new CallNoLongerPossible({ ...before, refused: result.refused });
    return result;
  };
  return { respond, use, through };
}

/** Responds by handing the lead off to a person, regardless of the model's steps. */
const handoffResponder = (ending: Extract<Ending, { kind: 'hand_over' }>): Responder => ({
  respond: (turnInput) => scriptedStep({ ...turnInput, handOver: ending.reason }),
  use: useTool,
});

/** Tells, once in its time, that nothing may be spent any more. */
async function emitBudgetExhausted({ tx, now }: Work, session: ConversationSession, ending: Ending): Promise<void> {
  if (ending.kind !== 'hand_over' || !ending.limited || !(await announceSpent(tx, ending.limited))) return;
  const { conversation } = session;
  const { day, subjectId } = ending.limited;
  const scopes = {
    [conversation.id]: 'conversation',
    [conversation.account_id]: 'account',
    [conversation.widget_id ?? '']: 'widget',
  };
  const scope = scopes[subjectId] ?? 'day';
  await insertEvents(tx, now, [
    {
      accountId: conversation.account_id,
      leadId: conversation.lead_id,
      agentRunId: conversation.agent_run_id,
      origin: agentOrigin(conversation),
      type: 'agent.budget_exhausted',
      data: {
        workflow_id: conversation.agent_id,
        conversation_id: conversation.id,
        widget_id: conversation.widget_id,
        scope,
        day,
      },
    },
  ]);
}

/** The time after which an email goes to a person if its model stays unavailable, and the interval of attempts. */
const PATIENCE_MS = 6 * 3_600_000;
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 3_600_000;

/**
 * Returns when a mail's answer is tried again, where a model is away: later each time. Undefined where a person has to
 * answer.
 */
function retryAt({ conversation, work }: ConversationSession, ending: Ending): Date | undefined {
  if (ending.kind !== 'hand_over' || ending.reason !== 'model_unavailable' || conversation.channel !== 'email')
    return undefined;
  const waited = work.now.getTime() - (conversation.last_inbound_at ?? work.now).getTime();
  if (waited > PATIENCE_MS) return undefined;
  return new Date(work.now.getTime() + Math.min(Math.max(waited, FIRST_PAUSE_MS), LONGEST_PAUSE_MS));
}

/** Returns why a model turn is outdated, if it is; the turn is then unchanged, or ended without a reply. */
function outdated(session: ConversationSession, modelTurn: ModelTurn, ending: Ending): string | undefined {
  const { conversation, transcript } = session;
  if (
    !conversation.thinks ||
    conversation.claim_no !== modelTurn.claimNo ||
    conversation.next_turn !== modelTurn.turnNo
  ) {
    return conversation.handler === 'person' ? 'human_takeover' : 'outdated';
  }
  const reason = silence(session);
  if (reason !== undefined) {
    endWithoutReply(session, reason);
    return reason === 'taken_over' ? 'human_takeover' : reason;
  }
  const isNewer = transcript.some(({ role, seq }) => role === 'user' && seq > modelTurn.through);
  const mayWait = (conversation.superseded ?? 0) < MAX_SUPERSEDED && ending.kind !== 'hand_over';
  if (!(isNewer && mayWait) && ending.kind !== 'outdated') return undefined;
  supersede(session, modelTurn.cause);
  return 'newer_input';
}

async function applyModelTurn(session: ConversationSession, modelTurn: ModelTurn, ending: Ending): Promise<void> {
  const { work, conversation } = session;
  if (modelTurn.cause === 'follow_up') change(session, { follow_up_at: null });
  await emitBudgetExhausted(work, session, ending);
  await takeTurn(
    session,
    modelTurn.cause,
    ending.kind === 'hand_over' ? handoffResponder(ending) : recordedResponder(modelTurn, ending),
  );
  // Input that arrived since then without being waited for is answered next.
  if (session.transcript.some(({ role, seq }) => role === 'user' && seq > conversation.answered_through)) {
    change(session, { due_at: work.now, burst_began_at: work.now });
  }
}

/**
 * Applies a model turn in one transaction with its reply, unless it is outdated: then nothing of it is applied, and
 * its steps say why. What can't be done any more takes everything back, and is told.
 */
export async function commitModelTurn(
  deps: ModelTurnDependencies,
  modelTurn: ModelTurn,
  ending: Ending,
): Promise<Committed> {
  try {
    return { kind: 'done', step: await inWork(deps, (work) => commitWithin(work, modelTurn, ending)) };
  } catch (error) {
    if (!(error instanceof CallNoLongerPossible)) throw error;
    await saveLastStep(deps, modelTurn);
    return { kind: 'refused', result: refuse(modelTurn, error) };
  }
}

/** Saves the step that a model turn has ended with, if its reply isn't committed. */
export async function saveLastStep(deps: WorkDependencies, modelTurn: ModelTurn): Promise<void> {
  if (modelTurn.unwritten) await inWork(deps, modelTurn.unwritten);
  modelTurn.unwritten = undefined;
}

/** Applies a model turn within the caller's transaction, which a `CallNoLongerPossible` has to roll back. */
export async function commitWithin(work: Work, modelTurn: ModelTurn, ending: Ending): Promise<ConversationPlan> {
  const { turnNo, claimNo } = modelTurn;
  const conversation = await findConversationWithAgentById(work.tx, modelTurn.conversation.id);
  const session = conversation && (await openSession(work, conversation));
  if (!session) {
    await modelTurn.unwritten?.(work);
    return { closed: true };
  }
  const reason = outdated(session, modelTurn, ending);
  const later = reason === undefined ? retryAt(session, ending) : undefined;
  const key = { conversation_id: conversation.id, turn_no: turnNo, claim_no: claimNo };
  if (later) change(session, { due_at: later, thinks: false });
  else if (reason === undefined) await applyModelTurn(session, modelTurn, ending);
  await save(session);
  await modelTurn.unwritten?.(work);
  if (reason !== undefined) await discardSteps(work.tx, key, reason);
  return stepAfter(session.conversation);
}

/** Records in a model turn that one of its calls is no longer possible, and returns the refused call. */
export function refuse(modelTurn: ModelTurn, { result }: CallNoLongerPossible): CallResult {
  modelTurn.steps = modelTurn.steps.map((step) => step.map((each) => (each.call === result.call ? result : each)));
  modelTurn.turnInput = { ...modelTurn.turnInput, done: modelTurn.steps.flat() };
  return result;
}
