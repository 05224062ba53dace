import { afterAll, describe, expect, it } from '@jest/globals';
import { CancelledFailure } from '@temporalio/common';
import { insertFunctionRuns } from '../../../db/functions/runs.js';
import { createSandboxPool } from '../../../functions/sandbox.js';
import { newId } from '../../../runtime/ids.js';
import { createSecretBox } from '../../../runtime/secret-box.js';
import type { FunctionContext } from '../../../schemas/functions/function-runs.js';
import { workFire } from '../../../services/functions/fires.js';
import { executeFunction } from '../../../services/functions/run.js';
import { pendingRun } from '../../../services/rules/run-function.js';
import { TEST_SECRET, type TestAccount, useApi } from '../../support/api.js';
import { finishErasure } from '../../support/erasures.js';
import { inlineFunctions, type ScriptedAnswer, scriptedFetch } from '../../support/functions.js';
import { runNewJob } from '../../support/jobs.js';
import { addAgent, addLead, addRun } from '../../support/messaging.js';
import { workOn } from '../../support/work.js';

const answers: Record<string, ScriptedAnswer> = {};
const { asked, fetch } = scriptedFetch(answers);
const functions = inlineFunctions(() => api.db, TEST_SECRET, { fetch, size: 2 });
const api = useApi({}, { functions });
const pool = createSandboxPool({ size: 1 });
const deps = () => ({ ...workOn(api.db), pool, box: createSecretBox([TEST_SECRET]), fetch });
afterAll(() => Promise.all([functions.close(), pool.close()]));

/** An address of this test's own, with what it answers. */
const address = (answer: ScriptedAnswer): string => {
  const url = `https://allowed.example/${newId()}`;
  answers[url] = answer;
  return url;
};
const askedAt = (url: string) => asked.filter((one) => one.url === url).map(({ request }) => request);

const make = async (account: TestAccount, body: string, more: object = {}): Promise<string> => {
  const source = `export default async function (ctx, svc) { ${body} }`;
  const request = { name: 'Score', source, allowed_hosts: ['allowed.example'], ...more };
  return (await account.request('post', '/cloud-functions').send(request).expect(201)).body.function.id;
};
const run = async (account: TestAccount, id: string, ctx: object = {}) =>
  (await account.request('post', `/cloud-functions/${id}/run`).send({ ctx }).expect(200)).body.run;
const replay = async (account: TestAccount, runId: string, body: object = {}) =>
  (await account.request('post', `/cloud-functions/runs/${runId}/replay`).send(body).expect(200)).body.run;
const createFixture = async () => {
  const account = await api.account();
  const lead = await addLead(api.db, account.accountId);
  await addRun(api.db, lead, await addAgent(api, account));
  return { account, lead };
};

/** A run that is to be made and carried out, as schedules and events ask for it. */
async function askForRun(functionId: string, ctx: FunctionContext): Promise<string> {
  const fn = await api.db('cloud_functions').where({ id: functionId }).first();
  const row = pendingRun(new Date(), { fn: fn!, triggerEvent: 'schedule', ctx, dryRun: false, dedupKey: newId() });
  await insertFunctionRuns(api.db, [row]);
  return row.id;
}

