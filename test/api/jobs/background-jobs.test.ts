import { describe, expect, it } from '@jest/globals';
import { systemClock } from '../../../runtime/clock.js';
import { newId } from '../../../runtime/ids.js';
import { useApi } from '../../support/api.js';
import { addEnrolledLeads, workWholeCycle } from '../../support/jobs.js';
import { addAgent } from '../../support/messaging.js';
import { statementsOf } from '../../support/statements.js';

const api = useApi();
const away = useApi({}, { temporalHealthy: () => false });
const TAG = { type: 'add_tag', params: { tags: ['seen'] } };
const step = { action: TAG };
const when = (condition: object, more: object = {}) => ({ conditions: [condition], on_match: TAG, ...more });
const isAda = { source: 'lead', key: 'first_name', operator: 'eq', value: 'Ada' };

describe('POST /background-jobs', () => {
  it('answers 201 with exactly the fields of the specification', async () => {
    const account = await api.account({ timezone: 'Europe/Madrid' });
    const answer = await account
      .request('post', '/background-jobs')
      .send({ name: 'Renewals', cron_expression: '0 9 * * *', steps: [step] })
      .expect(201);
    expect(answer.body.warnings).toEqual([]);
    expect(answer.body.data).toEqual({
      id: expect.any(String),
      name: 'Renewals',
      steps: [{ name: null, conditions: [], match: 'all', on_match: null, on_no_match: null, action: TAG }],
      is_active: true,
      description: null,
      cron_expression: '0 9 * * *',
      lead_filters: [],
      workflow_filters: null,
      max_leads_per_cycle: 50,
      cooldown_minutes: null,
      dry_run: false,
      created_at: expect.any(String),
      last_executed_at: null,
    });
    expect(api.dispatched.at(-1)).toMatchObject({ kind: 'schedule', args: { jobId: answer.body.data.id } });
    const { body } = await account.request('get', `/background-jobs/${answer.body.data.id}`).expect(200);
    expect(body.data).toMatchObject({
      trigger_type: 'cron',
      scope: 'lead_scoped',
      timezone: 'Europe/Madrid',
      event: null,
    });
    expect(body.data.next_runs).toHaveLength(5);
    for (const at of body.data.next_runs) {
      expect(new Date(at).toLocaleTimeString('en-GB', { timeZone: 'Europe/Madrid' })).toBe('09:00:00');
    }
  });

  it('needs nothing but steps', async () => {
    const account = await api.account();
    const { body } = await account
      .request('post', '/background-jobs')
      .send({ steps: [step] })
      .expect(201);
    expect(body.data).toMatchObject({ name: 'Background job', is_active: true, cron_expression: null });
    const read = await account.request('get', `/background-jobs/${body.data.id}`).expect(200);
    expect(read.body.data).toMatchObject({ trigger_type: 'api', next_runs: [] });
  });

  it('takes a step back as it answered it', async () => {
    const account = await api.account();
    const steps = [when(isAda, { on_no_match: { type: 'goto_step', index: 1 } }), step];
    const { body } = await account.request('post', '/background-jobs').send({ steps }).expect(201);
    const again = await account.request('post', '/background-jobs').send({ steps: body.data.steps }).expect(201);
    expect(again.body.data.steps).toEqual(body.data.steps);
  });

  it('ignores fields that only answers have', async () => {
    const account = await api.account();
    const id = newId();
    const { body } = await account
      .request('post', '/background-jobs')
      .send({ id, created_at: 'x', last_executed_at: 'x', steps: [step] })
      .expect(201);
    expect(body.data.id).not.toBe(id);
  });

  it('answers a repeat with the same Idempotency-Key with the same job', async () => {
    const account = await api.account();
    const send = () =>
      account
        .request('post', '/background-jobs')
        .set('Idempotency-Key', 'once')
        .send({ steps: [step] })
        .expect(201);
    expect((await send()).body).toEqual((await send()).body);
    expect((await account.request('get', '/background-jobs')).body.data).toHaveLength(1);
  });

  it('answers schedule_pending while Temporal is away', async () => {
    const account = await away.account();
    const send = (more: object) =>
      account
        .request('post', '/background-jobs')
        .send({ steps: [step], ...more })
        .expect(201);
    expect((await send({ cron_expression: '@daily' })).body.warnings).toEqual(['schedule_pending']);
    expect((await send({})).body.warnings).toEqual([]);
  });
});

