import { markRefusedSender } from '../../db/channels/email-senders.js';
import { insertEvents, type NewEvent } from '../../db/events/events.js';
import { countInboundOutcomes } from '../../db/inbound/hooks.js';
import type { LeadRow, MessageRow } from '../../db/tables.js';
import type { InboundEmail } from '../../domain/inbound/inbound-email.js';
import { cut } from '../../domain/values/text.js';
import { applyLeadEvent } from '../agent-runs/exit-rules.js';
import { optOut } from '../leads/consent.js';
import { suppress } from '../leads/suppress.js';
import { applyReceipt, lockMessageAndRun } from '../messages/receipts.js';
import type { InboundContext, InboundResult } from './context.js';

type Bounce = Extract<InboundEmail, { kind: 'bounce' }>;
type Complaint = Pick<InboundEmail, 'occurredAt'>;

/** The lead and message of a bounce or complaint. */
export interface About {
  lead: LeadRow;
  message: MessageRow | undefined;
  address: string | null;
}

const SOFT_BOUNCES = 3;
const SOFT_DAYS = 30;

/**
 * Works a mail that came back: the message failed, and the address is suppressed at once or with the third soft bounce.
 * One that was refused for its sender's sake says nothing about the address: the sender is marked as refused instead.
 */
export async function handleBounce(context: InboundContext, email: Bounce, about: About): Promise<InboundResult> {
  const { tx, origin } = context;
  const { lead, message, address } = about;
  const { kind, cause, code, diagnostic } = email.bounce;
  const locked = message && (await lockMessageAndRun(tx, message));
  if (locked) {
    await applyReceipt(context, locked, {
      status: 'failed',
      at: email.occurredAt,
      settledBy: 'receipt',
      origin,
      failure: {
        code: cause === 'sender' ? 'sender_refused' : kind === 'hard' ? 'hard_bounce' : 'soft_bounce',
        provider_code: code,
        retryable: kind === 'soft',
        message: cut(diagnostic ?? 'The email bounced.', 1_000),
      },
    });
  }
  if (cause === 'sender') {
    if (message?.sender_id) await noteRefusedSender(context, message.sender_id, { code, diagnostic });
    await emit(context, about, 'email.bounced', { kind, code, suppressed: false, cause });
    return { outcome: 'sender_refused', leadId: lead.id };
  }
  const suppressed = address !== null && (kind === 'hard' || (await isThirdSoft(context, lead.id)));
  if (suppressed) {
    const reason = kind === 'hard' ? 'hard_bounce' : 'soft_bounce';
    await suppress(context, { accountId: lead.account_id, channel: 'email', address, reason });
  }
  await emit(context, about, 'email.bounced', { kind, code, suppressed });
  return { outcome: `${kind}_bounce`, leadId: lead.id };
}

/** Works a mail that its reader called spam: it arrived, and nothing more goes to the address or the lead by email. */
export async function handleComplaint(context: InboundContext, email: Complaint, about: About): Promise<InboundResult> {
  const { tx, origin } = context;
  const { lead, message, address } = about;
  const locked = message && (await lockMessageAndRun(tx, message));
  if (locked)
    await applyReceipt(context, locked, { status: 'delivered', at: email.occurredAt, settledBy: 'receipt', origin });
  if (address !== null) {
    await suppress(context, { accountId: lead.account_id, channel: 'email', address, reason: 'complaint' });
  }
  await optOut(context, {
    accountId: lead.account_id,
    leadId: lead.id,
    channel: 'email',
    source: 'complaint',
    messageId: message?.id ?? null,
    origin,
  });
  await emit(context, about, 'email.complained', {});
  return { outcome: 'complaint', leadId: lead.id };
}

/** Marks a sender whose mail servers refuse it, for the operator. */
const noteRefusedSender = (
  { tx, now, row }: InboundContext,
  senderId: string,
  { code, diagnostic }: Pick<Bounce['bounce'], 'code' | 'diagnostic'>,
): Promise<void> =>
  markRefusedSender(tx, row.account_id, senderId, {
    refused_at: now,
    refused_reason: cut([code, diagnostic].filter(Boolean).join(': ') || 'No reason was given.', 500),
  });

/** This bounce is counted when its own transaction ends, so two earlier ones make it the third. */
async function isThirdSoft({ tx, row }: InboundContext, leadId: string): Promise<boolean> {
  const since = new Date(row.received_at.getTime() - SOFT_DAYS * 86_400_000);
  return (await countInboundOutcomes(tx, leadId, 'soft_bounce', since)) >= SOFT_BOUNCES - 1;
}

async function emit(
  work: InboundContext,
  { lead, message }: About,
  type: 'email.bounced' | 'email.complained',
  facts: Record<string, unknown>,
): Promise<void> {
  const { tx, now, origin } = work;
  const data = { message_id: message?.id ?? null, channel: 'email', ...facts };
  const event: NewEvent = {
    accountId: lead.account_id,
    leadId: lead.id,
    agentRunId: message?.agent_run_id ?? null,
    type,
    data,
    origin,
  };
  await insertEvents(tx, now, [event]);
  await applyLeadEvent(work, { accountId: lead.account_id, leadId: lead.id, eventType: type, data, origin });
}