describe('another attempt at a run', () => {
  it('asks under the same keys and draws the same numbers, and one record is stored', async () => {
    const { account, lead } = await createFixture();
    const url = address({ status: 201, body: '{}' });
    const id = await make(
      account,
      `const send = (n) => svc.http.fetch('${url}', { method: 'POST', json: { n, token: Math.random() } });
       await svc.http.fetch('${url}');
       await Promise.all([send(1), send(2)]);
       await svc.tags.add(ctx.lead_id, ['told']);`,
    );
    const runId = await askForRun(id, { lead_id: lead.id });
    const start = { functionRunId: runId, timeoutMs: 5_000, accountId: account.accountId, functionId: id };
    // As when a worker that was given up for lost still works, or is lost before it stores what it did.
    const attempt = () => functions.run({ ...start, leadId: lead.id, waitedFor: false });
    expect(await Promise.all([attempt(), attempt()])).toEqual(['done', 'done']);
    await api.db('function_runs').where({ id: runId }).update({ status: 'pending' });
    await attempt();
    const writes = askedAt(url).filter(({ method }) => method === 'POST');
    const byKey = Map.groupBy(writes, ({ headers }) => headers?.['idempotency-key']);
    expect([...byKey.keys()].sort()).toEqual([`${runId}-2`, `${runId}-3`]);
    for (const same of byKey.values()) expect(new Set(same.map(({ body }) => body)).size).toBe(1);
    expect(writes).toHaveLength(6);
    expect(askedAt(url).filter(({ headers }) => headers?.['idempotency-key'] === undefined)).toHaveLength(3);
    expect(await api.db('function_runs').where({ function_id: id })).toHaveLength(1);
  });

  it('asks under other keys where it is another run', async () => {
    const { account } = await createFixture();
    const url = address({ status: 200 });
    const id = await make(account, `await svc.http.fetch('${url}', { method: 'PUT', body: 'x' });`, {
      allow_http_writes: true,
    });
    const runs = [await run(account, id), await run(account, id)];
    expect(askedAt(url).map(({ headers }) => headers?.['idempotency-key'])).toEqual(runs.map((one) => `${one.id}-1`));
  });
});

/** Returns the signal by which Temporal's SDK ends an activity. */
const told = (why: string) => AbortSignal.abort(new CancelledFailure(why));
const statusesOf = (functionId: string) => api.db('function_runs').where({ function_id: functionId }).pluck('status');

describe('a run whose worker has to let go of it', () => {
  it('is still to be made, and another attempt makes it', async () => {
    const { account, lead } = await createFixture();
    const id = await make(account, "await svc.tags.add(ctx.lead_id, ['told']); return 'made';");
    const runId = await askForRun(id, { lead_id: lead.id });
    for (const why of ['WORKER_SHUTDOWN', 'NOT_FOUND', 'TIMED_OUT']) {
      await expect(executeFunction(deps(), runId, told(why))).rejects.toThrow(why);
    }
    expect(await statusesOf(id)).toEqual(['pending']);
    expect((await executeFunction(deps(), runId))?.row).toMatchObject({ status: 'success', result: '"made"' });
  });

  it('of a schedule leaves those behind it to be made too', async () => {
    const account = await api.account();
    for (let n = 0; n < 3; n += 1) await addLead(api.db, account.accountId);
    const id = await make(account, 'return 1;');
    const schedule = { cron_expression: '0 9 * * *', leads_query: {} };
    await account.request('put', `/cloud-functions/${id}/schedule`).send(schedule).expect(200);
    const piece = { functionId: id, workflowId: newId(), nominalAt: new Date().toISOString() };
    const work = (signal?: AbortSignal) => workFire(deps(), piece, signal);
    await expect(work(told('WORKER_SHUTDOWN'))).rejects.toThrow('WORKER_SHUTDOWN');
    expect(await statusesOf(id)).toEqual(['pending', 'pending', 'pending']);
    expect(await work()).toMatchObject({ matched: 3, done: 3, finished: true });
    expect(await statusesOf(id)).toEqual(['success', 'success', 'success']);
  });
});

describe('a fire of a schedule', () => {
  it('is skipped while the one before it has runs to make, and both are shown', async () => {
    const account = await api.account();
    for (let n = 0; n < 2; n += 1) await addLead(api.db, account.accountId);
    const id = await make(account, 'return 1;');
    const schedule = { cron_expression: '*/5 * * * *', leads_query: {} };
    await account.request('put', `/cloud-functions/${id}/schedule`).send(schedule).expect(200);
    const pieceAt = (minute: number) => ({
      functionId: id,
      workflowId: newId(),
      nominalAt: new Date(Date.UTC(2026, 0, 1, 9, minute)).toISOString(),
    });
    const [first, second, third] = [pieceAt(0), pieceAt(5), pieceAt(10)];
    const letGo = told('WORKER_SHUTDOWN');
    await expect(workFire(deps(), first, letGo)).rejects.toThrow('WORKER_SHUTDOWN');
    expect(await workFire(deps(), second)).toMatchObject({ matched: 0, finished: true });
    expect(await workFire(deps(), second)).toMatchObject({ matched: 0, finished: true });
    expect(await statusesOf(id)).toEqual(['pending', 'pending']);
    expect(await workFire(deps(), first)).toMatchObject({ matched: 2, done: 2, finished: true });
    expect(await workFire(deps(), third)).toMatchObject({ matched: 2, done: 2, finished: true });
    const { body } = await account.request('get', `/cloud-functions/${id}`).expect(200);
    const done = {
      id: expect.any(String),
      status: 'completed',
      matched: 2,
      succeeded: 2,
      failed: 0,
      ended_at: expect.any(String),
    };
    expect(body.function.fires).toEqual([
      { ...done, nominal_at: third.nominalAt },
      { ...done, status: 'skipped_overlap', matched: 0, succeeded: 0, nominal_at: second.nominalAt },
      { ...done, nominal_at: first.nominalAt },
    ]);
  });
});

