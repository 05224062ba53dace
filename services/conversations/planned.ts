import { fromJson } from '../../db/connection.js';
import { lockConversation, settlePromises, updateConversation } from '../../db/conversations/conversations.js';
import { deletePlanned, findPlanned, insertPlanned, listPlanned, nextPlanned } from '../../db/conversations/planned.js';
import type { Seat } from '../../db/conversations/seats.js';
import type { PlannedMessageRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { newIdAt } from '../../runtime/ids.js';
import type { EventOrigin } from '../../schemas/events/events.js';
import { GIVEN_BACK } from '../agent-runs/hand-conversations.js';
import { wakeConversation } from '../instructions/conversations.js';
import { addMessage, change, type Sitting, tell } from './sitting.js';

/** How many are said at once; the rest follows at the next look. */
const AT_ONCE = 50;

/** Keeps what a person writes in a chat until its hour. Until then nobody but people of the account knows of it. */
export async function planMessage(
  sitting: Sitting,
  { text, by, origin, sendAt }: { text: string; by: string; origin: EventOrigin; sendAt: Date },
): Promise<PlannedMessageRow> {
  const { work, seat } = sitting;
  const row: PlannedMessageRow = {
    // In the lead's history it stands where it is said, not where it was planned.
    ...{ id: newIdAt(sendAt), account_id: seat.account_id, conversation_id: seat.id, text, author: by },
    ...{ origin: JSON.stringify(origin), send_at: sendAt, created_at: work.now },
  };
  await insertPlanned(work.tx, row);
  const isFirst = !seat.planned_at || sendAt < seat.planned_at;
  if (isFirst) {
    change(sitting, { planned_at: sendAt });
    await wakeConversation(work, seat, 'a message is planned');
  }
  return row;
}

/**
 * Opens a closed conversation where it stood, for whoever has the lead's enrolment, or had the conversation where there
 * is none.
 */
export function openWhereItStood(sitting: Sitting, origin: EventOrigin): void {
  const { run } = sitting;
  const { handler, taken_by } = sitting.seat;
  const isOurs = run?.open_slot === 1 ? run.human_takeover : handler === 'person';
  change(sitting, { status: 'open', ...(isOurs ? { handler: 'person', taken_by } : GIVEN_BACK) });
  tell(sitting, 'conversation.reopened', { reason: 'person' }, origin);
}

/**
 * Says what people have planned and whose hour has come. It was taken over when it was planned: whoever has the
 * conversation by now keeps it. Tells whether anything was said.
 */
export async function sayPlanned(sitting: Sitting): Promise<boolean> {
  const { work, seat } = sitting;
  if (!seat.planned_at || seat.planned_at > work.now) return false;
  const due = await listPlanned(work.tx, seat.id, { until: work.now, limit: AT_ONCE });
  for (const { id, text, author, origin } of due) {
    const from = fromJson<EventOrigin>(origin);
    if (seat.status === 'closed') openWhereItStood(sitting, from);
    addMessage(sitting, { id, role: 'agent', author, text });
    tell(sitting, 'message.sent', { message_id: id }, from);
  }
  await deletePlanned(
    work.tx,
    due.map(({ id }) => id),
  );
  change(sitting, { planned_at: await nextPlanned(work.tx, seat.id) });
  if (due.length === 0) return false;
  change(sitting, { owed: false, awaited_since: null, last_outbound_at: work.now });
  // Whoever was promised a person elsewhere has met one here.
  if (seat.lead_id !== null) await settlePromises(work.tx, seat.lead_id, work.now);
  return true;
}

/**
 * Takes back what is planned in a chat. Undefined where nothing of this id waits: it was said already, or never planned.
 * The lock on the conversation decides between this and its being said.
 */
export async function cancelPlanned(work: Work, seat: Seat, id: string): Promise<PlannedMessageRow | undefined> {
  const { tx, now } = work;
  await lockConversation(tx, seat.id);
  const planned = await findPlanned(tx, seat.id, id);
  if (!planned) return undefined;
  await deletePlanned(tx, [id]);
  await updateConversation(tx, seat.id, { planned_at: await nextPlanned(tx, seat.id), updated_at: now });
  await wakeConversation(work, seat, 'a message is cancelled');
  return planned;
}
