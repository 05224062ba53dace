import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import type { ActiveRun } from '../../../schemas/leads/leads.js';
import type { RESUME_POLICIES } from '../../../schemas/rules/actions.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { ProblemNote } from '../../components/problem-note.js';
import * as words from '../../words/en/lead.js';

type Policy = (typeof RESUME_POLICIES)[number];
const POLICIES: Record<Policy, string> = {
  shift: words.resumeAndShiftTheSchedule,
  catch_up_one: words.resumeAndCatchUpOnMissed,
  skip_missed: words.resumeAndSkipMissedSteps,
};

interface Props {
  leadId: string;
  run: ActiveRun;
  /** The same size as the buttons next to it. */
  size?: 'xs' | 'sm';
}

function GiveBack({ leadId, run, size = 'sm' }: Props) {
  const resume = useApiMutation('resumeAutomation');
  const give = (resume_policy: Policy) =>
    resume
      .mutateAsync({ params: { id: leadId }, body: { workflow_run_id: run.id, resume_cadence: true, resume_policy } })
      .catch(() => undefined);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size={size} loading={resume.isPending} data-key="T">
            {words.resumeAutomation}
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

/** Takes over a lead, returns it to its agent, or stops the agent. */
export function RunControl({ leadId, run, size = 'sm' }: Props) {
  const takeOver = useApiMutation('stopAutomation');
  const bulk = useApiMutation('bulkWorkflowRuns');
  const [isConfirming, setIsConfirming] = useState(false);
  const [leaving, setLeaving] = useState(0);
  const take = () =>
    takeOver
      .mutateAsync({ params: { id: leadId }, body: { workflow_run_id: run.id } })
      .then(({ in_flight }) => setLeaving(in_flight.length))
      .catch(() => undefined);
  const end = () =>
    bulk
      .mutateAsync({ body: { operation: 'stop', filter: { workflow_run_ids: [run.id] } } })
      .catch(() => undefined)
      .finally(() => setIsConfirming(false));
  const problem = takeOver.problem ?? bulk.problem;
  return (
    <>
      <Button variant="default" size={size} onClick={() => setIsConfirming(true)}>
        {words.stop}
      </Button>
      {run.human_takeover && <GiveBack leadId={leadId} run={run} size={size} />}
      {(!run.human_takeover || run.paused_by === 'rule') && (
        <Button size={size} loading={takeOver.isPending} data-key="t" onClick={take}>
          {words.takeOver}
        </Button>
      )}
      <ConfirmDialog
        title={words.stopRun}
        opened={isConfirming}
        isPending={bulk.isPending}
        onCancel={() => setIsConfirming(false)}
        onConfirm={end}
      >
        {words.takesNoFurtherActionForThis(run.workflow.name)}
      </ConfirmDialog>
      {leaving > 0 && <p className="note-strip">{words.messageWasBeingSentAndMay(leaving)}</p>}
      {problem && <ProblemNote problem={problem} />}
    </>
  );
}
