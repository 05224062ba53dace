import { randomBytes } from 'node:crypto';
import type { Db } from '../../db/connection.js';
import { insertOffers, takeOffer, withdrawOffers } from '../../db/conversations/turns.js';
import type { OfferedSlotRow } from '../../db/tables.js';
import { OFFER_MS, type Offer, type TurnInput, type Wish } from '../../domain/agent/turn-input.js';
import { slotsToOffer } from '../../domain/meetings/offer.js';
import { DAY_MS, dayOf, inZone, minuteOfDay } from '../../domain/time/zoned.js';
import { bookWithin } from '../meetings/book.js';
import { findSlots } from '../meetings/find-slots.js';
import { agentOrigin, type ConversationSession, change } from './session.js';
import { toOffer, zoneOf } from './turn-input.js';

/** Free slots are looked for this far ahead, and so many are offered. */
const AHEAD_MS = 14 * DAY_MS;
const OFFERED = 3;

/** The context of a search for free times. */
type Seeking = Pick<ConversationSession, 'conversation' | 'definition' | 'snapshot'>;

const typeOf = ({ definition }: Pick<Seeking, 'definition'>): string => definition.ai.meeting_type?.toLowerCase() ?? '';

/** Returns whether a time is one that the lead asks for. */
function isWished(from: number, { days, notDays = [], times, not = [] }: Wish, zone: string): boolean {
  const date = dayOf(from, zone);
  const minute = minuteOfDay(inZone(from, zone));
  return (
    (days === undefined || days.includes(date)) &&
    (times === undefined || times.some((time) => minute >= time.from && minute < time.to)) &&
    !notDays.includes(date) &&
    !not.includes(from)
  );
}

/**
 * Finds free times of the agent's kind of meeting that fit a wish, as they would be offered at a moment; nothing is
 * written.
 */
export async function findOffers(db: Db, now: Date, seeking: Seeking, wish: Wish = {}): Promise<OfferedSlotRow[]> {
  const { conversation } = seeking;
  const from = now.getTime();
  const found = await findSlots(db, {
    accountId: conversation.account_id,
    meetingTypeId: typeOf(seeking),
    hostId: null,
    leadId: conversation.lead_id,
    now,
    from,
    to: from + AHEAD_MS,
  });
  const zone = zoneOf(seeking);
  const free = found.outcome === 'found' ? found.slots.filter((slot) => isWished(slot.from, wish, zone)) : [];
  const slots = slotsToOffer(free, OFFERED, zone);
  return slots.flatMap(({ from: starts, to, hosts }): OfferedSlotRow[] => {
    const [host] = hosts;
    if (!host) return [];
    return [
      {
        conversation_id: conversation.id,
        slot_id: randomBytes(6).toString('hex'),
        account_id: conversation.account_id,
        turn_no: conversation.next_turn,
        meeting_type_id: typeOf(seeking),
        host_id: host.id,
        host_name: host.name,
        starts_at: new Date(starts),
        ends_at: new Date(to),
        expires_at: new Date(from + OFFER_MS),
        taken_at: null,
      },
    ];
  });
}

/** Returns whether a time that was offered can still be had; nothing is reserved. */
export async function isStillFree(
  db: Db,
  now: Date,
  conversation: Seeking['conversation'],
  offer: OfferedSlotRow,
): Promise<boolean> {
  const from = offer.starts_at.getTime();
  const found = await findSlots(db, {
    accountId: conversation.account_id,
    meetingTypeId: offer.meeting_type_id,
    hostId: offer.host_id,
    leadId: conversation.lead_id,
    now,
    from,
    to: from + 1,
  });
  return found.outcome === 'found' && found.slots.some((slot) => slot.from === from);
}

/** Offers times, found before or now: they, and no earlier ones, can then be picked. */
export async function offerTimes(
  session: ConversationSession,
  turnInput: TurnInput,
  { given, wish }: { given?: OfferedSlotRow[] | undefined; wish?: Wish | undefined } = {},
): Promise<Offer[]> {
  const { work, conversation } = session;
  const { tx, now } = work;
  const rows = given ?? (await findOffers(tx, now, session, wish));
  if (session.offers.length > 0) await withdrawOffers(tx, now, conversation.id);
  const expires = new Date(now.getTime() + OFFER_MS);
  session.offers = rows.map((row) => ({ ...row, turn_no: conversation.next_turn, expires_at: expires }));
  await insertOffers(tx, session.offers);
  change(session, { offers_until: session.offers.length > 0 ? expires : null });
  return session.offers.map((row) => toOffer(row, turnInput));
}

/** Books a time that was offered, with the turn: undefined, or why it can't be had any more. */
export async function bookOffer(session: ConversationSession, slotId: string): Promise<string | undefined> {
  const { work, conversation, offers } = session;
  const offer = offers.find(({ slot_id }) => slot_id === slotId);
  if (!offer || conversation.lead_id === null)
    return 'The slot can only be booked for a lead, while the offer is valid.';
  const booked = await bookWithin(work, {
    createdBy: `agent:${conversation.agent_id}`,
    source: conversation.channel === 'chat' ? 'widget' : 'ai_agent',
    creationSource: 'agent_tool',
    origin: agentOrigin(conversation),
    accountId: conversation.account_id,
    leadId: conversation.lead_id,
    hostId: offer.host_id,
    agentId: conversation.agent_id,
    meetingTypeId: offer.meeting_type_id,
    startsAt: offer.starts_at.toISOString(),
    timezone: zoneOf(session),
    title: null,
    description: null,
    answers: {},
    inviteLead: null,
    allowOutside: false,
    holdId: null,
    idempotencyKey: null,
  });
  if (booked.outcome !== 'booked') return 'code' in booked ? booked.code : booked.outcome;
  await takeOffer(work.tx, work.now, offer);
  await withdrawOffers(work.tx, work.now, conversation.id);
  change(session, { offers_until: null });
  return undefined;
}
