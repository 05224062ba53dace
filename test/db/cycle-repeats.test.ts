import { describe, expect, it } from '@jest/globals';
import { inTransaction } from '../../db/connection.js';
import { openWork } from '../../db/work.js';
import type { CycleProgress } from '../../domain/flow/job-cycle.js';
import { systemClock } from '../../runtime/clock.js';
import { claimCycle } from '../../services/jobs/claim-cycle.js';
import { workCycle } from '../../services/jobs/work-cycle.js';
import { type TestAccount, useApi } from '../support/api.js';
import { addEnrolledLeads, workWholeCycle } from '../support/jobs.js';
import { addAgent } from '../support/messaging.js';
import { workOn } from '../support/work.js';

const api = useApi();
const LEADS = 500;

describe('a piece of a cycle that is done again', () => {
  it('acts on no lead twice and leaves none out, also while the first try still runs', async () => {
    const account = await api.account();
    const agent = await addAgent(api, account);
    await addEnrolledLeads(api.db, account.accountId, agent, LEADS);
    const steps = [{ action: { type: 'add_note', params: { text: 'Once' } } }];
    const { body } = await account
      .request('post', '/background-jobs')
      .send({ steps, max_leads_per_cycle: LEADS })
      .expect(201);
    const jobId = body.data.id as string;
    const asked = await account.request('post', `/background-jobs/${jobId}/run`).expect(202);
    const cycleId = asked.body.cycle_id as string;
    const piece = (progress: CycleProgress | null) => ({ jobId, cycleId, nominalAt: null, workflowId: 'w', progress });

    let progress: CycleProgress | null = null;
    for (let n = 0; !progress?.finished; n += 1) {
      expect(n).toBeLessThan(100);
      // The answer of every other try is lost with its process: the next one begins from what was known before.
      const tries: CycleProgress[] = await Promise.all(
        [1, 2].map(async () => (await workCycle(workOn(api.db), piece(progress))).progress),
      );
      if (n % 2 === 1 || tries.every((one) => one.finished)) progress = tries[0] ?? null;
    }
    const notes = await api.db('events').where({ account_id: account.accountId, origin_kind: 'job', origin_id: jobId });
    const leads = notes.filter((event) => event.type === 'lead.updated').map((event) => event.lead_id);
    expect(leads).toHaveLength(LEADS);
    expect(new Set(leads).size).toBe(LEADS);
    expect(notes.filter((event) => event.type === 'background_job.cycle_completed')).toHaveLength(1);
    const cycle = await account.request('get', `/background-jobs/${jobId}/cycles/${cycleId}`).expect(200);
    expect(cycle.body.data).toMatchObject({ status: 'completed', evaluated: LEADS, acted: LEADS, failed: 0 });
    await account.request('post', `/background-jobs/${jobId}/run`).expect(202);
  });
});

const makeJob = async (account: TestAccount, body: object): Promise<string> =>
  (await account.request('post', '/background-jobs').send(body).expect(201)).body.data.id;
const askForCycle = async (account: TestAccount, jobId: string, body: object = {}) => {
  const asked = await account.request('post', `/background-jobs/${jobId}/run`).send(body).expect(202);
  return { jobId, cycleId: asked.body.cycle_id as string, nominalAt: null, workflowId: 'w' };
};
const leadsOf = async (account: TestAccount, { jobId, cycleId }: { jobId: string; cycleId: string }) =>
  (await account.request('get', `/background-jobs/${jobId}/cycles/${cycleId}`).expect(200)).body.data.leads;
const TAG = { type: 'add_tag', params: { tags: ['seen'] } };

describe('a lead that is paused after its cycle took it', () => {
  it('gets no tag with the others', async () => {
    const account = await api.account();
    const leads = await addEnrolledLeads(api.db, account.accountId, await addAgent(api, account), 2);
    const piece = await askForCycle(account, await makeJob(account, { steps: [{ action: TAG }] }));
    await inTransaction(api.db, (tx) => claimCycle(openWork(tx, new Date()), piece));
    await api.db('agent_runs').where({ lead_id: leads[0]?.id }).update({ human_takeover: true });
    await workWholeCycle(api.db, systemClock, piece);
    expect(await api.db('lead_tags').where({ account_id: account.accountId }).pluck('lead_id')).toEqual([leads[1]?.id]);
    expect(await leadsOf(account, piece)).toMatchObject([
      { lead_id: leads[0]?.id, outcome: 'skipped', reason: 'paused' },
      { lead_id: leads[1]?.id, outcome: 'acted' },
    ]);
  });
});

describe('a single dry run of a job', () => {
  it('leaves its leads to the next cycle', async () => {
    const account = await api.account();
    await addEnrolledLeads(api.db, account.accountId, await addAgent(api, account), 2);
    const jobId = await makeJob(account, { steps: [{ action: TAG }], max_leads_per_cycle: 1 });
    const taken = [];
    for (const dry_run of [true, false, false]) {
      const piece = await askForCycle(account, jobId, { dry_run });
      await workWholeCycle(api.db, systemClock, piece);
      taken.push((await leadsOf(account, piece))[0].lead_id);
    }
    const [rehearsed, first, second] = taken;
    expect(first).toBe(rehearsed);
    expect(second).not.toBe(first);
  });
});

describe('what a job put off', () => {
  it('is left out once the job is deleted', async () => {
    const account = await api.account();
    await addEnrolledLeads(api.db, account.accountId, await addAgent(api, account), 1);
    const jobId = await makeJob(account, { steps: [{ action: { ...TAG, delay_seconds: 60 } }] });
    const piece = await askForCycle(account, jobId);
    const progress = await workWholeCycle(api.db, systemClock, piece);
    await account.request('delete', `/background-jobs/${jobId}`).expect(204);
    const later = new Date(Date.now() + 120_000);
    await workCycle(
      workOn(api.db, () => later),
      { ...piece, progress },
    );
    expect(await api.db('lead_tags').where({ account_id: account.accountId })).toEqual([]);
    expect(await api.db('job_effects').where({ cycle_id: piece.cycleId })).toMatchObject([
      { status: 'skipped', detail: 'The job was deleted.' },
    ]);
  });
});
