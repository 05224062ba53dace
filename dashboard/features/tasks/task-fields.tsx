import type { Task } from '../../../schemas/jobs/job-results.js';
import { useSession } from '../../api/session.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { SelectField, TextField } from '../../components/form-field.js';
import { MomentInput } from '../../components/time/moment-input.js';
import * as words from '../../words/en/tasks.js';

interface Part<T> {
  value: T;
  errorOf: (name: string) => string | undefined;
}

/** The users of the account are loaded when the list is opened. */
function Who({ value, errorOf }: Part<string | null>) {
  const users = useApiQuery('listUsers').data?.users ?? [];
  const people = users.filter(({ disabled_at, id }) => !disabled_at || id === value);
  return (
    <SelectField
      name="assignee_id"
      label={words.assignee}
      data={people.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      clearable
      errorOf={errorOf}
    />
  );
}

/** The fields of a task: its text, due date and assignee. */
export const TaskFields = ({ value, errorOf }: Part<Pick<Task, 'title' | 'due_at' | 'assignee_id'>>) => (
  <>
    <TextField name="title" label={words.title} value={value.title} required first errorOf={errorOf} />
    <MomentInput
      name="due_at"
      label={words.due}
      zone={useSession().account.timezone}
      value={value.due_at}
      description={words.optional}
      error={errorOf('due_at')}
    />
    <Who value={value.assignee_id} errorOf={errorOf} />
  </>
);
