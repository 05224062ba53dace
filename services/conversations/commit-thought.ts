import { findSeatById } from '../../db/conversations/seats.js';
import { insertEvents } from '../../db/events/events.js';
import { discardSteps } from '../../db/models/steps.js';
import { announceSpent } from '../../db/models/usage.js';
import { inWork, type Work, type WorkDependencies } from '../../db/work.js';
import { composeModelReply } from '../../domain/agent/model-reply.js';
import type { CallResult, Scene, Step, ToolCall } from '../../domain/agent/scene.js';
import { leave, scripted } from '../../domain/agent/scripted.js';
import type { ConversationPlan } from '../../workflows/conversation.protocol.js';
import { silence, stepAfter } from './advance.js';
import type { OpenTurn } from './open-turn.js';
import { agentOrigin, change, type Sitting, save, sit } from './sitting.js';
import { beSilent, type Playing, supersede, takeTurn } from './take-turn.js';
import { type Ending, MOST_SUPERSEDED, type ThinkDependencies, type Thought } from './thought.js';
import { useTool } from './use-tool.js';

/** What came of a turn that was thought out: it is done with, or a call of it can't be done any more. */
export type Committed = { kind: 'done'; step: ConversationPlan } | { kind: 'refused'; result: CallResult };

/** Takes the transaction back: under the locks a call is refused that was let through before. */
export class NoLonger extends Error {
  readonly result: CallResult;
  constructor(result: CallResult) {
    super('A call can not be done any more.');
    this.result = result;
  }
}

/** Plays what was thought out, step by step: the gate judges each call again, on the rows under their locks. */
function playing({ steps, readBefore, through }: Thought, ending: Ending): Playing {
  const left = [...steps];
  const known = new Map(steps.flat().map((result) => [result.call, result]));
  const respond = (scene: Scene): Step => {
    const next = left.shift();
    if (next) return { kind: 'tools', calls: next.map(({ call }) => call) };
    if (ending.kind === 'leaves') return leave(scene);
    return ending.kind === 'reply' ? composeModelReply(scene, ending.text) : scripted(scene);
  };
  const use = async (turn: OpenTurn, call: ToolCall, seen: Scene): Promise<CallResult> => {
    const before = known.get(call);
    // What was refused stays refused.
    if (before?.refused) return before;
    const result = await useTool(turn, call, seen, before && readBefore.get(before));
    if (before && result.refused) throw new NoLonger({ ...before, refused: result.refused });
    return result;
  };
  return { respond, use, through };
}

/** Gives the lead to a person, whatever was thought out before. */
const handingOver = (ending: Extract<Ending, { kind: 'hand_over' }>): Playing => ({
  respond: (scene) => scripted({ ...scene, handOver: ending.reason }),
  use: useTool,
});

/** Tells, once in its time, that nothing may be spent any more. */
async function tellSpent({ tx, now }: Work, sitting: Sitting, ending: Ending): Promise<void> {
  if (ending.kind !== 'hand_over' || !ending.limited || !(await announceSpent(tx, ending.limited))) return;
  const { seat } = sitting;
  const { day, subjectId } = ending.limited;
  const scopes = { [seat.id]: 'conversation', [seat.account_id]: 'account', [seat.widget_id ?? '']: 'widget' };
  const scope = scopes[subjectId] ?? 'day';
  await insertEvents(tx, now, [
    {
      ...{ accountId: seat.account_id, leadId: seat.lead_id, agentRunId: seat.agent_run_id, origin: agentOrigin(seat) },
      type: 'agent.budget_exhausted',
      data: { workflow_id: seat.agent_id, conversation_id: seat.id, widget_id: seat.widget_id, scope, day },
    },
  ]);
}

/** How long nobody answers a mail for a model that is away before a person has to, and how often it is tried. */
const PATIENCE_MS = 6 * 3_600_000;
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 3_600_000;

