import { describe, expect, it } from '@jest/globals';
import type { Knex } from 'knex';
import { listLeads } from '../../../db/leads/lead-list.js';
import { newId } from '../../../runtime/ids.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { statementsOf } from '../../support/statements.js';

const api = useApi();
const FIRST = { sort: 'created_at', order: 'desc', limit: 50 } as const;

/** Returns the number of rows that the server reads for `work`, by its own count. */
const rowsReadBy = (work: (tx: Knex) => Promise<unknown>): Promise<number> =>
  api.db.transaction(async (tx) => {
    const count = async () => {
      const [rows] = (await tx.raw("SHOW SESSION STATUS LIKE 'Handler_read%'")) as unknown as [{ Value: string }[]];
      return rows.reduce((sum, row) => sum + Number(row.Value), 0);
    };
    const before = await count();
    // Showing the counters reads rows as well.
    const shown = await count();
    await work(tx);
    return (await count()) - shown - (shown - before);
  });

const names = async (account: TestAccount, query: string) => {
  const answer = await account.request('get', `/leads?${query}`);
  expect([answer.status, answer.body.message]).toEqual([200, undefined]);
  return answer.body.leads.map((lead: { first_name: string }) => lead.first_name);
};
const create = async (account: TestAccount, ...leads: object[]) => {
  const answer = await account.request('post', '/leads').send(leads);
  expect(answer.status).toBe(201);
  return answer.body.results.map((result: { lead_id: string }) => result.lead_id) as string[];
};
async function run(account: TestAccount, leadId: string, agentId: string, changes: object = {}) {
  const now = new Date();
  await api.db('agent_runs').insert({
    id: newId(),
    account_id: account.accountId,
    lead_id: leadId,
    agent_id: agentId,
    agent_version: 1,
    status_key: 'new',
    status_category: 'open',
    status_entered_at: now,
    cadence: '{}',
    enrolled_at: now,
    updated_at: now,
    ...changes,
  });
}
async function agent(account: TestAccount) {
  const id = newId();
  const now = new Date();
  const common = { account_id: account.accountId, created_at: now };
  await api
    .db('agents')
    .insert({ ...common, id, name: 'Agent', goal_type: 'sale', version: 1, draft: '{}', updated_at: now });
  const definition = JSON.stringify({ statuses: [{ key: 'new', label: 'Brand new' }] });
  await api.db('agent_versions').insert({ ...common, agent_id: id, version: 1, definition });
  return id;
}

