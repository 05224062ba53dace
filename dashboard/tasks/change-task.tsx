import type { Task } from '../../schemas/jobs/job-results.js';
import { useAct } from '../api/act.js';
import { AskFirst } from '../parts/ask-first.js';
import { changedIn } from '../parts/field.js';
import { TaskFields } from './task-fields.js';

/** Says anew what a task is, until when, and who does it. */
export function ChangeTask({ task }: { task: Task }) {
  const update = useAct('updateTask');
  return (
    <AskFirst
      title="Change"
      submit="Save"
      small
      onSubmit={(values) => update.do({ params: { id: task.id }, body: changedIn(values, { ...task }) as never })}
    >
      {(errorOf) => <TaskFields value={task} errorOf={errorOf} />}
    </AskFirst>
  );
}
