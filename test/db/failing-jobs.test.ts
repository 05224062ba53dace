import { beforeAll, describe, expect, it } from '@jest/globals';
import { createJobActivities } from '../../activities/background-jobs.js';
import { systemClock } from '../../runtime/clock.js';
import type { Logger } from '../../runtime/logger.js';
import { createSafeFetch } from '../../runtime/safe-fetch.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import { listAttention } from '../../services/operations/attention.js';
import { addNumber, addWhatsAppTemplate } from '../support/agents.js';
import { TEST_SECRET, type TestAccount, useApi } from '../support/api.js';
import { addEnrolledLeads } from '../support/jobs.js';
import { addAgent } from '../support/messaging.js';

const api = useApi();
const WHAT = 'background job that fails for every lead';

let account: TestAccount;
let leads: string[];
let logged: { fields: Record<string, unknown>; text: string }[];
let activities: ReturnType<typeof createJobActivities>;

beforeAll(async () => {
  account = await api.account();
  const agentId = await addAgent(api, account);
  await addNumber(api.db, account.accountId);
  const columns = () => ({ phone: '+34600111222', timezone: 'Europe/Madrid' });
  leads = (await addEnrolledLeads(api.db, account.accountId, agentId, 2, columns)).map(({ id }) => id);
  logged = [];
  const warn = (fields: Record<string, unknown>, text: string) => logged.push({ fields, text });
  activities = createJobActivities({
    db: api.db,
    clock: systemClock,
    logger: { warn } as unknown as Logger,
    dispatch: () => undefined,
    box: createSecretBox([TEST_SECRET]),
    webhooks: createSafeFetch(),
  });
});

const makeJob = async (steps: object[]): Promise<string> =>
  (await account.request('post', '/background-jobs').send({ steps }).expect(201)).body.data.id;

async function runCycle(jobId: string): Promise<string> {
  const { body } = await account.request('post', `/background-jobs/${jobId}/run`).send({ lead_ids: leads }).expect(202);
  const piece = { jobId, cycleId: body.cycle_id as string, nominalAt: null, workflowId: 'w', progress: null };
  await activities.workJobCycle(piece);
  return body.cycle_id;
}

const attention = async () => {
  const items = await listAttention(api.db, new Date(), account.accountId);
  return items.filter(({ what }) => what === WHAT).map(({ id, detail, remedy }) => ({ id, detail, remedy }));
};

const TAG = [{ action: { type: 'add_tag', params: { tags: ['worked'] } } }];

describe('a background job whose own steps fail for every lead', () => {
  it('is logged and appears on the attention list with the reason, until a cycle of it succeeds', async () => {
    const { id: template_id } = await addWhatsAppTemplate(api.db, account.accountId, {
      components: JSON.stringify([{ type: 'BODY', text: 'For {{1}}' }]),
    });
    const jobId = await makeJob(TAG);
    // As an earlier release took it.
    const components = [{ type: 'body', parameters: [null] }];
    const params = { channel: 'whatsapp', template_id, components };
    const broken = JSON.stringify([{ action: { type: 'send_message', params } }]);
    await api.db('background_jobs').where({ id: jobId }).update({ steps: broken });
    const cycleId = await runCycle(jobId);
    const failure = 'All effects failed: unexpected_error.';
    const { body } = await account.request('get', `/background-jobs/${jobId}/cycles/${cycleId}`).expect(200);
    expect(body.data).toMatchObject({ status: 'failed', failed: 2, failure });
    const fields = { account_id: account.accountId, background_job_id: jobId, cycle_id: cycleId, reason: failure };
    expect(logged).toContainEqual({ fields, text: 'A background job failed for every lead' });
    expect(await attention()).toMatchObject([{ id: jobId, detail: failure }]);
    expect((await attention())[0]?.remedy).toContain(`/background-jobs/${jobId}/cycles/${cycleId}`);

    await api
      .db('background_jobs')
      .where({ id: jobId })
      .update({ steps: JSON.stringify(TAG) });
    await runCycle(jobId);
    expect(await attention()).toEqual([]);
  });
});

