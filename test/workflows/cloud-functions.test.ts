import { describe, expect, it } from '@jest/globals';
import { insertEvents } from '../../db/events/events.js';
import { functionScheduleIdOf } from '../../domain/flow/ids.js';
import { newId } from '../../runtime/ids.js';
import { listAttention } from '../../services/operations/attention.js';
import { publishAgent } from '../support/agents.js';
import type { TestAccount } from '../support/api.js';
import { addEnrolledLeads } from '../support/jobs.js';
import { eventually, useService } from '../support/service.js';

const lines: string[] = [];
const service = useService({ LOG_LEVEL: 'warn' }, { write: (line: string) => void lines.push(line) });
const STEPS = [{ type: 'wait' as const, delay: { type: 'after' as const, amount: 30, unit: 'days' as const } }];

async function createFixture(leads: number, columns?: Parameters<typeof addEnrolledLeads>[4]) {
  const account = await service.account({ timezone: 'Europe/Madrid' });
  const agentId = await publishAgent(service.db, account.accountId, STEPS);
  const rows = await addEnrolledLeads(service.db, account.accountId, agentId, leads, columns);
  return { account, agentId, rows };
}

const make = async (account: TestAccount, body: string, more: object = {}): Promise<string> =>
  (
    await account
      .request('post', '/cloud-functions')
      .send({ name: 'Worker', source: `export default async function (ctx, svc) { ${body} }`, ...more })
      .expect(201)
  ).body.function.id;

const runsOf = (account: TestAccount, id: string, count: number) =>
  eventually(async () => {
    const { body } = await account.request('get', `/cloud-functions/${id}/runs?limit=200`).expect(200);
    return body.runs.length >= count ? body.runs : undefined;
  });

const tagged = async (accountId: string): Promise<number> =>
  Number((await service.db('lead_tags').where({ account_id: accountId }).count({ n: '*' }))[0]?.n);

describe('POST /cloud-functions/{id}/run', () => {
  it('runs the code on a worker, in a workflow that operators find', async () => {
    const { account, rows } = await createFixture(1);
    const id = await make(account, "await svc.tags.add(ctx.lead_id, ['seen']); return ctx.lead.first_name;");
    const { body } = await account
      .request('post', `/cloud-functions/${id}/run`)
      .send({ ctx: { lead_id: rows[0]?.id } })
      .expect(200);
    expect(body).toMatchObject({ success: true, dry_run: true, run: { status: 'success', result: 'Lead 0' } });
    const { searchAttributes, status } = await service.client.workflow
      .getHandle(`function-run/${body.run.id}`)
      .describe();
    expect(status.name).toBe('COMPLETED');
    expect(searchAttributes).toMatchObject({
      AccountId: [account.accountId],
      JobId: [id],
      LeadId: [rows[0]?.id],
      RunKind: ['function'],
    });
    expect(await tagged(account.accountId)).toBe(0);
  });
});

describe('a schedule', () => {
  it('runs the function by the clock, once for each lead of its query, visible in Temporal', async () => {
    const { account, rows } = await createFixture(23, (n) => ({ source: n < 21 ? 'fair' : 'api' }));
    const id = await make(account, "await svc.tags.add(ctx.lead_id, ['fair']); return ctx.event;");
    await account
      .request('put', `/cloud-functions/${id}/schedule`)
      .send({
        cron_expression: '* * * * *',
        leads_query: { where: [{ field: 'lead.source', operator: 'eq', value: 'fair' }] },
        max_leads: 100,
      })
      .expect(200);
    const handle = service.client.schedule.getHandle(functionScheduleIdOf(id));
    await eventually(async () => handle.describe().catch(() => undefined));
    // Its last minute is due now, so that the next one need not be waited for.
    const end = new Date();
    await handle.backfill({ start: new Date(end.getTime() - 60_000), end, overlap: 'ALLOW_ALL' });
    const started = await eventually(async () => (await handle.describe()).info.recentActions[0]);
    const workflowId = started.action.workflow.workflowId;
    expect(await service.client.workflow.getHandle(workflowId).result()).toMatchObject({ matched: 21, done: 21 });
    await account.request('delete', `/cloud-functions/${id}/schedule`).expect(204);
    const runs = (await runsOf(account, id, 21)).filter(
      (run: { lead_id: string }, at: number, all: { lead_id: string }[]) =>
        all.findIndex((other) => other.lead_id === run.lead_id) === at,
    );
    expect(new Set(runs.map((run: { lead_id: string }) => run.lead_id))).toEqual(
      new Set(rows.slice(0, 21).map((row) => row.id)),
    );
    expect(runs[0]).toMatchObject({ trigger_event: 'schedule', status: 'success', dry_run: false });
    expect(await tagged(account.accountId)).toBe(21);
    const [fire] = await service.db('function_fires').where({ workflow_id: workflowId });
    expect(fire).toMatchObject({ status: 'completed', matched: 21, succeeded: 21, failed: 0 });
    expect(await service.db('function_runs').where({ fire_id: fire!.id })).toHaveLength(21);
    const { searchAttributes } = await service.client.workflow.getHandle(workflowId).describe();
    expect(searchAttributes).toMatchObject({ JobId: [id], RunKind: ['function_schedule'] });
    await eventually(async () => ((await handle.describe().catch(() => undefined)) ? undefined : true));
  });

  it('runs once without a lead where it has no query, and rests while the function is inactive', async () => {
    const { account } = await createFixture(0);
    const id = await make(account, 'return ctx.input.scheduled_at;');
    await account.request('put', `/cloud-functions/${id}/schedule`).send({ cron_expression: '@yearly' }).expect(200);
    const handle = service.client.schedule.getHandle(functionScheduleIdOf(id));
    await eventually(async () => handle.describe().catch(() => undefined));
    await handle.trigger();
    const [run] = await runsOf(account, id, 1);
    expect(run).toMatchObject({ status: 'success', lead_id: null, trigger_event: 'schedule', has_result: true });
    await account.request('patch', `/cloud-functions/${id}`).send({ is_active: false }).expect(200);
    const paused = await eventually(async () => {
      const { state } = await handle.describe();
      return state.paused ? state : undefined;
    });
    expect(paused.note).toContain('is_active is false');
  });
});

