import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Task } from '../../schemas/jobs/job-results.js';
import { useAsk } from '../api/ask.js';
import { useSession } from '../api/session.js';
import { inputOf, momentIn } from '../meetings/wall-clock.js';
import { Choice, Field } from '../parts/field.js';

interface Part<T> {
  value: T;
  errorOf: (name: string) => string | undefined;
}

/** Until when, on the clock of the account, as everybody in it means it; the form gets the moment. */
function Until({ value, errorOf }: Part<string | null>) {
  const { timezone } = useSession().account;
  const [at, setAt] = useState(value ?? '');
  return (
    <>
      <TextInput
        type="datetime-local"
        label={`Until, on the clock of ${timezone.replaceAll('_', ' ')}`}
        description="Empty: whenever."
        max="2099-12-31T23:59"
        defaultValue={value ? inputOf(value, timezone) : ''}
        onChange={({ currentTarget: input }) => setAt(momentIn(input.value, timezone) ?? '')}
        error={errorOf('due_at')}
      />
      <input type="hidden" name="due_at" value={at} />
    </>
  );
}

/** The people of the account are asked for once somebody chooses among them. */
function Who({ value, errorOf }: Part<string | null>) {
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

/** What is said of a task: what is to be done, until when, and who does it. */
export const TaskFields = ({ value, errorOf }: Part<Pick<Task, 'title' | 'due_at' | 'assignee_id'>>) => (
  <>
    <Field name="title" label="What is to be done" value={value.title} required first errorOf={errorOf} />
    <Until value={value.due_at} errorOf={errorOf} />
    <Who value={value.assignee_id} errorOf={errorOf} />
  </>
);
