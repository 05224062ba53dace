import type { Task } from '../../schemas/jobs/job-results.js';
import { useAct } from '../api/act.js';
import { useAsk } from '../api/ask.js';
import { AskFirst } from '../parts/ask-first.js';
import { Choice, changedIn, Field } from '../parts/field.js';

/** A moment as inputs of the browser take it, on its own clock. */
const localOf = (at: string): string => {
  const moment = new Date(at);
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};

interface WhoProps {
  value: string | null;
  errorOf: (name: string) => string | undefined;
}

/** The people of the account are asked for once somebody chooses among them. */
function Who({ value, errorOf }: WhoProps) {
  const users = useAsk('listUsers').data?.users ?? [];
  const people = users.filter(({ disabled_at, id }) => !disabled_at || id === value);
  return (
    <Choice
      name="assignee_id"
      label="Who does it"
      data={people.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      clearable
      errorOf={errorOf}
    />
  );
}

/** Says anew what a task is, until when, and who does it. */
export function ChangeTask({ task }: { task: Task }) {
  const update = useAct('updateTask');
  const known = { ...task, due_at: task.due_at && localOf(task.due_at) };
  return (
    <AskFirst
      title="Change"
      submit="Save"
      small
      onSubmit={(values) => {
        const { due_at, ...changes } = changedIn(values, known);
        const due = due_at === undefined ? {} : { due_at: due_at && new Date(String(due_at)).toISOString() };
        return update.do({ params: { id: task.id }, body: { ...changes, ...due } as never });
      }}
    >
      {(errorOf) => (
        <>
          <Field name="title" label="What is to be done" value={task.title} required first errorOf={errorOf} />
          <Field
            name="due_at"
            label="Until, on your clock"
            type="datetime-local"
            value={known.due_at}
            description="Empty: whenever."
            errorOf={errorOf}
          />
          <Who value={task.assignee_id} errorOf={errorOf} />
        </>
      )}
    </AskFirst>
  );
}