describe('an event', () => {
  it('runs the functions that wait for its kind, once, with the lead that passes their filter', async () => {
    const { account, rows } = await createFixture(2, (n) => ({ company: n === 0 ? 'Acme' : 'Other' }));
    const [acme, other] = rows.map((row) => row.id);
    const id = await make(account, 'await svc.leads.update(ctx.lead_id, { metadata: { seen: ctx.data.changed } });', {
      event: { kinds: ['lead.updated'], filter: [{ field: 'lead.company', operator: 'eq', value: 'Acme' }] },
    });
    const ends = await make(account, 'return 1;', { event: { kinds: ['function.run_completed'] } });
    await account.request('patch', `/leads/${other}`).send({ title: 'CTO' }).expect(200);
    await account.request('patch', `/leads/${acme}`).send({ title: 'CEO' }).expect(200);
    const [run] = await runsOf(account, id, 1);
    expect(run).toMatchObject({ trigger_event: 'lead.updated', lead_id: acme, status: 'success', dry_run: false });
    const { body } = await account.request('get', `/leads/${acme}`).expect(200);
    expect(body.lead.metadata.seen).toContain('title');
    // Its own change is an event of the same kind and sets nothing off; what waits for the run's end comes after it.
    await runsOf(account, ends, 1);
    await eventually(async () => {
      const cursor = await service.db('job_event_cursors').where({ account_id: account.accountId }).first('seq');
      return cursor ? true : undefined;
    });
    expect(await runsOf(account, id, 1)).toHaveLength(1);
  });

  it('runs them with a lead that no agent works, and one that was deleted', async () => {
    const { account } = await createFixture(0);
    const acme = [{ field: 'lead.company', operator: 'eq', value: 'Acme' }];
    const created = await make(account, 'return ctx.lead.company;', {
      event: { kinds: ['lead.created'], filter: acme },
    });
    const deleted = await make(account, 'return ctx.lead_id;', { event: { kinds: ['lead.deleted'] } });
    const add = async (company: string): Promise<string> =>
      (await account.request('post', '/leads').send({ first_name: 'Ada', email: `${newId()}@example.com`, company }))
        .body.lead.id;
    const [other, lead_id] = [await add('Other'), await add('Acme')];
    await account.request('delete', `/leads/${other}`).expect(204);
    expect(await runsOf(account, deleted, 1)).toMatchObject([{ lead_id: other, status: 'success' }]);
    expect(await runsOf(account, created, 1)).toMatchObject([{ lead_id, status: 'success' }]);
  });

  it('runs them without a lead where it is about none', async () => {
    const { account } = await createFixture(0);
    const id = await make(account, 'return ctx.data.name;', { event: { kinds: ['api_key.created'] } });
    const origin = { kind: 'user' as const, id: null };
    await insertEvents(service.db, new Date(), [
      { accountId: account.accountId, type: 'api_key.created', leadId: null, data: { name: 'New' }, origin },
    ]);
    const [run] = await runsOf(account, id, 1);
    expect(run).toMatchObject({ trigger_event: 'api_key.created', lead_id: null, status: 'success' });
  });
});

