import { listTasks, lockTask, updateTask } from '../../db/jobs/tasks.js';
import { listKnownUsers } from '../../db/leads/lead-details.js';
import type { TaskRow } from '../../db/tables.js';
import { listTasksContract, type Task, updateTaskContract } from '../../schemas/jobs/job-results.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { instantField } from '../http/fields.js';
import { includedFor } from '../http/included.js';
import { idPage, idPageOf } from '../http/paging.js';
import { found, pathId } from '../http/path-id.js';
import { route } from '../http/route.js';

const KIND = 'tasks';

const toTask = (row: TaskRow): Task => ({
  id: row.id,
  lead_id: row.lead_id,
  title: row.title,
  status: row.status,
  due_at: row.due_at?.toISOString() ?? null,
  assignee_id: row.assignee_id,
  background_job_id: row.source_kind === 'job' ? row.source_id : null,
  completed_at: row.completed_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

export const listTasksRoute = (_deps: ApiDependencies) =>
  route(listTasksContract).handle(async (input) => {
    const { account, db, query } = input;
    const page = idPage(KIND, query);
    const filter = {
      status: query.status,
      assignee_id: query.assignee_id?.toLowerCase(),
      lead_id: query.lead_id?.toLowerCase(),
    };
    const { rows, pagination } = idPageOf(KIND, await listTasks(db, account.id, filter, page), page.limit);
    const tasks = rows.map(toTask);
    return { status: 200, body: { success: true, tasks, ...(await includedFor(input, rows)), pagination } };
  });

export const updateTaskRoute = (_deps: ApiDependencies) =>
  route(updateTaskContract).handle(async ({ account, db, params, body, now }) => {
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
    await updateTask(db, row.id, changes);
    return { status: 200, body: { success: true, task: toTask({ ...row, ...changes }) } };
  });
