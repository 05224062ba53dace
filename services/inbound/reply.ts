import { DateTime } from 'luxon';
import { findAccount } from '../../db/accounts/accounts.js';
import { hasReceived } from '../../db/messages/messages.js';
import type { LeadRow } from '../../db/tables.js';
import type { InboundReply } from '../../domain/inbound/inbound-email.js';
import { leadZone } from '../../domain/leads/lead-zone.js';
import { emailKey } from '../../domain/values/email.js';
import { cut } from '../../domain/values/text.js';
import { applyLeadEvent } from '../agent-runs/exit-rules.js';
import { applyReceipt, lockMessageAndRun } from '../messages/receipts.js';
import type { InboundContext, InboundResult } from './context.js';
import { confirmOptOut } from './opt-out-confirmation.js';
import {
  followMessage,
  handToConversation,
  keepMessage,
  type ReceivedColumns,
  type Thread,
} from './received-message.js';

/** Nobody reads mail at midnight: a person who is back on a day is written to from this hour on. */
const BACK_AT_HOUR = 9;

/**
 * Works a mail from a lead: kept as a message, counted, told, and handed to the exit rules. A keyword alone opts the
 * lead out or in. An automatic answer is kept too, but counts as no reply and is told to nobody.
 */
export async function handleReply(
  context: InboundContext,
  email: InboundReply,
  lead: LeadRow,
  thread: Thread,
): Promise<InboundResult> {
  const { answered } = thread;
  const { tx, origin } = context;
  const providerId = providerIdOf(email);
  if (providerId !== null && (await hasReceived(tx, lead.id, providerId))) {
    return { outcome: 'duplicate', leadId: lead.id };
  }
  const locked = answered && (await lockMessageAndRun(tx, answered));
  // Whatever answers a message proves that it had left.
  if (locked)
    await applyReceipt(context, locked, { status: 'sent', at: email.occurredAt, settledBy: 'receipt', origin });
  await keepMessage(context, lead, thread, columnsOf(email));
  if (email.autoReply) {
    if (email.autoReply.kind === 'out_of_office') await pauseWhileAway(context, email, lead);
    return { outcome: 'auto_reply', leadId: lead.id };
  }
  const said = email.newText === '' ? email.subject : email.newText;
  const changed = await followMessage(context, lead, thread, { channel: 'email', intent: email.intent, said });
  const verified = lead.email !== null && email.fromKey === emailKey(lead.email);
  await handToConversation(context, lead, thread, {
    ...{ channel: 'email', intent: email.intent, text: said, verified, subject: email.subject, numberId: null },
  });
  if (changed && email.intent === 'opt_out') {
    const { agentId } = thread.run;
    await confirmOptOut(context, { lead, agentId, channel: 'email', said, subject: email.subject });
  }
  return { outcome: email.intent ?? 'reply', leadId: lead.id };
}

/**
 * Lets the lead's runs rest as their agents say. No `message.received` is written: waits and goals take that for an
 * answer of the person.
 */
async function pauseWhileAway(context: InboundContext, email: InboundReply, lead: LeadRow): Promise<void> {
  const { row, origin } = context;
  const until = await backAt(context, email, lead);
  await applyLeadEvent(context, {
    accountId: row.account_id,
    leadId: lead.id,
    eventType: 'message.received',
    data: { message_id: row.id, channel: 'email', auto_reply: true, ...(until ? { until } : {}) },
    origin,
  });
}

/** The instant at which an out-of-office answer ends, in the lead's own day. */
async function backAt({ tx }: InboundContext, email: InboundReply, lead: LeadRow): Promise<string | undefined> {
  const day = email.autoReply?.pauseUntil;
  if (!day) return undefined;
  const account = await findAccount(tx, lead.account_id);
  const zone = leadZone({ timezone: lead.timezone, phone: lead.phone }, account.timezone);
  return DateTime.fromISO(day, { zone }).set({ hour: BACK_AT_HOUR }).toUTC().toISO() ?? undefined;
}

const MAX_PROVIDER_ID = 998;

/** The mail's own Message-ID as the column holds it. */
const providerIdOf = ({ providerMessageId }: InboundReply): Buffer | null =>
  providerMessageId === null ? null : Buffer.from(providerMessageId).subarray(0, MAX_PROVIDER_ID);

const columnsOf = (email: InboundReply): ReceivedColumns => ({
  channel: 'email',
  type: email.autoReply === null ? 'text' : 'auto_reply',
  to_address: email.to,
  subject: cut(email.subject, 998),
  content: email.newText || email.text,
  html: email.html,
  provider_message_id: providerIdOf(email),
  sent_at: email.occurredAt,
  sender_id: null,
});