describe('GET /leads', () => {
  describe('200', () => {
    it('pages through all leads, newest first, each once, also while new ones come in', async () => {
      const account = await api.account();
      await create(account, ...Array.from({ length: 7 }, (_, i) => ({ first_name: `L${i}` })));
      const seen: string[] = [];
      let cursor = '';
      for (let page = 0; page < 4; page += 1) {
        const answer = await account.request('get', `/leads?limit=3${cursor}`);
        expect(answer.body.leads.length).toBeLessThanOrEqual(3);
        seen.push(...answer.body.leads.map((lead: { first_name: string }) => lead.first_name));
        expect(answer.body.pagination.has_more).toBe(answer.body.pagination.next_cursor !== null);
        if (!answer.body.pagination.has_more) break;
        cursor = `&cursor=${answer.body.pagination.next_cursor}`;
        await create(account, { first_name: 'later' });
      }
      expect(seen).toEqual(['L6', 'L5', 'L4', 'L3', 'L2', 'L1', 'L0']);
    });

    it('pages by time of change too, in both directions', async () => {
      const account = await api.account();
      const ids = await create(account, ...Array.from({ length: 5 }, (_, i) => ({ first_name: `L${i}` })));
      await account.request('patch', `/leads/${ids[1]}`).send({ company: 'X' });
      for (const order of ['asc', 'desc']) {
        const whole = await names(account, `sort=updated_at&order=${order}`);
        const seen: string[] = [];
        let cursor = '';
        for (;;) {
          const answer = await account.request('get', `/leads?sort=updated_at&order=${order}&limit=2${cursor}`);
          seen.push(...answer.body.leads.map((lead: { first_name: string }) => lead.first_name));
          if (!answer.body.pagination.has_more) break;
          cursor = `&cursor=${answer.body.pagination.next_cursor}`;
        }
        expect(seen).toEqual(whole);
        expect(seen.at(order === 'asc' ? -1 : 0)).toBe('L1');
      }
    });

    it('filters by columns', async () => {
      const account = await api.account({ country: 'ES' });
      await create(
        account,
        { first_name: 'Ana', email: 'ana@example.com', phone: '600111222', source: 'fair' },
        { first_name: 'Bea', email: 'bea@example.com', company: '100% Acme' },
      );
      expect(await names(account, 'email=ANA%40example.com')).toEqual(['Ana']);
      expect(await names(account, 'phone=%2B34600111222')).toEqual(['Ana']);
      expect(await names(account, 'phone=600111222')).toEqual(['Ana']);
      expect(await names(account, 'phone=+34600111222')).toEqual(['Ana']);
      expect(await names(account, 'source=fair')).toEqual(['Ana']);
      expect(await names(account, 'email=nonsense')).toEqual([]);
      expect(await names(account, 'q=be')).toEqual(['Bea']);
      expect(await names(account, 'q=100%25')).toEqual(['Bea']);
      expect(await names(account, 'q=%25')).toEqual([]);
      expect(await names(account, 'q=346001')).toEqual(['Ana']);
      expect(await names(account, 'q=ana+ana%40')).toEqual(['Ana']);
      expect(await names(account, 'q=%F0%9F%94%A5')).toEqual([]);
    });

    it('finds a lead by the beginning of its WhatsApp username, with or without an @', async () => {
      const account = await api.account();
      const [ana] = (await create(account, { first_name: 'Ana' }, { first_name: 'Bea' })) as [string];
      const shown = { whatsapp_user_id: 'ES.1', whatsapp_username: 'sol_y.luna' };
      await api.db('leads').where({ id: ana }).update(shown);
      for (const q of ['sol', '@sol_y', '@SOL_Y.luna', 'ana+@sol'])
        expect(await names(account, `q=${q}`)).toEqual(['Ana']);
      for (const q of ['@', '@solxy', 'luna']) expect([q, await names(account, `q=${q}`)]).toEqual([q, []]);
      const query = { q: '@sol' };
      expect((await account.request('post', '/leads/query').send(query).expect(200)).body.leads).toHaveLength(1);
    });

    it('filters by campaign, time, tags, runs and their states', async () => {
      const account = await api.account();
      const [a, b, c] = (await create(
        account,
        { first_name: 'A', tags: ['VIP', 'Été'] },
        { first_name: 'B', tags: ['vip'] },
        { first_name: 'C' },
      )) as [string, string, string];
      expect(await names(account, 'tags_any=VIP')).toEqual(['B', 'A']);
      expect(await names(account, 'tags_any=vip&tags_none=%C3%A9t%C3%A9')).toEqual(['B']);
      expect(await names(account, 'tags_none=vip,unknown')).toEqual(['C']);
      expect(await names(account, 'tags_any=unknown')).toEqual([]);

      const agentId = await agent(account);
      await run(account, a, agentId, { human_takeover: true });
      await run(account, b, agentId, { status_key: 'converted', status_category: 'won', open_slot: null });
      await run(account, c, agentId, { open_slot: null, run_status: 'stopped' });
      expect(await names(account, `workflow_id=${agentId}`)).toEqual(['A']);
      expect(await names(account, `workflow_id=${agentId}&status_keys=new`)).toEqual(['A']);
      expect(await names(account, `workflow_id=${agentId}&status_keys=new,converted`)).toEqual(['B', 'A']);
      expect(await names(account, 'paused=true')).toEqual(['A']);
      expect(await names(account, 'paused=false')).toEqual(['C', 'B']);
      expect(await names(account, 'has_meeting=true')).toEqual([]);
      expect(await names(account, 'has_meeting=false')).toHaveLength(3);

      const { created_at } = (await account.request('get', `/leads/${b}`)).body.lead;
      const before = await names(account, `created_before=${created_at}`);
      const after = await names(account, `created_after=${created_at}`);
      expect(before).not.toContain('B');
      expect(after).not.toContain('B');
      expect(await names(account, 'updated_after=2001-01-01T00:00:00%2B02:00')).toHaveLength(3);
      expect(await names(account, 'updated_before=2001-01-01T00:00:00Z')).toEqual([]);
    });

    it('shows each lead with its primary run, without a statement per lead', async () => {
      const account = await api.account();
      const ids = await create(
        account,
        ...Array.from({ length: 20 }, (_, i) => ({ first_name: `L${i}`, tags: ['T'] })),
      );
      const agentId = await agent(account);
      for (const id of ids) await run(account, id, agentId);
      let leads: { active_workflow_run: object }[] = [];
      const statements = await statementsOf(api.db, async () => {
        leads = (await account.request('get', '/leads')).body.leads;
      });
      expect(statements.length).toBeLessThanOrEqual(6);
      expect(leads).toHaveLength(20);
      expect(leads[0]?.active_workflow_run).toMatchObject({
        workflow_id: agentId,
        is_active: true,
        human_takeover: false,
        run_status: 'running',
        cadence_state: 'pending',
        workflow: { id: agentId, name: 'Agent', goal_type: 'sale' },
        current_status: { id: 'new', key: 'new', label: 'Brand new', category: 'open' },
      });
    });

    it('reads no more rows than it shows, and never counts', async () => {
      const account = await api.account();
      await create(account, ...Array.from({ length: 300 }, (_, i) => ({ first_name: `L${i}`, source: 'fair' })));
      const page = await account.request('get', '/leads?limit=50');
      for (const query of ['', `&cursor=${page.body.pagination.next_cursor}`, '&sort=updated_at', '&source=fair']) {
        const statements = await statementsOf(api.db, () => account.request('get', `/leads?limit=50${query}`));
        const sql = statements.find((text) => text.includes('from leads AS l')) as string;
        expect(sql).not.toMatch(/count\(/i);
        expect(sql).toContain('limit');
      }
      const [after] = (await listLeads(api.db, account.accountId, {}, { ...FIRST, limit: 100 })).slice(-1);
      for (const [filter, page] of [
        [{}, FIRST],
        [{}, { ...FIRST, order: 'asc' as const }],
        [{}, { ...FIRST, after: { id: after?.id ?? '' } }],
        [{}, { ...FIRST, sort: 'updated_at' as const }],
        [{ source: 'fair' }, FIRST],
      ] as const) {
        expect(await rowsReadBy((tx) => listLeads(tx, account.accountId, filter, page))).toBeLessThanOrEqual(52);
      }
    });

    it('shows nothing of other accounts and no hidden leads', async () => {
      const [mine, theirs] = [await api.account(), await api.account()];
      const [hidden] = (await create(mine, { first_name: 'Hidden' }, { first_name: 'Shown' })) as [string];
      await create(theirs, { first_name: 'Theirs' });
      await mine.request('delete', `/leads/${hidden}`);
      expect(await names(mine, 'limit=200')).toEqual(['Shown']);
    });
  });

  describe('400', () => {
    it.each([
      'limit=0',
      'limit=201',
      'limit=x',
      'sort=name',
      'order=up',
      'unknown=1',
      'cursor=abc',
      'cursor=',
      'workflow_id=abc',
      'created_after=yesterday',
      'created_after=2026-01-01',
      'created_after=1999-12-31T23:59:59Z',
      'created_after=2026-12-31T23:59:60Z',
      'paused=maybe',
      'source=a&source=b',
    ])('refuses %s', async (query) => {
      const account = await api.account();
      const answer = await account.request('get', `/leads?${query}`);
      expect(answer.status).toBe(400);
      expect(answer.body.field).toBe(`/${query.split('=')[0]}`);
    });

    it('refuses a cursor that was changed or belongs to another list', async () => {
      const account = await api.account();
      await create(account, { first_name: 'A' }, { first_name: 'B' });
      const { next_cursor } = (await account.request('get', '/leads?limit=1')).body.pagination;
      const at = 20;
      const changed = next_cursor.slice(0, at) + (next_cursor[at] === 'A' ? 'B' : 'A') + next_cursor.slice(at + 1);
      for (const query of [`cursor=${changed}`, `cursor=${next_cursor}&order=asc`, `cursor=${next_cursor}&source=x`]) {
        const answer = await account.request('get', `/leads?limit=1&${query}`);
        expect([answer.status, answer.body.field]).toEqual([400, '/cursor']);
      }
    });
  });
});
