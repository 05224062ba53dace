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
  let left: string[] = [];
  await until(
    'every workflow that runs has its open enrolment',
    async () => {
      const listed = new Set<string>();
      const query = `WorkflowType = 'cadenceWorkflow' AND ExecutionStatus = 'Running'`;
      for await (const { workflowId } of rig.client.workflow.list({ query }))
        listed.add(workflowId.slice('cadence/'.length));
      for (const id of await rig.db('agent_runs').where({ open_slot: 1 }).pluck('id')) listed.delete(id);
      // The list may be late. Only a request for each is certain.
      left = [];
      for (const id of listed) if (await isRunning(rig, id)) left.push(id);
      return left.length === 0 ? true : undefined;
    },
    // One whose rows have ended, and that no build replays, is found by its failing tasks, ten seconds each.
    120_000,
  ).catch(async (error: Error) => {
    const told = await Promise.all(left.slice(0, 5).map((id) => describeRun(rig, id)));
    throw new Error(`${error.message} ${told.join('; ')} after ${JSON.stringify(rig.faults)}`);
  });
}

/** Returns how far a workflow came, by the last of its history and the task that it waits for. */
async function describeRun(rig: Rig, runId: string): Promise<string> {
  const handle = rig.client.workflow.getHandle(`cadence/${runId}`);
  const [{ raw }, { events }] = await Promise.all([handle.describe(), handle.fetchHistory()]);
  const last = events?.slice(-4).map(({ eventType, workflowTaskFailedEventAttributes: failed }) => ({
    eventType,
    ...(failed?.failure && { failure: failed.failure.message }),
  }));
  const row = await rig.db('agent_runs').where({ id: runId }).first('run_status', 'stop_reason', 'ended_at');
  return JSON.stringify({ runId, row, task: raw.pendingWorkflowTask, activities: raw.pendingActivities?.length, last });
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

/** Returns whether the workflow of an enrolment runs. */
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