describe('run_function', () => {
  const cycleOf = async (account: TestAccount, job: string, body: object = {}) => {
    const { cycle_id } = (await account.request('post', `/background-jobs/${job}/run`).send(body).expect(202)).body;
    return eventually(async () => {
      const { data } = (await account.request('get', `/background-jobs/${job}/cycles/${cycle_id}`).expect(200)).body;
      return ['queued', 'running'].includes(data.status) ? undefined : data;
    });
  };

  it('is done by background jobs, and rehearsed by their dry runs', async () => {
    const { account, rows } = await createFixture(3);
    const id = await make(account, "await svc.tags.add(ctx.lead_id, ['ran']); return ctx.lead.first_name + ctx.who;");
    const action = { type: 'run_function', params: { function_id: id, ctx: { who: ' is {{ lead.first_name }}' } } };
    const { body } = await account
      .request('post', '/background-jobs')
      .send({ steps: [{ action }] })
      .expect(201);
    expect(await cycleOf(account, body.data.id, { dry_run: true })).toMatchObject({
      leads: expect.arrayContaining([
        expect.objectContaining({
          steps: [expect.objectContaining({ effects: [expect.objectContaining({ applied: false })] })],
        }),
      ]),
    });
    const rehearsed = await runsOf(account, id, 3);
    expect(rehearsed.map((run: { dry_run: boolean }) => run.dry_run)).toEqual([true, true, true]);
    expect(await tagged(account.accountId)).toBe(0);
    expect(await cycleOf(account, body.data.id)).toMatchObject({ acted: 3, failed: 0 });
    const runs = (await runsOf(account, id, 6)).filter((run: { dry_run: boolean }) => !run.dry_run);
    expect(new Set(runs.map((run: { lead_id: string }) => run.lead_id))).toEqual(new Set(rows.map((row) => row.id)));
    for (const run of runs) {
      expect(run).toMatchObject({ trigger_event: 'background_job', status: 'success' });
      const read = (await account.request('get', `/cloud-functions/runs/${run.id}`).expect(200)).body.run;
      expect(read.result).toBe(`${read.lead_before.first_name} is ${read.lead_before.first_name}`);
    }
    expect(await tagged(account.accountId)).toBe(3);
  });

  it('that fails for every lead is reported like a failing job, until a run succeeds', async () => {
    const { account } = await createFixture(2);
    const id = await make(account, "throw new Error('No luck');");
    const { body } = await account
      .request('post', '/background-jobs')
      .send({ steps: [{ action: { type: 'run_function', params: { function_id: id } } }] })
      .expect(201);
    const waiting = async () =>
      (await listAttention(service.db, new Date(), account.accountId)).filter((item) => item.id === body.data.id);
    const cycle = await cycleOf(account, body.data.id);
    expect(cycle).toMatchObject({ status: 'completed', acted: 2 });
    const runs = await runsOf(account, id, 2);
    expect(runs.map(({ status }: { status: string }) => status)).toEqual(['error', 'error']);
    const reason = 'Every run of its function failed: error.';
    expect(await waiting()).toMatchObject([{ what: 'background job that fails for every lead', detail: reason }]);
    const told = await eventually(async () => {
      const found = lines.map((line) => JSON.parse(line)).filter((line) => line.cycle_id === cycle.id);
      return found.length > 0 ? found : undefined;
    });
    expect(told[0]).toMatchObject({ msg: 'A background job failed for every lead', reason });
    await service.db('function_runs').where({ id: runs[0].id }).update({ status: 'success' });
    expect(await waiting()).toEqual([]);
  });

  it('is done by the set steps of cadences', async () => {
    const account = await service.account();
    const id = await make(account, "await svc.tags.add(ctx.lead_id, ['ran']); return ctx.event;");
    const agentId = await publishAgent(service.db, account.accountId, [
      { type: 'set' as const, actions: [{ type: 'run_function' as const, params: { function_id: id } }] },
      ...STEPS,
    ]);
    const lead = { first_name: 'Ana', email: 'ana@example.com', workflow_id: agentId };
    const { body } = await account.request('post', '/leads').send(lead).expect(201);
    const [run] = await runsOf(account, id, 1);
    expect(run).toMatchObject({ lead_id: body.lead.id, trigger_event: 'cadence.step_executed', status: 'success' });
    expect(await tagged(account.accountId)).toBe(1);
  });

  it('is refused where the account has no such function', async () => {
    const [account, other] = [await service.account(), await service.account()];
    const theirs = await make(other, 'return 1;');
    const steps = [{ action: { type: 'run_function', params: { function_id: theirs } } }];
    const answer = await account.request('post', '/background-jobs').send({ steps }).expect(400);
    expect(answer.body).toMatchObject({ field: '/steps/0/action/params/function_id' });
  });
});
