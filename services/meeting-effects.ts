import { offerMessage, slotsToOffer } from '../domain/meetings/offer.js';
import { DAY_MS } from '../domain/zoned.js';
import type { EffectOf } from '../schemas/effects.js';
import { recordConversion } from './conversions.js';
import { cancelNextMeeting } from './meetings/cancel-next.js';
import { findSlots } from './meetings/find-slots.js';
import { queueText } from './message-effects.js';
import type { Outgoing, OutgoingContext } from './outgoing-effects.js';

/** Free slots are looked for this far ahead. */
const AHEAD_MS = 14 * DAY_MS;

/** Writes free slots of a meeting type to the lead; nothing is held for it until it answers. */
export async function offerMeeting(
  context: OutgoingContext,
  { params, idempotency_key }: EffectOf<'offer_meeting'>,
): Promise<Outgoing> {
  const { tx, now, accountId, leadId, timezone } = context;
  const found = await findSlots(tx, {
    accountId,
    meetingTypeId: params.meeting_type_id.toLowerCase(),
    hostId: params.host_id?.toLowerCase() ?? null,
    leadId,
    now,
    from: now.getTime(),
    to: now.getTime() + AHEAD_MS,
  });
  if (found.outcome !== 'found') return { skipped: 'There is no such meeting type, or its host is gone.' };
  const slots = slotsToOffer(found.slots, params.slots, timezone);
  if (slots.length === 0) return { skipped: 'No time is free in the next two weeks.' };
  const { subject, text } = offerMessage({ name: found.type.name, zone: timezone }, slots);
  return queueText(context, idempotency_key, params.channel, { subject, content: text });
}

/** Cancels the lead's next meeting. */
export async function cancelMeeting(
  { tx, now, accountId, leadId, origin }: OutgoingContext,
  { params }: EffectOf<'cancel_meeting'>,
): Promise<Outgoing> {
  const lead = { id: leadId ?? '', accountId };
  const cancelled = await cancelNextMeeting(tx, now, lead, { reason: params.reason, origin });
  return cancelled ? { done: true } : { skipped: 'The lead has no meeting ahead.' };
}

/** Records a success of the lead. */
export async function recordSuccess(
  { tx, now, accountId, leadId, origin }: OutgoingContext,
  { params }: EffectOf<'record_conversion'>,
): Promise<Outgoing> {
  if (leadId === null) return { skipped: 'There is no lead.' };
  const recorded = await recordConversion(tx, now, {
    accountId,
    leadId,
    typeId: params.conversion_type_id.toLowerCase(),
    amount: params.amount,
    currency: params.currency,
    origin,
  });
  return recorded.ok ? { done: true } : { skipped: recorded.problem.message };
}
