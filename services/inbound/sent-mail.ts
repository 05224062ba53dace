import { findUserByEmail } from '../../db/accounts/users.js';
import { fromJson } from '../../db/connection.js';
import { lockUnerasedLead } from '../../db/leads/leads.js';
import { findByProviderId } from '../../db/messages/messages.js';
import type { LeadRow } from '../../db/tables.js';
import { type InboundReply, readInboundEmail } from '../../domain/inbound/inbound-email.js';
import type { SentMailEvent } from '../../domain/inbound/sent-mail.js';
import { cut } from '../../domain/values/text.js';
import { newId } from '../../runtime/ids.js';
import type { InboundContext, InboundResult } from './context.js';
import { leadOfAddress } from './lead-of-address.js';
import { handOver, keepSentOutside } from './sent-outside.js';

/** The author in runs and conversations, where the address is of no user: a person with another mail program. */
const BY = 'mail_program';
const REASON = 'A user wrote to the lead from their mailbox.';
/** A mail to more leads than this is a mailing, not a message of a person to a lead. */
const MAX_LEADS = 10;
const ANSWER = /^METHOD:\s*REPLY/im;

/**
 * Keeps a mail that someone sent from the mailbox of a sender: it is in the history of the leads it was sent to, and the
 * person has them from then on. Whatever address of the mailbox it came from, its owner or a delegate wrote it. Automatic
 * mails have no effect, nor do mails to people who are no leads, such as forwards.
 */
export async function handleSentMail(context: InboundContext): Promise<InboundResult> {
  const { tx, row } = context;
  const event = fromJson<SentMailEvent>(row.payload);
  const mail = readInboundEmail({ ...event, type: 'reply' }, row.received_at);
  if (mail.kind !== 'reply') return { outcome: 'ignored', leadId: null };
  const isAnswer = event.calendar !== undefined && ANSWER.test(event.calendar ?? '');
  if (mail.autoReply || mail.isBulk || isAnswer) return { outcome: 'automatic', leadId: null };
  const providerId = event.message_id ?? event.event_id;
  // One of ours whose headers the provider changed, or one that is read in two mailboxes.
  if (await findByProviderId(tx, row.account_id, providerId)) return { outcome: 'duplicate', leadId: null };
  const found = new Set<string>();
  for (const address of event.recipients) {
    const id = await leadOfAddress(tx, row.account_id, address);
    if (id !== undefined) found.add(id);
  }
  if (found.size > MAX_LEADS) return { outcome: 'automatic', leadId: null };
  const by = await authorOf(context, mail);
  let first: string | null = null;
  // All who lock several leads do so in this order.
  for (const id of [...found].sort()) {
    const lead = await lockUnerasedLead(tx, row.account_id, id);
    if (!lead) continue;
    await handOver(context, lead, { by, reason: REASON, at: mail.occurredAt });
    await keep(context, lead, { mail, event, by, id: first === null ? row.id : newId(), providerId });
    first ??= lead.id;
  }
  return { outcome: first === null ? 'no_lead' : 'sent_by_person', leadId: first };
}

async function authorOf({ tx, row }: InboundContext, { from }: InboundReply): Promise<string> {
  const user = from === null ? undefined : await findUserByEmail(tx, row.account_id, from);
  return user ? `user:${user.id}` : BY;
}

const keep = (
  context: InboundContext,
  lead: LeadRow,
  {
    mail,
    event,
    by,
    id,
    providerId,
  }: { mail: InboundReply; event: SentMailEvent; by: string; id: string; providerId: string },
): Promise<void> =>
  keepSentOutside(
    context,
    {
      id,
      account_id: lead.account_id,
      lead_id: lead.id,
      channel: 'email',
      type: 'text',
      subject: cut(mail.subject, 998),
      content: mail.newText || mail.text,
      html: mail.html,
      to_address: lead.email,
      sender_id: event.sender_id,
      provider: context.row.provider,
      details: JSON.stringify({ sent_outside: true }),
    },
    { by, providerMessageId: Buffer.from(providerId).subarray(0, 998), sentAt: mail.occurredAt },
  );
