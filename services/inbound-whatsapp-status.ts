import { lockLead } from '../db/consent.js';
import { insertEvents } from '../db/events.js';
import { hasInboundEvent } from '../db/hooks.js';
import { isAwaited } from '../db/inbound-leads.js';
import { findByProviderId, findSentMessage } from '../db/messages.js';
import { closeWhatsAppWindow, forgetFirstContact } from '../db/whatsapp-windows.js';
import { readWhatsAppStatus, type WhatsAppStatus } from '../domain/inbound-whatsapp.js';
import type { MessageNews } from '../domain/message-status.js';
import { statusEventId } from '../domain/provider-events/meta.js';
import { twilioFailure } from '../domain/twilio-errors.js';
import { explained, type WhatsAppFailure, whatsAppFailure } from '../domain/whatsapp-errors.js';
import { isUuid } from '../runtime/ids.js';
import type { EventKind } from '../schemas/events.js';
import { applyLeadEvent } from './exit-rules.js';
import type { InboundContext, InboundResult } from './inbound.js';
import { lockMessageAndRun, takeNews } from './message-news.js';
import { holdForAnotherTry } from './send-again.js';

const NEWS: Readonly<Record<string, MessageNews>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  played: 'read',
  failed: 'failed',
};

/**
 * A status of a message of ours, found by the id of ours that travelled along, else by the provider's: a status may
 * come before we have heard that the message was taken at all.
 */
export async function takeWhatsAppStatus(context: InboundContext, payload: unknown): Promise<InboundResult> {
  const { tx, now, row, origin } = context;
  const status = readWhatsAppStatus(payload, row.received_at);
  const news = status && NEWS[status.status];
  if (!status || !news) return { outcome: 'ignored', leadId: null };
  const found = await messageOf(context, status);
  if (!found) return { outcome: 'no_message', leadId: null };
  // A failure may act on the lead's runs, so the lead is locked first, as everybody does.
  if (news === 'failed' && !(await lockLead(tx, row.account_id, found.lead_id))) {
    return { outcome: 'no_lead', leadId: found.lead_id };
  }
  const locked = await lockMessageAndRun(tx, found);
  if (!locked) return { outcome: 'no_message', leadId: null };
  const { message } = locked;
  if (news === 'sent' && (await wasRefused(context, status))) return { outcome: 'stale', leadId: message.lead_id };
  const fault = failureOf(row.provider, status);
  const failure = {
    code: fault.code,
    provider_code: status.error?.code ?? null,
    retryable: fault.retryable,
    message: explained(fault.code, status.error?.message).slice(0, 1_000),
  };
  if (news === 'failed') {
    await forgetFirstContact(tx, message.lead_id, message.sender_id, message.claimed_at);
    const { providerMessageId } = status;
    const held = await holdForAnotherTry(tx, now, locked, { fault, failure, providerMessageId, origin });
    if (held) return { outcome: 'held', leadId: message.lead_id };
  }
  const first =
    { sent: message.sent_at, delivered: message.delivered_at, read: message.read_at, failed: null }[news] === null;
  const after = await takeNews(tx, now, locked, {
    news,
    at: status.occurredAt,
    settledBy: 'receipt',
    origin,
    providerMessageId: status.providerMessageId,
    ...(news === 'failed' ? { failure } : {}),
  });
  const data = { message_id: message.id, channel: message.channel };
  const about = { accountId: row.account_id, leadId: message.lead_id, origin };
  if (news === 'failed' && message.status !== 'failed' && after.status === 'failed') {
    const facts = { ...data, code: fault.code, kind: fault.code === 'undeliverable' ? 'hard' : 'soft' };
    if (fault.code === 'WINDOW_CLOSED') {
      const { lead_id: leadId, sender_id: numberId, claimed_at: claimedAt } = message;
      await closeWhatsAppWindow(tx, now, { leadId, numberId, claimedAt });
    }
    await insertEvents(tx, now, [{ ...about, agentRunId: message.agent_run_id, type: 'message.failed', data: facts }]);
    await applyLeadEvent(tx, now, { ...about, eventType: 'message.failed', data: facts });
  } else if (first) {
    const eventType: EventKind = `message.${news}`;
    if (await isAwaited(tx, message.lead_id, eventType)) await applyLeadEvent(tx, now, { ...about, eventType, data });
  }
  return { outcome: news, leadId: message.lead_id };
}

async function messageOf({ tx, row }: InboundContext, { ourId, providerMessageId }: WhatsAppStatus) {
  const ours =
    ourId !== null && isUuid(ourId) ? await findSentMessage(tx, row.account_id, [ourId.toLowerCase()]) : undefined;
  return ours ?? findByProviderId(tx, row.account_id, providerMessageId);
}

/**
 * Whether the provider has refused this very sending: its "sent" that comes late says nothing of the message, which may
 * be about to leave again under another id.
 */
const wasRefused = ({ tx, row }: InboundContext, { providerMessageId }: WhatsAppStatus): Promise<boolean> =>
  hasInboundEvent(tx, row, statusEventId(providerMessageId, 'failed'));

function failureOf(provider: string, { error }: WhatsAppStatus): WhatsAppFailure {
  if (!error || !/^\d{1,9}$/.test(error.code)) return { code: 'provider_error', retryable: false };
  return (provider === 'twilio' ? twilioFailure : whatsAppFailure)(Number(error.code));
}
