import type { HandoffReason } from '../../schemas/conversations/turns.js';
import type { EventOrigin } from '../../schemas/events/events.js';
import { notifyOfHandoff } from '../agent-runs/notify-of-handoff.js';
import { wakeConversation } from '../instructions/conversations.js';
import { act, type OpenTurn } from './open-turn.js';
import { agentOrigin, change, type Sitting, tell } from './sitting.js';

/** What operators read as the reason of a pause. */
const WORDS: Record<HandoffReason, string> = {
  asked: 'The lead asked for a person.',
  keyword: 'The lead said a word that calls a person.',
  topic: 'The lead brought up something that is for a person.',
  negative: 'The lead was not content.',
  safety: 'Somebody may be in danger.',
  budget: 'What the agent may spend on models was spent.',
  model_unavailable: 'No model answered.',
  low_confidence: 'The agent got no further.',
  no_answer: 'The agent had no answer.',
  not_verified: 'Somebody else than the lead wrote.',
  loop: 'Two machines seemed to be writing to each other.',
  closed: 'The lead wrote outside hours.',
  run_ended: 'The lead wrote after its enrolment had ended.',
  no_agent: 'The agent does not answer chats.',
};

/** Gives the conversation to a person: the lead's enrolment is taken over too, and whoever may answer is told. */
export async function handToPerson(turn: OpenTurn, reason: HandoffReason): Promise<void> {
  const { sitting, occasion } = turn;
  const { work, seat, definition, run, talk } = sitting;
  const minutes = definition.handoff.auto_resume_after_minutes ?? undefined;
  const isOpen = run?.open_slot === 1;
  if (isOpen) {
    const params = { reason: WORDS[reason], auto_resume_after_minutes: minutes };
    await act(turn, { type: 'stop_automation', params });
  }
  const resumes = !isOpen && minutes !== undefined ? new Date(work.now.getTime() + minutes * 60_000) : null;
  change(sitting, {
    ...{ handler: 'person', handoff_reason: reason, handed_at: work.now, taken_by: null, resume_at: resumes },
    awaited_since: work.now,
  });
  if (resumes) await wakeConversation(work, seat, 'a person has it for a while');
  await notifyOfHandoff(work, {
    ...{ accountId: seat.account_id, agentId: seat.agent_id, leadId: seat.lead_id, conversationId: seat.id, occasion },
    notify: definition.handoff.notify,
    said: talk.filter(({ role, seq }) => role === 'user' && seq > seat.heard_through).map(({ text }) => text ?? ''),
  });
  const origin = agentOrigin(seat);
  tell(sitting, 'conversation.handoff_requested', { reason }, origin);
  if (seat.channel === 'chat') tell(sitting, 'widget.handoff_requested', { reason }, origin);
}

/**
 * Closes the conversation; the next input opens it again with a context of its own. What a model thinks of at this
 * moment is not said any more.
 */
export function closeConversation(sitting: Sitting, reason: string, origin: EventOrigin): void {
  const nothingIsDue = { due_at: null, follow_up_at: null, owed: false, awaited_since: null, thinks: false };
  change(sitting, { status: 'closed', ...nothingIsDue });
  tell(sitting, 'conversation.closed', { reason }, origin);
}
