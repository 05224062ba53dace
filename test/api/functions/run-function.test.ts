import { describe, expect, it } from '@jest/globals';
import { newId } from '../../../runtime/ids.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { addAgent, addLead, addRun } from '../../support/messaging.js';
import { addUser } from '../../support/users.js';

const api = useApi();
const away = useApi({}, { functions: { run: async () => 'away' } });
const busy = useApi({}, { functions: { run: async () => 'busy' } });

const make = async (account: TestAccount, body: string, more: object = {}): Promise<string> =>
  (
    await account
      .request('post', '/cloud-functions')
      .send({ name: 'Score', source: `export default async function (ctx, svc) { ${body} }`, ...more })
      .expect(201)
  ).body.function.id;

const run = async (account: TestAccount, id: string, ctx: object = {}) =>
  (await account.request('post', `/cloud-functions/${id}/run`).send({ ctx }).expect(200)).body;

const enrolled = async (account: TestAccount) => {
  const lead = await addLead(api.db, account.accountId, { first_name: 'Ana', last_name: 'García' });
  const agentId = await addAgent(api, account);
  const agentRun = await addRun(api.db, lead, agentId);
  return { lead, agentId, agentRun };
};

describe('POST /cloud-functions/{id}/run', () => {
  describe('200', () => {
    it('answers the run record in every field of the specification', async () => {
      const account = await api.account();
      const { lead } = await enrolled(account);
      const id = await make(
        account,
        `svc.log('seen', { who: ctx.lead.first_name });
         await svc.tags.add(ctx.lead_id, ['vip']);
         await svc.leads.update(ctx.lead_id, { metadata: { score: 7 } });
         return { tags: (await svc.leads.get(ctx.lead_id)).tags.map((tag) => tag.slug) };`,
      );
      const body = await run(account, id, { lead_id: lead.id, sample_label: 'first', input: { n: 1 }, more: [1] });
      expect(body).toMatchObject({ success: true, dry_run: true });
      expect(body.run).toEqual({
        id: expect.any(String),
        function_id: id,
        client_id: account.accountId,
        function_name: 'Score',
        function_version: 1,
        trigger_event: 'manual_dry_run',
        sample_label: 'first',
        lead_id: lead.id,
        lead_name: 'Ana García',
        lead_email: lead.email,
        status: 'success',
        duration_ms: expect.any(Number),
        log_count: 1,
        ran_at: expect.any(String),
        has_result: true,
        error: null,
        dry_run: true,
        applied_at: null,
        replay_of: null,
        is_draft: false,
        result: { tags: ['vip'] },
        lead_before: expect.objectContaining({ id: lead.id, tags: [], variables: {}, engagement: expect.any(Object) }),
        lead_after: expect.objectContaining({ id: lead.id, metadata: { score: 7 } }),
        ctx: expect.objectContaining({ lead_id: lead.id, input: { n: 1 }, more: [1], lead: expect.any(Object) }),
        effects: [
          expect.objectContaining({ seq: 1, type: 'add_tag', target: { kind: 'lead', id: lead.id }, applied: false }),
          expect.objectContaining({ seq: 2, type: 'set_metadata', applied: false }),
        ],
        logs: [{ ts: expect.any(String), level: 'info', message: 'seen', data: { who: 'Ana' } }],
        requests: [],
      });
      const read = await account.request('get', `/cloud-functions/runs/${body.run.id}`).expect(200);
      expect(read.body.run).toEqual(body.run);
      const listed = await account.request('get', `/cloud-functions/${id}/runs`).expect(200);
      expect(listed.body.runs).toMatchObject([{ id: body.run.id, status: 'success', has_result: true }]);
      expect(listed.body.runs[0]).not.toHaveProperty('ctx');
    });

    it('applies nothing', async () => {
      const account = await api.account();
      const { lead, agentId } = await enrolled(account);
      const id = await make(
        account,
        `await svc.tags.add(ctx.lead_id, ['vip']);
         await svc.status.set(ctx.lead_id, 'contacted');
         await svc.messages.send(ctx.lead_id, { channel: 'email', subject: 'Hi', content: 'Hello' });
         await svc.notes.add(ctx.lead_id, 'Seen.');
         await svc.tasks.create(ctx.lead_id, { title: 'Call' });
         await svc.kv.set('n', 1);
         return svc.kv.get('n');`,
      );
      const before = await account.request('get', `/leads/${lead.id}`).expect(200);
      const body = await run(account, id, { lead_id: lead.id, workflow_id: agentId });
      expect(body.run).toMatchObject({ status: 'success', result: 1 });
      expect(body.run.effects).toHaveLength(6);
      expect(body.run.lead_after.active_workflow_run.current_status.key).toBe('contacted');
      expect((await account.request('get', `/leads/${lead.id}`).expect(200)).body).toEqual(before.body);
      for (const table of ['messages', 'tasks', 'lead_tags', 'function_values']) {
        expect(await api.db(table).where({ account_id: account.accountId })).toEqual([]);
      }
    });

    it('takes a lead that is not stored, no lead at all, and any event', async () => {
      const account = await api.account();
      const id = await make(account, 'return ctx.lead?.first_name;');
      const inline = { id: 'not a uuid', first_name: 'Bo', last_name: 'Ek', email: 'bo@example.com' };
      expect((await run(account, id, { lead: inline, event: 'message.received' })).run).toMatchObject({
        trigger_event: 'message.received',
        result: 'Bo',
        lead_id: 'not a uuid',
        lead_name: 'Bo Ek',
        lead_email: 'bo@example.com',
        lead_before: inline,
      });
      const bare = await account.request('post', `/cloud-functions/${id}/run`).expect(200);
      expect(bare.body.run).toMatchObject({
        ctx: {},
        lead_id: null,
        lead_before: null,
        has_result: false,
        result: null,
      });
    });

    it('shows the function the time of ctx.now', async () => {
      const account = await api.account();
      const id = await make(account, 'return new Date().toISOString().slice(0, 16);');
      const { run: ran } = await run(account, id, { now: '2030-02-03T04:05:06Z' });
      expect(ran.result).toBe('2030-02-03T04:05');
    });

    it.each([
      ['a thrown error, with its line', "\nthrow new TypeError('no');", 'error'],
      ['an endless loop', 'for (;;) {}', 'timeout'],
      ['memory without end', "const a = []; for (;;) a.push(new Array(1e5).fill('x'));", 'memory_exceeded'],
      ['effects without end', 'for (;;) await svc.notes.add(ctx.lead_id, "x");', 'effect_limit'],
    ])('tells of %s in the status', async (_name, body, status) => {
      const account = await api.account();
      const { lead } = await enrolled(account);
      const id = await make(account, body, { timeout_ms: 2_000 });
      const { run: ran } = await run(account, id, { lead_id: lead.id });
      expect(ran).toMatchObject({ status, has_result: false, error: { message: expect.any(String) } });
      if (status === 'error') expect(ran.error).toMatchObject({ name: 'TypeError', message: 'no', line: 2 });
      for (const effect of ran.effects) expect(effect.applied).toBe(false);
    });

    it('masks secrets in what the run shows, and lets the code see them', async () => {
      const account = await api.account();
      const secret = `token-${newId()}`;
      const id = await make(
        account,
        `const token = await svc.secrets.get('API');
         svc.log('it is ' + token);
         return { length: token.length, token };`,
      );
      await account.request('put', `/cloud-functions/${id}/secrets/API`).send({ value: secret }).expect(200);
      const { run: ran } = await run(account, id);
      expect(ran).toMatchObject({ status: 'success', result: { length: secret.length } });
      const [row] = await api.db('function_runs').where({ id: ran.id });
      expect(JSON.stringify([ran, row])).not.toContain(secret);
    });
  });

  it('answers 400 for what is no context', async () => {
    const account = await api.account();
    const id = await make(account, 'return 1;');
    const send = (body: object) => account.request('post', `/cloud-functions/${id}/run`).send(body).expect(400);
    expect((await send({ ctx: 'text' })).body).toMatchObject({ code: 'VALIDATION_ERROR', field: '/ctx' });
    expect((await send({ ctx: [] })).body).toMatchObject({ code: 'VALIDATION_ERROR', field: '/ctx' });
    expect((await send({ ctx: { now: 'soon' } })).body).toMatchObject({ code: 'INVALID_DATE', field: '/ctx/now' });
    expect((await send({ ctx: { timezone: 'Mars/Base' } })).body).toMatchObject({ code: 'INVALID_TIMEZONE' });
    expect((await send({ lead_id: 'x' })).body).toMatchObject({ code: 'VALIDATION_ERROR', field: '/lead_id' });
  });

  it('answers 404 for a lead that is not the account’s', async () => {
    const [account, other] = [await api.account(), await api.account()];
    const theirs = await addLead(api.db, other.accountId);
    const id = await make(account, 'return 1;');
    for (const lead_id of [theirs.id, newId(), 'none']) {
      const answer = await account.request('post', `/cloud-functions/${id}/run`).send({ ctx: { lead_id } }).expect(404);
      expect(answer.body).toMatchObject({ code: 'LEAD_NOT_FOUND', field: '/ctx/lead_id' });
    }
  });

  it('answers 500 for a function that can’t be deployed, and stores no run', async () => {
    const account = await api.account();
    const id = await make(account, 'return 1 +;');
    const answer = await account.request('post', `/cloud-functions/${id}/run`).send({ ctx: {} }).expect(500);
    expect(answer.body).toMatchObject({
      code: 'FUNCTION_DEPLOY_FAILED',
      error: expect.any(String),
      message: expect.any(String),
      details: { stage: 'compile', line: 1 },
    });
    expect(await api.db('function_runs').where({ function_id: id })).toEqual([]);
  });

  it.each([
    ['FUNCTION_BUSY', () => busy],
    ['ENGINE_UNAVAILABLE', () => away],
  ])('answers 503 %s and stores no run', async (code, which) => {
    const account = await which().account();
    const id = await make(account, 'return 1;');
    const answer = await account.request('post', `/cloud-functions/${id}/run`).send({ ctx: {} }).expect(503);
    expect(answer.body.code).toBe(code);
    expect(answer.headers['retry-after']).toBe('5');
    expect(await api.db('function_runs').where({ function_id: id })).toEqual([]);
  });
});

