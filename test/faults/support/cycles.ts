import { expect } from '@jest/globals';
import { insertEvents } from '../../../db/events/events.js';
import type { JobCycleRow } from '../../../db/tables.js';
import { newId } from '../../../runtime/ids.js';
import { addEnrolledLeads } from '../../support/jobs.js';
import type { Answer } from './client.js';
import { until } from './random.js';
import type { Rig, RigAccount } from './rig.js';

/** Leaves a trace for each time it was done: an event of the lead. */
export const NOTE = { type: 'add_note', params: { text: 'Seen' } };
export const PATIENCE_MS = 240_000;
const REST = [{ type: 'wait' as const, delay: { type: 'after' as const, amount: 30, unit: 'days' as const } }];

export interface CyclesFixture extends RigAccount {
  leadIds: string[];
}

/** An account with leads whose cadences rest. */
export async function createFixture(rig: Rig, leads: number): Promise<CyclesFixture> {
  const account = await rig.account(REST);
  const rows = await addEnrolledLeads(rig.db, account.accountId, account.agentId, leads);
  const { accountId } = account;
  const origin = { kind: 'system' as const, id: null };
  await insertEvents(
    rig.db,
    new Date(),
    rows.map(({ id }) => ({ accountId, type: 'lead.created' as const, leadId: id, data: {}, origin })),
  );
  return { ...account, leadIds: rows.map(({ id }) => id) };
}

/** A request that has to succeed; it is repeated under its key while the service says that it is busy. */
export const asked = (account: RigAccount, method: string, path: string, body: object): Promise<Answer['body']> => {
  const headers = { 'Idempotency-Key': newId() };
  return until(
    `${method} ${path} was answered`,
    async () => {
      const answer = await account.request(method, path, { body, headers });
      if (answer.status === 503 || answer.status === 0) throw new Error(answer.text);
      if (answer.status >= 400) expect({ status: answer.status, text: answer.text }).toEqual({ status: 200 });
      return answer.body;
    },
    60_000,
  );
};

export const makeJob = async (account: RigAccount, body: object): Promise<string> =>
  ((await asked(account, 'POST', '/background-jobs', body)).data as { id: string }).id;

export const runJob = async (account: RigAccount, jobId: string): Promise<string> =>
  (await asked(account, 'POST', `/background-jobs/${jobId}/run`, {})).cycle_id as string;

export const cyclesOf = (rig: Rig, jobId: string): Promise<JobCycleRow[]> =>
  rig.db('job_cycles').where({ job_id: jobId }).orderBy('id');

/** The cycles of a job, once there are as many and none is open. */
export const allEnded = (rig: Rig, jobId: string, count: number, patienceMs = PATIENCE_MS): Promise<JobCycleRow[]> =>
  until(
    `${count} cycles of a job ended`,
    async () => {
      const rows = await cyclesOf(rig, jobId);
      return rows.length >= count && rows.every(({ ended_at }) => ended_at !== null) ? rows : undefined;
    },
    patienceMs,
  );

/** Returns the number of notes that a job wrote to each of the leads. */
export async function notesOf(rig: Rig, jobId: string, leadIds: readonly string[]): Promise<number[]> {
  const rows: { lead_id: string; n: number }[] = await rig
    .db('events')
    .where({ origin_kind: 'job', origin_id: jobId, type: 'lead.updated' })
    .groupBy('lead_id')
    .select('lead_id', rig.db.raw('COUNT(*) AS n'));
  const counts = new Map(rows.map(({ lead_id, n }) => [lead_id, Number(n)]));
  return leadIds.map((id) => counts.get(id) ?? 0);
}

/** The pieces of running cycles that were handed to a worker and have no outcome, with the process that has them. */
async function piecesAtWork(rig: Rig): Promise<{ piece: string; pid: number }[]> {
  const running: { workflow_id: string }[] = await rig
    .db('job_cycles')
    .where({ status: 'running' })
    .select('workflow_id');
  const found = await Promise.all(
    running.map(async ({ workflow_id }) => {
      const { raw, runId } = await rig.client.workflow.getHandle(workflow_id).describe();
      return (raw.pendingActivities ?? []).map(({ activityId, lastStartedTime, lastWorkerIdentity, attempt }) => ({
        piece: `${runId}/${activityId}/${attempt}/${lastStartedTime?.seconds}.${lastStartedTime?.nanos}`,
        pid: Number.parseInt(lastWorkerIdentity ?? '', 10),
      }));
    }),
  );
  return found.flat().filter(({ pid }) => !Number.isNaN(pid));
}

/**
 * Kills a worker that has a piece of a cycle in hand. Returns whether it died with one: a piece that ended between the
 * look and the kill doesn't count.
 */
export async function killAtWork(rig: Rig, moment: () => Promise<void>): Promise<boolean> {
  const worker = await until(
    'a worker has a piece of a cycle',
    async () => {
      const pieces = await piecesAtWork(rig);
      return rig.workers.find((one) => pieces.some(({ pid }) => pid === one.pid));
    },
    PATIENCE_MS,
  );
  await moment();
  const { pid } = worker;
  if (pid === undefined) return false;
  await worker.kill();
  await worker.ready();
  const died = (await piecesAtWork(rig)).some((one) => one.pid === pid);
  rig.note(worker.name, died ? 'SIGKILL with a piece in hand' : 'SIGKILL');
  return died;
}

/**
 * Makes a job's schedule fire every so many seconds and leaves the rest unchanged. No instruction may be pending,
 * because a repeated one resets the schedule to its own times.
 */
export async function hasten(rig: Rig, jobId: string, seconds: number): Promise<void> {
  const handle = rig.client.schedule.getHandle(`background-job/${jobId}`);
  const handedOver = async () => ((await rig.db('outbox').whereNull('parked_at').first('id')) ? undefined : true);
  await until('all was handed over', handedOver, 60_000);
  await until('the schedule is there', async () => (await handle.describe()).scheduleId, 30_000);
  await handle.update(({ action, policies, state }) => ({
    spec: { intervals: [{ every: `${seconds} seconds` as const }] },
    action: action as never,
    policies,
    state,
  }));
}

export const stopFiring = (account: RigAccount, jobId: string): Promise<unknown> =>
  asked(account, 'PATCH', `/background-jobs/${jobId}`, { is_active: false });
