import { lockOpenRuns } from '../../db/agent-runs/agent-runs.js';
import { findReceivingNumber } from '../../db/channels/whatsapp-numbers.js';
import { fromJson } from '../../db/connection.js';
import { lockUnerasedLead } from '../../db/leads/leads.js';
import { findByProviderId, hasReceived } from '../../db/messages/messages.js';
import type { LeadRow } from '../../db/tables.js';
import {
  type InboundWhatsApp,
  type ReceivedWhatsApp,
  readMessage,
  readWhatsAppMessage,
} from '../../domain/inbound/inbound-whatsapp.js';
import { asObject, asText, type Json } from '../../domain/inbound/provider-event.js';
import { readChangedPerson, readSender, readUserIdUpdate } from '../../domain/inbound/whatsapp-sender.js';
import { applyReceipt, lockMessageAndRun } from '../messages/receipts.js';
import type { InboundContext, InboundResult } from './context.js';
import { notUnderstood } from './notices.js';
import { confirmOptOut } from './opt-out-confirmation.js';
import { followMessage, handToConversation, keepMessage, outcomeOf, type Thread } from './received-message.js';
import { handleAccountEvent } from './whatsapp-account.js';
import { changeEarlierMessage, noteReaction } from './whatsapp-changes.js';
import { handleEcho } from './whatsapp-echo.js';
import { handleHistory } from './whatsapp-history.js';
import { changePerson, claimPerson, findLeadOnWhatsApp, findOrCreateLead, keepPerson } from './whatsapp-person.js';
import { handlePreference } from './whatsapp-preference.js';
import { handleWhatsAppStatus } from './whatsapp-status.js';

/** The time after a person's message in which free text may be sent. */
const WINDOW_MS = 24 * 3_600_000;

/** Works one stored event of WhatsApp's Cloud API, or one of Twilio's in the same shape. */
export async function handleWhatsAppEvent(context: InboundContext): Promise<InboundResult> {
  const { row } = context;
  const payload = fromJson<unknown>(row.payload);
  switch (row.type) {
    case 'whatsapp.message':
      return handleMessage(context, payload);
    case 'whatsapp.status':
      return handleWhatsAppStatus(context, payload);
    case 'whatsapp.echo':
      return handleEcho(context, payload);
    case 'whatsapp.preference':
      return handlePreference(context, payload, asObject(asObject(payload).item));
    case 'whatsapp.user_id_update':
      return handleChange(context, readUserIdUpdate(payload));
    case 'whatsapp.history':
      // An event that says that no chats are shared has none.
      return asObject(payload).thread ? handleHistory(context, payload) : { outcome: 'ignored', leadId: null };
    default:
      return handleAccountEvent(context, payload);
  }
}

async function handleMessage(context: InboundContext, payload: unknown): Promise<InboundResult> {
  const raw = asObject(asObject(payload).message);
  if (asText(raw.type) === 'system') return handleSystemMessage(context, payload, raw);
  const message = readWhatsAppMessage(payload, context.row.received_at);
  if (!message) return notUnderstood(context, `message/${asText(raw.type) ?? 'unknown'}/without_sender`);
  switch (message.act.kind) {
    case 'edits':
    case 'deletes':
    case 'withdraws_reaction': {
      const changed = await changeEarlierMessage(context, message, message.act);
      // An edit of what was never received is all that is known of the message.
      return changed ?? receive(context, message);
    }
    case 'says':
      return receive(context, message);
  }
}

/** A message that WhatsApp wrote itself is kept with its lead; it creates none and is no reply. */
async function handleSystemMessage(context: InboundContext, payload: unknown, raw: Json): Promise<InboundResult> {
  const { tx, row } = context;
  const system = asObject(raw.system);
  if (asText(system.type) === 'user_preference_changed') {
    const preference = { category: 'marketing_messages', value: system.marketing, detail: system.body };
    return handlePreference(context, payload, { ...raw, ...preference });
  }
  const [message, sender] = [readMessage(payload, row.received_at), readSender(payload, raw)];
  const change = readChangedPerson(payload, raw);
  if (!message || !(sender || change)) return notUnderstood(context, `message/system/${asText(system.type)}`);
  const changed = change && (await changePerson(context, change));
  const found = changed ?? (sender && (await findLeadOnWhatsApp(context, sender)));
  const lead = found && (await lockUnerasedLead(tx, row.account_id, found.id));
  if (!lead) return { outcome: 'no_lead', leadId: null };
  if (await hasReceived(tx, lead.id, Buffer.from(message.providerMessageId))) {
    return { outcome: 'duplicate', leadId: lead.id };
  }
  const [newest] = await lockOpenRuns(tx, row.account_id, lead.id);
  const run = { id: newest?.id ?? null, agentId: newest?.agent_id ?? null };
  await storeMessage(context, lead, { answered: undefined, run }, message);
  return { outcome: 'system', leadId: lead.id };
}

