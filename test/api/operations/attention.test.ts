import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiDependencies } from '../../../api/dependencies.js';
import { routes } from '../../../api/routes.js';
import { newId } from '../../../runtime/ids.js';
import { ATTENTION_KINDS } from '../../../schemas/operations/attention.js';
import { helpFor } from '../../../services/operations/attention-actions.js';
import { createTurnLimits } from '../../../services/widget/turn-limits.js';
import { type AccountFixture, createAccountFixture } from '../../support/account-fixture.js';
import { type TestAccount, testConfig, useApi } from '../../support/api.js';
import { addUser } from '../../support/users.js';

const api = useApi({ TEMPORAL_UI_URL: 'http://temporal.test' });
let account: TestAccount;
let fixture: AccountFixture;

beforeAll(async () => {
  account = await api.account();
  fixture = createAccountFixture(api, account, '');
});

const listed = async (query = '') => (await account.request('get', `/attention${query}`).expect(200)).body;
const failedRun = async () => {
  const { runId, leadId } = await fixture.enrolled();
  const failed = { cadence_state: 'failed' as const, open_slot: null, ended_at: new Date() };
  await api.db('agent_runs').where({ id: runId }).update(failed);
  return { runId, leadId };
};

describe('what waits for a person', () => {
  it('is listed with its subject, the leads and users concerned, and the possible actions', async () => {
    const messageId = await fixture.message('unknown');
    const { runId, leadId } = await failedRun();
    const { attention, counts } = await listed();
    expect(counts).toMatchObject({ message_unknown: 1, run_failed: 1 });
    expect(attention).toContainEqual(
      expect.objectContaining({
        kind: 'message_unknown',
        subject: { type: 'message', id: messageId },
        actions: ['sent', 'failed', 'resend'].map((as) => ({
          operation: 'resolveMessage',
          params: { id: messageId, as },
        })),
        temporal_url: null,
      }),
    );
    const run = attention.find(({ kind }: { kind: string }) => kind === 'run_failed');
    expect(run).toMatchObject({ id: runId, lead: { id: leadId, name: expect.any(String) } });
    expect(run.temporal_url).toContain(runId);
  });

  it('tells jobs from functions that fail on events, and how each is switched off', async () => {
    const { accountId } = account;
    const [job, fn] = [await fixture.job(), await fixture.fn()];
    const failed = { status: 'failed' as const, depth: 0, due_at: new Date(), cycle_id: null, created_at: new Date() };
    await api.db('job_events').insert(
      [job, fn].map((job_id) => ({
        job_id,
        event_id: newId(),
        account_id: accountId,
        lead_id: newId(),
        ...failed,
      })),
    );
    const { attention } = await listed('?kinds=listener_failing');
    const about = (type: string, id: string, operation: string) =>
      expect.objectContaining({
        subject: { type, id },
        actions: [{ operation, params: { id, is_active: false } }],
      });
    expect(attention).toContainEqual(about('background_job', job, 'updateBackgroundJob'));
    expect(attention).toContainEqual(about('cloud_function', fn, 'updateCloudFunction'));
  });

  it('is resolved once the agent has the lead of a failed run again, as the list says', async () => {
    const { runId } = await failedRun();
    const item = async () =>
      (await listed('?kinds=run_failed&limit=100')).attention.find(({ id }: { id: string }) => id === runId);
    const { operation, params } = (await item()).actions[1];
    expect(operation).toBe('assignWorkflow');
    const { id, ...body } = params;
    await account.request('post', `/leads/${id}/assign-workflow`).send(body).expect(201);
    expect(await item()).toBeUndefined();
  });

  it('is done as the list says: what it names works, and then waits no more', async () => {
    const messageId = await fixture.message('unknown');
    const { attention } = await listed('?kinds=message_unknown');
    const item = attention.find(({ id }: { id: string }) => id === messageId);
    const { id, as } = item.actions[0].params;
    await account.request('post', `/messages/${id}/resolve`).send({ as }).expect(200);
    const left = (await listed('?kinds=message_unknown')).attention;
    expect(left.map((each: { id: string }) => each.id)).not.toContain(messageId);
  });

  it('names operations only that there are', () => {
    const known = new Set(
      routes({ config: testConfig() } as ApiDependencies).map(({ contract }) => contract.operationId),
    );
    const item = {
      what: '',
      account_id: null,
      id: newId(),
      since: new Date(),
      detail: '',
      remedy: '',
      lead_id: newId(),
    };
    const named = ATTENTION_KINDS.flatMap((kind) => helpFor({ ...item, kind }).actions);
    expect(named.map(({ operation }) => operation).filter((each) => !known.has(each))).toEqual([]);
    expect(named.length).toBeGreaterThan(10);
  });

  it('can be dismissed until it occurs again, which affects neither other users nor other accounts', async () => {
    const { runId } = await failedRun();
    const ids = async () => (await listed('?kinds=run_failed&limit=100')).attention.map(({ id }: { id: string }) => id);
    expect(await ids()).toContain(runId);
    const other = await api.account();
    await other.request('post', `/attention/run_failed/${runId}/dismiss`).expect(404);
    const operator = await addUser(api, account.accountId, 'operator');
    await operator.request('post', `/attention/run_failed/${runId}/dismiss`).expect(200);
    expect(await ids()).not.toContain(runId);
    await operator.request('post', `/attention/run_failed/${runId}/dismiss`).expect(404);
    await operator.request('post', `/attention/no_such_kind/${runId}/dismiss`).expect(404);
    await api
      .db('agent_runs')
      .where({ id: runId })
      .update({ ended_at: new Date(Date.now() + 1_000) });
    expect(await ids()).toContain(runId);
  });

  it('is limited by kind, and counted whole', async () => {
    for (const _each of [1, 2]) await fixture.message('unknown');
    const { attention, counts } = await listed('?kinds=message_unknown&limit=1');
    expect(attention).toHaveLength(1);
    expect(counts.message_unknown).toBeGreaterThanOrEqual(2);
    await account.request('get', '/attention?kinds=nonsense').expect(400);
  });
});