describe('POST /cloud-functions/runs/{run_id}/apply', () => {
  it('carries the effects out once', async () => {
    const account = await api.account();
    const { lead } = await enrolled(account);
    const id = await make(
      account,
      `await svc.tags.add(ctx.lead_id, ['vip']);
       await svc.leads.update(ctx.lead_id, { company: 'Acme', metadata: { score: 7 } });
       await svc.fields.set(ctx.lead_id, 'budget', 9000);
       await svc.status.set(ctx.lead_id, 'contacted');
       await svc.tasks.create(ctx.lead_id, { title: 'Call' });
       await svc.kv.set('last', ctx.lead_id);`,
    );
    const { run: ran } = await run(account, id, { lead_id: lead.id });
    const applied = await account.request('post', `/cloud-functions/runs/${ran.id}/apply`).expect(200);
    expect(applied.body.run.effects.map((effect: { applied: boolean }) => effect.applied)).not.toContain(false);
    expect(applied.body.run.applied_at).toEqual(expect.any(String));
    const after = await account.request('get', `/leads/${lead.id}`).expect(200);
    expect(after.body.lead).toMatchObject({
      company: 'Acme',
      metadata: { score: 7 },
      tags: [{ slug: 'vip' }],
      active_workflow_run: { current_status: { key: 'contacted' } },
    });
    expect(after.body.variables.budget.value).toBe(9000);
    expect(await api.db('tasks').where({ account_id: account.accountId })).toHaveLength(1);
    const again = await account.request('post', `/cloud-functions/runs/${ran.id}/apply`).expect(409);
    expect(again.body.code).toBe('NOT_MODIFIABLE');
    expect(await api.db('tasks').where({ account_id: account.accountId })).toHaveLength(1);
  });

  it('is done once by many at once', async () => {
    const account = await api.account();
    const { lead } = await enrolled(account);
    const id = await make(account, "await svc.tasks.create(ctx.lead_id, { title: 'Call' });");
    const { run: ran } = await run(account, id, { lead_id: lead.id });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => account.request('post', `/cloud-functions/runs/${ran.id}/apply`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
    expect(await api.db('tasks').where({ account_id: account.accountId })).toHaveLength(1);
  });

  it('answers 409 LEAD_CHANGED when the lead is another by now', async () => {
    const account = await api.account();
    const { lead } = await enrolled(account);
    const id = await make(account, "await svc.tags.add(ctx.lead_id, ['vip']);");
    const { run: ran } = await run(account, id, { lead_id: lead.id });
    await account.request('patch', `/leads/${lead.id}`).send({ company: 'Other' }).expect(200);
    const answer = await account.request('post', `/cloud-functions/runs/${ran.id}/apply`).expect(409);
    expect(answer.body).toMatchObject({ code: 'LEAD_CHANGED', details: { lead_ids: [lead.id] } });
  });

  it('changes a lead that no agent works, but for its run', async () => {
    const account = await api.account();
    const lead = await addLead(api.db, account.accountId);
    const id = await make(
      account,
      `await svc.tags.add(ctx.lead_id, ['vip']);
       await svc.automation.stop(ctx.lead_id, {});
       await svc.notes.add(ctx.lead_id, 'Seen.');`,
    );
    const { run: ran } = await run(account, id, { lead_id: lead.id });
    const { body } = await account.request('post', `/cloud-functions/runs/${ran.id}/apply`).expect(200);
    expect(body.run.effects.map((effect: { applied: boolean }) => effect.applied)).toEqual([true, false, true]);
    expect(body.run.effects[1].skipped_reason).toEqual(expect.any(String));
  });

  it('refuses a run that failed', async () => {
    const account = await api.account();
    const { lead } = await enrolled(account);
    const id = await make(account, "await svc.tags.add(ctx.lead_id, ['vip']); throw new Error('no');");
    const { run: ran } = await run(account, id, { lead_id: lead.id });
    expect(ran.effects).toMatchObject([{ applied: false, skipped_reason: expect.any(String) }]);
    const answer = await account.request('post', `/cloud-functions/runs/${ran.id}/apply`).expect(409);
    expect(answer.body.code).toBe('NOT_MODIFIABLE');
    const missing = await account.request('post', `/cloud-functions/runs/${newId()}/apply`).expect(404);
    expect(missing.body.code).toBe('FUNCTION_RUN_NOT_FOUND');
  });
});

describe('code that is not saved', () => {
  const codeOf = (body: string) => `export default async function (ctx, svc) { ${body} }`;

  it('runs as a dry run in place of the saved one, is kept nowhere else, and its effects are not applied', async () => {
    const account = await api.account();
    const { lead } = await enrolled(account);
    const id = await make(account, 'return "saved";');
    const ask = (source: string) =>
      account.request('post', `/cloud-functions/${id}/run`).send({ ctx: { lead_id: lead.id }, source });
    const { body } = await ask(codeOf("await svc.tags.add(ctx.lead_id, ['vip']); return 'draft';")).expect(200);
    expect(body.run).toMatchObject({ status: 'success', result: 'draft', is_draft: true, function_version: 1 });
    const { runs } = (await account.request('get', `/cloud-functions/${id}/runs`).expect(200)).body;
    expect(runs).toMatchObject([{ id: body.run.id, is_draft: true }]);
    expect((await account.request('get', `/cloud-functions/${id}/versions`)).body.versions).toHaveLength(1);
    const applied = await account.request('post', `/cloud-functions/runs/${body.run.id}/apply`).expect(409);
    expect(applied.body).toMatchObject({ code: 'NOT_MODIFIABLE', message: expect.stringContaining('unsaved code') });
    const replay = async (more: object) =>
      (await account.request('post', `/cloud-functions/runs/${body.run.id}/replay`).send(more).expect(200)).body.run;
    expect(await replay({})).toMatchObject({ result: 'draft', is_draft: true });
    expect(await replay({ version: 1 })).toMatchObject({ result: 'saved', is_draft: false });
    expect((await ask(codeOf('return "saved";')).expect(200)).body.run).toMatchObject({ is_draft: false });
  });

  it('says where it can’t be compiled, and stores no run', async () => {
    const account = await api.account();
    const id = await make(account, 'return 1;');
    const refused = await account
      .request('post', `/cloud-functions/${id}/run`)
      .send({ source: 'export default async (ctx) => {\n  return (;\n}' })
      .expect(500);
    expect(refused.body).toMatchObject({ code: 'FUNCTION_DEPLOY_FAILED', details: { line: 2 } });
    expect((await account.request('get', `/cloud-functions/${id}/runs`)).body.runs).toEqual([]);
  });

  it('is for those who may write functions, as it could read their secrets', async () => {
    const account = await api.account();
    const id = await make(account, 'return 1;');
    const operator = await addUser(api, account.accountId, 'operator');
    const path = `/cloud-functions/${id}/run`;
    await operator.request('post', path).send({}).expect(200);
    const refused = await operator
      .request('post', path)
      .send({ source: codeOf('return 2;') })
      .expect(403);
    expect(refused.body.details.required_scopes).toEqual(['functions:write']);
    const admin = await addUser(api, account.accountId, 'admin');
    await admin
      .request('post', path)
      .send({ source: codeOf('return 2;') })
      .expect(200);
  });
});

describe('GET /cloud-functions/{id}/fires', () => {
  it('lists the fires of its schedule, newest first, and runs are found by theirs', async () => {
    const account = await api.account();
    const id = await make(account, 'return 1;');
    const ids = [newId(), newId(), newId()];
    for (const [n, fire] of ids.entries()) {
      await api.db('function_fires').insert({
        id: fire,
        account_id: account.accountId,
        function_id: id,
        workflow_id: `fire/${fire}`,
        nominal_at: new Date(),
        status: 'completed',
        matched: n,
        succeeded: n,
        failed: 0,
        failure: null,
        ended_at: new Date(),
        created_at: new Date(),
      });
    }
    const ran = (await run(account, id)).run;
    await api.db('function_runs').where({ id: ran.id }).update({ fire_id: ids[2]! });
    await run(account, id);
    const page = (query: string) => account.request('get', `/cloud-functions/${id}/${query}`).expect(200);
    const { fires, pagination } = (await page('fires?limit=2')).body;
    expect(fires).toMatchObject([{ id: ids[2], matched: 2 }, { id: ids[1] }]);
    expect((await page(`fires?limit=2&cursor=${pagination.next_cursor}`)).body.fires).toMatchObject([{ id: ids[0] }]);
    expect((await page(`runs?fire_id=${ids[2]}`)).body.runs).toMatchObject([{ id: ran.id }]);
    await account.request('get', `/cloud-functions/${newId()}/fires`).expect(404);
  });
});

describe('POST /cloud-functions/runs/{run_id}/replay', () => {
  it('gives the code what it was given then: lead, time and answers', async () => {
    const account = await api.account();
    const { lead } = await enrolled(account);
    const secret = `token-${newId()}`;
    const id = await make(
      account,
      `const token = await svc.secrets.get('API');
       const lead = await svc.leads.get(ctx.lead_id);
       return [lead.company, new Date().toISOString().slice(0, 16), token.length, ctx.lead.company];`,
    );
    await account.request('put', `/cloud-functions/${id}/secrets/API`).send({ value: secret }).expect(200);
    const first = (await run(account, id, { lead_id: lead.id, now: '2030-02-03T04:05:06Z' })).run;
    await account.request('patch', `/leads/${lead.id}`).send({ company: 'Changed' }).expect(200);
    const { body } = await account.request('post', `/cloud-functions/runs/${first.id}/replay`).expect(200);
    expect(body).toMatchObject({ success: true, dry_run: true, run: { replay_of: first.id, status: 'success' } });
    expect(body.run.result.slice(0, 2)).toEqual(first.result.slice(0, 2));
    expect(body.run.result[3]).toBe(first.result[3]);
    expect(body.run.result[2]).toBe(secret.length);
    expect(body.run.lead_before).toEqual(first.lead_before);
  });

  it('runs another version on the same, and tells where that one asks for something else', async () => {
    const account = await api.account();
    const { lead } = await enrolled(account);
    const id = await make(account, 'return (await svc.leads.get(ctx.lead_id)).first_name;');
    const first = (await run(account, id, { lead_id: lead.id })).run;
    const source = `export default async (ctx, svc) => [(await svc.leads.get(ctx.lead_id)).first_name, await svc.kv.get('x')];`;
    await account.request('patch', `/cloud-functions/${id}`).send({ source }).expect(200);
    const replay = async (body: object) =>
      (await account.request('post', `/cloud-functions/runs/${first.id}/replay`).send(body).expect(200)).body.run;
    expect(await replay({})).toMatchObject({ status: 'success', result: 'Ana', function_version: 1 });
    expect(await replay({ version: 2 })).toMatchObject({
      status: 'error',
      function_version: 2,
      error: { message: expect.stringContaining('kv.get') },
    });
    const none = await account.request('post', `/cloud-functions/runs/${first.id}/replay`).send({ version: 9 });
    expect([none.status, none.body.code]).toEqual([409, 'NOT_MODIFIABLE']);
  });
});
