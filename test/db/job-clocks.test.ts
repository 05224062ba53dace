import { describe, expect, it } from '@jest/globals';
import type { CycleProgress } from '../../domain/flow/job-cycle.js';
import { useApi } from '../support/api.js';
import { addEnrolledLeads, workWholeCycle } from '../support/jobs.js';
import { addAgent } from '../support/messaging.js';

const api = useApi();
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Works the cycle of one time of a schedule to its end, on a clock that is ahead or behind. */
function fire(jobId: string, nominalAt: Date, aheadMs: number): Promise<CycleProgress> {
  const clock = { now: () => new Date(Date.now() + aheadMs) };
  const workflowId = `cron-${nominalAt.toISOString()}`;
  return workWholeCycle(api.db, clock, { jobId, cycleId: null, nominalAt: nominalAt.toISOString(), workflowId });
}

async function createFixture(cooldown: number) {
  const account = await api.account({ timezone: 'Europe/Madrid' });
  const agent = await addAgent(api, account);
  const rows = await addEnrolledLeads(api.db, account.accountId, agent, 3);
  const { body } = await account
    .request('post', '/background-jobs')
    .send({
      cron_expression: '0 9 * * *',
      cooldown_minutes: cooldown,
      steps: [{ action: { type: 'add_note', params: { text: 'Seen' } } }],
    })
    .expect(201);
  const notes = async () =>
    (await api.db('events').where({ account_id: account.accountId, origin_kind: 'job', type: 'lead.updated' })).length;
  return { jobId: body.data.id as string, notes, leads: rows.length };
}

describe('the clock of a worker that is an hour off', () => {
  it.each([HOUR_MS, -HOUR_MS])('by %i ms makes one cycle for each time of the schedule', async (ahead) => {
    const { jobId, notes, leads } = await createFixture(0);
    const at = new Date('2026-11-23T08:00:00Z');
    const first = await fire(jobId, at, ahead);
    expect((await fire(jobId, at, -ahead)).cycleId).toBe(first.cycleId);
    expect(await notes()).toBe(leads);
    expect(await api.db('job_cycles').where({ job_id: jobId })).toHaveLength(1);
  });

  it.each([
    [HOUR_MS, -HOUR_MS],
    [-HOUR_MS, HOUR_MS],
  ])('by %i ms, then %i ms cuts no cooldown short and makes none longer', async (first, second) => {
    const { jobId, notes, leads } = await createFixture(24 * 60);
    const at = new Date('2026-11-23T08:00:00Z');
    await fire(jobId, at, first);
    const early = await fire(jobId, new Date(at.getTime() + 24 * HOUR_MS - MINUTE_MS), second);
    expect(early.counts).toMatchObject({ acted: 0, skipped_cooldown: leads });
    const nextDay = await fire(jobId, new Date(at.getTime() + 24 * HOUR_MS), second);
    expect(nextDay.counts).toMatchObject({ acted: leads, skipped_cooldown: 0 });
    expect(await notes()).toBe(2 * leads);
  });

  it('lets a daily job run daily where the day has 23 or 25 hours', async () => {
    const { jobId, notes, leads } = await createFixture(24 * 60);
    // Nine o'clock in Madrid around the two changes of the year 2027.
    const days = ['2027-03-27T08:00Z', '2027-03-28T07:00Z', '2027-10-30T07:00Z', '2027-10-31T08:00Z'];
    for (const day of days) await fire(jobId, new Date(day), 0);
    expect(await notes()).toBe(days.length * leads);
  });
});
