import { beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../../runtime/ids.js';
import { createAccountFixture } from '../../support/account-fixture.js';
import { mailStep, makeSender } from '../../support/agent-requests.js';
import { type TestAccount, useApi } from '../../support/api.js';

const api = useApi();
let account: TestAccount;
beforeAll(async () => {
  account = await api.account();
  await makeSender(account);
});

const publish = (id: string) => account.request('post', `/workflows/${id}/publish`).expect(201);

describe('the versions of a workflow', () => {
  it('are read as they were published, whatever the draft says by now', async () => {
    const body = { name: 'Follow up', cadence: { steps: [mailStep('First')] } };
    const { id } = (await account.request('post', '/workflows').send(body).expect(201)).body.workflow;
    await publish(id);
    await account
      .request('patch', `/workflows/${id}`)
      .send({ cadence: { steps: [mailStep('Second')] } })
      .expect(200);
    await publish(id);
    await account.request('patch', `/workflows/${id}`).send({ name: 'Draft' }).expect(200);
    await account.request('post', '/leads').send({ first_name: 'A', email: 'a@example.com', workflow_id: id });
    const { versions } = (await account.request('get', `/workflows/${id}/versions`).expect(200)).body;
    expect(versions).toMatchObject([
      { version: 2, open_runs: 1, published_at: expect.any(String) },
      { version: 1, open_runs: 0 },
    ]);
    const subjectOf = async (version: number) => {
      const answer = await account.request('get', `/workflows/${id}/versions/${version}`).expect(200);
      expect(answer.body).toMatchObject({ workflow_id: id, version, definition: { name: 'Follow up' } });
      return answer.body.definition.cadence.steps[0].subject;
    };
    expect([await subjectOf(1), await subjectOf(2)]).toEqual([mailStep('First').subject, mailStep('Second').subject]);
    const page = (await account.request('get', `/workflows/${id}/versions?limit=1`)).body;
    const next = await account.request('get', `/workflows/${id}/versions?cursor=${page.pagination.next_cursor}`);
    expect(next.body.versions).toMatchObject([{ version: 1 }]);
    for (const none of ['3', '0', '-1', 'x', '1e1'])
      expect((await account.request('get', `/workflows/${id}/versions/${none}`)).body.code).toBe('VERSION_NOT_FOUND');
    const other = await api.account();
    for (const path of ['versions', 'versions/1'])
      expect((await other.request('get', `/workflows/${id}/${path}`)).body.code).toBe('WORKFLOW_NOT_FOUND');
  });
});

describe('checking a definition', () => {
  const check = (body: object) => account.request('post', '/workflows/check').send(body).expect(200);
  const count = async () => (await api.db('agents').where({ account_id: account.accountId })).length;

  it('says all that publishing would refuse, and keeps nothing', async () => {
    const before = await count();
    const good = { name: 'A', cadence: { steps: [mailStep('Hello')] } };
    expect((await check(good)).body).toMatchObject({ valid: true, errors: [] });
    const missing = { type: 'message', template_id: newId() };
    const { body } = await check({ name: 'A', cadence: { steps: [missing, mailStep('{{ lead.first_name'), missing] } });
    expect(body.valid).toBe(false);
    const fields = body.errors.map(({ field }: { field: string }) => field);
    expect(fields).toEqual(expect.arrayContaining(['/cadence/steps/0/template_id', '/cadence/steps/2/template_id']));
    expect(fields.some((field: string) => field.startsWith('/cadence/steps/1'))).toBe(true);
    expect(await count()).toBe(before);
  });

  it('refuses what no definition is', async () => {
    await account.request('post', '/workflows/check').send({ name: 'A' }).expect(400);
  });
});

describe('waking a run', () => {
  it('has it look again, where it is open', async () => {
    const { runId } = await createAccountFixture(api, account, '').enrolled();
    const answer = await account.request('post', `/workflow-runs/${runId}/wake`).expect(202);
    expect(answer.body).toEqual({ success: true, workflow_run_id: runId });
    expect(api.dispatched.at(-1)).toMatchObject({ kind: 'wake', workflowId: `cadence/${runId}` });
    await api.db('agent_runs').where({ id: runId }).update({ open_slot: null });
    expect((await account.request('post', `/workflow-runs/${runId}/wake`)).body.code).toBe('NOT_MODIFIABLE');
    await account.request('post', `/workflow-runs/${newId()}/wake`).expect(404);
  });
});
