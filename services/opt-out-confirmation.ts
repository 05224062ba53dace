import { optOutConfirmation } from '../domain/opt-out.js';
import type { InboundContext } from './inbound.js';
import { queueMessage } from './outgoing-messages.js';

/** Who said STOP, where and in which words. */
export interface SaidStop {
  leadId: string;
  agentId: string | null;
  channel: 'whatsapp' | 'email';
  said: string;
  /** The subject of the mail that said it. */
  subject?: string;
}

/**
 * The one answer to STOP, in the language of the word. It leaves though the lead is opted out. Said again, STOP changes
 * nothing and is not answered; without a sender there is no answer.
 */
export async function confirmOptOut({ tx, now, row }: InboundContext, stop: SaidStop): Promise<void> {
  await queueMessage(tx, now, {
    accountId: row.account_id,
    leadId: stop.leadId,
    agentId: stop.agentId,
    channel: stop.channel,
    content: {
      template_id: null,
      subject: stop.subject === undefined ? null : answering(stop.subject),
      content: optOutConfirmation(stop.said),
      html: null,
      begin_message: null,
      variables: {},
    },
    respectWindow: false,
    respectCaps: false,
    evenOptedOut: true,
    occasion: `opt-out/${row.id}`,
    origin: { kind: 'system', id: null },
  });
}

const MAX_SUBJECT = 200;

function answering(subject: string): string {
  const plain = subject.trim().slice(0, MAX_SUBJECT);
  return plain === '' || /^re:/i.test(plain) ? plain || 'STOP' : `Re: ${plain}`;
}
