import type { Knex } from 'knex';
import { singleLine } from '../../domain/values/text.js';
import { newId } from '../../runtime/ids.js';
import { storeDelivery } from '../sandbox-delivery.js';
import { automaticHeaders, unsubscribeHeaders } from './compose.js';
import { type EmailProvider, type Mailbox, messageIdHeader, type OutgoingEmail } from './provider.js';

/**
 * Delivers into the table `sandbox_deliveries`, where every process sees it: the provider of accounts that have
 * configured none. The row is unique by message id, so a repeat delivers nothing new and an outcome is never unknown.
 */
export const sandboxEmail = (db: Knex): EmailProvider => ({
  async send(email) {
    const header = messageIdHeader(email.messageId, email.from.address);
    await storeDelivery(db, {
      id: newId(),
      account_id: email.accountId,
      message_id: email.messageId,
      channel: 'email',
      to_address: email.to.address,
      from_address: written(email.from).slice(0, 500),
      subject: singleLine(email.subject).slice(0, 998),
      body_text: email.text,
      body_html: email.html ?? null,
      calendar: email.calendar?.content ?? null,
      headers: JSON.stringify(headersOf(email, header)),
      created_at: new Date(),
    });
    return { kind: 'accepted', providerMessageId: header };
  },
  verify: async () => ({ ok: true }),
  close: async () => undefined,
});

function headersOf(email: OutgoingEmail, messageId: string): Record<string, string> {
  return {
    'Message-ID': messageId,
    From: written(email.from),
    To: written(email.to),
    Subject: singleLine(email.subject),
    ...(email.replyTo && { 'Reply-To': written(email.replyTo) }),
    ...(email.inReplyTo && { 'In-Reply-To': singleLine(email.inReplyTo) }),
    ...(email.references?.length && { References: email.references.map(singleLine).join(' ') }),
    ...automaticHeaders(email),
    ...unsubscribeHeaders(email.unsubscribe),
  };
}

function written(box: Mailbox): string {
  return box.name ? `${singleLine(box.name)} <${singleLine(box.address)}>` : singleLine(box.address);
}