/** When a mail's answer is tried again, where a model is away: later each time. Undefined where a person has to answer. */
function tryAgainAt({ seat, work }: Sitting, ending: Ending): Date | undefined {
  if (ending.kind !== 'hand_over' || ending.reason !== 'model_unavailable' || seat.channel !== 'email')
    return undefined;
  const waited = work.now.getTime() - (seat.last_inbound_at ?? work.now).getTime();
  if (waited > PATIENCE_MS) return undefined;
  return new Date(work.now.getTime() + Math.min(Math.max(waited, FIRST_PAUSE_MS), LONGEST_PAUSE_MS));
}

/** Why what was thought out counts for nothing, if so; the turn is then as it was, or ended without a word. */
function outdated(sitting: Sitting, thought: Thought, ending: Ending): string | undefined {
  const { seat, talk } = sitting;
  if (!seat.thinks || seat.claim_no !== thought.claimNo || seat.next_turn !== thought.turnNo) {
    return seat.handler === 'person' ? 'human_takeover' : 'outdated';
  }
  const reason = silence(sitting);
  if (reason !== undefined) {
    beSilent(sitting, reason);
    return reason === 'taken_over' ? 'human_takeover' : reason;
  }
  const isNewer = talk.some(({ role, seq }) => role === 'user' && seq > thought.through);
  const mayWait = (seat.superseded ?? 0) < MOST_SUPERSEDED && ending.kind !== 'hand_over';
  if (!(isNewer && mayWait) && ending.kind !== 'outdated') return undefined;
  supersede(sitting, thought.cause);
  return 'newer_input';
}

async function applyThought(sitting: Sitting, thought: Thought, ending: Ending): Promise<void> {
  const { work, seat } = sitting;
  if (thought.cause === 'follow_up') change(sitting, { follow_up_at: null });
  await tellSpent(work, sitting, ending);
  await takeTurn(sitting, thought.cause, ending.kind === 'hand_over' ? handingOver(ending) : playing(thought, ending));
  // What came in meanwhile and was not waited for is answered next.
  if (sitting.talk.some(({ role, seq }) => role === 'user' && seq > seat.answered_through)) {
    change(sitting, { due_at: work.now, burst_began_at: work.now });
  }
}

/**
 * Does what was thought out, in one transaction with its answer, unless it is outdated: then nothing of it is done, and
 * its steps say why. What can't be done any more takes everything back, and is told.
 */
export async function commitThought(deps: ThinkDependencies, thought: Thought, ending: Ending): Promise<Committed> {
  try {
    return { kind: 'done', step: await inWork(deps, (work) => commitWithin(work, thought, ending)) };
  } catch (error) {
    if (!(error instanceof NoLonger)) throw error;
    await writeDown(deps, thought);
    return { kind: 'refused', result: refuse(thought, error) };
  }
}

/** Writes down the step that a thought has ended with, where its answer isn't committed. */
export async function writeDown(deps: WorkDependencies, thought: Thought): Promise<void> {
  if (thought.unwritten) await inWork(deps, thought.unwritten);
  thought.unwritten = undefined;
}

/** Does what was thought out as a part of the caller's transaction, which a `NoLonger` has to take back. */
export async function commitWithin(work: Work, thought: Thought, ending: Ending): Promise<ConversationPlan> {
  const { turnNo, claimNo } = thought;
  const seat = await findSeatById(work.tx, thought.seat.id);
  const sitting = seat && (await sit(work, seat));
  if (!sitting) {
    await thought.unwritten?.(work);
    return { closed: true };
  }
  const reason = outdated(sitting, thought, ending);
  const later = reason === undefined ? tryAgainAt(sitting, ending) : undefined;
  const key = { conversation_id: seat.id, turn_no: turnNo, claim_no: claimNo };
  if (later) change(sitting, { due_at: later, thinks: false });
  else if (reason === undefined) await applyThought(sitting, thought, ending);
  await save(sitting);
  await thought.unwritten?.(work);
  if (reason !== undefined) await discardSteps(work.tx, key, reason);
  return stepAfter(sitting.seat);
}

/** Notes with what was thought out that a call of it can't be done any more; answers the call as it now is. */
export function refuse(thought: Thought, { result }: NoLonger): CallResult {
  thought.steps = thought.steps.map((step) => step.map((each) => (each.call === result.call ? result : each)));
  thought.scene = { ...thought.scene, done: thought.steps.flat() };
  return result;
}