describe('a run that an operator cancelled', () => {
  it('ends as cancelled', async () => {
    const { account } = await createFixture();
    const id = await make(account, 'return 1;');
    const runId = await askForRun(id, {});
    expect((await executeFunction(deps(), runId, told('CANCELLED')))?.row).toMatchObject({ status: 'cancelled' });
  });
});

describe('a run whose clock is to show what is no time', () => {
  it('ends as rejected, and asks for nothing', async () => {
    const { account } = await createFixture();
    const url = address({ status: 200 });
    const id = await make(account, `await svc.http.fetch('${url}');`);
    const runId = await askForRun(id, { now: 'soon' });
    expect((await executeFunction(deps(), runId))?.row).toMatchObject({ status: 'rejected' });
    expect(askedAt(url)).toEqual([]);
  });

  it.each([
    ['now', 'function_now_unreadable'],
    ['timezone', 'function_timezone_unknown'],
  ])('is not requested by a job whose %s has no effect', async (key, reason) => {
    const { account, lead } = await createFixture();
    const id = await make(account, 'return 1;');
    const params = { function_id: id, ctx: { [key]: '{{lead.company}}' } };
    const steps = [{ action: { type: 'run_function', params } }];
    const result = await runNewJob(api.db, account, { steps }, { lead_ids: [lead.id] });
    expect(result).toMatchObject({ outcome: 'failed', reason });
    expect(await statusesOf(id)).toEqual([]);
  });
});

const EVERYTHING = (url: string) => `
  const answer = await svc.http.fetch('${url}');
  const blocked = await svc.http.fetch('https://other.example/').catch((error) => error.code);
  await svc.tags.add(ctx.lead_id, ['hot']);
  const again = await svc.tags.add(ctx.lead_id, ['hot']);
  await svc.leads.update(ctx.lead_id, { company: 'Acme', metadata: { plan: answer.json.plan } });
  await svc.kv.set('count', ((await svc.kv.get('count')) ?? 0) + 1);
  const lead = await svc.leads.get(ctx.lead_id);
  const started = Date.now();
  const page = await svc.leads.query({ limit: 10 });
  return {
    plan: answer.json.plan, blocked, again, tags: lead.tags.map((tag) => tag.slug), first: ctx.lead.company,
    random: [Math.random(), Math.random()], started, ended: new Date().toISOString(),
    now: await svc.time.now(), tomorrow: await svc.time.add(null, { days: 1 }), today: (await svc.time.zoned()).iso,
    count: await svc.kv.get('count'), leads: page.leads.length,
  };`;

