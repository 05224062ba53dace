import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { SEARCHES } from '../../db/leads/erasure-searches.js';
import { newId } from '../../runtime/ids.js';
import { restartStuckErasures, searchErased } from '../../services/leads/erasures.js';
import { listAttention } from '../../services/operations/attention.js';
import { adminJson } from '../support/admin.js';
import { type TestAccount, useApi } from '../support/api.js';
import { erasureDeps, finishErasure } from '../support/erasures.js';
import { addLead } from '../support/messaging.js';
import { statementsOf } from '../support/statements.js';
import { workOn } from '../support/work.js';

const api = useApi();

const erase = (account: TestAccount, id: string) => account.request('post', `/leads/${id}/erase`).expect(200);
const erasureOf = async (leadId: string) => (await api.db('erasures').where({ lead_id: leadId }).first())!;

/** Runs of a function, each of which `journalOf` says what it was answered. */
async function addRuns(accountId: string, count: number, journalOf: (at: number) => unknown) {
  const rows = Array.from({ length: count }, (_, at) => ({
    id: newId(),
    account_id: accountId,
    function_id: newId(),
    function_version: 1,
    trigger_event: 'manual',
    dry_run: false,
    origin_depth: 0,
    status: 'success' as const,
    ctx: '{}',
    log_count: 0,
    duration_ms: 1,
    created_at: new Date(),
    journal: JSON.stringify(journalOf(at)),
  }));
  for (let at = 0; at < count; at += 2_000) await api.db('function_runs').insert(rows.slice(at, at + 2_000));
  return rows.map(({ id }) => id);
}

const receive = (accountId: string, more: object) =>
  api.db('inbound_events').insert({
    id: newId(),
    account_id: accountId,
    provider: 'email',
    type: 'reply',
    received_at: new Date(),
    event_key: createHash('sha256').update(newId()).digest(),
    outcome: 'unmatched',
    processed_at: new Date(),
    payload: '{}',
    ...more,
  });

describe('erasing a lead in an account with 20,000 runs of functions', () => {
  it('takes as many statements as in an empty account, none of which searches by text', async () => {
    const [empty, large] = [await api.account(), await api.account()];
    const leads = [await addLead(api.db, empty.accountId), await addLead(api.db, large.accountId)] as const;
    const [one, other] = leads;
    const padding = 'x'.repeat(1_000);
    await addRuns(large.accountId, 20_000, (at) => ({ lead: at % 2_000 === 0 ? other.id : newId(), padding }));
    // Work of every request, such as counting itself, is done before.
    await erase(empty, (await addLead(api.db, empty.accountId)).id);
    await erase(large, (await addLead(api.db, large.accountId)).id);
    const few = await statementsOf(api.db, () => erase(empty, one.id));
    const many = await statementsOf(api.db, () => erase(large, other.id));
    expect(many).toEqual(few);
    expect(few.filter((sql) => /\blike\b/i.test(sql))).toEqual([]);

    // The searches read pieces without locks, and each transaction changes rows of one piece.
    const searched = await statementsOf(api.db, () => finishErasure(api.db, other.id));
    const searches = searched.filter((sql) => / LIKE /.test(sql));
    expect(searches.filter((sql) => !/limit \?/.test(sql) || /update/i.test(sql))).toEqual([]);
    expect(searches.length).toBeGreaterThanOrEqual(100);
    const row = await erasureOf(other.id);
    expect(row).toMatchObject({ finished_at: expect.any(Date), erased_count: 10 });
    const { body } = await large.request('get', '/audit').query({ resource: other.id }).expect(200);
    expect(body.entries).toMatchObject([
      {
        operation: 'finishErasure',
        actor: { kind: 'system', id: null },
        resource: { type: 'leads', id: other.id },
        counts: { searched: row.looked_count, erased: 10 },
      },
    ]);
    const named = await api
      .db('function_runs')
      .where({ account_id: large.accountId })
      .where('journal', 'like', `%${other.id}%`);
    expect(named).toEqual([]);
    await api.db('function_runs').where({ account_id: large.accountId }).delete();
  });
});

