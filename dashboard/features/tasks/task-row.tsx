import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { Task } from '../../../schemas/jobs/job-results.js';
import { usePermission } from '../../api/session.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { ProblemNote } from '../../components/problem-note.js';
import { Timestamp } from '../../components/time/timestamp.js';
import { offerUndo } from '../../components/undo-toast.js';
import * as words from '../../words/en/tasks.js';

const ChangeTask = lazy(() => import('./edit-task.js').then((module) => ({ default: module.EditTask })));

interface Props {
  task: Task;
  /** The name of its lead; undefined if it has none, or a deleted one. */
  lead: string | undefined;
  /** The assignee, if that isn't clear from the list. */
  assignee?: string | undefined;
}

/** Keeps the place of the button that is on its way. */
const Waiting = () => (
  <Button variant="default" size="compact-sm" disabled>
    {words.edit}
  </Button>
);

/** A task, which a tick does; for a while it can be taken back. */
export function TaskRow({ task, lead, assignee }: Props) {
  const may = usePermission();
  const update = useApiMutation('updateTask');
  const set = (status: Task['status']) => update.mutateAsync({ params: { id: task.id }, body: { status } });
  const isOpen = task.status === 'open';
  const tick = () =>
    set(isOpen ? 'done' : 'open').then(
      () => isOpen && offerUndo(words.taskCompleted, () => set('open')),
      () => undefined,
    );
  const isLate = isOpen && task.due_at !== null && Date.parse(task.due_at) < Date.now();
  return (
    <div className="line">
      <input
        type="checkbox"
        aria-label={`${isOpen ? words.done : words.reopen}: ${task.title}`}
        checked={!isOpen}
        disabled={!may('leads:write') || update.isPending}
        onChange={tick}
      />
      <div className="grow">
        <div className="cut">{isOpen ? task.title : <s>{task.title}</s>}</div>
        <div className="row">
          {task.lead_id && lead && (
            <Link to="/leads/$id" params={{ id: task.lead_id }}>
              {lead}
            </Link>
          )}
          {assignee && <span className="faint">{assignee}</span>}
        </div>
        {update.problem && <ProblemNote problem={update.problem} />}
      </div>
      {task.due_at && (
        <span className={isLate ? 'late' : 'faint'}>
          <Timestamp at={task.due_at} />
        </span>
      )}
      {isOpen && may('leads:write') && (
        <Suspense fallback={<Waiting />}>
          <ChangeTask task={task} />
        </Suspense>
      )}
    </div>
  );
}
