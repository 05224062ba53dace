import { beforeAll, describe, expect, it } from '@jest/globals';
import { inTransaction } from '../../../db/connection.js';
import { openWork } from '../../../db/work.js';
import { endRun } from '../../../services/agent-runs/end-run.js';
import { addSender, publishAgent } from '../../support/agents.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { addRun } from '../../support/messaging.js';

const api = useApi();
let account: TestAccount;
let agentId: string;

/** Enrolls a lead and moves it through statuses. */
async function leadIn(statuses: string[], lead: object = {}): Promise<string> {
  const body = { first_name: 'Ada', workflow_id: agentId, skip_first_message: true, ...lead };
  const { id } = (await account.request('post', '/leads').send(body).expect(201)).body.lead;
  for (const status_key of statuses) {
    await account.request('post', `/leads/${id}/status`).send({ status_key }).expect(200);
  }
  return id;
}

const pipeline = async (query = '') =>
  (await account.request('get', `/workflows/${agentId}/pipeline${query}`).expect(200)).body.statuses as {
    key: string;
    leads: number;
    deals: object[];
  }[];
const column = async (key: string, query = '') => (await pipeline(query)).find((status) => status.key === key);
const leadsIn = async (key: string, query = '') =>
  (await account.request('get', `/workflows/${agentId}/pipeline/leads?status_key=${key}${query}`).expect(200)).body as {
    entries: { workflow_run_id: string; is_active: boolean; lead: { id: string; deal_value: number | null } }[];
    pagination: { next_cursor: string | null };
  };
const idsIn = async (key: string, query = '') => (await leadsIn(key, query)).entries.map(({ lead }) => lead.id);

describe('the pipeline of a workflow', () => {
  let leads: Record<'cheap' | 'dear' | 'foreign' | 'won' | 'back' | 'stopped', string>;

  beforeAll(async () => {
    account = await api.account();
    await addSender(api.db, account.accountId);
    agentId = await publishAgent(api.db, account.accountId, [{ type: 'message', subject: 'Hi', content: 'Hi' }]);
    leads = {
      cheap: await leadIn(['contacted'], { deal_value: 1000.504, deal_currency: 'EUR', source: 'fair' }),
      dear: await leadIn(['contacted'], { deal_value: 99, deal_currency: 'EUR' }),
      foreign: await leadIn(['contacted'], { deal_value: 7, deal_currency: 'USD' }),
      won: await leadIn(['contacted', 'converted'], { deal_value: 5 }),
      back: await leadIn(['lost']),
      stopped: '',
    };
    // A lead that is enrolled again has the status of its open run only.
    await addRun(api.db, (await api.db('leads').where({ id: leads.back }).first())!, agentId);
    // A run that is stopped leaves its lead where it was.
    const stopped = await leadIn(['contacted']);
    leads.stopped = stopped;
    await inTransaction(api.db, async (tx) => {
      const run = (await tx('agent_runs').where({ lead_id: stopped }).first())!;
      await endRun(openWork(tx, new Date()), run, {
        runStatus: 'stopped',
        stopReason: 'human',
        origin: { kind: 'system', id: null },
        data: {},
      });
    });
  });

  it('counts each lead once, in the status of its open run or of its last one', async () => {
    const statuses = await pipeline();
    expect(Object.fromEntries(statuses.map(({ key, leads: n }) => [key, n]))).toMatchObject({
      new: 1,
      contacted: 4,
      converted: 1,
      lost: 0,
    });
    expect(await idsIn('new')).toEqual([leads.back]);
    expect(await idsIn('lost')).toEqual([]);
  });

  it('sums deal values to the cent, each currency for itself', async () => {
    expect((await column('contacted'))?.deals).toEqual([
      { currency: 'EUR', leads: 2, value: 1099.5 },
      { currency: 'USD', leads: 1, value: 7 },
    ]);
    expect((await column('converted'))?.deals).toEqual([{ currency: null, leads: 1, value: 5 }]);
  });

  it('lists the leads of a status page by page, latest change first, and tells which can be moved', async () => {
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await leadsIn('contacted', `&limit=1${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.entries.map(({ lead }) => lead.id));
      cursor = page.pagination.next_cursor;
    }
    expect(seen).toEqual([leads.stopped, leads.foreign, leads.dear, leads.cheap]);
    expect((await leadsIn('contacted')).entries).toMatchObject([{ is_active: false }, { is_active: true }, {}, {}]);
    expect((await leadsIn('converted')).entries[0]).toMatchObject({ is_active: false });
  });

  it('takes the filters of the list of leads', async () => {
    expect(await column('contacted', '?source=fair')).toMatchObject({ leads: 1, deals: [{ value: 1000.5 }] });
    expect(await idsIn('contacted', '&source=fair')).toEqual([leads.cheap]);
    expect(await column('contacted', '?tags_any=none-such')).toMatchObject({ leads: 0, deals: [] });
    expect(await idsIn('contacted', '&tags_any=none-such')).toEqual([]);
  });

  it('keeps a status that only leads of an earlier version have', async () => {
    await api.db('agent_runs').where({ lead_id: leads.foreign }).update({ status_key: 'gone' });
    expect((await pipeline()).at(-1)).toMatchObject({ key: 'gone', label: 'gone', is_removed: true, leads: 1 });
    await api.db('agent_runs').where({ lead_id: leads.foreign }).update({ status_key: 'contacted' });
  });

  it('404: is hidden from other accounts', async () => {
    const other = await api.account();
    for (const path of [`/workflows/${agentId}/pipeline`, `/workflows/${agentId}/pipeline/leads?status_key=new`]) {
      expect((await other.request('get', path)).body.code).toBe('WORKFLOW_NOT_FOUND');
    }
  });
});

describe('the deal value of a lead', () => {
  const change = async (id: string, body: object) => (await account.request('patch', `/leads/${id}`).send(body)).body;

  it('is rounded to the cent, and cleared with null', async () => {
    const id = await leadIn([], { deal_value: 12.345, deal_currency: 'EUR' });
    expect((await change(id, { deal_value: 20 })).lead).toMatchObject({ deal_value: 20, deal_currency: 'EUR' });
    expect((await change(id, { deal_value: null, deal_currency: null })).lead).toMatchObject({
      deal_value: null,
      deal_currency: null,
    });
  });

  it.each([
    ['a negative value', { deal_value: -1 }, '/deal_value'],
    ['a value that loses cents', { deal_value: 1e13 }, '/deal_value'],
    ['a text', { deal_value: 'much' }, '/deal_value'],
    ['a currency by its sign', { deal_currency: '€' }, '/deal_currency'],
  ])('400: refuses %s and names the field', async (_, body, field) => {
    const answer = await account.request('post', '/leads').send({ first_name: 'Ada', ...body });
    expect(answer.body).toMatchObject({ code: 'VALIDATION_ERROR', field });
  });
});