describe('erasing a lead that runs of functions were listed as naming', () => {
  it('finds them by the list, and reads no run that names other leads', async () => {
    const account = await api.account();
    const lead = await addLead(api.db, account.accountId);
    const runs = await addRuns(account.accountId, 1_000, (at) => (at < 300 ? { id: lead.id } : {}));
    await api.db('function_runs').where({ account_id: account.accountId }).update({ leads_listed: true });
    const listed = runs.slice(0, 300).map((run_id) => ({ run_id, lead_id: lead.id, account_id: account.accountId }));
    await api.db('function_run_leads').insert(listed);
    await erase(account, lead.id);
    await finishErasure(api.db, lead.id);
    expect(await erasureOf(lead.id)).toMatchObject({ erased_count: 300, looked_count: 300 });
    const left = await api.db('function_runs').where({ account_id: account.accountId }).pluck('journal');
    expect(left.filter((journal) => journal?.includes(lead.id))).toEqual([]);
    expect(left.filter((journal) => journal === '{}')).toHaveLength(700);
    expect(await api.db('function_run_leads').where({ account_id: account.accountId })).toEqual([]);
  });
});

describe('the searches of an erasure', () => {
  it('begin once requests in flight have ended, and leave nothing that names the person in their row', async () => {
    const account = await api.account();
    const lead = await addLead(api.db, account.accountId, { phone: '+34600111222' });
    await erase(account, lead.id);
    const begun = await erasureOf(lead.id);
    expect(JSON.stringify(begun)).not.toMatch(new RegExp(`${lead.email}|34600111222`));
    expect(await searchErased(erasureDeps(api.db), begun.id)).toMatchObject({
      finished: false,
      sleepUntil: begun.search_from.toISOString(),
    });
    await finishErasure(api.db, lead.id);
    expect(await erasureOf(lead.id)).toMatchObject({ marks: null, identities: null, gone_body: null });
  });

  it('continue behind the last piece that committed when a process is lost', async () => {
    const account = await api.account();
    const lead = await addLead(api.db, account.accountId);
    const runs = await addRuns(account.accountId, 500, (at) => (at % 100 === 0 ? { id: lead.id } : {}));
    await erase(account, lead.id);
    const { id } = await erasureOf(lead.id);
    await api
      .db('erasures')
      .where({ id })
      .update({ search_from: api.db.raw('requested_at') });
    let pieces = 0;
    const deps = erasureDeps(api.db);
    const dying = {
      ...deps,
      box: {
        ...deps.box,
        open(...given: Parameters<typeof deps.box.open>) {
          pieces += 1;
          if (pieces === 5) throw new Error('killed');
          return deps.box.open(...given);
        },
      },
    };
    await expect(searchErased(dying, id)).rejects.toThrow('killed');
    const lost = await erasureOf(lead.id);
    expect(lost).toMatchObject({ step: 'function_runs', finished_at: null });
    expect(JSON.parse(lost.place)).toEqual({ id: runs[399] });
    const rest = await statementsOf(api.db, () => searchErased(deps, id));
    expect(rest.filter((sql) => /from `function_runs`/.test(sql))).toHaveLength(1);
    expect(await erasureOf(lead.id)).toMatchObject({ finished_at: expect.any(Date), erased_count: 5 });
  });

  it('erase a row once, also where two processes search at the same time', async () => {
    const account = await api.account();
    const lead = await addLead(api.db, account.accountId);
    await addRuns(account.accountId, 600, () => ({ id: lead.id }));
    await erase(account, lead.id);
    await Promise.all([finishErasure(api.db, lead.id), finishErasure(api.db, lead.id)]);
    expect(await erasureOf(lead.id)).toMatchObject({ finished_at: expect.any(Date), erased_count: 600 });
  });

  it('keep what is received afterwards from a person with the same address', async () => {
    const account = await api.account();
    const lead = await addLead(api.db, account.accountId);
    await receive(account.accountId, { payload: JSON.stringify({ from: lead.email, text: 'before' }) });
    await erase(account, lead.id);
    const later = new Date(Date.now() + 10_000);
    await receive(account.accountId, {
      payload: JSON.stringify({ from: lead.email, text: 'after' }),
      received_at: later,
    });
    await finishErasure(api.db, lead.id);
    const left = await api.db('inbound_events').where({ account_id: account.accountId }).orderBy('received_at');
    expect(left.map(({ payload }) => JSON.parse(payload).text)).toEqual([undefined, 'after']);
  });

  it('wait for imports that were uploaded before', async () => {
    const account = await api.account();
    const lead = await addLead(api.db, account.accountId);
    const importId = newId();
    const now = new Date();
    await api.db('imports').insert({
      id: importId,
      account_id: account.accountId,
      status: 'running',
      options: '{}',
      columns_plan: '[]',
      row_count: 1,
      created_by: 'key',
      created_at: now,
      updated_at: now,
    });
    await erase(account, lead.id);
    await expect(finishErasure(api.db, lead.id)).rejects.toThrow('waits at import_rows');
    await api.db('import_rows').insert({
      import_id: importId,
      row_no: 1,
      account_id: account.accountId,
      outcome: 'failed',
      severity: 'error',
      data: JSON.stringify([lead.email]),
    });
    await api.db('imports').where({ id: importId }).update({ status: 'completed' });
    await finishErasure(api.db, lead.id);
    expect(await api.db('import_rows').where({ import_id: importId }).pluck('data')).toEqual(['{}']);
  });

  it('leave other accounts alone', async () => {
    const [account, stranger] = [await api.account(), await api.account()];
    const lead = await addLead(api.db, account.accountId);
    await receive(stranger.accountId, { payload: JSON.stringify({ from: lead.email }) });
    await erase(account, lead.id);
    await finishErasure(api.db, lead.id);
    expect(await api.db('inbound_events').where({ account_id: stranger.accountId }).pluck('payload')).toEqual([
      JSON.stringify({ from: lead.email }),
    ]);
  });

  it('are started again where their workflow is lost', async () => {
    const account = await api.account();
    const lead = await addLead(api.db, account.accountId);
    await erase(account, lead.id);
    const { id } = await erasureOf(lead.id);
    const instructed = async () => (await api.db('outbox').where({ workflow_id: `erasure/${id}` })).length;
    expect(await instructed()).toBe(1);
    await restartStuckErasures(workOn(api.db));
    expect(await instructed()).toBe(1);
    await restartStuckErasures(workOn(api.db, () => new Date(Date.now() + 600_000)));
    expect(await instructed()).toBe(2);
    await finishErasure(api.db, lead.id);
    await restartStuckErasures(workOn(api.db, () => new Date(Date.now() + 6_000_000)));
    expect(await instructed()).toBe(2);
  });

  it('are listed as an attention item after an hour, and no longer once they have finished', async () => {
    const account = await api.account();
    const lead = await addLead(api.db, account.accountId);
    await erase(account, lead.id);
    const { id } = await erasureOf(lead.id);
    const listed = async (minutes: number) =>
      (await listAttention(api.db, new Date(Date.now() + minutes * 60_000), account.accountId)).map(
        (item) => item.kind,
      );
    expect([await listed(55), await listed(65)]).toEqual([[], ['erasure_unfinished']]);
    const commanded = await adminJson<{ id: string }[]>('erasures', 'list', '--account', account.accountId);
    expect(commanded.map((row) => row.id)).toEqual([id]);
    await finishErasure(api.db, lead.id);
    expect(await listed(65)).toEqual([]);
    expect(await adminJson('erasures', 'list', '--account', account.accountId)).toEqual([]);
  });

  it('use an index for every table that they go through', async () => {
    const account = await api.account();
    const lead = await addLead(api.db, account.accountId, { phone: '+34600111333' });
    await erase(account, lead.id);
    const queries: { sql: string; bindings: unknown[] }[] = [];
    const note = (query: { sql: string; bindings: unknown[] }) => {
      if (/ LIKE /.test(query.sql)) queries.push(query);
    };
    api.db.on('query', note);
    await finishErasure(api.db, lead.id);
    api.db.off('query', note);
    expect(queries.length).toBeGreaterThanOrEqual(Object.keys(SEARCHES).length - 2);
    for (const { sql, bindings } of queries) {
      const [[plan]] = (await api.db.raw(`EXPLAIN ${sql}`, bindings as never)) as [
        [{ key: string | null; Extra: string }],
      ];
      expect([sql, plan.key]).toEqual([sql, expect.any(String)]);
      expect([sql, plan.Extra]).not.toEqual([sql, expect.stringMatching(/filesort/)]);
    }
  });
});
