import { listKnownUsers } from '../../db/reads/lead-details.js';
import type { TaskRow } from '../../db/tables-jobs.js';
import { listTasks as listRows, lockTask, updateTask as updateRow } from '../../db/tasks.js';
import { listTasks, type Task, updateTask } from '../../schemas/job-results.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../errors.js';
import { instantField } from '../fields.js';
import { idPage, idPageOf } from '../paging.js';
import { found, pathId } from '../path-id.js';
import { route } from '../route.js';

const KIND = 'tasks';

const toTask = (row: TaskRow): Task => ({
  id: row.id,
  lead_id: row.lead_id,
  title: row.title,
  status: row.status as Task['status'],
  due_at: row.due_at?.toISOString() ?? null,
  assignee_id: row.assignee_id,
  background_job_id: row.source_kind === 'job' ? row.source_id : null,
  completed_at: row.completed_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

export const listTasksRoute = (_deps: ApiDependencies) =>
  route(listTasks).handle(async ({ account, db, query }) => {
    const page = idPage(KIND, query);
    const filter = {
      status: query.status,
      assignee_id: query.assignee_id?.toLowerCase(),
      lead_id: query.lead_id?.toLowerCase(),
    };
    const { rows, pagination } = idPageOf(KIND, await listRows(db, account.id, filter, page), page.limit);
    return { status: 200, body: { success: true, tasks: rows.map(toTask), pagination } };
  });

export const updateTaskRoute = (_deps: ApiDependencies) =>
  route(updateTask).handle(async ({ account, db, params, body, now }) => {
    const row = found(await lockTask(db, account.id, pathId(params.id, 'TASK_NOT_FOUND')), 'TASK_NOT_FOUND');
    const { due_at, assignee_id, ...given } = body;
    const assignee = assignee_id?.toLowerCase() ?? assignee_id;
    if (assignee && !(await listKnownUsers(db, account.id, [assignee])).has(assignee)) {
      throw new ApiError('VALIDATION_ERROR', { message: 'The account has no such user.', field: '/assignee_id' });
    }
    const status = body.status ?? row.status;
    const changes: Partial<TaskRow> = {
      ...given,
      ...(assignee === undefined ? {} : { assignee_id: assignee }),
      ...(due_at === undefined ? {} : { due_at: due_at === null ? null : instantField(due_at, '/due_at') }),
      completed_at: status === 'done' ? (row.completed_at ?? now) : null,
      version: row.version + 1,
      updated_at: now,
    };
    await updateRow(db, row.id, changes);
    return { status: 200, body: { success: true, task: toTask({ ...row, ...changes }) } };
  });
