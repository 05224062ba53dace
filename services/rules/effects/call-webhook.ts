import { insertDelivery } from '../../../db/jobs/deliveries.js';
import { effectKey } from '../../../domain/rules/effect-key.js';
import { newId } from '../../../runtime/ids.js';
import { startDelivery } from '../../instructions/jobs.js';
import { type ApplyEffect, DONE } from '../effect.js';

/** Writes down a request to an address of the account's and asks for the workflow that makes it; the same effect does so once. */
export const applyCallWebhook: ApplyEffect<'call_webhook'> = async (work, { account, leadId }, effect, source) => {
  const { tx, now } = work;
  const id = newId();
  const made = await insertDelivery(tx, {
    id,
    account_id: account.id,
    job_id: source.id,
    cycle_id: source.executionId,
    lead_id: leadId,
    effect_key: effectKey(effect.idempotency_key),
    request: JSON.stringify(effect.params),
    status: 'queued',
    attempts: 0,
    response_status: null,
    failure: null,
    created_at: now,
    updated_at: now,
  });
  if (made) await startDelivery(work, { id, account_id: account.id });
  return DONE;
};
