import type { Db } from '../../db/connection.js';
import { listTasks, lockTask, updateTask } from '../../db/jobs/tasks.js';
import { listKnownUsers } from '../../db/leads/lead-details.js';
import type { TaskRow } from '../../db/tables.js';
import {
  createTaskContract,
  listTasksContract,
  type Task,
  updateTaskContract,
} from '../../schemas/jobs/job-results.js';
import { makeTask } from '../../services/rules/make-task.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { instantField } from '../http/request/fields.js';
import { idPage, idPageOf } from '../http/request/paging.js';
import { found, pathId } from '../http/request/path-id.js';
import { includedFor } from '../http/response/included.js';
import { route } from '../http/route.js';
import { lockLeadOfField } from '../leads/find.js';

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

/** Reads the assignee of a task. Throws 400 for anyone who isn't a user of the account. */
async function assigneeField(db: Db, accountId: string, id: string | null | undefined) {
  if (!id) return id;
  const assignee = id.toLowerCase();
  if ((await listKnownUsers(db, accountId, [assignee])).has(assignee)) return assignee;
  throw new ApiError('VALIDATION_ERROR', { message: "The account doesn't have this user.", field: '/assignee_id' });
}

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

export const createTaskRoute = (_deps: ApiDependencies) =>
  route(createTaskContract).handle(async ({ account, db, work, body, origin }) => {
    const lead = body.lead_id ? await lockLeadOfField(db, account.id, body.lead_id, '/lead_id') : undefined;
    const assignee = await assigneeField(db, account.id, body.assignee_id);
    const row = await makeTask(work, {
      account_id: account.id,
      lead_id: lead?.id ?? null,
      title: body.title,
      due_at: body.due_at ? instantField(body.due_at, '/due_at') : null,
      assignee_id: assignee === undefined ? (lead?.owner_id ?? null) : assignee,
      source_kind: origin.kind,
      source_id: origin.id,
      runId: null,
      effectKey: null,
      origin,
    });
    return { status: 201, body: { success: true, task: toTask(row) } };
  });

export const updateTaskRoute = (_deps: ApiDependencies) =>
  route(updateTaskContract).handle(async ({ account, db, params, body, now }) => {
    const row = found(await lockTask(db, account.id, pathId(params.id, 'TASK_NOT_FOUND')), 'TASK_NOT_FOUND');
    const { due_at, assignee_id, ...given } = body;
    const assignee = await assigneeField(db, account.id, assignee_id);
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
