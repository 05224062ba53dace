import { effectKey } from '../../../domain/rules/effect-key.js';
import { type ApplyToLead, DONE } from '../effect.js';
import { makeTask } from '../make-task.js';

/** Makes a task; the same effect makes it once. */
export const applyCreateTask: ApplyToLead<'create_task'> = async (work, target, effect, source) => {
  const { title, due_at, assignee_id } = effect.params;
  await makeTask(work, {
    account_id: target.account.id,
    lead_id: target.leadId,
    title,
    due_at: due_at === null ? null : new Date(due_at),
    assignee_id,
    source_kind: source.kind,
    source_id: source.id,
    runId: target.run?.row.id ?? null,
    effectKey: effectKey(effect.idempotency_key),
    origin: source.origin,
  });
  return DONE;
};
