import { describe, expect, it } from '@jest/globals';
import { LEADS_AT_ONCE } from '../../domain/flow/job-cycle.js';
import { syncJobSchedule } from '../../temporal/background-jobs.js';
import { TASK_QUEUES } from '../../workflows/task-queues.js';
import { addSender, publishAgent } from '../support/agents.js';
import type { TestAccount } from '../support/api.js';
import { addEnrolledLeads } from '../support/jobs.js';
import { eventually, useService } from '../support/service.js';

const service = useService();
const TAG = { type: 'add_tag', params: { tags: ['seen'] } };
const STEPS = [{ type: 'wait' as const, delay: { type: 'after' as const, amount: 30, unit: 'days' as const } }];

async function createFixture(leads: number, columns?: Parameters<typeof addEnrolledLeads>[4]) {
  const account = await service.account({ timezone: 'Europe/Madrid' });
  const agentId = await publishAgent(service.db, account.accountId, STEPS);
  const rows = await addEnrolledLeads(service.db, account.accountId, agentId, leads, columns);
  return { account, agentId, rows };
}

const makeJob = async (account: TestAccount, body: object): Promise<string> =>
  (await account.request('post', '/background-jobs').send(body).expect(201)).body.data.id;

const run = async (account: TestAccount, id: string, body: object = {}): Promise<string> =>
  (await account.request('post', `/background-jobs/${id}/run`).send(body).expect(202)).body.cycle_id;

const ended = (account: TestAccount, id: string, cycleId: string) =>
  eventually(async () => {
    const { body } = await account.request('get', `/background-jobs/${id}/cycles/${cycleId}`).expect(200);
    return ['queued', 'running'].includes(body.data.status) ? undefined : body.data;
  });

const tagged = async (accountId: string): Promise<number> =>
  Number((await service.db('lead_tags').where({ account_id: accountId }).count({ n: '*' }))[0]?.n);

