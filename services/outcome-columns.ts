import type { MessageRow } from '../db/tables.js';
import type { SendOutcome } from '../providers/outcome.js';

/** How a provider's answer is written into a message's row, whoever sent it; the status is the caller's. */
export const outcomeColumns = (outcome: SendOutcome, now: Date): Partial<MessageRow> =>
  outcome.kind === 'accepted'
    ? { sent_at: now, provider_message_id: Buffer.from(outcome.providerMessageId) }
    : failure(outcome);

function failure(outcome: Exclude<SendOutcome, { kind: 'accepted' }>): Partial<MessageRow> {
  const code = 'code' in outcome ? outcome.code : 'outcome_unknown';
  return {
    failure_code: code.slice(0, 64),
    failure: JSON.stringify({
      code,
      provider_code: 'providerCode' in outcome ? outcome.providerCode : null,
      message: outcome.message,
      retryable: outcome.kind === 'refused_retry',
    }),
  };
}
