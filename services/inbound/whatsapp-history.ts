import { findReceivingNumber } from '../../db/channels/whatsapp-numbers.js';
import { lockUnerasedLead } from '../../db/leads/leads.js';
import { listKnownOnWhatsApp } from '../../db/messages/messages.js';
import { insertClaimed, insertMessage, recordOutcome, settle } from '../../db/messages/transitions.js';
import type { LeadRow } from '../../db/tables.js';
import { type HistoryMessage, readHistory } from '../../domain/inbound/whatsapp-history.js';
import { whatsAppAddress } from '../../domain/values/whatsapp-user.js';
import { newIdAt } from '../../runtime/ids.js';
import type { InboundContext, InboundResult } from './context.js';
import { notUnderstood } from './notices.js';
import { findLeadOnWhatsApp } from './whatsapp-person.js';

/**
 * Keeps the messages of a chat from before its number was connected, once each by their IDs and at their own times, where
 * the person is a lead. They write no events, count as no replies and change nothing else. Chats with other people are
 * left alone.
 */
export async function handleHistory(context: InboundContext, payload: unknown): Promise<InboundResult> {
  const { tx, row } = context;
  const chat = readHistory(payload, row.received_at);
  if (!chat) return notUnderstood(context, 'history/without_person');
  const found = await findLeadOnWhatsApp(context, chat.person);
  const lead = found && (await lockUnerasedLead(tx, row.account_id, found.id));
  if (!lead) return { outcome: 'no_lead', leadId: null };
  const ids = chat.messages.map(({ message }) => Buffer.from(message.providerMessageId));
  const known = new Set(await listKnownOnWhatsApp(tx, row.account_id, ids));
  const number = await receivingNumber(context, chat.messages[0]);
  for (const past of chat.messages) {
    const id = past.message.providerMessageId;
    if (known.has(id)) continue;
    known.add(id);
    await storeHistory(context, lead, past, number);
  }
  return { outcome: 'history', leadId: lead.id };
}

/** Our number, as all messages of a chat have it. */
interface OurNumber {
  id: string | null;
  phone: string | null;
}

async function receivingNumber({ tx, row }: InboundContext, past: HistoryMessage | undefined): Promise<OurNumber> {
  const { displayPhoneNumber = null, phoneNumberId = null } = past?.message ?? {};
  const phone = displayPhoneNumber === null ? null : `+${displayPhoneNumber}`;
  return {
    id: await findReceivingNumber(tx, row.account_id, { providerId: phoneNumberId, phone: phone ?? '+' }),
    phone,
  };
}

async function storeHistory(
  context: InboundContext,
  lead: LeadRow,
  past: HistoryMessage,
  number: OurNumber,
): Promise<void> {
  const { tx, now, row } = context;
  const { message, isOurs, status } = past;
  const { kind, text, attachments, values, occurredAt } = message;
  const id = newIdAt(occurredAt);
  const details = {
    ...(isOurs ? { sent_outside: true } : {}),
    ...(attachments.length > 0 ? { attachments } : {}),
    ...(values ? { values } : {}),
  };
  const columns = {
    ...({ id, account_id: row.account_id, lead_id: lead.id, channel: 'whatsapp' } as const),
    type: kind,
    content: text,
    provider: row.provider,
    created_at: occurredAt,
    sender_id: number.id,
    details: Object.keys(details).length > 0 ? JSON.stringify(details) : null,
  };
  const sent = { provider_message_id: Buffer.from(message.providerMessageId), sent_at: occurredAt };
  if (!isOurs) {
    const received = { direction: 'inbound', status: 'received', to_address: number.phone, updated_at: now } as const;
    return insertMessage(tx, { ...columns, ...received, ...sent });
  }
  await insertClaimed(tx, now, { ...columns, direction: 'outbound', to_address: whatsAppAddress(lead) });
  await recordOutcome(tx, now, { id, claimNo: 1 }, 'sent', sent);
  if (status !== 'sent') await settle(tx, now, id, status);
}
