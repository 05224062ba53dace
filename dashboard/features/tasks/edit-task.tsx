import type { Task } from '../../../schemas/jobs/job-results.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { ConfirmForm } from '../../components/confirm-form.js';
import { changedFormValues } from '../../components/form-field.js';
import * as words from '../../words/en/tasks.js';
import { TaskFields } from './task-fields.js';

/** Edits the title, due date and assignee of a task. */
export function EditTask({ task }: { task: Task }) {
  const update = useApiMutation('updateTask');
  return (
    <ConfirmForm
      title={words.edit}
      submit={words.save}
      small
      onSubmit={(values) =>
        update.mutateAsync({ params: { id: task.id }, body: changedFormValues(values, { ...task }) })
      }
    >
      {(errorOf) => <TaskFields value={task} errorOf={errorOf} />}
    </ConfirmForm>
  );
}
