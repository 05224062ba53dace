import { describe, expect, it } from '@jest/globals';
import { newId } from '../../../runtime/ids.js';
import { mailStep, makePublishedAgent, makeSender } from '../../support/agent-requests.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { statementsOf } from '../../support/statements.js';

const api = useApi();
const STEPS = [mailStep('One'), { type: 'wait', delay: { type: 'after', amount: 1, unit: 'days' } }, mailStep('Two')];
async function prepared(): Promise<{ account: TestAccount; workflow_id: string }> {
  const account = await api.account();
  await makeSender(account);
  return { account, workflow_id: await makePublishedAgent(account, STEPS) };
}
const runsOf = (leadId: string) => api.db('agent_runs').where({ lead_id: leadId }).orderBy('id');

describe('POST /leads with a workflow_id', () => {
  it('enrolls the lead and returns the position of its cadence, in the shape that GET returns', async () => {
    const { account, workflow_id } = await prepared();
    const answer = await account
      .request('post', '/leads')
      .send({ first_name: 'Ana', email: 'ana@example.com', workflow_id });
    expect(answer.status).toBe(201);
    expect(answer.body.workflow_run).toEqual({
      id: expect.any(String),
      workflow: { id: workflow_id, name: 'Follow up' },
      cadence_state: 'pending',
      cadence: { step_index: 0, channel: 'email', attempt_number: 1, max_attempts: 1, total_steps: 3 },
    });
    expect(answer.body.lead.active_workflow_run).toMatchObject({
      id: answer.body.workflow_run.id,
      workflow_id,
      is_active: true,
      run_status: 'running',
      current_status: { key: 'new', label: expect.any(String), category: 'open' },
    });
    const read = await account.request('get', `/leads/${answer.body.lead.id}`);
    expect(read.body.lead).toEqual(answer.body.lead);
    expect(api.dispatched.at(-1)).toMatchObject({
      kind: 'start',
      workflowId: `cadence/${answer.body.workflow_run.id}`,
    });
    const events = await api.db('events').where({ lead_id: read.body.lead.id }).orderBy('seq').pluck('type');
    expect(events).toEqual(['lead.created', 'workflow_run.started']);
  });

  it('hands on what the first message is to be', async () => {
    const { account, workflow_id } = await prepared();
    const answer = await account.request('post', '/leads').send({
      first_name: 'Ana',
      email: 'ana@example.com',
      workflow_id,
      skip_first_message: true,
      force_first_message: 'Only this once',
    });
    const [run] = await runsOf(answer.body.lead.id);
    const state = JSON.parse(run!.cadence);
    expect(JSON.stringify(state)).toContain('Only this once');
    expect(state.skip_first_message ?? state.skipFirstMessage).toBe(true);
  });

  it('goes by the tags that the lead is made with from its first plan on, one by one and in bulk', async () => {
    const { account } = await prepared();
    const tagged = { field: 'tag', operator: 'contains', value: 'VIP' };
    const agents = [
      [{ type: 'wait_until', any: [tagged] }, mailStep('Now')],
      [mailStep('Later', { delay: { type: 'after', amount: 3, unit: 'days' } }), { type: 'goal', any: [tagged] }],
    ].map((steps) => makePublishedAgent(account, steps));
    const isDue = async (lead_id: string) => {
      const [run] = await runsOf(lead_id);
      return run!.wake_at! <= run!.enrolled_at;
    };
    for (const workflow_id of await Promise.all(agents)) {
      const make = async (tags: string[]) => {
        const lead = { first_name: 'Ana', workflow_id, tags };
        const one = await account.request('post', '/leads').send(lead).expect(201);
        const several = await account.request('post', '/leads').send([lead]).expect(201);
        return [await isDue(one.body.lead.id), await isDue(several.body.results[0].lead_id)];
      };
      expect([await make(['Vip']), await make(['Other'])]).toEqual([
        [true, true],
        [false, false],
      ]);
    }
  });

  it('does not enrol a second lead for an address whose lead is in the cadence already', async () => {
    const { account, workflow_id } = await prepared();
    const send = (more: object) => account.request('post', '/leads').send({ first_name: 'Ana', workflow_id, ...more });
    await send({ email: 'ana@example.com', phone: '+34600111222' });
    for (const address of [{ email: 'ANA@example.com' }, { phone: '+34 600 111 222' }]) {
      const second = await send(address);
      expect(second.status).toBe(201);
      expect(second.body).toMatchObject({
        workflow_run: null,
        warnings: ['duplicate_lead', 'duplicate_in_cadence'],
        lead: { active_workflow_run: null },
      });
    }
    const other = await makePublishedAgent(account, STEPS);
    const elsewhere = await send({ email: 'ana@example.com', workflow_id: other });
    expect(elsewhere.body.warnings).toEqual(['duplicate_lead']);
    expect(elsewhere.body.workflow_run).not.toBeNull();
  });

  it('leaves a reused lead in its cadence, however many requests come at once', async () => {
    const { account, workflow_id } = await prepared();
    const send = () =>
      account
        .request('post', '/leads')
        .send({ first_name: 'Ana', email: 'ana@example.com', workflow_id, on_duplicate: 'reuse' });
    const answers = await Promise.all(Array.from({ length: 20 }, send));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    const enrolled = answers.filter(({ body }) => body.workflow_run !== null);
    expect(enrolled).toHaveLength(1);
    for (const { body } of answers) {
      expect(body.lead.active_workflow_run.id).toBe(enrolled[0]?.body.workflow_run.id);
      if (body.workflow_run === null) expect(body.warnings).toEqual(['already_enrolled']);
    }
    expect(await runsOf(answers[0]?.body.lead.id)).toHaveLength(1);
  });

  it('enrols a known lead that is in no cadence yet', async () => {
    const { account, workflow_id } = await prepared();
    const first = await account.request('post', '/leads').send({ first_name: 'Ana', external_id: 'x' });
    const second = await account
      .request('post', '/leads')
      .send({ first_name: 'Ana', external_id: 'x', tags: ['Now'], workflow_id, on_duplicate: 'update' });
    expect(second.body).toMatchObject({ deduplicated: true, warnings: [], lead: { id: first.body.lead.id } });
    expect(second.body.workflow_run).not.toBeNull();
  });

  it('makes no lead when the agent takes none', async () => {
    const { account, workflow_id } = await prepared();
    const draft = await account.request('post', '/workflows').send({ name: 'Draft', cadence: { steps: STEPS } });
    await account.request('patch', `/workflows/${workflow_id}`).send({ is_active: false });
    for (const [id, status, code] of [
      [newId(), 404, 'WORKFLOW_NOT_FOUND'],
      [draft.body.workflow.id, 409, 'WORKFLOW_NOT_PUBLISHED'],
      [workflow_id, 409, 'WORKFLOW_PAUSED'],
    ]) {
      const one = await account.request('post', '/leads').send({ first_name: 'A', workflow_id: id });
      expect([one.status, one.body.code, one.body.field]).toEqual([status, code, '/workflow_id']);
      const several = await account.request('post', '/leads').send([
        { first_name: 'A', workflow_id: id },
        { first_name: 'B', workflow_id: id },
      ]);
      expect([several.status, several.body.results[1].code]).toEqual([400, code]);
    }
    expect(await api.db('leads').where({ account_id: account.accountId })).toHaveLength(0);
  });

  it('enrols a new lead with three statements more than it takes to make one, its events in their order', async () => {
    const { account, workflow_id } = await prepared();
    const send = async (more: object) => {
      const lead = { first_name: 'Ada', email: `${newId()}@example.com`, ...more };
      await account.request('post', '/leads').send(lead).expect(201);
    };
    await send({ workflow_id });
    const plain = await statementsOf(api.db, () => send({}));
    const enrolled = await statementsOf(api.db, () => send({ workflow_id }));
    expect(enrolled.length - plain.length).toBe(3);
    const events: { type: string }[] = await api
      .db('events')
      .where({ account_id: account.accountId })
      .whereNotNull('lead_id')
      .orderBy('seq', 'desc')
      .limit(2);
    expect(events.map(({ type }) => type)).toEqual(['workflow_run.started', 'lead.created']);
  });

  it('enrols a thousand at once with at most twelve statements', async () => {
    const { account, workflow_id } = await prepared();
    await account.request('get', '/leads');
    const leads = Array.from({ length: 1_000 }, (_, i) => ({ first_name: `L${i}`, email: `l${i}@example.com` }));
    let answer: { status: number; body: { results: { workflow_run_id: string }[] } } | undefined;
    const before = api.dispatched.length;
    const statements = await statementsOf(api.db, async () => {
      answer = await account.request('post', '/leads').send({ leads, defaults: { workflow_id } });
    });
    expect(answer?.status).toBe(201);
    expect(statements.length).toBeLessThanOrEqual(12);
    expect(new Set(answer?.body.results.map((result) => result.workflow_run_id)).size).toBe(1_000);
    expect(api.dispatched.length - before).toBe(1_000);
  });

  it('enrols one of two leads of a batch that share an address', async () => {
    const { account, workflow_id } = await prepared();
    const answer = await account.request('post', '/leads').send([
      { first_name: 'A', email: 'same@example.com', workflow_id },
      { first_name: 'B', email: 'SAME@example.com', workflow_id },
      { first_name: 'C', email: 'same@example.com', workflow_id, on_duplicate: 'reuse' },
    ]);
    expect(answer.body).toMatchObject({ created: 2, reused: 1, failed: 0 });
    expect(answer.body.results[1].warnings).toEqual(['duplicate_lead', 'duplicate_in_cadence']);
    const runs = answer.body.results.map((result: { workflow_run_id: string | null }) => result.workflow_run_id);
    expect(runs).toEqual([expect.any(String), null, runs[0]]);
    expect(answer.body.results[2].lead_id).toBe(answer.body.results[0].lead_id);
  });
});