describe('PATCH /background-jobs/{id}', () => {
  const made = async (more: object = {}) => {
    const account = await api.account();
    const { body } = await account
      .request('post', '/background-jobs')
      .send({ steps: [step], ...more })
      .expect(201);
    return { account, path: `/background-jobs/${body.data.id}` };
  };

  it('leaves what is left out, and null clears', async () => {
    const { account, path } = await made({ name: 'A', description: 'B', cooldown_minutes: 60 });
    const { body } = await account.request('patch', path).send({ name: 'C', cooldown_minutes: null }).expect(200);
    expect(body.data).toMatchObject({ name: 'C', description: 'B', cooldown_minutes: null });
  });

  it('checks the job as it would be', async () => {
    const { account, path } = await made({ cron_expression: '@daily' });
    const { body } = await account.request('patch', path).send({ cron_expression: null }).expect(400);
    expect(body.field).toBe('/cron_expression');
  });

  it('pauses the schedule', async () => {
    const { account, path } = await made({ cron_expression: '@daily' });
    const { body } = await account.request('patch', path).send({ is_active: false }).expect(200);
    expect(body.data).toMatchObject({ is_active: false, next_runs: [] });
    expect(api.dispatched.at(-1)).toMatchObject({ kind: 'schedule' });
  });

  it('returns 412 when the job has changed since then, 404 for a foreign one', async () => {
    const { account, path } = await made();
    const etag = (await account.request('get', path)).headers.etag ?? '';
    await account.request('patch', path).set('If-Match', etag).send({ name: 'B' }).expect(200);
    const { body } = await account.request('patch', path).set('If-Match', etag).send({ name: 'C' }).expect(412);
    expect(body.code).toBe('PRECONDITION_FAILED');
    await account.request('delete', path).set('If-Match', etag).expect(412);
    const stranger = await api.account();
    expect((await stranger.request('patch', path).send({ name: 'X' }).expect(404)).body.code).toBe('JOB_NOT_FOUND');
  });
});

describe('DELETE /background-jobs/{id}', () => {
  it('takes the job and its schedule away', async () => {
    const account = await api.account();
    const { body } = await account
      .request('post', '/background-jobs')
      .send({ steps: [step], cron_expression: '@hourly' })
      .expect(201);
    const path = `/background-jobs/${body.data.id}`;
    await account.request('delete', path).expect(204);
    await account.request('get', path).expect(404);
    await account.request('delete', path).expect(404);
    expect(api.dispatched.at(-1)).toMatchObject({ kind: 'schedule' });
  });
});

describe('GET /background-jobs', () => {
  it('lists by trigger and activity, page by page', async () => {
    const account = await api.account();
    for (const more of [{}, { cron_expression: '@daily' }, { is_active: false }]) {
      await account
        .request('post', '/background-jobs')
        .send({ steps: [step], ...more })
        .expect(201);
    }
    const list = async (query: object) =>
      (await account.request('get', '/background-jobs').query(query).expect(200)).body;
    expect((await list({ trigger_type: 'cron' })).data).toHaveLength(1);
    expect((await list({ is_active: 'false' })).data).toHaveLength(1);
    const first = await list({ limit: 2 });
    expect(first.pagination).toMatchObject({ limit: 2, has_more: true });
    expect((await list({ limit: 2, cursor: first.pagination.next_cursor })).data).toHaveLength(1);
  });

  it('shows the latest cycle of each, in as many statements for one job as for many', async () => {
    const account = await api.account();
    const add = async () =>
      (
        await account
          .request('post', '/background-jobs')
          .send({ steps: [step] })
          .expect(201)
      ).body.data.id;
    const [first, second] = [await add(), await add()];
    const cycle = async () => {
      const { body } = await account.request('post', `/background-jobs/${first}/run`).expect(202);
      await api.db('background_jobs').where({ id: first }).update({ open_cycle_id: null });
      return body.cycle_id;
    };
    await cycle();
    const latest = await cycle();
    await api.db('job_cycles').where({ id: latest }).update({ status: 'partial', acted: 3, failed: 1 });
    const list = async () => (await account.request('get', '/background-jobs').expect(200)).body.data;
    expect(await list()).toMatchObject([
      { id: second, last_cycle: null },
      { id: first, last_cycle: { id: latest, status: 'partial', acted: 3, failed: 1, ended_at: null } },
    ]);
    const statements = async () => (await statementsOf(api.db, list)).length;
    const few = await statements();
    await add();
    expect(await statements()).toBe(few);
    expect(few).toBeLessThanOrEqual(4);
  });
});

