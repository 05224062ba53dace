import { lockOpenRuns } from '../../db/agent-runs/agent-runs.js';
import { findDefinition } from '../../db/agents/agents.js';
import { findReceivingNumber } from '../../db/channels/whatsapp-numbers.js';
import { settlePromises } from '../../db/conversations/conversations.js';
import { listOpenConversations } from '../../db/conversations/with-agent.js';
import { insertEvents } from '../../db/events/events.js';
import { bumpEngagement } from '../../db/leads/engagement.js';
import { lockUnerasedLead } from '../../db/leads/leads.js';
import { findOnWhatsApp } from '../../db/messages/messages.js';
import { insertClaimed, recordOutcome } from '../../db/messages/transitions.js';
import type { LeadRow } from '../../db/tables.js';
import { type InboundWhatsApp, readMessage } from '../../domain/inbound/inbound-whatsapp.js';
import { asObject } from '../../domain/inbound/provider-event.js';
import { readRecipient } from '../../domain/inbound/whatsapp-sender.js';
import { whatsAppAddress } from '../../domain/values/whatsapp-user.js';
import { pauseRun } from '../agent-runs/pause-resume.js';
import { noteWrittenElsewhere } from '../conversations/operate.js';
import type { InboundContext, InboundResult } from './context.js';
import { notUnderstood } from './notices.js';
import { changeEarlierMessage } from './whatsapp-changes.js';
import { claimPerson, findLeadOnWhatsApp, keepPerson } from './whatsapp-person.js';

/** The author in runs and conversations: a person outside this service. */
const BY = 'whatsapp_app';
const REASON = 'A user replied in the WhatsApp Business app.';
const MINUTE_MS = 60_000;

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
  await handOver(context, lead);
  await keepEcho(context, lead, message);
  await settlePromises(tx, lead.id, context.now);
  return { outcome: 'echo', leadId: lead.id };
}

/** Gives the lead's open runs to the person, as a message of theirs from here would have done. */
async function handOver(context: InboundContext, lead: LeadRow): Promise<void> {
  const { tx, now, origin } = context;
  for (const run of await lockOpenRuns(tx, lead.account_id, lead.id)) {
    if (run.human_takeover) continue;
    const definition = await findDefinition(tx, run.agent_id, run.agent_version);
    const minutes = definition?.handoff.auto_resume_after_minutes ?? null;
    const autoResumeAt = minutes === null ? null : new Date(now.getTime() + minutes * MINUTE_MS);
    await pauseRun(context, run, { reason: REASON, by: BY, humanTakeover: true, autoResumeAt, origin });
  }
}

async function keepEcho(context: InboundContext, lead: LeadRow, message: InboundWhatsApp): Promise<void> {
  const { tx, now, row, origin } = context;
  const { kind, text, attachments, values, occurredAt, providerMessageId } = message;
  const phone = `+${message.displayPhoneNumber ?? ''}`;
  const numberId = await findReceivingNumber(tx, row.account_id, { providerId: message.phoneNumberId, phone });
  const details = {
    sent_outside: true,
    ...(attachments.length > 0 ? { attachments } : {}),
    ...(values ? { values } : {}),
  };
  await insertClaimed(tx, now, {
    id: row.id,
    account_id: row.account_id,
    lead_id: lead.id,
    channel: 'whatsapp',
    direction: 'outbound',
    type: kind,
    content: text,
    to_address: whatsAppAddress(lead),
    sender_id: numberId,
    provider: row.provider,
    details: JSON.stringify(details),
    created_at: row.received_at,
  });
  await recordOutcome(tx, now, { id: row.id, claimNo: 1 }, 'sent', {
    sent_at: occurredAt,
    provider_message_id: Buffer.from(providerMessageId),
  });
  const about = { id: lead.id, accountId: row.account_id };
  const counted = { counts: ['outbound_count'] as const, lastOutboundAt: occurredAt, lastChannel: 'whatsapp' };
  await bumpEngagement(tx, about, counted);
  const data = { message_id: row.id, channel: 'whatsapp', sent_outside: true };
  await insertEvents(tx, now, [{ accountId: row.account_id, leadId: lead.id, type: 'message.sent', data, origin }]);
  for (const conversation of await listOpenConversations(tx, lead.id, 'whatsapp')) {
    await noteWrittenElsewhere(context, conversation, { messageId: row.id, text, by: BY, origin });
  }
}
