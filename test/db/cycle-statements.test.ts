import { describe, expect, it } from '@jest/globals';
import { type CycleProgress, LEADS_AT_ONCE } from '../../domain/flow/job-cycle.js';
import { workCycle } from '../../services/jobs/work-cycle.js';
import { useApi } from '../support/api.js';
import { addEnrolledLeads } from '../support/jobs.js';
import { addAgent } from '../support/messaging.js';
import { statementsOf } from '../support/statements.js';
import { workOn } from '../support/work.js';

const api = useApi();
const LEADS = 500;

describe('what a cycle costs the database', () => {
  it('is at most seven statements for each fifty leads, and five for the whole', async () => {
    const account = await api.account();
    const agent = await addAgent(api, account);
    await addEnrolledLeads(api.db, account.accountId, agent, LEADS);
    const steps = [{ action: { type: 'add_tag', params: { tags: ['seen'] } } }];
    const { body } = await account
      .request('post', '/background-jobs')
      .send({ steps, max_leads_per_cycle: LEADS })
      .expect(201);
    const jobId = body.data.id as string;
    const asked = await account.request('post', `/background-jobs/${jobId}/run`).expect(202);
    const piece = (progress: CycleProgress | null) => ({
      jobId,
      cycleId: asked.body.cycle_id as string,
      nominalAt: null,
      workflowId: 'w',
      progress,
    });
    const perPiece: number[] = [];
    const work = async (before: CycleProgress | null): Promise<CycleProgress> => {
      let after: CycleProgress | null = null;
      const statements = await statementsOf(api.db, async () => {
        after = (await workCycle(workOn(api.db), piece(before))).progress;
      });
      perPiece.push(statements.length);
      if (!after) throw new Error('A piece gave no answer.');
      return after;
    };
    let progress = await work(null);
    while (!progress.finished) progress = await work(progress);
    expect(progress).toMatchObject({ status: 'completed', counts: { acted: LEADS } });
    expect(perPiece.length).toBe(LEADS / LEADS_AT_ONCE);
    expect(perPiece.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(7 * (LEADS / LEADS_AT_ONCE) + 5);
  });
});
