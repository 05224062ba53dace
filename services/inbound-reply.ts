import { DateTime } from 'luxon';
import { bumpEngagement } from '../db/engagement.js';
import { insertEvents } from '../db/events.js';
import { hasReceived, insertMessage } from '../db/messages.js';
import type { LeadRow, MessageRow } from '../db/tables.js';
import type { InboundReply } from '../domain/inbound-email.js';
import { leadZone } from '../domain/lead-zone.js';
import { cut } from '../domain/values/text.js';
import { optIn, optOut } from './consent.js';
import { applyLeadEvent } from './exit-rules.js';
import type { InboundContext, InboundResult } from './inbound-email.js';
import { lockMessageAndRun, takeNews } from './message-news.js';

/** Where a reply belongs: what it answers, and that message's enrolment or else the lead's newest open one. */
export interface Thread {
  answered: MessageRow | undefined;
  run: { id: string | null; agentId: string | null };
}

/** Nobody reads mail at midnight: a person who is back on a day is written to from this hour on. */
const BACK_AT_HOUR = 9;

/**
 * A mail from a lead: kept as a message, counted, told, and handed to the exit rules. A keyword alone opts the lead
 * out or in. An automatic answer is kept too, but counts as no reply and is told to nobody. The message has the id of the event it came
 * with, so messages stand in the order of their arrival, whichever is worked first.
 */
export async function takeReply(
  context: InboundContext,
  email: InboundReply,
  lead: LeadRow,
  thread: Thread,
): Promise<InboundResult> {
  const { answered } = thread;
  const { tx, now, row, origin } = context;
  const accountId = row.account_id;
  const providerId = providerIdOf(email);
  if (providerId !== null && (await hasReceived(tx, lead.id, providerId))) {
    return { outcome: 'duplicate', leadId: lead.id };
  }
  const locked = answered && (await lockMessageAndRun(tx, answered));
  // Whatever answers a message proves that it had left.
  if (locked) await takeNews(tx, now, locked, { news: 'sent', at: email.occurredAt, settledBy: 'receipt', origin });
  await insertMessage(tx, toMessage(context, email, lead, thread));
  if (email.autoReply) {
    if (email.autoReply.kind === 'out_of_office') await restWhileAway(context, email, lead);
    return { outcome: 'auto_reply', leadId: lead.id };
  }
  await bumpEngagement(
    tx,
    { id: lead.id, accountId },
    { counts: ['inbound_count'], lastInboundAt: row.received_at, lastChannel: 'email' },
  );
  const data = { message_id: row.id, channel: 'email', in_reply_to: answered?.id ?? null };
  await insertEvents(tx, now, [
    { accountId, leadId: lead.id, agentRunId: thread.run.id, type: 'message.received', data, origin },
  ]);
  // Before the exit rules for replies, so that a run ends for the stronger of the two reasons.
  if (email.intent !== null) {
    const change = {
      accountId,
      leadId: lead.id,
      channel: 'email' as const,
      source: 'reply' as const,
      messageId: row.id,
      origin,
    };
    await (email.intent === 'opt_out' ? optOut(tx, now, change) : optIn(tx, now, change));
  }
  await applyLeadEvent(tx, now, { accountId, leadId: lead.id, eventType: 'message.received', data, origin });
  return { outcome: email.intent ?? 'reply', leadId: lead.id };
}

/**
 * Lets the lead's runs rest as their agents say. No `message.received` is written: waits and goals take that for an
 * answer of the person.
 */
async function restWhileAway(context: InboundContext, email: InboundReply, lead: LeadRow): Promise<void> {
  const { tx, now, row, origin } = context;
  const until = await backAt(context, email, lead);
  await applyLeadEvent(tx, now, {
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
  const account: { timezone: string } = await tx('accounts').where({ id: lead.account_id }).first('timezone');
  const zone = leadZone({ timezone: lead.timezone, phone: lead.phone }, account.timezone);
  return DateTime.fromISO(day, { zone }).set({ hour: BACK_AT_HOUR }).toUTC().toISO() ?? undefined;
}

const MAX_PROVIDER_ID = 998;

/** The mail's own Message-ID as the column holds it. */
const providerIdOf = ({ providerMessageId }: InboundReply): Buffer | null =>
  providerMessageId === null ? null : Buffer.from(providerMessageId).subarray(0, MAX_PROVIDER_ID);

function toMessage(
  { now, row }: InboundContext,
  email: InboundReply,
  lead: LeadRow,
  { answered, run }: Thread,
): MessageRow {
  return {
    id: row.id,
    account_id: row.account_id,
    lead_id: lead.id,
    agent_run_id: run.id,
    agent_id: run.agentId,
    step_key: null,
    visit: null,
    attempt: null,
    channel: 'email',
    direction: 'inbound',
    type: email.autoReply === null ? 'text' : 'auto_reply',
    status: 'received',
    claim_no: 0,
    claimed_at: null,
    sender_id: null,
    template_id: null,
    variant: null,
    to_address: email.to,
    subject: cut(email.subject, 998),
    content: email.newText || email.text,
    html: email.html,
    provider: row.provider,
    provider_message_id: providerIdOf(email),
    in_reply_to: answered?.id ?? null,
    hold_reason: null,
    hold_until: null,
    settled_by: null,
    failure_code: null,
    failure: null,
    late_by_seconds: null,
    sent_at: email.occurredAt,
    delivered_at: null,
    read_at: null,
    created_at: row.received_at,
    updated_at: now,
  };
}