describe('a cycle', () => {
  it('acts on 500 leads in at most 70 events, each once', async () => {
    const { account } = await createFixture(500);
    const id = await makeJob(account, { steps: [{ action: TAG }], max_leads_per_cycle: 500 });
    const cycle = await ended(account, id, await run(account, id));
    expect(cycle).toMatchObject({ status: 'completed', matched: 500, evaluated: 500, acted: 500, failed: 0 });
    expect(cycle.leads).toHaveLength(500);
    expect(cycle.leads[0]).toMatchObject({
      outcome: 'acted',
      steps: [{ verdict: 'direct', effects: [{ applied: true }] }],
    });
    expect(await tagged(account.accountId)).toBe(500);
    const handle = service.client.workflow.getHandle(cycle.workflow_id);
    await handle.result();
    const { raw } = await handle.describe();
    expect(Number(raw.workflowExecutionInfo?.historyLength)).toBeLessThanOrEqual(70);
    expect(LEADS_AT_ONCE).toBe(50);
  });

  it('follows the cursor on and around, and tells what the limit left', async () => {
    const { account, rows } = await createFixture(7);
    const id = await makeJob(account, { steps: [{ action: TAG }], max_leads_per_cycle: 3, dry_run: true });
    const taken: string[][] = [];
    for (let n = 0; n < 3; n += 1) {
      const cycle = await ended(account, id, await run(account, id));
      expect(cycle).toMatchObject({ evaluated: 3, truncated_by_limit: 1, dry_run: true });
      taken.push(cycle.leads.map((lead: { lead_id: string }) => lead.lead_id));
    }
    const ids = rows.map((row) => row.id);
    expect(taken[0]).toEqual(ids.slice(0, 3));
    expect(taken[1]).toEqual(ids.slice(3, 6));
    expect([...(taken[2] ?? [])].sort()).toEqual([ids[0], ids[1], ids[6]]);
    expect(await tagged(account.accountId)).toBe(0);
  });

  it('leaves leads alone that it acted on a while ago, are paused or don’t match', async () => {
    const { account, rows, agentId } = await createFixture(4, (n) => ({ metadata: JSON.stringify({ n }) }));
    await account.request('post', `/leads/${rows[0]?.id}/automation/stop`).send({ workflow_id: agentId }).expect(200);
    const conditions = [{ field: 'metadata.n', operator: 'gte', value: 2 }];
    const id = await makeJob(account, {
      steps: [{ conditions, on_match: TAG, on_no_match: { type: 'stop' } }],
      cooldown_minutes: 60,
    });
    const first = await ended(account, id, await run(account, id));
    expect(first).toMatchObject({
      matched: 2,
      evaluated: 3,
      acted: 2,
      skipped: { paused: 1, no_match: 1, cooldown: 0 },
    });
    const second = await ended(account, id, await run(account, id));
    expect(second).toMatchObject({ evaluated: 1, acted: 0, skipped: { paused: 1, no_match: 1, cooldown: 2 } });
  });

  it('changes nothing in a dry run, and the next real one acts', async () => {
    const { account, rows } = await createFixture(2);
    const id = await makeJob(account, { steps: [{ action: TAG }], cooldown_minutes: 60 });
    const dry = await ended(account, id, await run(account, id, { dry_run: true }));
    expect(dry).toMatchObject({ dry_run: true, acted: 2 });
    expect(dry.leads[0].steps[0].effects).toEqual([{ type: 'add_tag', params: TAG.params, applied: false }]);
    expect(await tagged(account.accountId)).toBe(0);
    const events = await service
      .db('events')
      .whereIn(
        'lead_id',
        rows.map((row) => row.id),
      )
      .where({ origin_kind: 'job' });
    expect(events).toEqual([]);
    const real = await ended(account, id, await run(account, id));
    expect(real).toMatchObject({ acted: 2, skipped: { cooldown: 0 } });
    expect(await tagged(account.accountId)).toBe(2);
  });

  it('is tried by a dry run before the job is switched on, and by nothing else', async () => {
    const { account } = await createFixture(2);
    const id = await makeJob(account, { steps: [{ action: TAG }], is_active: false });
    const refused = await account.request('post', `/background-jobs/${id}/run`).expect(409);
    expect(refused.body).toMatchObject({ code: 'JOB_INACTIVE' });
    const dry = await ended(account, id, await run(account, id, { dry_run: true }));
    expect(dry).toMatchObject({ status: 'completed', dry_run: true, acted: 2 });
    expect(await tagged(account.accountId)).toBe(0);
    await account.request('post', `/background-jobs/${id}/run`).expect(409);
  });

  it('takes given leads only, and the same key gives the same cycle', async () => {
    const { account, rows } = await createFixture(5);
    const id = await makeJob(account, { steps: [{ action: TAG }], max_leads_per_cycle: 2 });
    const body = { lead_ids: rows.slice(0, 3).map((row) => row.id), idempotency_key: 'k' };
    const cycleId = await run(account, id, body);
    const cycle = await ended(account, id, cycleId);
    expect(cycle).toMatchObject({ matched: 2, evaluated: 2, truncated_by_limit: 1 });
    expect(await run(account, id, body)).toBe(cycleId);
    expect(await tagged(account.accountId)).toBe(2);
  });

  it('does what was put off when it is due', async () => {
    const { account } = await createFixture(1);
    const id = await makeJob(account, { steps: [{ action: { ...TAG, delay_seconds: 5 } }] });
    const cycle = await ended(account, id, await run(account, id));
    const [effect] = cycle.leads[0].steps[0].effects;
    expect(effect).toMatchObject({ applied: false, due_at: expect.any(String) });
    await service.resultOf(cycle.workflow_id);
    const tags = await service.db('lead_tags').where({ account_id: account.accountId });
    expect(tags).toHaveLength(1);
    expect(tags[0]!.created_at.getTime()).toBeGreaterThanOrEqual(Date.parse(effect.due_at));
  });

  it('queues a message to each lead once, and counts who opted out', async () => {
    const { account, rows } = await createFixture(3, (n) => (n === 0 ? { consent_email: 'opted_out' } : {}));
    await addSender(service.db, account.accountId);
    const params = { channel: 'email', subject: 'Hi {{lead.first_name}}', content: 'Hello {{lead.first_name}}' };
    const id = await makeJob(account, { steps: [{ action: { type: 'send_message', params } }, { action: TAG }] });
    const cycle = await ended(account, id, await run(account, id));
    expect(cycle).toMatchObject({ evaluated: 3, acted: 3 });
    const mails = await eventually(async () => {
      const found = await service.db('sandbox_deliveries').where({ account_id: account.accountId }).select('subject');
      return found.length >= 2 ? found.map((mail) => mail.subject).sort() : undefined;
    });
    expect(mails).toEqual(['Hi Lead 1', 'Hi Lead 2']);
    const refused = cycle.leads.find((lead: { lead_id: string }) => lead.lead_id === rows[0]?.id);
    expect(refused.steps[0].effects[0]).toMatchObject({ applied: false, reason: 'opted_out' });
    const only = await makeJob(account, { steps: [{ action: { type: 'send_message', params } }] });
    const second = await ended(account, only, await run(account, only, { dry_run: true }));
    expect(second).toMatchObject({ evaluated: 2, skipped: { opted_out: 1 } });
  });

  it('runs once for each agent where the job says so', async () => {
    const { account, agentId } = await createFixture(3);
    const id = await makeJob(account, {
      scope: 'workflow_scoped',
      steps: [
        {
          conditions: [{ source: 'workflow', key: 'active_leads', operator: 'gte', value: 3 }],
          on_match: { type: 'pause_workflow', params: { reason: 'Enough' } },
        },
      ],
    });
    const cycle = await ended(account, id, await run(account, id));
    expect(cycle).toMatchObject({ status: 'completed', evaluated: 1, acted: 1 });
    const { body } = await account.request('get', `/workflows/${agentId}`).expect(200);
    expect(body.workflow.paused).toBe(true);
  });
});

