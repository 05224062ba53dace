import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import type { ActiveRun } from '../../schemas/leads/leads.js';
import type { RESUME_POLICIES } from '../../schemas/rules/actions.js';
import { useAct } from '../api/act.js';
import { Confirm } from '../parts/confirm.js';
import { ProblemNote } from '../parts/problem-note.js';

type Policy = (typeof RESUME_POLICIES)[number];
const POLICIES: Record<Policy, string> = {
  shift: 'Go on, later by the pause',
  catch_up_one: 'Go on with what was missed first',
  skip_missed: 'Go on, leave out what was missed',
};

interface Props {
  leadId: string;
  run: ActiveRun;
  /** As large as the buttons beside it. */
  size?: 'xs' | 'sm';
}

function GiveBack({ leadId, run, size = 'sm' }: Props) {
  const resume = useAct('resumeAutomation');
  const give = (resume_policy: Policy) =>
    resume
      .do({ params: { id: leadId }, body: { workflow_run_id: run.id, resume_cadence: true, resume_policy } })
      .catch(() => undefined);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size={size} loading={resume.busy} data-key="T">
            Give back
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {(Object.keys(POLICIES) as Policy[]).map((policy) => (
            <Menu.Item key={policy} onClick={() => give(policy)}>
              {POLICIES[policy]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {resume.problem && <ProblemNote problem={resume.problem} />}
    </>
  );
}

/** Has a person take the lead, give it back to its agent, or end what the agent does. */
export function Control({ leadId, run, size = 'sm' }: Props) {
  const takeOver = useAct('stopAutomation');
  const bulk = useAct('bulkWorkflowRuns');
  const [asks, setAsks] = useState(false);
  const [leaving, setLeaving] = useState(0);
  const take = () =>
    takeOver
      .do({ params: { id: leadId }, body: { workflow_run_id: run.id } })
      .then(({ in_flight }) => setLeaving(in_flight.length))
      .catch(() => undefined);
  const end = () =>
    bulk
      .do({ body: { operation: 'stop', filter: { workflow_run_ids: [run.id] } } })
      .catch(() => undefined)
      .finally(() => setAsks(false));
  const problem = takeOver.problem ?? bulk.problem;
  return (
    <>
      <Button variant="default" size={size} onClick={() => setAsks(true)}>
        Stop
      </Button>
      {run.human_takeover ? (
        <GiveBack leadId={leadId} run={run} size={size} />
      ) : (
        <Button size={size} loading={takeOver.busy} data-key="t" onClick={take}>
          Take over
        </Button>
      )}
      <Confirm title="End the run" opened={asks} busy={bulk.busy} onCancel={() => setAsks(false)} onConfirm={end}>
        {run.workflow.name} does nothing more for this lead. To only pause it, take the lead over.
      </Confirm>
      {leaving > 0 && (
        <p className="note-strip">
          {leaving === 1 ? 'One message was' : `${leaving} messages were`} being sent at that moment and may still
          leave.
        </p>
      )}
      {problem && <ProblemNote problem={problem} />}
    </>
  );
}
