import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { Task } from '../../schemas/jobs/job-results.js';
import { useAct } from '../api/act.js';
import { useMay } from '../api/session.js';
import { ProblemNote } from '../parts/problem-note.js';
import { offerUndo } from '../parts/undo.js';
import { When } from '../parts/when.js';

const ChangeTask = lazy(() => import('./change-task.js').then((module) => ({ default: module.ChangeTask })));

interface Props {
  task: Task;
  /** What its lead is called; undefined where it has none, or one that is deleted. */
  lead: string | undefined;
  /** Who does it, where that isn't plain. */
  assignee?: string | undefined;
}

/** Keeps the place of the button that is on its way. */
const Waiting = () => (
  <Button variant="default" size="compact-sm" disabled>
    Change
  </Button>
);

/** A task, which a tick does; for a while it can be taken back. */
export function TaskLine({ task, lead, assignee }: Props) {
  const may = useMay();
  const update = useAct('updateTask');
  const set = (status: Task['status']) => update.do({ params: { id: task.id }, body: { status } });
  const isOpen = task.status === 'open';
  const tick = () =>
    set(isOpen ? 'done' : 'open').then(
      () => isOpen && offerUndo('The task is done.', () => set('open')),
      () => undefined,
    );
  const isLate = isOpen && task.due_at !== null && Date.parse(task.due_at) < Date.now();
  return (
    <div className="line">
      <input
        type="checkbox"
        aria-label={`${isOpen ? 'Done' : 'Open again'}: ${task.title}`}
        checked={!isOpen}
        disabled={!may('leads:write') || update.busy}
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
          <When at={task.due_at} />
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
