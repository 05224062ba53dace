import { beforeAll, describe, expect, it } from '@jest/globals';
import { createAccountFixture, JOB } from '../../support/account-fixture.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { statementsOf } from '../../support/statements.js';

const api = useApi();
let account: TestAccount;
let leadId: string;
let agentId: string;

beforeAll(async () => {
  account = await api.account();
  const fixture = createAccountFixture(api, account, '');
  ({ leadId, agentId } = await fixture.enrolled());
  await api.db('leads').where({ id: leadId }).update({ first_name: 'Ana', last_name: 'Gil', company: 'Acme' });
  await fixture.message('sent');
  await fixture.conversion();
  await fixture.task();
  await fixture.bookedMeeting();
});

const list = async (path: string) => (await account.request('get', path).expect(200)).body;

describe('include on lists that answer ids', () => {
  it('says what leads and workflows of the page are called, each once', async () => {
    const { workflow_runs, included } = await list(`/workflow-runs?lead_id=${leadId}&include=lead,workflow`);
    expect(workflow_runs).toHaveLength(1);
    expect(included).toEqual({
      leads: [{ id: leadId, name: 'Ana Gil', company: 'Acme' }],
      workflows: [{ id: agentId, name: expect.any(String) }],
    });
    expect((await list('/workflow-runs')).included).toBeUndefined();
    expect((await list('/workflow-runs?include=workflow')).included.leads).toBeUndefined();
  });

  it.each(['/messages', '/conversions', '/tasks', '/meetings'])('works for %s', async (path) => {
    const { included } = await list(`${path}?include=lead,workflow`);
    expect(included.leads.length).toBe(path === '/tasks' ? 0 : 1);
  });

  it('works for the preview of a job', async () => {
    const preview = (query: string) =>
      account.request('post', `/background-jobs/preview${query}`).send(JOB).expect(200);
    const { data, included } = (await preview('?include=lead')).body;
    const named = included.leads.map(({ id }: { id: string }) => id);
    expect(named).toEqual(data.leads.map(({ lead_id }: { lead_id: string }) => lead_id).sort());
    expect(included.leads).toContainEqual({ id: leadId, name: 'Ana Gil', company: 'Acme' });
    expect((await preview('')).body.included).toBeUndefined();
  });

  it('costs a statement for each kind, however many rows there are', async () => {
    const count = async (query: string) =>
      (await statementsOf(api.db, () => account.request('get', `/workflow-runs${query}`).expect(200))).length;
    await count('?include=lead,workflow');
    expect((await count('?include=lead,workflow')) - (await count(''))).toBe(2);
  });

  it('names no leads to a caller who can not read them, and rejects other values', async () => {
    const narrow = await api.account({ scopes: ['workflows:read'] });
    await narrow.request('get', '/workflow-runs?include=workflow').expect(200);
    const refused = await narrow.request('get', '/workflow-runs?include=lead').expect(403);
    expect(refused.body.details.required_scopes).toEqual(['leads:read']);
    await account.request('get', '/workflow-runs?include=nonsense').expect(400);
  });
});
