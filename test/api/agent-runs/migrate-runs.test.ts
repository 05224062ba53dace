import { describe, expect, it } from '@jest/globals';
import { openWork } from '../../../db/work.js';
import { advanceRun } from '../../../services/cadence/advance-run.js';
import { createMailLinks } from '../../../services/messages/mail-links.js';
import { mailStep, makeEnrolledLead, makePublishedAgent, makeSender } from '../../support/agent-requests.js';
import { TEST_SECRET, type TestAccount, useApi } from '../../support/api.js';

const api = useApi();
const later = { type: 'after', amount: 3, unit: 'days' };
const ONE = mailStep('One', { key: 'one' });
const TWO = mailStep('Two', { key: 'two', delay: later });
const THREE = mailStep('Three', { key: 'three', delay: later });

/** An agent with runs at its second step, and a second version in which that one has gone or changed. */
async function createFixture(steps: object[], runs = 2, more: object = {}) {
  const account = await api.account();
  await makeSender(account);
  const workflowId = await makePublishedAgent(account, [ONE, TWO, THREE]);
  const runIds: string[] = [];
  for (let n = 0; n < runs; n += 1) {
    const { runId } = await makeEnrolledLead(account, workflowId, { skip_first_message: true });
    await advance(runId);
    runIds.push(runId);
  }
  await account
    .request('patch', `/workflows/${workflowId}`)
    .send({ cadence: { steps }, ...more })
    .expect(200);
  return { account, workflowId, runIds };
}

const advance = (runId: string) =>
  api.db.transaction((tx) =>
    advanceRun(openWork(tx, new Date()), runId, {
      links: createMailLinks([TEST_SECRET], 'http://las.test'),
      senderOf: async () => undefined,
      heldBack: async () => undefined,
    }),
  );
const runOf = async (account: TestAccount, runId = '') =>
  (await account.request('get', `/workflow-runs/${runId}`).expect(200)).body.workflow_run;
const planOf = async (account: TestAccount, id: string, body: object = {}) =>
  (await account.request('post', `/workflows/${id}/plan`).send(body).expect(200)).body;
const publish = (account: TestAccount, id: string) => account.request('post', `/workflows/${id}/publish`).expect(201);
const migrate = (account: TestAccount, workflow_id: string, body: object = {}) =>
  account.request('post', '/workflow-runs/bulk').send({ filter: { workflow_id }, operation: 'migrate', ...body });

describe('the plan of a new version', () => {
  it('names each step that was added, removed, changed or moved, and what of it', async () => {
    const four = mailStep('Four', { key: 'four', delay: later });
    const changed = { ...TWO, subject: 'Anew' };
    const { account, workflowId } = await createFixture([four, changed, ONE], 0, { name: 'Renamed' });
    const plan = await planOf(account, workflowId);
    expect(plan).toMatchObject({ version: null, against: 1, open_runs: [], settings: ['name'] });
    const kinds = plan.changes.map(({ step_key, kind, fields }: never) => [step_key, kind, fields]);
    expect(kinds).toEqual([
      ['four', 'added', []],
      ['two', 'changed', ['subject']],
      ['one', 'moved', []],
      ['three', 'removed', []],
    ]);
    expect(plan.changes[1]).toMatchObject({ before: { subject: TWO.subject }, after: { subject: 'Anew' } });
  });

  it('returns for the open runs of each step where they would continue, or why they can’t', async () => {
    const { account, workflowId } = await createFixture([ONE, THREE]);
    expect((await planOf(account, workflowId)).open_runs).toEqual([
      { version: 1, step_key: 'two', status_key: 'new', runs: 2, to_step_key: null, problem: 'step_gone' },
    ]);
    expect((await planOf(account, workflowId, { steps: { two: 'three' } })).open_runs).toMatchObject([
      { runs: 2, to_step_key: 'three', problem: null },
    ]);
    await account.request('post', `/workflows/${workflowId}/plan`).send({ version: 7 }).expect(404);
  });
});

