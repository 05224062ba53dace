import { fromJson } from '../../db/connection.js';
import { lockConversation, settlePromises, updateConversation } from '../../db/conversations/conversations.js';
import { deletePlanned, findPlanned, insertPlanned, listPlanned, nextPlanned } from '../../db/conversations/planned.js';
import type { ConversationWithAgent } from '../../db/conversations/with-agent.js';
import type { PlannedMessageRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { newIdAt } from '../../runtime/ids.js';
import type { EventOrigin } from '../../schemas/events/events.js';
import { GIVEN_BACK } from '../agent-runs/hand-conversations.js';
import { wakeConversation } from '../instructions/conversations.js';
import { addMessage, type ConversationSession, change, emit } from './session.js';

/** The number of messages that are sent at once. The rest follows at the next check. */
const AT_ONCE = 50;

/** Stores a scheduled message of a person in a chat. Until its time, only users of the account see it. */
export async function planMessage(
  session: ConversationSession,
  { text, by, origin, sendAt }: { text: string; by: string; origin: EventOrigin; sendAt: Date },
): Promise<PlannedMessageRow> {
  const { work, conversation } = session;
  const row: PlannedMessageRow = {
    // The lead's history orders it by the time it was sent, not the time it was scheduled.
    id: newIdAt(sendAt),
    account_id: conversation.account_id,
    conversation_id: conversation.id,
    text,
    author: by,
    origin: JSON.stringify(origin),
    send_at: sendAt,
    created_at: work.now,
  };
  await insertPlanned(work.tx, row);
  const isFirst = !conversation.planned_at || sendAt < conversation.planned_at;
  if (isFirst) {
    change(session, { planned_at: sendAt });
    await wakeConversation(work, conversation, 'a message is planned');
  }
  return row;
}

/**
 * Reopens a closed conversation in its previous state, for the person who has the lead's run, or who had the
 * conversation if there is no run.
 */
export function reopenAtEarlierState(session: ConversationSession, origin: EventOrigin): void {
  const { run } = session;
  const { handler, taken_by } = session.conversation;
  const isOurs = run?.open_slot === 1 ? run.human_takeover : handler === 'person';
  change(session, { status: 'open', ...(isOurs ? { handler: 'person', taken_by } : GIVEN_BACK) });
  emit(session, 'conversation.reopened', { reason: 'person' }, origin);
}

/**
 * Sends the scheduled messages that are due. The conversation was taken over when they were scheduled, and its current
 * owner keeps it. Returns whether a message was sent.
 */
export async function sendPlanned(session: ConversationSession): Promise<boolean> {
  const { work, conversation } = session;
  if (!conversation.planned_at || conversation.planned_at > work.now) return false;
  const due = await listPlanned(work.tx, conversation.id, { until: work.now, limit: AT_ONCE });
  for (const { id, text, author, origin } of due) {
    const from = fromJson<EventOrigin>(origin);
    if (conversation.status === 'closed') reopenAtEarlierState(session, from);
    addMessage(session, { id, role: 'agent', author, text });
    emit(session, 'message.sent', { message_id: id }, from);
  }
  await deletePlanned(
    work.tx,
    due.map(({ id }) => id),
  );
  change(session, { planned_at: await nextPlanned(work.tx, conversation.id) });
  if (due.length === 0) return false;
  change(session, { owed: false, awaited_since: null, last_outbound_at: work.now });
  // A handoff that was promised in another conversation is fulfilled here.
  if (conversation.lead_id !== null) await settlePromises(work.tx, conversation.lead_id, work.now);
  return true;
}

/**
 * Takes back what is planned in a chat. Undefined where nothing of this id waits: it was said already, or never planned.
 * The lock on the conversation decides between this and its being said.
 */
export async function cancelPlanned(
  work: Work,
  conversation: ConversationWithAgent,
  id: string,
): Promise<PlannedMessageRow | undefined> {
  const { tx, now } = work;
  await lockConversation(tx, conversation.id);
  const planned = await findPlanned(tx, conversation.id, id);
  if (!planned) return undefined;
  await deletePlanned(tx, [id]);
  await updateConversation(tx, conversation.id, {
    planned_at: await nextPlanned(tx, conversation.id),
    updated_at: now,
  });
  await wakeConversation(work, conversation, 'a message is cancelled');
  return planned;
}
