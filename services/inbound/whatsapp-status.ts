import { closeWhatsAppWindow, forgetFirstContact } from '../../db/channels/whatsapp-windows.js';
import { insertEvents } from '../../db/events/events.js';
import { hasInboundEvent } from '../../db/inbound/hooks.js';
import { isAwaited } from '../../db/leads/find-lead.js';
import { lockUnerasedLead } from '../../db/leads/leads.js';
import { listWhatsAppUsers } from '../../db/leads/whatsapp-users.js';
import { findByProviderId, findSentMessage } from '../../db/messages/messages.js';
import { failTest } from '../../db/messages/user-mails.js';
import { twilioFailure } from '../../domain/channels/twilio-errors.js';
import {
  explained,
  testFailure,
  type WhatsAppFailure,
  whatsAppFailure,
} from '../../domain/channels/whatsapp-errors.js';
import { readWhatsAppStatus, type WhatsAppStatus } from '../../domain/inbound/inbound-whatsapp.js';
import { statusEventId } from '../../domain/inbound/meta.js';
import { asObject, lookUp } from '../../domain/inbound/provider-event.js';
import { readRecipient } from '../../domain/inbound/whatsapp-sender.js';
import type { ReceiptStatus } from '../../domain/messages/states.js';
import { isUuid } from '../../runtime/ids.js';
import type { EventKind } from '../../schemas/events/events.js';
import { applyLeadEvent } from '../agent-runs/exit-rules.js';
import { applyReceipt, lockMessageAndRun } from '../messages/receipts.js';
import { holdForAnotherTry } from '../messages/retry-later.js';
import type { InboundContext, InboundResult } from './context.js';
import { notUnderstood } from './notices.js';
import { claimPerson, keepPerson } from './whatsapp-person.js';

const RECEIPTS: Readonly<Record<string, ReceiptStatus>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  played: 'read',
  failed: 'failed',
};

/** Statuses before the send, or without effect on its outcome. */
const STATUSES_WITHOUT_EFFECT: readonly string[] = [
  'accepted',
  'queued',
  'sending',
  'scheduled',
  'held_for_quality_assessment',
  'warning',
];

/**
 * Applies a status of a message of ours, found by the id of ours that travelled along, else by the provider's: a status
 * may come before we have heard that the message was taken at all.
 */
export async function handleWhatsAppStatus(context: InboundContext, payload: unknown): Promise<InboundResult> {
  const { tx, now, row, origin } = context;
  const status = readWhatsAppStatus(payload, row.received_at);
  if (!status) return notUnderstood(context, 'status');
  if (STATUSES_WITHOUT_EFFECT.includes(status.status)) return { outcome: 'ignored', leadId: null };
  const receipt = lookUp(RECEIPTS, status.status);
  if (!receipt) return notUnderstood(context, `status/${status.status}`);
  const found = await messageOf(context, status);
  if (!found) return handleTestStatus(context, status);
  await learnPerson(context, found.lead_id, payload);
  // A failure may act on the lead's runs, so the lead is locked first, as everyone does.
  if (receipt === 'failed' && !(await lockUnerasedLead(tx, row.account_id, found.lead_id))) {
    return { outcome: 'no_lead', leadId: found.lead_id };
  }
  const locked = await lockMessageAndRun(tx, found);
  if (!locked) return { outcome: 'no_message', leadId: null };
  const { message } = locked;
  if (receipt === 'sent' && (await wasRefused(context, status))) return { outcome: 'stale', leadId: message.lead_id };
  const cause = failureOf(row.provider, status);
  const failure = {
    code: cause.code,
    provider_code: status.error?.code ?? null,
    retryable: cause.retryable,
    message: explained(cause.code, status.error?.message).slice(0, 1_000),
  };
  if (receipt === 'failed') {
    await forgetFirstContact(tx, message.lead_id, message.sender_id, message.claimed_at);
    const { providerMessageId } = status;
    const held = await holdForAnotherTry(context, locked, { cause, failure, providerMessageId, origin });
    if (held) return { outcome: 'held', leadId: message.lead_id };
  }
  const first =
    { sent: message.sent_at, delivered: message.delivered_at, read: message.read_at, failed: null }[receipt] === null;
  const after = await applyReceipt(context, locked, {
    status: receipt,
    at: status.occurredAt,
    settledBy: 'receipt',
    origin,
    providerMessageId: status.providerMessageId,
    ...(receipt === 'failed' ? { failure } : {}),
  });
  const data = { message_id: message.id, channel: message.channel };
  const about = { accountId: row.account_id, leadId: message.lead_id, origin };
  if (receipt === 'failed' && message.status !== 'failed' && after.status === 'failed') {
    const facts = { ...data, code: cause.code, kind: cause.code === 'undeliverable' ? 'hard' : 'soft' };
    if (cause.code === 'WINDOW_CLOSED') {
      const { lead_id: leadId, sender_id: numberId, claimed_at: claimedAt } = message;
      await closeWhatsAppWindow(tx, now, { leadId, numberId, claimedAt });
    }
    await insertEvents(tx, now, [{ ...about, agentRunId: message.agent_run_id, type: 'message.failed', data: facts }]);
    await applyLeadEvent(context, { ...about, eventType: 'message.failed', data: facts });
  } else if (first) {
    const eventType: EventKind = `message.${receipt}`;
    if (await isAwaited(tx, message.lead_id, eventType)) await applyLeadEvent(context, { ...about, eventType, data });
  }
  return { outcome: receipt, leadId: message.lead_id };
}

/** Applies a status of a message without a lead, which is a test to oneself. */
async function handleTestStatus({ tx, row }: InboundContext, status: WhatsAppStatus): Promise<InboundResult> {
  const { ourId, error } = status;
  const { code } = failureOf(row.provider, status);
  const failed =
    status.status === 'failed' &&
    ourId !== null &&
    isUuid(ourId) &&
    (await failTest(tx, { id: ourId.toLowerCase(), account_id: row.account_id }, testFailure(code, error?.message)));
  return { outcome: failed ? 'failed' : 'no_message', leadId: null };
}

/** Keeps the user ID of whom our message reached, by which the person is known when they hide their number. */
async function learnPerson(context: InboundContext, leadId: string, payload: unknown): Promise<void> {
  const { tx, row } = context;
  const person = readRecipient(payload, asObject(asObject(payload).status));
  if (!person || person.userIds.length === 0) return;
  if ((await listWhatsAppUsers(tx, row.account_id, person.userIds)).length === person.userIds.length) return;
  await claimPerson(context, person);
  const lead = await lockUnerasedLead(tx, row.account_id, leadId);
  if (lead) await keepPerson(context, lead, person);
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
