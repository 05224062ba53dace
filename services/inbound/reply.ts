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
import { applyMeetingAnswer, findMeetingOfSubject, isProgramsMail, type MeetingAnswer } from './meeting-answer.js';
import { confirmOptOut } from './opt-out-confirmation.js';
import {
  followMessage,
  handToConversation,
  keepMessage,
  outcomeOf,
  type ReceivedColumns,
  type Thread,
} from './received-message.js';

/** Emails at midnight are rarely read, so a person who returns on a day gets messages from this hour on. */
const BACK_AT_HOUR = 9;

/**
 * Processes an email from a lead. It is stored as a message, counted, reported, and passed to the exit rules. A keyword
 * alone opts the lead out or in. An automatic reply is stored too, but doesn't count as a reply and isn't reported. The
 * response of a calendar program updates the meeting instead.
 */
export async function handleReply(
  context: InboundContext,
  email: InboundReply,
  lead: LeadRow,
  { answer: found, ...thread }: Thread & { answer?: MeetingAnswer | undefined },
): Promise<InboundResult> {
  const { answered } = thread;
  const { tx, origin } = context;
  const providerId = providerIdOf(email);
  if (providerId !== null && (await hasReceived(tx, lead.id, providerId))) {
    return { outcome: 'duplicate', leadId: lead.id };
  }
  const locked = answered && (await lockMessageAndRun(tx, answered));
  // An answer to a message proves that it was sent.
  if (locked)
    await applyReceipt(context, locked, { status: 'sent', at: email.occurredAt, settledBy: 'receipt', origin });
  const answer = found ?? (await findMeetingOfSubject(context, lead, email, answered));
  const isProgram = answer !== undefined || isProgramsMail(email, lead);
  await keepMessage(context, lead, thread, columnsOf(email, isProgram));
  if (answer) await applyMeetingAnswer(context, answer, email.occurredAt);
  if (isProgram && email.intent === null) return { outcome: answer ? 'meeting_answer' : 'auto_reply', leadId: lead.id };
  if (email.autoReply) {
    if (email.autoReply.kind === 'out_of_office') await pauseWhileAway(context, email, lead);
    return { outcome: 'auto_reply', leadId: lead.id };
  }
  const replyText = email.newText === '' ? email.subject : email.newText;
  const { subject, isAmbiguous } = email;
  const { intent, changed } = await followMessage(context, lead, thread, {
    channel: 'email',
    intent: email.intent,
    isAmbiguous,
    text: replyText,
    subject,
  });
  const verified = lead.email !== null && email.fromKey === emailKey(lead.email);
  await handToConversation(context, lead, thread, {
    channel: 'email',
    intent,
    text: replyText,
    verified,
    subject,
    numberId: null,
  });
  if (changed && intent === 'opt_out') {
    const { agentId } = thread.run;
    await confirmOptOut(context, { lead, agentId, channel: 'email', text: replyText, subject });
  }
  return { outcome: outcomeOf(intent), leadId: lead.id };
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

const columnsOf = (email: InboundReply, isProgram: boolean): ReceivedColumns => ({
  channel: 'email',
  type: email.autoReply === null && !isProgram ? 'text' : 'auto_reply',
  to_address: email.to,
  subject: cut(email.subject, 998),
  content: email.newText || email.text,
  html: email.html,
  provider_message_id: providerIdOf(email),
  sent_at: email.occurredAt,
  sender_id: null,
});
