import { findLead } from '../../../db/leads/leads.js';
import { offerMessage, slotsToOffer } from '../../../domain/meetings/offer.js';
import { DAY_MS } from '../../../domain/time/zoned.js';
import { ENGLISH_READER } from '../../../domain/values/reader.js';
import { findSlots } from '../../meetings/find-slots.js';
import { findLeadReader } from '../../messages/lead-reader.js';
import type { ApplyToLead } from '../effect.js';
import { queueForLead } from './queue-message.js';

/** Free slots are looked for this far ahead. */
const AHEAD_MS = 14 * DAY_MS;

/** Writes free slots of a meeting type to the lead; nothing is held for it until it answers. */
export const applyOfferMeeting: ApplyToLead<'offer_meeting'> = async (work, target, effect, { origin }) => {
  const { tx, now } = work;
  const { params, idempotency_key } = effect;
  const { timezone } = target.facts;
  const found = await findSlots(tx, {
    accountId: target.account.id,
    meetingTypeId: params.meeting_type_id.toLowerCase(),
    hostId: params.host_id?.toLowerCase() ?? null,
    leadId: target.leadId,
    now,
    from: now.getTime(),
    to: now.getTime() + AHEAD_MS,
  });
  if (found.outcome !== 'found') return { skipped: 'The meeting type or its host no longer exists.' };
  const slots = slotsToOffer(found.slots, params.slots, timezone);
  if (slots.length === 0) return { skipped: 'No slot is free in the next two weeks.' };
  const lead = await findLead(tx, target.account.id, target.leadId);
  const reader = (lead && (await findLeadReader(tx, lead))) ?? ENGLISH_READER;
  const { subject, text } = offerMessage({ name: found.type.name, zone: timezone }, slots, reader);
  const content = { subject, content: text };
  return queueForLead(work, target, { idempotencyKey: idempotency_key, channel: params.channel, content, origin });
};
