import type { Knex } from 'knex';
import { lockOpenRuns } from '../../db/agent-runs/agent-runs.js';
import { fromJson } from '../../db/connection.js';
import { UNMATCHED } from '../../db/inbound/tables.js';
import { isAwaited } from '../../db/leads/find-lead.js';
import { lockUnerasedLead } from '../../db/leads/leads.js';
import { findByProviderId, findSentMessage, listEmailsSentAround } from '../../db/messages/messages.js';
import type { InboundEventRow, MessageRow } from '../../db/tables.js';
import { type InboundEmail, type InboundReply, readInboundEmail } from '../../domain/inbound/inbound-email.js';
import { readAddress } from '../../domain/inbound/mail-address.js';
import { unknownKind } from '../../domain/inbound/provider-event.js';
import { SENT_MAIL } from '../../domain/inbound/sent-mail.js';
import type { MachineReason } from '../../schemas/events/machines.js';
import type { EmailHookEvent } from '../../schemas/inbound/hooks.js';
import { isEmailEventType } from '../../schemas/inbound/provider-hooks.js';
import { applyLeadEvent } from '../agent-runs/exit-rules.js';
import { unsubscribe } from '../leads/unsubscribe.js';
import { isOwnLink } from '../messages/mail-links.js';
import { applyReceipt, lockMessageAndRun } from '../messages/receipts.js';
import { applyHit, recordHit } from '../messages/tracking.js';
import { handleBounce, handleComplaint } from './bounce.js';
import type { InboundContext, InboundResult } from './context.js';
import { leadOfAddress } from './lead-of-address.js';
import { noteMailLimits } from './mail-limits.js';
import { findAnsweredMeeting } from './meeting-answer.js';
import { notUnderstood } from './notices.js';
import { handleReply } from './reply.js';
import { handleSentMail } from './sent-mail.js';

/** Works one event of the email shape, whichever way it came. */
export async function handleEmailEvent(context: InboundContext): Promise<InboundResult> {
  const { tx, row } = context;
  if (row.provider === 'imap' && row.type === SENT_MAIL) return handleSentMail(context);
  const payload = fromJson<EmailHookEvent>(row.payload);
  if (row.provider === 'imap') await noteMailLimits(context, payload);
  // Events of other kinds are kept as they came; their shape was never checked.
  const kind = unknownKind(row.type);
  if (kind !== undefined) return notUnderstood(context, kind, fieldsOf(payload));
  if (!isEmailEventType(row.type)) return { outcome: 'ignored', leadId: null };
  const email = readInboundEmail(payload, row.received_at);
  if (email.kind === 'unknown') return { outcome: 'ignored', leadId: null };
  const sent =
    (await findSentMessage(tx, row.account_id, email.messageIds)) ??
    (await findAnswered(tx, row.account_id, payload.in_reply_to)) ??
    (await findSentAt(tx, row.account_id, payload.to, email));
  const answer = email.kind === 'reply' ? await findAnsweredMeeting(tx, row.account_id, email) : undefined;
  const message = answer && sent?.lead_id !== answer.meeting.lead_id ? undefined : sent;
  const returned = email.kind === 'bounce' || email.kind === 'complaint' || email.kind === 'unsubscribed';
  const address = email.kind === 'reply' ? email.fromKey : returned ? readAddress(payload.to) : null;
  const leadId =
    answer?.meeting.lead_id ??
    message?.lead_id ??
    (address && (await leadOfAddress(tx, row.account_id, address))) ??
    null;
  if (leadId === null) {
    return { outcome: email.kind !== 'reply' ? 'no_message' : isForPerson(row, email) ? UNMATCHED : 'no_lead', leadId };
  }
  // The provider still tries: the message stays as it is.
  if (email.kind === 'deferred') return { outcome: 'deferred', leadId };
  if (email.kind === 'clicked') return handleClick(context, email, message);
  if (email.kind === 'delivered' || email.kind === 'opened') {
    const machine = email.kind === 'opened' ? email.machine : null;
    return handleReceipt(context, { opened: email.kind === 'opened', at: email.occurredAt, machine }, message);
  }

  // Lead, then its runs, then the message: the order in which everybody locks them.
  const lead = await lockUnerasedLead(tx, row.account_id, leadId);
  if (!lead) return { outcome: 'no_lead', leadId };
  if (email.kind === 'unsubscribed') {
    await unsubscribe(context, { accountId: row.account_id, leadId }, context.origin);
    return { outcome: 'unsubscribed', leadId };
  }
  const [newestRun] = await lockOpenRuns(tx, row.account_id, leadId);
  if (email.kind === 'reply') {
    const run = message ? { id: message.agent_run_id, agentId: message.agent_id } : undefined;
    return handleReply(context, email, lead, {
      answered: message,
      answer,
      run: run ?? { id: newestRun?.id ?? null, agentId: newestRun?.agent_id ?? null },
    });
  }
  const about = { lead, message, address: message?.to_address ?? address ?? lead.email };
  return email.kind === 'bounce' ? handleBounce(context, email, about) : handleComplaint(context, email, about);
}

