import { expect } from '@jest/globals';
import { WorkflowNotFoundError } from '@temporalio/client';
import { breachesOf } from '../../support/invariants.js';
import { until } from './random.js';
import type { Rig } from './rig.js';

/** Holds every rule of the stored data, and that open enrolments are exactly the ones Temporal walks. */
export async function expectInvariants(rig: Rig, { workflows = true } = {}): Promise<void> {
  const breaches = await breachesOf(rig.db);
  expect({ breaches, faults: Object.keys(breaches).length > 0 ? rig.faults : [] }).toEqual({
    breaches: {},
    faults: [],
  });
  if (workflows) await expectWorkflows(rig);
}

async function expectWorkflows(rig: Rig): Promise<void> {
  const open: { id: string }[] = await rig.db('agent_runs').where({ open_slot: 1 }).select('id');
  await until(
    'every open enrolment has its workflow',
    async () => {
      for (const { id } of open.slice(0, 200)) if (!(await isRunning(rig, id))) return undefined;
      return true;
    },
    15_000,
  );
  await until(
    'every workflow that runs has its open enrolment',
    async () => {
      const listed: string[] = [];
      const query = `WorkflowType = 'cadenceWorkflow' AND ExecutionStatus = 'Running'`;
      for await (const { workflowId } of rig.client.workflow.list({ query }))
        listed.push(workflowId.slice('cadence/'.length));
      const found = await rig.db('agent_runs').whereIn('id', listed).where({ open_slot: 1 }).count({ n: '*' }).first();
      return Number(found?.n) === new Set(listed).size ? true : undefined;
    },
    15_000,
  );
}

/** Since when the workflow of an enrolment runs, by Temporal's own record; undefined while it doesn't. */
export async function runningSince(rig: Rig, runId: string): Promise<Date | undefined> {
  try {
    const { status, startTime } = await rig.client.workflow.getHandle(`cadence/${runId}`).describe();
    return status.name === 'RUNNING' ? startTime : undefined;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return undefined;
    throw error;
  }
}

/** Whether the workflow of an enrolment runs. */
export const isRunning = async (rig: Rig, runId: string): Promise<boolean> =>
  (await runningSince(rig, runId)) !== undefined;

/** Mails that the judge accepted more than once: same recipient, same subject. */
export function duplicates(rig: Rig): string[] {
  const seen = new Map<string, number>();
  for (const { to, headers } of rig.sink.mails) {
    const name = `${to} ${headers.subject}`;
    seen.set(name, (seen.get(name) ?? 0) + 1);
  }
  return [...seen].filter(([, n]) => n > 1).map(([name, n]) => `${name}: ${n}`);
}
