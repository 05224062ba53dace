import type { HandoffReason } from '../../schemas/conversations/turns.js';
import type { EventOrigin } from '../../schemas/events/events.js';
import { notifyOfHandoff } from '../agent-runs/notify-of-handoff.js';
import { wakeConversation } from '../instructions/conversations.js';
import { act, type OpenTurn } from './open-turn.js';
import { agentOrigin, type ConversationSession, change, emit } from './session.js';

/** The reasons of a pause for operators. */
const WORDS: Record<HandoffReason, string> = {
  asked: 'The lead requested a person.',
  keyword: 'The lead used a handoff keyword.',
  topic: 'The lead raised a handoff topic.',
  negative: 'The lead was dissatisfied.',
  safety: 'Someone may be in danger.',
  budget: "The agent's model budget is used up.",
  model_unavailable: 'No model was available.',
  low_confidence: "The agent couldn't continue.",
  no_answer: 'The agent had no answer.',
  not_verified: "The message isn't from the lead.",
  loop: 'The conversation looked like a loop between two automated systems.',
  closed: 'The lead wrote outside business hours.',
  run_ended: 'The lead wrote after its run had ended.',
  no_agent: "The agent doesn't reply to chats.",
};

/** Hands the conversation to a person. The lead's run is handed over too, and the users who can answer are notified. */
export async function handOffToPerson(turn: OpenTurn, reason: HandoffReason): Promise<void> {
  const { session, occasion } = turn;
  const { work, conversation, definition, run, transcript } = session;
  const minutes = definition.handoff.auto_resume_after_minutes ?? undefined;
  const isOpen = run?.open_slot === 1;
  if (isOpen) {
    const params = { reason: WORDS[reason], auto_resume_after_minutes: minutes };
    await act(turn, { type: 'stop_automation', params });
  }
  const resumes = !isOpen && minutes !== undefined ? new Date(work.now.getTime() + minutes * 60_000) : null;
  change(session, {
    handler: 'person',
    handoff_reason: reason,
    handed_at: work.now,
    taken_by: null,
    resume_at: resumes,
    awaited_since: work.now,
  });
  if (resumes) await wakeConversation(work, conversation, 'a person has it for a while');
  const last = transcript.findLast(({ role }) => role === 'user');
  await notifyOfHandoff(work, {
    accountId: conversation.account_id,
    agentId: conversation.agent_id,
    leadId: conversation.lead_id,
    conversationId: conversation.id,
    occasion,
    messageId: last && (last.message_id ?? last.id),
    notify: definition.handoff.notify,
    said: transcript
      .filter(({ role, seq }) => role === 'user' && seq > conversation.heard_through)
      .map(({ text }) => text ?? ''),
  });
  const origin = agentOrigin(conversation);
  emit(session, 'conversation.handoff_requested', { reason }, origin);
  if (conversation.channel === 'chat') emit(session, 'widget.handoff_requested', { reason }, origin);
}

/**
 * Closes the conversation; the next input opens it again with a context of its own. What a model thinks of at this
 * moment is not said any more.
 */
export function closeConversation(session: ConversationSession, reason: string, origin: EventOrigin): void {
  const nothingIsDue = { due_at: null, follow_up_at: null, owed: false, awaited_since: null, thinks: false };
  change(session, { status: 'closed', ...nothingIsDue });
  emit(session, 'conversation.closed', { reason }, origin);
}
