import { lockOpenRuns } from '../../db/agent-runs/agent-runs.js';
import { findReceivingNumber } from '../../db/channels/whatsapp-numbers.js';
import { fromJson } from '../../db/connection.js';
import { lockUnerasedLead } from '../../db/leads/leads.js';
import { findByProviderId, hasReceived, lockMessage, updateMessage } from '../../db/messages/messages.js';
import type { MessageRow } from '../../db/tables.js';
import { type InboundWhatsApp, phonesOfWaId, readWhatsAppMessage } from '../../domain/inbound/inbound-whatsapp.js';
import { applyReceipt, lockMessageAndRun } from '../messages/receipts.js';
import type { InboundContext, InboundResult } from './context.js';
import { findOrMakeLead } from './find-or-create-lead.js';
import { confirmOptOut } from './opt-out-confirmation.js';
import { followMessage, handToConversation, keepMessage, type Thread } from './received-message.js';
import { handleCapability, handleNumberQuality, handleTemplateStatus } from './whatsapp-account.js';
import { handleWhatsAppStatus } from './whatsapp-status.js';

/** How long after a person's message free text may be sent. */
const WINDOW_MS = 24 * 3_600_000;
/** Kinds that WhatsApp itself writes, not the person. */
const NOT_A_PERSONS = ['system'];

/** Works one stored event of WhatsApp's Cloud API. */
export async function handleWhatsAppEvent(context: InboundContext): Promise<InboundResult> {
  const payload = fromJson<unknown>(context.row.payload);
  switch (context.row.type) {
    case 'whatsapp.message':
      return handleMessage(context, readWhatsAppMessage(payload, context.row.received_at));
    case 'whatsapp.status':
      return handleWhatsAppStatus(context, payload);
    case 'whatsapp.template_status':
      return handleTemplateStatus(context, payload);
    case 'whatsapp.number_quality':
      return handleNumberQuality(context, payload);
    case 'whatsapp.capability':
      return handleCapability(context, payload);
    default:
      return { outcome: 'ignored', leadId: null };
  }
}

async function handleMessage(context: InboundContext, message: InboundWhatsApp | undefined): Promise<InboundResult> {
  const { tx, row, origin } = context;
  if (!message) return { outcome: 'ignored', leadId: null };
  const answered = message.answers === null ? undefined : await findByProviderId(tx, row.account_id, message.answers);
  const phones = phonesOfWaId(message.waId);
  const stranger = { phones, name: message.profileName, source: 'whatsapp' };
  const found = answered ? { id: answered.lead_id } : await findOrMakeLead(context, stranger);

  // Lead, then its runs, then the message: the order in which everybody locks them.
  const lead = found && (await lockUnerasedLead(tx, row.account_id, found.id));
  if (!lead) return { outcome: 'no_lead', leadId: null };
  const providerId = Buffer.from(message.providerMessageId);
  if (await hasReceived(tx, lead.id, providerId)) return { outcome: 'duplicate', leadId: lead.id };
  const [newest] = await lockOpenRuns(tx, row.account_id, lead.id);
  const locked = answered && (await lockMessageAndRun(tx, answered));
  // Whatever answers a message proves that it had arrived.
  if (locked)
    await applyReceipt(context, locked, { status: 'delivered', at: message.occurredAt, settledBy: 'receipt', origin });
  const run = answered ? { id: answered.agent_run_id, agentId: answered.agent_id } : undefined;
  const thread: Thread = {
    answered,
    run: run ?? { id: newest?.id ?? null, agentId: newest?.agent_id ?? null },
  };
  const numberId = await numberOf(context, message);
  await keepMessage(context, lead, thread, {
    channel: 'whatsapp',
    type: message.kind,
    to_address: message.displayPhoneNumber === null ? null : `+${message.displayPhoneNumber}`,
    subject: null,
    content: message.text,
    html: null,
    provider_message_id: providerId,
    sent_at: message.occurredAt,
    sender_id: numberId,
    details: detailsOf(message),
  });
  if (message.reaction) await noteReaction(context, message.reaction);
  if (NOT_A_PERSONS.includes(message.kind)) return { outcome: 'system', leadId: lead.id };
  const changed = await followMessage(context, lead, thread, {
    channel: 'whatsapp',
    intent: message.intent,
    said: message.text,
    window: { numberId, expiresAt: new Date(message.occurredAt.getTime() + WINDOW_MS) },
  });
  await handToConversation(context, lead, thread, {
    ...{ channel: 'whatsapp', intent: message.intent, text: message.text, verified: true, subject: null, numberId },
  });
  if (changed && message.intent === 'opt_out') {
    await confirmOptOut(context, {
      ...{ lead, agentId: thread.run.agentId, channel: 'whatsapp', numberId },
      said: message.text,
    });
  }
  return { outcome: message.intent ?? 'reply', leadId: lead.id };
}

const detailsOf = ({ attachments, reaction }: InboundWhatsApp): string | null =>
  attachments.length === 0 && reaction === null
    ? null
    : JSON.stringify({
        ...(attachments.length > 0 ? { attachments } : {}),
        ...(reaction ? { reacts_to: reaction.to } : {}),
      });

/** A reaction stands with the message it is to as well; taking it back takes it away there. */
async function noteReaction(
  { tx, now, row }: InboundContext,
  { to, emoji }: NonNullable<InboundWhatsApp['reaction']>,
): Promise<void> {
  const target = await findByProviderId(tx, row.account_id, to);
  const message: MessageRow | undefined = target && (await lockMessage(tx, target.id));
  if (!message) return;
  const details = { ...fromJson<Record<string, unknown> | null>(message.details), reaction: emoji };
  await updateMessage(tx, message.id, { details: JSON.stringify(details), updated_at: now });
}

/** Our number that a message came to: by the provider's id, else by the number itself. */
async function numberOf(
  { tx, row }: InboundContext,
  { phoneNumberId, displayPhoneNumber }: InboundWhatsApp,
): Promise<string | null> {
  return findReceivingNumber(tx, row.account_id, {
    providerId: phoneNumberId ?? null,
    phone: `+${displayPhoneNumber ?? ''}`,
  });
}