describe('a background job whose step can’t be done for any lead', () => {
  const cycleOf = async (jobId: string) => {
    const cycleId = await runCycle(jobId);
    const { body } = await account.request('get', `/background-jobs/${jobId}/cycles/${cycleId}`).expect(200);
    return body.data;
  };

  it.each([
    {
      fault: 'function_inactive',
      breakIt: async () => {
        const source = 'export default async function (ctx, svc) { return 1; }';
        const made = await account.request('post', '/cloud-functions').send({ name: 'Worker', source }).expect(201);
        const { id } = made.body.function;
        const jobId = await makeJob([{ action: { type: 'run_function', params: { function_id: id } } }]);
        await api.db('cloud_functions').where({ id }).update({ is_active: false });
        return { jobId, restore: () => api.db('cloud_functions').where({ id }).update({ is_active: true }) };
      },
    },
    {
      fault: 'template_not_approved',
      breakIt: async () => {
        const components = JSON.stringify([{ type: 'BODY', text: 'Hello' }]);
        const { id } = await addWhatsAppTemplate(api.db, account.accountId, { name: 'refused', components });
        const params = { channel: 'whatsapp', template_id: id };
        const jobId = await makeJob([{ action: { type: 'send_message', params } }]);
        await api.db('templates').where({ id }).update({ status: 'REJECTED' });
        return { jobId, restore: () => api.db('templates').where({ id }).update({ status: 'APPROVED' }) };
      },
    },
  ])('fails like one that breaks on every lead, for $fault, until it is fixed', async ({ fault, breakIt }) => {
    const { jobId, restore } = await breakIt();
    logged.length = 0;
    const failure = `All effects failed: ${fault}.`;
    const cycle = await cycleOf(jobId);
    expect(cycle).toMatchObject({ status: 'failed', evaluated: 2, acted: 0, failed: 2, failure });
    expect(cycle.leads).toMatchObject([
      { outcome: 'failed', reason: fault, steps: [{ effects: [{ applied: false, skipped: expect.any(String) }] }] },
      { outcome: 'failed', reason: fault },
    ]);
    expect(logged.map(({ fields }) => fields.reason)).toEqual([failure]);
    expect(await attention()).toMatchObject([{ id: jobId, detail: failure }]);
    await restore();
    expect(await cycleOf(jobId)).toMatchObject({ status: 'completed', acted: 2, failed: 0 });
    expect(await attention()).toEqual([]);
  });
});

describe('a background job whose every request is refused', () => {
  it('is logged once with the last of them, and appears on the attention list, unless one succeeded', async () => {
    const params = { url: 'https://nobody.invalid/hook' };
    const jobId = await makeJob([{ action: { type: 'call_webhook', params } }]);
    const cycleId = await runCycle(jobId);
    const sent = await api.db('job_deliveries').where({ cycle_id: cycleId }).orderBy('id').pluck('id');
    expect(sent).toHaveLength(2);
    logged.length = 0;
    await activities.attemptWebhook({ deliveryId: sent[0]!, last: true });
    expect([logged, await attention()]).toEqual([[], []]);
    await activities.attemptWebhook({ deliveryId: sent[1]!, last: true });
    const { failure } = (await api.db('job_deliveries').where({ id: sent[1] }).first())!;
    const fields = { account_id: account.accountId, background_job_id: jobId, cycle_id: cycleId, reason: failure };
    expect(logged).toEqual([{ fields, text: 'A background job failed for every lead' }]);
    expect(await attention()).toMatchObject([{ id: jobId, detail: failure }]);
    await api.db('job_deliveries').where({ id: sent[0] }).update({ status: 'delivered' });
    expect(await attention()).toEqual([]);
  });
});
