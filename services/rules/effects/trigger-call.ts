import type { ApplyToLead } from '../effect.js';
import { queueForLead } from './queue-message.js';

/** Queues a call of the lead. */
export const applyTriggerCall: ApplyToLead<'trigger_call'> = (work, target, effect, { origin }) => {
  const { begin_message, max_attempts, retry_minutes } = effect.params;
  return queueForLead(work, target, {
    idempotencyKey: effect.idempotency_key,
    channel: 'call',
    content: { begin_message },
    attempts: { no: 1, max: max_attempts, retryMinutes: retry_minutes },
    origin,
  });
};
