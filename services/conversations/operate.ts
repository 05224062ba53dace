import { claimRuledTakeovers, updateRun } from '../../db/agent-runs/agent-runs.js';
import { settlePromises } from '../../db/conversations/conversations.js';
import type { ConversationWithAgent } from '../../db/conversations/with-agent.js';
import type { Work } from '../../db/work.js';
import { usesModel } from '../../domain/agent/settings.js';
import type { EventOrigin } from '../../schemas/events/events.js';
import { cancelReplies, GIVEN_BACK } from '../agent-runs/hand-conversations.js';
import { pauseRun, resumeRun } from '../agent-runs/pause-resume.js';
import { wakeConversation } from '../instructions/conversations.js';
import type { RefusedMessage } from '../messages/queue.js';
import { answer } from './advance.js';
import { closeConversation } from './handle.js';
import { planMessage, reopenAtEarlierState } from './planned.js';
import { queueReply } from './send-reply.js';
import { addMessage, type ConversationSession, change, emit, openSession, reopen, save } from './session.js';
import { endWithoutReply } from './take-turn.js';

/** A person who acts in a conversation. */
export interface Operator {
  /** `key:<id>` or `user:<id>`. */
  by: string;
  origin: EventOrigin;
}

const MINUTE_MS = 60_000;

/** Returns whether inputs wait for the agent. */
const waits = ({ conversation, transcript }: ConversationSession): boolean =>
  transcript.some(({ role, seq }) => role === 'user' && seq > conversation.answered_through);

/** Gives the conversation to a person: the agent is silent from this transaction on, its replies that wait are cancelled. */
async function take(session: ConversationSession, { by, origin }: Operator): Promise<boolean> {
  const { work, conversation, run, definition } = session;
  const changed = conversation.handler !== 'person';
  const minutes = definition.handoff.auto_resume_after_minutes;
  const until = minutes === null ? null : new Date(work.now.getTime() + minutes * MINUTE_MS);
  const isOpen = run?.open_slot === 1;
  if (isOpen && !run.human_takeover) {
    const reason = 'A user took over the conversation.';
    await pauseRun(work, run, { reason, by, humanTakeover: true, autoResumeAt: until, origin });
  } else if (isOpen) await claimRuledTakeovers(work.tx, run.lead_id, by);
  if (changed && (await cancelReplies(work, conversation))) change(session, { owed: true });
  change(session, { handler: 'person', taken_by: by, resume_at: isOpen ? null : until, follow_up_at: null });
  if (conversation.resume_at !== null) await wakeConversation(work, conversation, 'a person has it for a while');
  if (changed) change(session, { handed_at: work.now });
  if (waits(session)) endWithoutReply(session, 'taken_over');
  return changed;
}

/** Takes the conversation over for a person. Returns whether the agent had it. */
export async function takeOver(work: Work, conversation: ConversationWithAgent, operator: Operator): Promise<boolean> {
  const session = await openedSession(work, conversation);
  const changed = await take(session, operator);
  await save(session);
  return changed;
}

/** The messages behind one; all that are looked at where it is none of them, as what was said before it is old. */
const newerThan = ({ transcript }: ConversationSession, after: string): string[] =>
  transcript.slice(transcript.findIndex(({ id }) => id === after) + 1).map(({ id }) => id);

/** A message of a person. */
interface Words {
  text: string;
  /** The newest message that is known; what is newer has to be read first. */
  after?: string | null;
  /** Not before then; at once if not given. */
  sendAt?: Date | null;
}

/**
 * Writes to the lead or visitor as a person, who thereby has the conversation, at once also where it is said later.
 * Answers why it can't be written.
 */
