import { fromJson } from '../../db/connection.js';
import type { MessageRow } from '../../db/tables.js';
import type { Static } from '../../schemas/common.js';
import type { Message } from '../../schemas/messages/messages.js';
import { messageDetails } from './message-details.js';

type MessageBody = Static<typeof Message>;
type Failure = NonNullable<MessageBody['failure']>;

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

/** Shows a message as the API answers it. */
export const toMessage = (row: MessageRow): MessageBody => ({
  id: row.id,
  lead_id: row.lead_id,
  workflow_id: row.agent_id,
  workflow_run_id: row.agent_run_id,
  step_key: row.step_key,
  visit: row.visit,
  attempt: row.attempt,
  channel: row.channel,
  direction: row.direction,
  message_type: row.type,
  status: row.status,
  to: row.to_address,
  subject: row.subject,
  content: row.content,
  html: row.html,
  email_sender_id: row.channel === 'email' ? row.sender_id : null,
  whatsapp_number_id: row.channel === 'whatsapp' ? row.sender_id : null,
  template_id: row.template_id,
  variant: row.variant,
  provider: row.provider,
  provider_message_id: row.provider_message_id?.toString('utf8') ?? null,
  in_reply_to: row.in_reply_to,
  hold_reason: row.hold_reason,
  hold_until: iso(row.hold_until),
  settled_by: row.settled_by as MessageBody['settled_by'],
  failure: failureOf(row),
  ...messageDetails(row),
  late_by_seconds: row.late_by_seconds,
  sent_at: iso(row.sent_at),
  delivered_at: iso(row.delivered_at),
  read_at: iso(row.read_at),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

function failureOf(row: MessageRow): Failure | null {
  if (row.failure_code === null) return null;
  const failure = fromJson<Partial<Failure> | null>(row.failure);
  return {
    code: row.failure_code,
    provider_code: failure?.provider_code ?? null,
    retryable: failure?.retryable ?? false,
    message: failure?.message ?? '',
  };
}
