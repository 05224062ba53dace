import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { Checkbox } from '../../components/checkbox.js';
import { Form } from '../../components/form.js';
import { SelectField, TextField } from '../../components/form-field.js';
import { offerUndo } from '../../components/undo-toast.js';
import * as words from '../../words/en/lead.js';
import type { DialogProps } from './write-message.js';

/** Hands the lead to an agent. */
export function AssignAgent({ lead, onDone }: DialogProps) {
  const assign = useApiMutation('assignWorkflow');
  const agents = useApiQuery('listWorkflows', { query: { limit: 200 } });
  const run = lead.active_workflow_run;
  return (
    <Form
      submit={words.enroll}
      onSubmit={async ({ workflow_id = '', skip_first_message, reason }) => {
        const body = { workflow_id, skip_first_message: skip_first_message === 'on', ...(reason ? { reason } : {}) };
        const { workflow_name } = await assign.mutateAsync({ params: { id: lead.id }, body });
        onDone();
        offerUndo(words.enrolledIn(workflow_name));
      }}
    >
      {(errorOf) => (
        <>
          <SelectField
            name="workflow_id"
            label={words.agent}
            data={agents.data?.workflows.map(({ id, name }) => ({ value: id, label: name })) ?? []}
            required
            errorOf={errorOf}
          />
          {run && <p className="quiet">{words.theLeadLeaves(run.workflow.name)}</p>}
          <Checkbox name="skip_first_message">{words.skipTheFirstMessage}</Checkbox>
          <TextField name="reason" label={words.reason} errorOf={errorOf} />
        </>
      )}
    </Form>
  );
}

/** Sets the lead's status with its agent. */
export function SetStatus({ lead, onDone }: DialogProps) {
  const set = useApiMutation('setLeadStatus');
  const run = lead.active_workflow_run;
  const agent = useApiQuery('getWorkflow', { params: { id: run?.workflow_id ?? '' } }, { enabled: run !== null });
  if (!run) return <p>{words.theLeadIsntEnrolledInAn}</p>;
  const statuses = agent.data?.workflow.statuses ?? [];
  return (
    <Form
      submit={words.setStatus}
      onSubmit={async ({ status_key = '', reason }) => {
        const body = { status_key, workflow_id: run.workflow_id, ...(reason ? { reason } : {}) };
        const { note } = await set.mutateAsync({ params: { id: lead.id }, body });
        onDone();
        offerUndo(note ?? words.statusSet);
      }}
    >
      {(errorOf) => (
        <>
          <SelectField
            key={statuses.length}
            name="status_key"
            label={words.statusLabel}
            description={words.aFinalStatusStopsTheRun}
            data={statuses.map(({ key, label, is_terminal }) => ({
              value: key,
              label: is_terminal ? words.final(label) : label,
            }))}
            value={run.current_status.key}
            required
            errorOf={errorOf}
          />
          <TextField name="reason" label={words.reason} errorOf={errorOf} />
        </>
      )}
    </Form>
  );
}
