import { describe, expect, it } from '@jest/globals';
import type { CycleProgress } from '../../domain/flow/job-cycle.js';
import { systemClock } from '../../runtime/clock.js';
import { workCycle } from '../../services/job-cycles.js';
import { useApi } from '../support/api.js';
import { addEnrolledLeads } from '../support/jobs.js';
import { addAgent } from '../support/messaging.js';

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
        [1, 2].map(async () => (await workCycle(api.db, systemClock, piece(progress))).progress),
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
  }, 120_000);
});