export async function writeAsPerson(
  work: Work,
  conversation: ConversationWithAgent,
  { text, after = null, sendAt = null, ...operator }: Operator & Words,
): Promise<{ outcome: 'written'; id: string } | { outcome: 'moved_on'; newer: string[] } | RefusedMessage> {
  const session = await openedSession(work, conversation);
  const newer = after === null ? [] : newerThan(session, after);
  if (newer.length > 0) return { outcome: 'moved_on', newer };
  reopen(session, operator.origin);
  await take(session, operator);
  const message = { role: 'agent', author: operator.by };
  const isLater = sendAt !== null && sendAt > work.now;
  let id: string;
  if (conversation.channel === 'chat' && isLater) {
    ({ id } = await planMessage(session, { text, sendAt, ...operator }));
  } else if (conversation.channel === 'chat') {
    ({ id } = addMessage(session, { ...message, text }));
    emit(session, 'message.sent', { message_id: id }, operator.origin);
  } else {
    const queued = await queueReply(session, { text, automatic: false, sendAt, origin: operator.origin });
    if (queued.outcome === 'refused') return queued;
    const shown = { text, message_status: queued.message.status };
    ({ id } = addMessage(session, { ...message, message_id: queued.message.id }, shown));
  }
  // Until the message is sent, the lead is still waiting for it.
  if (!isLater) change(session, { owed: false, awaited_since: null, last_outbound_at: work.now });
  await save(session);
  // A handoff that was promised in another conversation is fulfilled here.
  if (!isLater && conversation.lead_id !== null) await settlePromises(work.tx, conversation.lead_id, work.now);
  return { outcome: 'written', id };
}

/** Shows in the conversation what a person has sent outside of this service, and who thereby has the conversation. */
export async function noteWrittenElsewhere(
  work: Work,
  conversation: ConversationWithAgent,
  { messageId, text, ...operator }: Operator & { messageId: string; text: string },
): Promise<void> {
  const session = await openSession(work, conversation);
  if (!session) return;
  await take(session, operator);
  addMessage(session, { role: 'agent', author: operator.by, message_id: messageId }, { text, message_status: 'sent' });
  change(session, { owed: false, awaited_since: null, last_outbound_at: work.now });
  await save(session);
}

/**
 * Hands the conversation back to the agent, which answers unanswered messages unless told not to. The cadence resumes
 * after the agent's rest period without a message. Returns whether a person had it.
 */
export async function giveBack(
  work: Work,
  conversation: ConversationWithAgent,
  { origin, answerUnanswered }: { origin: EventOrigin; answerUnanswered: boolean | null },
): Promise<boolean> {
  const session = await openedSession(work, conversation);
  const { definition, run } = session;
  if (session.conversation.handler !== 'person') return false;
  if (run?.open_slot === 1 && run.human_takeover) {
    await resumeRun(work, run, definition, { resumeCadence: false, policy: 'shift', origin });
    const until = new Date(work.now.getTime() + definition.ai.resume_cadence_after_minutes * MINUTE_MS);
    await updateRun(work.tx, run.id, { paused_by: 'rule', auto_resume_at: until, hold_until: until, wake_at: until });
  }
  change(session, { ...GIVEN_BACK, due_at: null });
  const answers = session.conversation.owed && (answerUnanswered ?? definition.handoff.answer_unanswered);
  if (answers && conversation.channel === 'chat' && !usesModel(definition)) await answer(session, 'given_back');
  else if (answers) {
    change(session, { due_at: work.now });
    await wakeConversation(work, conversation, 'given back');
  } else change(session, { owed: false });
  await save(session);
  return true;
}

/** Closes the conversation. Returns whether it was open. */
export async function close(
  work: Work,
  conversation: ConversationWithAgent,
  { by, origin }: Operator,
): Promise<boolean> {
  const session = await openedSession(work, conversation);
  if (session.conversation.status === 'closed') return false;
  if (waits(session)) endWithoutReply(session, 'closed');
  await cancelReplies(work, conversation);
  closeConversation(session, 'person', origin);
  change(session, { taken_by: by });
  await save(session);
  return true;
}

/** Opens a closed conversation again where it stood. Returns whether it was closed. */
export async function reopenConversation(
  work: Work,
  conversation: ConversationWithAgent,
  { origin }: Operator,
): Promise<boolean> {
  const session = await openedSession(work, conversation);
  if (session.conversation.status === 'open') return false;
  reopenAtEarlierState(session, origin);
  await save(session);
  return true;
}

async function openedSession(work: Work, conversation: ConversationWithAgent): Promise<ConversationSession> {
  const session = await openSession(work, conversation);
  if (!session) throw new Error('The agent of the conversation no longer exists.');
  return session;
}
