import { onLead } from './definition.js';
import type { Planner } from './planner.js';

const HOUR_MS = 3_600_000;

/** Creates a task, by default for the lead's owner. */
const planCreateTask: Planner<'create_task'> = (params, { facts, now, render }) => {
  const title = render(params.title).trim();
  if (title === '') return { skipped: 'The title is empty.' };
  const hours = params.due_in_hours;
  return {
    params: {
      title: title.slice(0, 500),
      due_at: hours === undefined ? null : new Date(now.getTime() + hours * HOUR_MS).toISOString(),
      assignee_id: params.assignee_id ?? facts.lead.owner_id,
    },
  };
};

export const createTask = onLead<'create_task'>(planCreateTask);