describe('a replay', () => {
  it('gives the same result and effects, whatever has changed since, and sends no request', async () => {
    const { account, lead } = await createFixture();
    const url = address({ status: 200, body: '{"plan":"gold"}' });
    const id = await make(account, EVERYTHING(url));
    const first = await run(account, id, { lead_id: lead.id });
    expect(first).toMatchObject({ status: 'success', result: { plan: 'gold', blocked: 'REQUEST_BLOCKED', count: 1 } });
    await account.request('post', `/cloud-functions/runs/${first.id}/apply`).expect(200);
    answers[url] = { status: 500, body: 'changed' };
    await addLead(api.db, account.accountId);
    await account.request('patch', `/leads/${lead.id}`).send({ company: 'Other' }).expect(200);
    const before = asked.length;
    const second = await replay(account, first.id);
    expect(second.result).toEqual(first.result);
    expect(asked.length).toBe(before);
    expect(second).toMatchObject({ requests: [], replay_of: first.id, dry_run: true, lead_before: first.lead_before });
    expect(second.lead_after).toEqual(first.lead_after);
    const shown = (one: typeof first) =>
      one.effects.map((effect: { idempotency_key: string }) => ({ ...effect, idempotency_key: null }));
    expect(shown(second)).toEqual(shown(first));
    expect(second.effects[0].idempotency_key).toBe(`${second.id}/1`);
    expect(second.effects).toHaveLength(5);
  });

  it('gives the same result even when the lead is erased', async () => {
    const { account, lead } = await createFixture();
    const url = address({ status: 200, body: '{"plan":"gold"}' });
    const id = await make(account, EVERYTHING(url));
    const first = await run(account, id, { lead_id: lead.id });
    await account.request('delete', `/leads/${lead.id}`).expect(204);
    expect(await replay(account, first.id)).toMatchObject({ status: 'success', result: first.result });
  });

  it('of a changed function runs the recorded version, and another version gets an error for an unrecorded call', async () => {
    const { account, lead } = await createFixture();
    const url = address({ status: 200, body: '{"plan":"gold"}' });
    const other = address({ status: 200, body: '{"plan":"silver"}' });
    const body = (at: string) =>
      `const { json } = await svc.http.fetch('${at}'); await svc.tags.add(ctx.lead_id, [json.plan]); return json.plan;`;
    const id = await make(account, body(url));
    const first = await run(account, id, { lead_id: lead.id });
    const change = (text: string) =>
      account
        .request('patch', `/cloud-functions/${id}`)
        .send({ source: `export default async function (ctx, svc) { ${text} }` })
        .expect(200);
    await change(body(other));
    expect(await replay(account, first.id)).toMatchObject({ status: 'success', result: 'gold', function_version: 1 });
    const diverged = await replay(account, first.id, { version: 2 });
    expect(diverged).toMatchObject({ status: 'error', error: { message: expect.stringContaining('http.fetch') } });
    await change(`${body(url).replace('return json.plan', "await svc.notes.add(ctx.lead_id, 'New.'); return 'new'")}`);
    const third = await replay(account, first.id, { version: 3 });
    expect(third).toMatchObject({ status: 'success', result: 'new' });
    expect(third.effects.map(({ type }: { type: string }) => type)).toEqual(['add_tag', 'add_note']);
    expect(askedAt(url)).toHaveLength(1);
    expect(askedAt(other)).toEqual([]);
  });

  it('gives errors again as they were, and ends as the run ended', async () => {
    const { account } = await createFixture();
    const id = await make(account, "await svc.leads.get('0197f5a0-0000-7000-8000-000000000000');");
    const first = await run(account, id);
    const second = await replay(account, first.id);
    expect(second).toMatchObject({ status: 'error', error: { message: first.error.message, line: first.error.line } });
  });

  it('keeps no secret on record, in whatever form it was asked for, and finds what was asked with it', async () => {
    const { account } = await createFixture();
    const secret = 'sk "marked"/90?21&0';
    const url = address({ status: 200, body: `{"you said":${JSON.stringify(secret)}}` });
    const id = await make(
      account,
      `const token = await svc.secrets.get('API');
       const headers = { authorization: 'Basic ' + btoa('user:' + token), 'x-token': encodeURIComponent(token) };
       const { json } = await svc.http.fetch('${url}', { headers });
       await svc.notes.add('0197f5a0-0000-7000-8000-000000000000', token).catch(() => {});
       svc.log(btoa('x' + token), { [token]: encodeURIComponent(token) });
       return [token, json, btoa(token), token.length];`,
    );
    await account.request('put', `/cloud-functions/${id}/secrets/API`).send({ value: secret }).expect(200);
    const first = await run(account, id);
    expect(first).toMatchObject({
      status: 'success',
      result: ['[secret]', { 'you said': '[secret]' }, '[secret]', 19],
    });
    const second = await replay(account, first.id);
    expect(second).toMatchObject({ status: 'success', result: first.result });
    await account.request('delete', `/cloud-functions/${id}/secrets/API`).expect(204);
    const without = await replay(account, first.id);
    expect(without).toMatchObject({ status: 'error', error: { message: expect.stringContaining('http.fetch') } });
    const rows = await api.db('function_runs').where({ function_id: id });
    const forms = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), btoa(secret).slice(0, -2)];
    for (const form of forms) expect(JSON.stringify(rows)).not.toContain(form);
  });

  it('answers 409 where what the run was answered is too much to keep', async () => {
    const { account } = await createFixture();
    const url = address({ status: 200, body: 'x'.repeat(1024 * 1024) });
    const id = await make(account, `for (let n = 0; n < 5; n += 1) await svc.http.fetch('${url}'); return 'done';`);
    const first = await run(account, id);
    expect(first).toMatchObject({ status: 'success', result: 'done' });
    const answer = await account.request('post', `/cloud-functions/runs/${first.id}/replay`).expect(409);
    expect(answer.body).toMatchObject({ code: 'NOT_MODIFIABLE', message: expect.stringContaining("aren't stored") });
  });
});