/** Finds the message that an email answers by a Message-ID that isn't ours: some providers replace ours when they send. */
async function findAnswered(
  tx: Knex,
  accountId: string,
  inReplyTo: string | null | undefined,
): Promise<MessageRow | undefined> {
  const id = /<[^<>\s]{1,900}>/.exec(inReplyTo ?? '')?.[0];
  const found = id === undefined ? undefined : await findByProviderId(tx, accountId, id);
  return found?.channel === 'email' ? found : undefined;
}

/** Providers accept an email within this time of our sending it. */
const ACCEPTED_MS = 60_000;

/**
 * Finds the message that an event without any ID is about: the only one to its recipient around the time at which the
 * provider accepted it.
 */
async function findSentAt(
  tx: Knex,
  accountId: string,
  to: string | null | undefined,
  { sentAt, messageIds }: InboundEmail,
): Promise<MessageRow | undefined> {
  const address = readAddress(to);
  if (!sentAt || messageIds.length > 0 || address === null) return undefined;
  const leadId = await leadOfAddress(tx, accountId, address);
  const sent = leadId === undefined ? [] : await listEmailsSentAround(tx, leadId, sentAt, ACCEPTED_MS);
  return sent.length === 1 ? sent[0] : undefined;
}

/** The names of the fields of an event that no rule understands, without their values. */
const fieldsOf = (payload: object): string => `Fields: ${Object.keys(payload).slice(0, 20).join(', ')}`;

/**
 * Returns whether a mail that belongs to no lead is one that a person should see. A mailbox holds much more than
 * answers.
 */
const isForPerson = ({ provider }: InboundEventRow, email: InboundReply): boolean =>
  !email.autoReply && !email.isBulk && !email.calendar?.answer && (provider !== 'imap' || email.answers);

/** A click that the provider counted. It is judged like one of ours; our own pages aren't what the email is about. */
async function handleClick(
  work: InboundContext,
  { url, machine, occurredAt }: Extract<InboundEmail, { kind: 'clicked' }>,
  message: MessageRow | undefined,
): Promise<InboundResult> {
  if (!message) return { outcome: 'no_message', leadId: null };
  const { id: messageId, account_id: accountId, lead_id: leadId } = message;
  if (isOwnLink(url)) return { outcome: 'ignored', leadId };
  await recordHit(work, { kind: 'click', accountId, messageId, url }, machine, occurredAt);
  return { outcome: 'clicked', leadId };
}

/** A delivery or an opening: the message moves forward, and enrolments that may wait for it look again. */
async function handleReceipt(
  work: InboundContext,
  { opened, at, machine }: { opened: boolean; at: Date; machine: MachineReason | null },
  found: MessageRow | undefined,
): Promise<InboundResult> {
  const { tx, row, origin } = work;
  const locked = found && (await lockMessageAndRun(tx, found));
  if (!locked) return { outcome: 'no_message', leadId: null };
  const { message } = locked;
  if (opened && machine !== null) {
    await applyHit(work, locked, { url: null, at, reason: machine, origin });
    return { outcome: 'opened', leadId: message.lead_id };
  }
  const first = opened ? message.read_at === null : message.delivered_at === null;
  await applyReceipt(work, locked, {
    status: opened ? 'read' : 'delivered',
    at,
    settledBy: 'receipt',
    origin,
  });
  const eventType = opened ? 'email.opened' : 'message.delivered';
  if (first && (await isAwaited(tx, message.lead_id, eventType))) {
    await applyLeadEvent(work, {
      accountId: row.account_id,
      leadId: message.lead_id,
      eventType,
      data: { message_id: message.id, channel: message.channel },
      origin,
    });
  }
  return { outcome: opened ? 'opened' : 'delivered', leadId: message.lead_id };
}