describe('a schedule', () => {
  it.each(['0 9 * * *', '30 2 * * *', '*/20 8-10 13 * fri', '0 0 29 2 *', '15 6 1,15 jan-jun mon-fri', '@hourly'])(
    'of %s runs when the job says it will',
    async (cron_expression) => {
      const account = await service.account({ timezone: 'Europe/Madrid' });
      const id = await makeJob(account, { cron_expression, steps: [{ action: TAG }] });
      const schedule = service.client.schedule.getHandle(`background-job/${id}`);
      const described = await eventually(() => schedule.describe().catch(() => undefined));
      const { body } = await account.request('get', `/background-jobs/${id}`).expect(200);
      expect(body.data.next_runs).toEqual(described.info.nextActionTimes.slice(0, 5).map((at) => at.toISOString()));
      expect(described.state.note).toContain(account.keyId);
      await account.request('delete', `/background-jobs/${id}`).expect(204);
      await eventually(async () => ((await schedule.describe().catch(() => undefined)) ? undefined : true));
    },
  );

  it.each(['made', 'changed'])('that is %s late fires the missed time, once', async (how) => {
    const { account } = await createFixture(1);
    const id = await makeJob(account, { cron_expression: '@yearly', steps: [{ action: TAG }] });
    const schedule = service.client.schedule.getHandle(`background-job/${id}`);
    const { action } = await eventually(() => schedule.describe().catch(() => undefined));
    if (how === 'made') await schedule.delete();
    const due = new Date(Math.floor((Date.now() - 60_000) / 60_000) * 60_000);
    const cron_expression = `${due.getUTCMinutes()} ${due.getUTCHours()} ${due.getUTCDate()} ${due.getUTCMonth() + 1} *`;
    await service
      .db('background_jobs')
      .where({ id })
      .update({ cron_expression, timezone: 'UTC', updated_at: new Date(due.getTime() - 1_000) });
    const prefix = action.taskQueue.slice(0, -TASK_QUEUES.background.length);
    const sync = () => syncJobSchedule({ client: service.client, db: service.db, prefix }, id);
    await sync();
    const cycles = async () => (await account.request('get', `/background-jobs/${id}/cycles`).expect(200)).body.data;
    const [cycle] = await eventually(async () => {
      const found = await cycles();
      return ['queued', 'running', undefined].includes(found[0]?.status) ? undefined : found;
    });
    expect(cycle).toMatchObject({ trigger_type: 'cron', status: 'completed', acted: 1 });
    const closed = `WorkflowId STARTS_WITH "background-job/${id}/" AND ExecutionStatus = "Completed"`;
    const haveClosed = (runs: number) =>
      eventually(async () => ((await service.client.workflow.count(closed)).count === runs ? true : undefined));
    // A fire whose workflow still closes would be refused by Temporal, and this is to show that the cycle refuses it.
    await haveClosed(1);
    await sync();
    await haveClosed(2);
    expect(await cycles()).toEqual([cycle]);
    await account.request('delete', `/background-jobs/${id}`).expect(204);
  });

  it('matches the row when two change it at once, and records a conflicting cycle', async () => {
    const { account } = await createFixture(1);
    const id = await makeJob(account, { cron_expression: '@yearly', steps: [{ action: TAG }] });
    const path = `/background-jobs/${id}`;
    await Promise.all(
      [5, 6, 7, 8].map((hour) =>
        account.request('patch', path).send({ cron_expression: `0 ${hour} * * *`, is_active: hour !== 8 }),
      ),
    );
    const schedule = service.client.schedule.getHandle(`background-job/${id}`);
    const { data } = (await account.request('patch', path).send({ is_active: true }).expect(200)).body;
    await eventually(async () => {
      const described = await schedule.describe().catch(() => undefined);
      if (!described || described.state.paused) return undefined;
      return described.info.nextActionTimes[0]?.toISOString() === data.next_runs[0] ? true : undefined;
    });
    await service.db('background_jobs').where({ id }).update({ open_cycle_id: id });
    await schedule.trigger('ALLOW_ALL');
    const skipped = await eventually(async () => {
      const { body } = await account.request('get', `${path}/cycles`).expect(200);
      return body.data[0];
    });
    expect(skipped).toMatchObject({ status: 'skipped_overlap', trigger_type: 'cron' });
    // Runs of a schedule take turns with other accounts, like all other work.
    const { raw } = await service.client.workflow.getHandle(skipped.workflow_id).describe();
    expect(raw.workflowExecutionInfo?.priority?.fairnessKey).toBe(account.accountId);
    const { body } = await account.request('get', path).expect(200);
    expect(body.data.last_executed_at).toBeNull();
    await account.request('delete', path).expect(204);
  });
});