describe('what a run shows', () => {
  it('stays readable when a secret is a number or a word of its own record', async () => {
    const { account, lead } = await createFixture();
    const id = await make(
      account,
      `svc.log('n', { n: 12345 });
       await svc.tags.add(ctx.lead_id, ['true-type']);
       if (ctx.fail) throw new Error('x'.repeat(1_992) + await svc.secrets.get('LONG'));
       return { n: 12345, true: true, list: [1234] };`,
    );
    for (const [name, value] of [
      ['A', '1234'],
      ['B', 'true'],
      ['C', 'type'],
      ['LONG', 'sk-marked-123'],
    ]) {
      await account.request('put', `/cloud-functions/${id}/secrets/${name}`).send({ value }).expect(200);
    }
    const ran = await run(account, id, { lead_id: lead.id });
    expect(ran.result).toEqual({ n: '[secret]', '[secret]': true, list: ['[secret]'] });
    expect(ran.logs[0].data).toEqual({ n: '[secret]' });
    expect(ran.effects[0]).toMatchObject({ type: 'add_tag', params: { tags: ['[secret]-[secret]'] } });
    const failed = await run(account, id, { lead_id: lead.id, fail: 1 });
    expect(failed.error.message).toMatch(/^x{1992}\[secret\]$/);
  });
});

describe('a lead that is erased after code ran that read it', () => {
  it('is in nothing that is kept of the run, which was listed as naming it', async () => {
    const { account, lead } = await createFixture();
    const read = await addLead(api.db, account.accountId, { last_name: 'Kept-until-erased' });
    const body = `return (await svc.leads.query({ limit: 10 })).leads;`;
    const runId = await askForRun(await make(account, body), { lead_id: lead.id });
    await executeFunction(deps(), runId);
    const kept = async () => JSON.stringify(await api.db('function_runs').where({ id: runId }).first());
    expect(await kept()).toContain('Kept-until-erased');
    expect(await api.db('function_run_leads').where({ run_id: runId }).pluck('lead_id')).toEqual([read.id]);
    await account.request('post', `/leads/${read.id}/erase`).expect(200);
    await finishErasure(api.db, read.id);
    expect(await kept()).not.toContain('Kept-until-erased');
  });
});

describe('a lead that is erased while code runs that read it', () => {
  it('is in nothing that is stored of the run', async () => {
    const { account, lead } = await createFixture();
    const read = await addLead(api.db, account.accountId, { last_name: 'Kept-for-nobody' });
    const body = `const { leads } = await svc.leads.query({ limit: 10 }); console.log(leads); return leads;`;
    const runId = await askForRun(await make(account, body), { lead_id: lead.id });
    const outcomes: object[] = [];
    const slow = {
      ...pool,
      run: async (...given: Parameters<typeof pool.run>) => {
        const outcome = await pool.run(...given);
        outcomes.push(outcome);
        await account.request('post', `/leads/${read.id}/erase`).expect(200);
        return outcome;
      },
    };
    await executeFunction({ ...deps(), pool: slow }, runId);
    expect(JSON.stringify(outcomes)).toContain('Kept-for-nobody');
    const kept = await api.db('function_runs').where({ id: runId }).first();
    expect(kept).toMatchObject({ status: 'success', result: null, logs: null, journal: null });
    expect(JSON.stringify(kept)).not.toContain('Kept-for-nobody');
  });
});
