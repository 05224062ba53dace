import type { LeadRow } from '../../db/tables.js';
import { optOutConfirmation } from '../../domain/leads/opt-out.js';
import { phoneCountry } from '../../domain/values/phone.js';
import { queueMessage } from '../messages/queue.js';
import type { InboundContext } from './context.js';

/** A lead's STOP, with its channel and words. */
export interface OptOutMessage {
  lead: Pick<LeadRow, 'id' | 'country' | 'phone'>;
  agentId: string | null;
  channel: 'whatsapp' | 'email';
  text: string;
  /** Our number that it was said to, where it is known: nothing else reaches the lead. */
  numberId?: string | null;
  /** The subject of the mail that said it. */
  subject?: string;
}

/**
 * Queues the one answer to STOP, in the lead's language as far as word and country tell it. It leaves though the lead
 * is opted out. Said again, STOP changes nothing and is not answered; without a sender there is no answer.
 */
export async function confirmOptOut(work: InboundContext, stop: OptOutMessage): Promise<void> {
  const { row } = work;
  const { lead } = stop;
  const country = lead.country ?? (lead.phone === null ? undefined : phoneCountry(lead.phone)) ?? null;
  await queueMessage(work, {
    accountId: row.account_id,
    leadId: lead.id,
    agentId: stop.agentId,
    channel: stop.channel,
    content: {
      template_id: null,
      subject: stop.subject === undefined ? null : answeringSubject(stop.subject),
      content: optOutConfirmation(stop.text, country),
      html: null,
      begin_message: null,
      variables: {},
    },
    respectWindow: false,
    respectCaps: false,
    evenOptedOut: true,
    ...(stop.numberId ? { numberId: stop.numberId } : {}),
    idempotencyKey: `opt-out/${row.id}`,
    origin: { kind: 'system', id: null },
  });
}

const MAX_SUBJECT = 200;

/** Returns the subject of an answer to a mail that holds a keyword. */
export function answeringSubject(subject: string): string {
  const plain = subject.trim().slice(0, MAX_SUBJECT);
  return plain === '' || /^re:/i.test(plain) ? plain || 'STOP' : `Re: ${plain}`;
}
