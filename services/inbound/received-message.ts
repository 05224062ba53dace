import { openWhatsAppWindow } from '../../db/channels/whatsapp-windows.js';
import { insertEvents } from '../../db/events/events.js';
import { bumpEngagement } from '../../db/leads/engagement.js';
import { insertMessage } from '../../db/messages/transitions.js';
import type { LeadRow, MessageRow } from '../../db/tables.js';
import type { ConsentChannel } from '../../schemas/leads/leads.js';
import { applyLeadEvent } from '../agent-runs/exit-rules.js';
import { type ReceivedText, receiveFromLead } from '../conversations/receive-from-lead.js';
import { confirmConsent, optIn, optOut } from '../leads/consent.js';
import { askAboutMeeting } from '../meetings/ask-about-meeting.js';
import type { InboundContext } from './context.js';
import { answeringSubject } from './opt-out-confirmation.js';

/**
 * The thread of a received message: the message that it answers, and that one's enrollment or else the lead's newest
 * open one.
 */
export interface Thread {
  answered: MessageRow | undefined;
  run: { id: string | null; agentId: string | null };
}

/** The channel-specific columns of an inbound message. */
export type ReceivedColumns = Pick<
  MessageRow,
  'channel' | 'type' | 'to_address' | 'subject' | 'content' | 'html' | 'provider_message_id' | 'sent_at' | 'sender_id'
> & { details?: string | null };

/**
 * Stores the row of a message that came in. It has the id of the event it came with, so messages stand in the order of
 * their arrival, whichever is worked first.
 */
export async function keepMessage(
  { tx, now, row }: InboundContext,
  lead: LeadRow,
  { answered, run }: Thread,
  columns: ReceivedColumns,
): Promise<void> {
  await insertMessage(tx, {
    id: row.id,
    account_id: row.account_id,
    lead_id: lead.id,
    agent_run_id: run.id,
    agent_id: run.agentId,
    step_key: null,
    visit: null,
    attempt: null,
    direction: 'inbound',
    status: 'received' as const,
    claim_no: 0,
    claimed_at: null,
    template_id: null,
    variant: null,
    provider: row.provider,
    in_reply_to: answered?.id ?? null,
    hold_reason: null,
    hold_until: null,
    settled_by: null,
    failure_code: null,
    failure: null,
    details: null,
    late_by_seconds: null,
    delivered_at: null,
    read_at: null,
    created_at: row.received_at,
    updated_at: now,
    ...columns,
  });
}

export interface ReceiveResult {
  channel: ConsentChannel;
  intent: 'opt_out' | 'opt_in' | null;
  /** True if the word that opts out may mean the lead's meeting instead. */
  isAmbiguous: boolean;
  /** The text as the lead wrote it. */
  text: string;
  /** The subject, if the message is an email. */
  subject?: string;
  /** On WhatsApp: which of our numbers the lead wrote to, and until when it may send free text. */
  window?: { numberId: string | null; expiresAt: Date };
}

/** The effects of a message from a person. */
export interface Followed {
  /** The intent of the message. `asked`: the lead was asked whether it means its meeting, so nothing was done yet. */
  intent: ReceivedText['intent'];
  /** True if the keyword changed the lead's consent. */
  changed: boolean;
}

/**
 * Counts and reports a message that a person wrote, opts the lead out or in by a keyword, and applies the exit rules of
 * the lead's runs. A lead that has a meeting is asked once what `cancel` means.
 */
export async function followMessage(
  work: InboundContext,
  lead: LeadRow,
  { answered, run }: Thread,
  { channel, intent, isAmbiguous, text, subject, window }: ReceiveResult,
): Promise<Followed> {
  const { tx, now, row, origin } = work;
  const accountId = row.account_id;
  await bumpEngagement(
    tx,
    { id: lead.id, accountId },
    {
      counts: ['inbound_count'],
      lastInboundAt: row.received_at,
      lastChannel: channel,
      ...(window ? { whatsappWindowExpiresAt: window.expiresAt } : {}),
    },
  );
  if (window?.numberId) {
    const { numberId: number_id, expiresAt: expires_at } = window;
    await openWhatsAppWindow(tx, { lead_id: lead.id, number_id, account_id: accountId, expires_at });
  }
  const data = { message_id: row.id, channel, in_reply_to: answered?.id ?? null };
  await insertEvents(tx, now, [
    { accountId, leadId: lead.id, agentRunId: run.id, type: 'message.received', data, origin },
  ]);
  // Before the exit rules for replies, so that a run ends for the stronger of the two reasons.
  const numberId = window?.numberId ?? null;
  const asks = intent === 'opt_out' && isAmbiguous;
  const word = { channel, text, subject: subject === undefined ? null : answeringSubject(subject || text), numberId };
  const hasAsked = asks && (await askAboutMeeting(work, lead, { ...word, agentId: run.agentId }));
  let changed = false;
  if (intent !== null && !hasAsked) {
    const change = { accountId, leadId: lead.id, channel, source: 'reply' as const, messageId: row.id, origin };
    const result = await (intent === 'opt_out' ? optOut(work, change) : optIn(work, change));
    changed = result?.changed ?? false;
  } else if (channel === 'whatsapp' && lead.needs_opt_in) {
    // A message from the number proves its ownership. The sender of an email doesn't prove that of an address.
    await confirmConsent(work, { accountId, leadId: lead.id, channel, source: 'reply', messageId: row.id, origin });
  }
  const about = { accountId, leadId: lead.id, data, origin };
  await applyLeadEvent(work, { ...about, eventType: 'message.received', messages: [text] });
  return { intent: hasAsked ? 'asked' : intent, changed };
}

/** Returns what an event that brought a message resulted in. */
export const outcomeOf = (intent: ReceivedText['intent']): string =>
  intent === null || intent === 'asked' ? 'reply' : intent;

/** Puts a message that a person wrote into the conversation with its agent, where one answers on the channel. */
export const handToConversation = (
  context: InboundContext,
  lead: LeadRow,
  { run }: Thread,
  received: Omit<ReceivedText, 'messageId'>,
): Promise<void> => receiveFromLead(context, lead, run, { ...received, messageId: context.row.id });
