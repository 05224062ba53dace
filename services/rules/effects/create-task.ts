import { insertTask } from '../../../db/jobs/tasks.js';
import { effectKey } from '../../../domain/rules/effect-key.js';
import { newId } from '../../../runtime/ids.js';
import { type ApplyToLead, DONE } from '../effect.js';

/** Makes a task; the same effect makes it once. */
export const applyCreateTask: ApplyToLead<'create_task'> = async (work, { account, leadId }, effect, source) => {
  const { tx, now } = work;
  const { title, due_at, assignee_id } = effect.params;
  await insertTask(tx, {
    id: newId(),
    account_id: account.id,
    lead_id: leadId,
    title,
    status: 'open',
    due_at: due_at === null ? null : new Date(due_at),
    assignee_id,
    source_kind: source.kind,
    source_id: source.id,
    effect_key: effectKey(effect.idempotency_key),
    version: 1,
    completed_at: null,
    created_at: now,
    updated_at: now,
  });
  return DONE;
};
