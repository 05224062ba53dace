import { useState } from 'react';
import { useSession } from '../../api/session.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { ConfirmForm } from '../../components/confirm-form.js';
import { Form } from '../../components/form.js';
import { Icon } from '../../components/icons.js';
import { LeadPicker } from '../../components/lead-picker.js';
import { offerUndo } from '../../components/undo-toast.js';
import * as words from '../../words/en/tasks.js';
import { TaskFields } from './task-fields.js';

/** The initial values of the form. The user who adds a task is its assignee. */
function useBeginning() {
  const { user } = useSession();
  return { title: '', due_at: null, assignee_id: user.id };
}

/** Adds a task as a form says it; throws what the API has against it. */
function useAdd() {
  const create = useApiMutation('createTask');
  return async ({ title = '', due_at, assignee_id }: Record<string, string>, leadId: string | undefined) => {
    const more = { ...(leadId ? { lead_id: leadId } : {}), ...(due_at ? { due_at } : {}) };
    await create.mutateAsync({ body: { title, assignee_id: assignee_id || null, ...more } });
    offerUndo(words.taskCreated);
  };
}

/** A button that adds a task, of a lead or of none. */
export function AddTask() {
  const add = useAdd();
  const value = useBeginning();
  const [leadId, setLeadId] = useState<string>();
  return (
    <ConfirmForm
      title={words.newTask}
      submit={words.createTask}
      icon={<Icon name="plus" size={14} />}
      onSubmit={async (values) => {
        await add(values, leadId);
        setLeadId(undefined);
      }}
    >
      {(errorOf) => (
        <>
          <TaskFields value={value} errorOf={errorOf} />
          <LeadPicker label={words.leadOptional} value={leadId} onChange={setLeadId} error={errorOf('lead_id')} />
        </>
      )}
    </ConfirmForm>
  );
}

/** The form that adds a task of a lead. */
export function TaskOf({ lead, onDone }: { lead: { id: string }; onDone: () => void }) {
  const add = useAdd();
  const value = useBeginning();
  return (
    <Form
      submit={words.createTask}
      onSubmit={async (values) => {
        await add(values, lead.id);
        onDone();
      }}
    >
      {(errorOf) => <TaskFields value={value} errorOf={errorOf} />}
    </Form>
  );
}