describe('a cron expression with other white space than single spaces', () => {
  it('is stored with single spaces, and reads and previews as such', async () => {
    const account = await api.account();
    const job = { cron_expression: ' 0\t9\u00a0*\n*   1-5', steps: [step] };
    const preview = await account.request('post', '/background-jobs/preview').send(job).expect(200);
    expect(preview.body.data).toMatchObject({ cron_in_words: 'At 09:00, Monday through Friday' });
    const { id } = (await account.request('post', '/background-jobs').send(job).expect(201)).body.data;
    const stored = { cron_expression: '0 9 * * 1-5' };
    const [listed] = (await account.request('get', '/background-jobs').expect(200)).body.data;
    expect(listed).toMatchObject({ id, ...stored });
    const changed = { cron_expression: '0\t10 * * *' };
    const { body } = await account.request('patch', `/background-jobs/${id}`).send(changed).expect(200);
    expect(body.data).toMatchObject({ cron_expression: '0 10 * * *' });
  });
});

describe('a job’s preview', () => {
  it('says its schedule in words and when it would fire, also of one that is not active', async () => {
    const account = await api.account({ timezone: 'Europe/Madrid' });
    const preview = async (job: object) =>
      (
        await account
          .request('post', '/background-jobs/preview')
          .send({ steps: [step], ...job })
          .expect(200)
      ).body.data;
    const daily = await preview({ cron_expression: '30 9 * * *', is_active: false });
    expect(daily).toMatchObject({ cron_in_words: 'At 09:30' });
    expect(daily.next_runs).toHaveLength(5);
    for (const at of daily.next_runs) {
      expect(new Date(at).toLocaleTimeString('en-GB', { timeZone: 'Europe/Madrid' })).toBe('09:30:00');
    }
    expect(await preview({})).toMatchObject({ cron_in_words: null, next_runs: [] });
  });
});

describe('GET /background-jobs/{id}/cycles/{cycle_id}/leads', () => {
  it('answers a cycle’s leads page by page, by outcome, with their names', async () => {
    const account = await api.account();
    const leads = await addEnrolledLeads(api.db, account.accountId, await addAgent(api, account), 3);
    const { body } = await account
      .request('post', '/background-jobs')
      .send({ steps: [step] })
      .expect(201);
    const asked = await account.request('post', `/background-jobs/${body.data.id}/run`).expect(202);
    const piece = { jobId: body.data.id, cycleId: asked.body.cycle_id, nominalAt: null, workflowId: 'w' };
    await workWholeCycle(api.db, systemClock, piece);
    const path = `/background-jobs/${body.data.id}/cycles/${asked.body.cycle_id}`;
    const whole = (await account.request('get', path).expect(200)).body.data.leads;
    expect(whole).toHaveLength(leads.length);
    const alone = (await account.request('get', `${path}?leads=none`).expect(200)).body.data;
    expect(alone).toMatchObject({ evaluated: leads.length, leads: [] });
    await api
      .db('job_cycle_leads')
      .where({ lead_id: whole[1].lead_id })
      .update({ outcome: 'failed', reason: 'It broke.' });
    const page = async (query: string) => (await account.request('get', `${path}/leads?${query}`).expect(200)).body;
    const first = await page('limit=2&include=lead');
    expect(first.data.map(({ lead_id }: { lead_id: string }) => lead_id)).toEqual([whole[0].lead_id, whole[1].lead_id]);
    expect(first.included.leads.map(({ name }: { name: string }) => name)).toEqual(['Lead 0', 'Lead 1']);
    const second = await page(`limit=2&cursor=${first.pagination.next_cursor}`);
    expect(second.data).toEqual([whole[2]]);
    expect((await page('outcome=failed')).data).toMatchObject([{ lead_id: whole[1].lead_id, reason: 'It broke.' }]);
    expect((await page('outcome=waiting')).data).toEqual([]);
    await account.request('get', `/background-jobs/${body.data.id}/cycles/${newId()}/leads`).expect(404);
  });
});