describe('runs that are to follow another version', () => {
  it('keep their place and their time where the step is still there, and follow what it says now', async () => {
    const { account, workflowId, runIds } = await createFixture([ONE, { ...TWO, subject: 'Anew' }, THREE]);
    await publish(account, workflowId);
    const before = await runOf(account, runIds[0]);
    const preview = await migrate(account, workflowId, { preview: true }).expect(200);
    expect(preview.body).toMatchObject({ matched: 2, changed: 2, unchanged: 0 });
    expect((await runOf(account, runIds[0])).workflow_version).toBe(1);
    const done = await migrate(account, workflowId).expect(200);
    expect(done.body).toMatchObject({ matched: 2, changed: 2, unchanged: 0 });
    expect(await runOf(account, runIds[0])).toMatchObject({
      workflow_version: 2,
      step_key: 'two',
      next_at: before.next_at,
      cadence_state: before.cadence_state,
    });
    expect((await planOf(account, workflowId, { version: 2 })).open_runs).toEqual([]);
    expect((await migrate(account, workflowId)).body).toMatchObject({ matched: 2, changed: 0 });
    await api
      .db('agent_runs')
      .whereIn('id', runIds)
      .update({ wake_at: new Date(0) });
    await advance(runIds[0] ?? '');
    expect(await runOf(account, runIds[0])).toMatchObject({ workflow_version: 2, step_key: 'two' });
  });

  it('go to the step they are sent to, and stay where theirs is gone', async () => {
    const { account, workflowId, runIds } = await createFixture([ONE, THREE]);
    await publish(account, workflowId);
    expect((await migrate(account, workflowId, { preview: true })).body).toMatchObject({ matched: 2, changed: 0 });
    expect((await migrate(account, workflowId)).body).toMatchObject({ matched: 2, changed: 0, unchanged: 2 });
    await migrate(account, workflowId, { steps: { two: 'nine' } }).expect(400);
    const steps = { two: 'three' };
    expect((await migrate(account, workflowId, { steps, preview: true })).body).toMatchObject({ changed: 2 });
    expect((await migrate(account, workflowId, { steps })).body).toMatchObject({ matched: 2, changed: 2 });
    expect(await runOf(account, runIds[0])).toMatchObject({ workflow_version: 2, step_key: 'three', step_index: 1 });
  });

  it('stay while a message of theirs is with its provider, and a paused one stays paused', async () => {
    const { account, workflowId, runIds } = await createFixture([ONE, TWO]);
    await publish(account, workflowId);
    const [sending = '', paused = ''] = runIds;
    const lead_id = (await runOf(account, sending)).lead_id;
    const row = await api.db('leads').where({ id: lead_id }).first();
    const columns = { status: 'sending', direction: 'outbound', channel: 'email', type: 'text' } as const;
    const times = { created_at: new Date(), updated_at: new Date() };
    await api.db('messages').insert({
      id: lead_id,
      account_id: row?.account_id ?? '',
      lead_id,
      agent_run_id: sending,
      claim_no: 1,
      ...columns,
      ...times,
    });
    const body = { filter: { workflow_run_ids: [paused] }, operation: 'pause' };
    await account.request('post', '/workflow-runs/bulk').send(body).expect(200);
    expect(
      (await planOf(account, workflowId, { version: 2 })).open_runs.map(({ problem }: never) => problem).sort(),
    ).toEqual(['being_sent', null].sort());
    expect((await migrate(account, workflowId)).body).toMatchObject({ matched: 2, changed: 1, unchanged: 1 });
    expect((await runOf(account, sending)).workflow_version).toBe(1);
    expect(await runOf(account, paused)).toMatchObject({ workflow_version: 2, cadence_state: 'paused' });
  });

  it('are those of one workflow, and a version that there is', async () => {
    const { account, workflowId, runIds } = await createFixture([ONE], 1);
    const filter = { workflow_run_ids: runIds };
    const unnamed = await account.request('post', '/workflow-runs/bulk').send({ filter, operation: 'migrate' });
    expect([unnamed.status, unnamed.body.field]).toEqual([400, '/filter/workflow_id']);
    await migrate(account, workflowId, { to_version: 9 }).expect(404);
    const stranger = await api.account();
    await migrate(stranger, workflowId).expect(404);
  });
});
