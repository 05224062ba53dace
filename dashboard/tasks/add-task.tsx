import { useState } from 'react';
import { useAct } from '../api/act.js';
import { useSession } from '../api/session.js';
import { AskFirst } from '../parts/ask-first.js';
import { Form } from '../parts/form.js';
import { Icon } from '../parts/icons.js';
import { LeadPicker } from '../parts/lead-picker.js';
import { offerUndo } from '../parts/undo.js';
import { TaskFields } from './task-fields.js';

/** What stands in the form at first: whoever adds a task does it. */
function useBeginning() {
  const { user } = useSession();
  return { title: '', due_at: null, assignee_id: user.id };
}

/** Adds a task as a form says it; throws what the API has against it. */
function useAdd() {
  const create = useAct('createTask');
  return async ({ title = '', due_at, assignee_id }: Record<string, string>, leadId: string | undefined) => {
    const more = { ...(leadId ? { lead_id: leadId } : {}), ...(due_at ? { due_at } : {}) };
    await create.do({ body: { title, assignee_id: assignee_id || null, ...more } });
    offerUndo('The task is added.');
  };
}

/** A button that adds a task, of a lead or of none. */
export function AddTask() {
  const add = useAdd();
  const value = useBeginning();
  const [leadId, setLeadId] = useState<string>();
  return (
    <AskFirst
      title="Add a task"
      submit="Add it"
      icon={<Icon name="plus" size={14} />}
      onSubmit={async (values) => {
        await add(values, leadId);
        setLeadId(undefined);
      }}
    >
      {(errorOf) => (
        <>
          <TaskFields value={value} errorOf={errorOf} />
          <LeadPicker label="About whom, if anybody" value={leadId} onChange={setLeadId} error={errorOf('lead_id')} />
        </>
      )}
    </AskFirst>
  );
}

/** The form that adds a task of a lead. */
export function TaskOf({ lead, onDone }: { lead: { id: string }; onDone: () => void }) {
  const add = useAdd();
  const value = useBeginning();
  return (
    <Form
      submit="Add it"
      onSubmit={async (values) => {
        await add(values, lead.id);
        onDone();
      }}
    >
      {(errorOf) => <TaskFields value={value} errorOf={errorOf} />}
    </Form>
  );
}
