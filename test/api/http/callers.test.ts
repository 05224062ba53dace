import { beforeAll, describe, expect, it } from '@jest/globals';
import { type TestAccount, useApi } from '../../support/api.js';
import { openRun } from '../../support/leads.js';
import { addUser, type TestUser } from '../../support/users.js';

const api = useApi();
let account: TestAccount;
let user: TestUser;
let userId: string;

beforeAll(async () => {
  account = await api.account();
  user = await addUser(api, account.accountId);
  ({ userId } = user);
});

describe('what a signed-in user does is written down as the user’s', () => {
  it('a stop of the automation', async () => {
    const lead = (await account.request('post', '/leads').send({ first_name: 'Ada' })).body.lead;
    const runId = await openRun(api.db, account.accountId, lead.id, {});
    const path = `/leads/${lead.id}/automation/stop`;
    const answer = await user.request('post', path).send({ workflow_run_id: runId });
    expect(answer.status).toBe(200);
    const paused = await account.request('get', `/leads/${lead.id}/is_paused`);
    expect(paused.body).toMatchObject({ paused: true, by: `user:${userId}` });
    const event = await api.db('events').where({ agent_run_id: runId, type: 'automation.paused' }).first();
    expect([event?.origin_kind, event?.origin_id]).toEqual(['user', userId]);
    expect(JSON.parse(event?.data ?? '{}').by).toBe(`user:${userId}`);
  });

  it('an import', async () => {
    const request = user.request('post', '/leads/import').set('Content-Type', 'text/csv');
    const answer = await request.send('first_name,email\nAna,ana@example.com\n');
    expect(answer.status).toBe(202);
    expect(await api.db('imports').where({ id: answer.body.import.id }).first()).toMatchObject({
      created_by: `user:${userId}`,
    });
  });
});
