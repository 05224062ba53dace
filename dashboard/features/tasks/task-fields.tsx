import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Task } from '../../../schemas/jobs/job-results.js';
import { useSession } from '../../api/session.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { SelectField, TextField } from '../../components/form-field.js';
import { inputOf, momentIn } from '../../components/time/wall-clock.js';
import * as words from '../../words/en/tasks.js';

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
        label={words.due(timezone.replaceAll('_', ' '))}
        description={words.optional}
        max="2099-12-31T23:59"
        defaultValue={value ? inputOf(value, timezone) : ''}
        onChange={({ currentTarget: input }) => setAt(momentIn(input.value, timezone) ?? '')}
        error={errorOf('due_at')}
      />
      <input type="hidden" name="due_at" value={at} />
    </>
  );
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
    <Until value={value.due_at} errorOf={errorOf} />
    <Who value={value.assignee_id} errorOf={errorOf} />
  </>
);
