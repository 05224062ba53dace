import { useAct } from '../api/act.js';
import { useAsk } from '../api/ask.js';
import { Choice, Field, filledIn } from '../parts/field.js';
import { Form } from '../parts/form.js';
import { Tick } from '../parts/tick.js';
import { offerUndo } from '../parts/undo.js';
import type { DialogProps } from './write.js';

/** Hands the lead to an agent. */
export function HandToAgent({ lead, onDone }: DialogProps) {
  const assign = useAct('assignWorkflow');
  const agents = useAsk('listWorkflows', { query: { limit: 200 } });
  const run = lead.active_workflow_run;
  return (
    <Form
      submit="Hand it over"
      onSubmit={async ({ workflow_id, skip_first_message, reason = '' }) => {
        const body = { workflow_id, skip_first_message: skip_first_message === 'on', ...filledIn({ reason }) };
        const { workflow_name } = await assign.do({ params: { id: lead.id }, body: body as never });
        onDone();
        offerUndo(`${workflow_name} has the lead.`);
      }}
    >
      {(errorOf) => (
        <>
          <Choice
            name="workflow_id"
            label="Agent"
            data={agents.data?.workflows.map(({ id, name }) => ({ value: id, label: name })) ?? []}
            required
            errorOf={errorOf}
          />
          {run && <p className="quiet">{run.workflow.name} ends with this lead.</p>}
          <Tick name="skip_first_message">Leave out the first message</Tick>
          <Field name="reason" label="Why" errorOf={errorOf} />
        </>
      )}
    </Form>
  );
}

/** Sets how the lead stands with its agent. */
export function SetStatus({ lead, onDone }: DialogProps) {
  const set = useAct('setLeadStatus');
  const run = lead.active_workflow_run;
  const agent = useAsk('getWorkflow', { params: { id: run?.workflow_id ?? '' } }, { when: run !== null });
  if (!run) return <p>No agent has the lead.</p>;
  const statuses = agent.data?.workflow.statuses ?? [];
  return (
    <Form
      submit="Set it"
      onSubmit={async ({ status_key = '', reason = '' }) => {
        const body = { status_key, workflow_id: run.workflow_id, ...filledIn({ reason }) };
        const { note } = await set.do({ params: { id: lead.id }, body });
        onDone();
        offerUndo(note ?? 'The status is set.');
      }}
    >
      {(errorOf) => (
        <>
          <Choice
            key={statuses.length}
            name="status_key"
            label="Status"
            description="One that is terminal ends the run."
            data={statuses.map(({ key, label, is_terminal }) => ({
              value: key,
              label: is_terminal ? `${label} (terminal)` : label,
            }))}
            value={run.current_status.key}
            required
            errorOf={errorOf}
          />
          <Field name="reason" label="Why" errorOf={errorOf} />
        </>
      )}
    </Form>
  );
}
