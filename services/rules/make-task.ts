import { type EventOrigin, insertEvents } from '../../db/events/events.js';
import { insertTask } from '../../db/jobs/tasks.js';
import type { TaskRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { newId } from '../../runtime/ids.js';
import { wakeRunsOf } from '../instructions/agent-runs.js';

/** A task that is to be made, by an effect or by hand. */
export interface NewTask
  extends Pick<TaskRow, 'account_id' | 'lead_id' | 'title' | 'due_at' | 'assignee_id' | 'source_kind' | 'source_id'> {
  /** The enrolment whose effect makes it. */
  runId: string | null;
  /** The same effect makes it once. */
  effectKey: Buffer | null;
  origin: EventOrigin;
}

/** Creates an open task, once per effect, and emits its event, which wakes the runs that wait for it. */
export async function makeTask(work: Work, task: NewTask): Promise<TaskRow> {
  const { tx, now } = work;
  const { runId, effectKey, origin, ...given } = task;
  const row: TaskRow = {
    ...given,
    id: newId(),
    status: 'open',
    effect_key: effectKey,
    version: 1,
    completed_at: null,
    created_at: now,
    updated_at: now,
  };
  if (!(await insertTask(tx, row))) return row;
  const { id, account_id: accountId, lead_id: leadId, assignee_id } = row;
  const data = { task_id: id, assignee_id };
  await insertEvents(tx, now, [{ accountId, type: 'task.created', leadId, agentRunId: runId, data, origin }]);
  if (leadId) await wakeRunsOf(work, accountId, [leadId], 'task.created');
  return row;
}
