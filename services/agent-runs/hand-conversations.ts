import { findDefinition } from '../../db/agents/agents.js';
import { lockHandledBy, repliesOf, updateConversation } from '../../db/conversations/conversations.js';
import { noteSending } from '../../db/messages/in-flight.js';
import { cancel } from '../../db/messages/transitions.js';
import type { AgentRunRow, ConversationRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { agentSettings } from '../../domain/agent/settings.js';
import { wakeConversation } from '../instructions/conversations.js';

/** Makes a conversation the agent’s again. */
export const GIVEN_BACK = { handler: 'agent', taken_by: null, awaited_since: null, resume_at: null } as const;

/**
 * Cancels what the agent has answered in a conversation and what has not left; what is leaving is noted as in flight.
 * Returns whether there was any: then the lead is still owed an answer.
 */
export async function cancelReplies(work: Work, { id, channel }: ConversationRow): Promise<boolean> {
  if (channel === 'chat') return false;
  const { tx, now } = work;
  const count = await cancel(tx, now, (messages) => messages.whereIn('id', repliesOf(tx, id)));
  await noteSending(work, (messages) => messages.whereIn('id', repliesOf(tx, id)));
  return count > 0;
}

/** Gives what a lead and a run's agent write each other to the person who takes the run over. */
export async function takeConversations(work: Work, run: AgentRunRow, by: string): Promise<void> {
  const { tx, now } = work;
  for (const conversation of await lockHandledBy(tx, run, 'agent')) {
    const { id } = conversation;
    const needsReply = (await cancelReplies(work, conversation)) || conversation.owed;
    const takenBy = by === 'rule' ? null : by;
    await updateConversation(tx, id, {
      handler: 'person',
      handed_at: now,
      taken_by: takenBy,
      owed: needsReply,
      updated_at: now,
    });
  }
}

/** Hands it back to the agent, which answers the unanswered messages if its settings allow it. */
export async function returnConversations(work: Work, run: AgentRunRow): Promise<void> {
  const { tx, now } = work;
  for (const conversation of await lockHandledBy(tx, run, 'person')) {
    const { id, owed: needsReply, agent_id, agent_version } = conversation;
    const definition = needsReply ? await findDefinition(tx, agent_id, agent_version) : undefined;
    const answers = definition !== undefined && agentSettings(definition).handoff.answer_unanswered;
    await updateConversation(tx, id, { ...GIVEN_BACK, ...(answers ? { due_at: now } : {}), updated_at: now });
    if (answers) await wakeConversation(work, conversation, 'given back');
  }
}