describe('the daily limits of a widget', () => {
  const day = () => new Date().toISOString().slice(0, 10);
  const found = async (kinds: string, id: string) =>
    (await listed(`?kinds=${kinds}&limit=100`)).attention.filter((item: { id: string }) => item.id === id);
  const widget = async (limits: object = {}) => {
    const workflow_id = await fixture.agent();
    const { body } = await account.request('post', '/widgets').send({ name: 'Shop', workflow_id, limits }).expect(201);
    const row = await api.db('widgets').where({ id: body.widget.id }).first();
    return { id: body.widget.id as string, keyId: row?.key_id ?? '' };
  };
  const take = async (keyId: string, turns: number, perDay: number) => {
    const limits = createTurnLimits(api.db);
    for (let n = 0; n < turns; n += 1)
      expect(await limits.count({ keyId, sessionId: newId(), address: newId(), perDay })).toBeUndefined();
  };
  const use = (id: string, usage: object) =>
    api.db('ai_usage').insert({
      subject_id: id,
      day: day(),
      account_id: account.accountId,
      calls: 1,
      tokens: 0,
      reserved_tokens: 0,
      cost_micros: 0,
      reserved_micros: 0,
      announced: false,
      ...usage,
    });

  it('are listed when half of the turns is taken, and by another kind when all are', async () => {
    const { id, keyId } = await widget({ turns_per_day: 4 });
    await take(keyId, 1, 4);
    expect(await found('widget_half_used,widget_used_up', id)).toEqual([]);
    await take(keyId, 1, 4);
    expect(await found('widget_half_used', id)).toMatchObject([
      {
        detail: 'Shop: 2 of 4 turns today',
        subject: { type: 'widget', id },
        actions: [{ operation: 'updateWidget', params: { id } }],
      },
    ]);
    await account.request('post', `/attention/widget_half_used/${id}/dismiss`).expect(200);
    expect(await found('widget_half_used,widget_used_up', id)).toEqual([]);
    await take(keyId, 2, 4);
    expect(await found('widget_half_used,widget_used_up', id)).toMatchObject([
      { kind: 'widget_used_up', detail: 'Shop: 4 of 4 turns today' },
    ]);
  });

  it.each([
    ['half of the default budget', {}, { tokens: 1_000_000 }, 'widget_half_used', '1,000,000 of 2,000,000 tokens'],
    ['the budget', { tokens_per_day: 500 }, { tokens: 500 }, 'widget_used_up', '500 of 500 tokens'],
    [
      'so much of it that a call found no room',
      { tokens_per_day: 500 },
      { tokens: 450, announced: true },
      'widget_used_up',
      '450 of 500 tokens',
    ],
    [
      'half of the cost',
      { micros_per_day: 100 },
      { tokens: 9e9, cost_micros: 60 },
      'widget_half_used',
      '60 of 100 cost in millionths',
    ],
  ])('are listed once models have used %s', async (_name, limits, usage, kind, detail) => {
    const { id } = await widget(limits);
    await use(id, usage);
    expect(await found('widget_half_used,widget_used_up', id)).toMatchObject([
      { kind, detail: `Shop: ${detail} today` },
    ]);
  });

  it.each([
    ['less than half', {}, { tokens: 999_999 }],
    ['anything where there is no budget', { tokens_per_day: null }, { tokens: 9e9, cost_micros: 9e9 }],
  ])('are not listed for %s', async (_name, limits, usage) => {
    const { id } = await widget(limits);
    await use(id, usage);
    expect(await found('widget_half_used,widget_used_up', id)).toEqual([]);
  });
});
