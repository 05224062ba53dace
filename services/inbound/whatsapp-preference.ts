import { findLastConsent } from '../../db/leads/consent.js';
import { lockUnerasedLead } from '../../db/leads/leads.js';
import { insertSuppression, liftSuppression } from '../../db/leads/suppressions.js';
import { phonesOfWaId } from '../../domain/inbound/inbound-whatsapp.js';
import { asNumber, asText, type Json } from '../../domain/inbound/provider-event.js';
import { readSender, type WhatsAppPerson } from '../../domain/inbound/whatsapp-sender.js';
import { parsePhone } from '../../domain/values/phone.js';
import { addressesOf, optIn, optOut } from '../leads/consent.js';
import type { InboundContext, InboundResult } from './context.js';
import { notUnderstood } from './notices.js';
import { claimPerson, findLeadOnWhatsApp, keepPerson } from './whatsapp-person.js';

const SOURCE = 'whatsapp_settings' as const;

/** Applies that a person stopped or resumed marketing messages in the settings of WhatsApp. */
export async function handlePreference(
  context: InboundContext,
  payload: unknown,
  preference: Json,
): Promise<InboundResult> {
  const { tx, row, origin } = context;
  const person = readSender(payload, preference);
  const [category, value] = [asText(preference.category), asText(preference.value)];
  const isKnown = category === 'marketing_messages' && (value === 'stop' || value === 'resume');
  if (!person || !isKnown) return notUnderstood(context, `user_preferences/${category}/${value}`);
  const isStop = value === 'stop';
  await claimPerson(context, person);
  const found = await findLeadOnWhatsApp(context, person);
  const locked = found && (await lockUnerasedLead(tx, row.account_id, found.id));
  if (!locked) return storePreference(context, person, isStop);
  const lead = await keepPerson(context, locked, person);
  const at = timeOf(preference.timestamp, row.received_at);
  const change = {
    accountId: row.account_id,
    leadId: lead.id,
    channel: 'whatsapp' as const,
    source: SOURCE,
    origin,
    note: [asText(preference.detail), at.toISOString()].filter(Boolean).join(', ').slice(-500),
  };
  if (isStop) {
    await optOut(context, change);
    return { outcome: 'opt_out', leadId: lead.id };
  }
  for (const address of addressesOf(lead, 'whatsapp')) {
    await liftSuppression(tx, { accountId: row.account_id, channel: 'whatsapp', address }, [SOURCE]);
  }
  // Only what the same setting stopped is resumed, and not by what was said before it.
  const last = await findLastConsent(tx, lead.id, 'whatsapp');
  const stoppedAt = Date.parse(last?.note?.slice(-ISO_CHARS) ?? '');
  const mayResume = last?.state === 'opted_out' && last.source === SOURCE && !(stoppedAt > at.getTime());
  if (!mayResume) return { outcome: 'not_resumed', leadId: lead.id };
  await optIn(context, change);
  return { outcome: 'opt_in', leadId: lead.id };
}

const ISO_CHARS = new Date(0).toISOString().length;

function timeOf(value: unknown, fallback: Date): Date {
  const seconds = asNumber(value);
  return seconds === null || seconds < 946_684_800 || seconds > 32_503_680_000 ? fallback : new Date(seconds * 1000);
}

/** A person who is no lead yet is remembered by address, so that a lead with it isn't written to. */
async function storePreference(
  context: InboundContext,
  person: WhatsAppPerson,
  isStop: boolean,
): Promise<InboundResult> {
  const { tx, now, row } = context;
  const phones = (person.waId === null ? [] : phonesOfWaId(person.waId)).flatMap((phone) => {
    const parsed = parsePhone(phone);
    return parsed.ok ? [parsed.value] : [];
  });
  for (const address of new Set([...phones, ...person.userIds])) {
    const suppression = { accountId: row.account_id, channel: 'whatsapp', address };
    if (isStop) await insertSuppression(tx, now, { ...suppression, reason: SOURCE });
    else await liftSuppression(tx, suppression, [SOURCE]);
  }
  return { outcome: isStop ? 'opt_out' : 'opt_in', leadId: null };
}