async function handleChange(
  context: InboundContext,
  change: ReturnType<typeof readUserIdUpdate>,
): Promise<InboundResult> {
  if (!change) return notUnderstood(context, 'user_id_update');
  const lead = await changePerson(context, change);
  return { outcome: lead ? 'user_id_changed' : 'no_lead', leadId: lead?.id ?? null };
}

async function receive(context: InboundContext, message: ReceivedWhatsApp): Promise<InboundResult> {
  const { tx, row, origin } = context;
  const answered = message.answers === null ? undefined : await findByProviderId(tx, row.account_id, message.answers);
  await claimPerson(context, message.sender);
  const found = answered ? { id: answered.lead_id, isNew: false } : await findOrCreateLead(context, message.sender);

  // Lead, then its runs, then the message: the order in which everyone locks them.
  const locked = found && (await lockUnerasedLead(tx, row.account_id, found.id));
  if (!found || !locked) return { outcome: 'no_lead', leadId: null };
  const providerId = Buffer.from(message.providerMessageId);
  if (await hasReceived(tx, locked.id, providerId)) return { outcome: 'duplicate', leadId: locked.id };
  const sender = { ...message.sender, waId: message.sender.waId ?? message.sharedPhone?.slice(1) ?? null };
  const lead = await keepPerson(context, locked, sender, { isNew: found.isNew, referral: referralOf(message) });
  const [newest] = await lockOpenRuns(tx, row.account_id, lead.id);
  const answers = answered && (await lockMessageAndRun(tx, answered));
  // An answer to a message proves that it arrived.
  if (answers)
    await applyReceipt(context, answers, { status: 'delivered', at: message.occurredAt, settledBy: 'receipt', origin });
  const run = answered ? { id: answered.agent_run_id, agentId: answered.agent_id } : undefined;
  const thread: Thread = { answered, run: run ?? { id: newest?.id ?? null, agentId: newest?.agent_id ?? null } };
  const numberId = await storeMessage(context, lead, thread, message);
  if (message.reaction) await noteReaction(context, message.reaction);
  const outcome = await follow(context, lead, thread, message, numberId);
  if (message.isUnknown) return notUnderstood(context, `message/${message.kind}`, '', lead.id);
  return { outcome, leadId: lead.id };
}

/** Does what follows from a message that a person wrote. Returns the outcome of its event. */
async function follow(
  context: InboundContext,
  lead: LeadRow,
  thread: Thread,
  message: InboundWhatsApp,
  numberId: string | null,
): Promise<string> {
  const { isAmbiguous, text, occurredAt } = message;
  const { intent, changed } = await followMessage(context, lead, thread, {
    channel: 'whatsapp',
    intent: message.intent,
    isAmbiguous,
    text,
    window: { numberId, expiresAt: new Date(occurredAt.getTime() + WINDOW_MS) },
  });
  await handToConversation(context, lead, thread, {
    channel: 'whatsapp',
    intent,
    text,
    verified: true,
    subject: null,
    numberId,
  });
  if (changed && intent === 'opt_out' && !message.isHandled) {
    await confirmOptOut(context, { lead, agentId: thread.run.agentId, channel: 'whatsapp', numberId, text });
  }
  return outcomeOf(intent);
}

/** Stores the message with the lead. Returns our number that it was received on. */
async function storeMessage(
  context: InboundContext,
  lead: LeadRow,
  thread: Thread,
  message: InboundWhatsApp,
): Promise<string | null> {
  const { displayPhoneNumber, phoneNumberId, providerMessageId } = message;
  const phone = displayPhoneNumber === null ? null : `+${displayPhoneNumber}`;
  const numberId = await findReceivingNumber(context.tx, context.row.account_id, {
    providerId: phoneNumberId,
    phone: phone ?? '+',
  });
  await keepMessage(context, lead, thread, {
    channel: 'whatsapp',
    type: message.kind,
    to_address: phone,
    subject: null,
    content: message.text,
    html: null,
    provider_message_id: Buffer.from(providerMessageId),
    sent_at: message.occurredAt,
    sender_id: numberId,
    details: detailsOf(message),
  });
  return numberId;
}

function detailsOf({ attachments, reaction, values }: InboundWhatsApp): string | null {
  const details = {
    ...(attachments.length > 0 ? { attachments } : {}),
    ...(reaction ? { reacts_to: reaction.to } : {}),
    ...(values ? { values } : {}),
  };
  return Object.keys(details).length > 0 ? JSON.stringify(details) : null;
}

const REFERRAL = ['source_type', 'source_id', 'source_url', 'headline', 'body', 'media_type', 'ctwa_clid'] as const;
const MAX_REFERRAL = 500;

/** The ad or post that led the person to write, as the lead keeps it. */
function referralOf({ values }: InboundWhatsApp): Record<string, string> | undefined {
  const referral = asObject(values?.referral);
  const found = REFERRAL.flatMap((name) => {
    const text = asText(referral[name]);
    return text === null ? [] : [[name, text.slice(0, MAX_REFERRAL)] as const];
  });
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}
