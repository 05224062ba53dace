import type { Knex } from 'knex';
import { unlessErased } from '../../db/messages/provider-ids.js';
import type { SendOutcome } from '../../providers/outcome.js';

/** Returns the columns that a provider's answer gives a message's row, whoever sent it; the status is the caller's. */
export const outcomeColumns = (tx: Knex, outcome: SendOutcome, now: Date) =>
  outcome.kind === 'accepted'
    ? { sent_at: now, provider_message_id: unlessErased(tx, Buffer.from(outcome.providerMessageId)) }
    : failure(tx, outcome);

function failure(tx: Knex, outcome: Exclude<SendOutcome, { kind: 'accepted' }>) {
  const code = 'code' in outcome ? outcome.code : 'outcome_unknown';
  return {
    failure_code: code.slice(0, 64),
    failure: unlessErased(
      tx,
      JSON.stringify({
        code,
        provider_code: 'providerCode' in outcome ? outcome.providerCode : null,
        message: outcome.message,
        retryable: outcome.kind === 'refused_retry',
      }),
    ),
  };
}
