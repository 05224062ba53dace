import { findReceivingNumber } from '../../db/channels/whatsapp-numbers.js';
import { lockUnerasedLead } from '../../db/leads/leads.js';
import { findOnWhatsApp } from '../../db/messages/messages.js';
import type { LeadRow } from '../../db/tables.js';
import { type InboundWhatsApp, readMessage } from '../../domain/inbound/inbound-whatsapp.js';
import { asObject } from '../../domain/inbound/provider-event.js';
import { readRecipient } from '../../domain/inbound/whatsapp-sender.js';
import { whatsAppAddress } from '../../domain/values/whatsapp-user.js';
import type { InboundContext, InboundResult } from './context.js';
import { notUnderstood } from './notices.js';
import { handOver, keepSentOutside } from './sent-outside.js';
import { changeEarlierMessage } from './whatsapp-changes.js';
import { claimPerson, findLeadOnWhatsApp, keepPerson } from './whatsapp-person.js';

/** The author in runs and conversations: a person outside this service. */
const BY = 'whatsapp_app';
const REASON = 'A user replied in the WhatsApp Business app.';

/**
 * Keeps a message that a colleague sent in the WhatsApp Business app: it is in the history like any other, and the person
 * has the lead from then on. Private chats with people who are no leads stay private.
 */
export async function handleEcho(context: InboundContext, payload: unknown): Promise<InboundResult> {
  const { tx, row } = context;
  const raw = asObject(asObject(payload).message);
  const [message, recipient] = [readMessage(payload, row.received_at), readRecipient(payload, raw)];
  if (!message) return notUnderstood(context, 'message_echoes');
  const { act } = message;
  if (act.kind === 'edits' || act.kind === 'deletes' || act.kind === 'withdraws_reaction') {
    const changed = await changeEarlierMessage(context, message, act);
    if (changed) return changed;
  }
  if (!recipient) return notUnderstood(context, `message_echoes/${message.kind}/without_recipient`);
  await claimPerson(context, recipient);
  const found = await findLeadOnWhatsApp(context, recipient);
  const locked = found && (await lockUnerasedLead(tx, row.account_id, found.id));
  if (!locked) return { outcome: 'no_lead', leadId: null };
  if (await findOnWhatsApp(tx, row.account_id, message.providerMessageId)) {
    return { outcome: 'duplicate', leadId: locked.id };
  }
  const lead = await keepPerson(context, locked, recipient);
  await handOver(context, lead, { by: BY, reason: REASON });
  await keepEcho(context, lead, message);
  return { outcome: 'echo', leadId: lead.id };
}

async function keepEcho(context: InboundContext, lead: LeadRow, message: InboundWhatsApp): Promise<void> {
  const { tx, row } = context;
  const { kind, text, attachments, values, occurredAt, providerMessageId } = message;
  const phone = `+${message.displayPhoneNumber ?? ''}`;
  const numberId = await findReceivingNumber(tx, row.account_id, { providerId: message.phoneNumberId, phone });
  const details = {
    sent_outside: true,
    ...(attachments.length > 0 ? { attachments } : {}),
    ...(values ? { values } : {}),
  };
  await keepSentOutside(
    context,
    {
      id: row.id,
      account_id: row.account_id,
      lead_id: lead.id,
      channel: 'whatsapp',
      type: kind,
      content: text,
      to_address: whatsAppAddress(lead),
      sender_id: numberId,
      provider: row.provider,
      details: JSON.stringify(details),
    },
    { by: BY, providerMessageId: Buffer.from(providerMessageId), sentAt: occurredAt },
  );
}
