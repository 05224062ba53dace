import { describe, expect, it } from '@jest/globals';
import { inTransaction } from '../../db/connection.js';
import { takeEvents } from '../../db/jobs/job-events.js';
import { lockJobById } from '../../db/jobs/jobs.js';
import { openWork } from '../../db/work.js';
import { systemClock } from '../../runtime/clock.js';
import { newId } from '../../runtime/ids.js';
import { createLogger } from '../../runtime/logger.js';
import { openCycle } from '../../services/jobs/claim-cycle.js';
import { startCycleSweeper } from '../../worker/cycle-sweeper.js';
import { publishAgent } from '../support/agents.js';
import { addEnrolledLeads } from '../support/jobs.js';
import { eventually, useService } from '../support/service.js';

const service = useService();
const STEPS = [{ type: 'wait' as const, delay: { type: 'after' as const, amount: 30, unit: 'days' as const } }];
const HOUR_MS = 3_600_000;

/** A job with a cycle for one event, which no worker works. */
async function strandedCycle() {
  const account = await service.account();
  const agentId = await publishAgent(service.db, account.accountId, STEPS);
  const [lead] = await addEnrolledLeads(service.db, account.accountId, agentId, 1);
  const leadId = lead?.id as string;
  const made = await account
    .request('post', '/background-jobs')
    .send({
      trigger_type: 'event',
      event: { kinds: ['lead.updated'] },
      steps: [{ action: { type: 'add_tag', params: { tags: ['seen'] } } }],
    })
    .expect(201);
  const jobId = made.body.data.id as string;
  // Prevents an automatic start of a cycle.
  await service.db('background_jobs').where({ id: jobId }).update({ open_cycle_id: jobId });
  await account
    .request('patch', `/leads/${leadId}`)
    .send({ metadata: { n: 1 } })
    .expect(200);
  const event = await eventually(() => service.db('job_events').where({ job_id: jobId, status: 'queued' }).first());
  const id = newId();
  const now = new Date();
  const cycle = await inTransaction(service.db, async (tx) => {
    const job = await lockJobById(tx, jobId);
    if (!job) throw new Error('no job');
    const opened = await openCycle(openWork(tx, now), job, id, {
      cause: 'event',
      dedupKey: Buffer.from(id),
      nominalAt: now,
      dryRun: false,
      leadIds: [leadId],
      depth: 0,
    });
    await takeEvents(tx, jobId, id, [event.event_id]);
    await tx('outbox').where({ workflow_id: opened.workflow_id }).delete();
    await tx('job_cycles')
      .where({ id })
      .update({ updated_at: new Date(now.getTime() - HOUR_MS) });
    return opened;
  });
  return { account, jobId, leadId, cycle, eventId: event.event_id as string };
}

const sweep = () =>
  startCycleSweeper({
    db: service.db,
    client: service.client,
    clock: systemClock,
    dispatch: service.dispatcher.offer,
    logger: createLogger('silent', 'test'),
    silentMs: HOUR_MS / 2,
    pauseMs: 50,
  });

describe('the sweeper of cycles', () => {
  it.each([
    ['was terminated', 'cancelled', true],
    ['is gone', 'failed', false],
  ])('ends a cycle whose workflow %s, and its event joins the next cycle', async (_what, status, terminated) => {
    const { account, jobId, leadId, cycle, eventId } = await strandedCycle();
    if (terminated) {
      const handle = await service.client.workflow.start('backgroundJobCycleWorkflow', {
        workflowId: cycle.workflow_id,
        taskQueue: `nobody-${newId()}`,
        args: [{ jobId, cycleId: cycle.id }],
      });
      await handle.terminate('by an operator');
    }
    const sweeper = sweep();
    try {
      const ended = await eventually(async () => {
        const row = (await service.db('job_cycles').where({ id: cycle.id }).first())!;
        return row.ended_at === null ? undefined : row;
      });
      expect(ended).toMatchObject({ status });
      const next = await eventually(async () => {
        const row = await service.db('job_cycles').where({ job_id: jobId }).whereNot({ id: cycle.id }).first();
        return row?.ended_at ? row : undefined;
      });
      expect(next).toMatchObject({ status: 'completed', acted: 1 });
      const event = await service.db('job_events').where({ job_id: jobId, event_id: eventId }).first();
      expect(event).toMatchObject({ status: 'taken', cycle_id: next.id });
      const { body } = await account.request('get', `/leads/${leadId}`).expect(200);
      expect(body.lead.tags.map((tag: { slug: string }) => tag.slug ?? tag)).toEqual(['seen']);
    } finally {
      await sweeper.stop();
    }
  });

  it('leaves a cycle alone whose workflow runs, and drops the events of one that a person cancels', async () => {
    const { account, jobId, cycle, eventId } = await strandedCycle();
    const handle = await service.client.workflow.start('backgroundJobCycleWorkflow', {
      workflowId: cycle.workflow_id,
      taskQueue: `nobody-${newId()}`,
      args: [{ jobId, cycleId: cycle.id }],
    });
    const other = await strandedCycle();
    const sweeper = sweep();
    try {
      await eventually(async () =>
        (await service.db('job_cycles').where({ id: other.cycle.id }).first())!.ended_at ? true : undefined,
      );
      expect((await service.db('job_cycles').where({ id: cycle.id }).first())!.ended_at).toBeNull();
    } finally {
      await sweeper.stop();
    }
    await account.request('post', `/background-jobs/${jobId}/cycles/${cycle.id}/cancel`).expect(200);
    const event = await service.db('job_events').where({ job_id: jobId, event_id: eventId }).first();
    expect(event).toMatchObject({ status: 'dropped' });
    await handle.terminate();
  });
});
