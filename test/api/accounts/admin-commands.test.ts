import { beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../../runtime/ids.js';
import type { MessageStatus } from '../../../schemas/message-statuses.js';
import { admin, adminJson, spawnAdmin } from '../../support/admin.js';
import { publishAgent } from '../../support/agents.js';
import { type TestAccount, useApi } from '../../support/api.js';

const api = useApi();
let account: TestAccount;
let agentId: string;

beforeAll(async () => {
  account = await api.account();
  agentId = await publishAgent(api.db, account.accountId, [
    { key: 'hello', type: 'message', content: 'Hello', delay: { type: 'after', amount: 3, unit: 'days' } },
  ]);
});

async function enroll(): Promise<{ leadId: string; runId: string }> {
  const answer = await account.request('post', '/leads').send({ first_name: 'Ada', workflow_id: agentId });
  return { leadId: answer.body.lead.id, runId: answer.body.workflow_run.id };
}

async function insertMessage(
  leadId: string,
  runId: string,
  status: MessageStatus,
  place: object = {},
): Promise<string> {
  const id = newId();
  const now = new Date();
  await api.db('messages').insert({
    id,
    account_id: account.accountId,
    lead_id: leadId,
    agent_id: agentId,
    agent_run_id: runId,
    channel: 'email',
    direction: 'outbound',
    type: 'email',
    status,
    ...place,
    created_at: now,
    updated_at: now,
  });
  return id;
}

interface Changed {
  changed: boolean;
  workflow_run: { id: string; cadence_state: string; run_status: string; pause_reason: string; paused_by: string };
}

describe('runs', () => {
  it('are listed and shown as the API answers them', async () => {
    const { leadId, runId } = await enroll();
    const [listed, ...more] = await adminJson<object[]>(
      'runs',
      'list',
      '--account',
      account.accountId,
      '--lead',
      leadId,
    );
    const answer = await account.request('get', `/workflow-runs?lead_id=${leadId}`);
    expect(more).toEqual([]);
    expect(listed).toMatchObject({ id: runId, lead_id: leadId, workflow_id: agentId, entry_number: 1 });
    expect(Object.keys(listed ?? {})).toEqual(Object.keys(answer.body.workflow_runs[0]));
    const shown = await adminJson('runs', 'show', '--run', runId);
    expect(shown).toMatchObject({ id: runId, steps: [{ key: 'hello' }] });
  });

  it('lists as many as were asked for, over several pages', async () => {
    for (let run = 0; run < 3; run += 1) await enroll();
    const all = await adminJson<{ id: string }[]>('runs', 'list', '--account', account.accountId, '--limit', '500');
    expect(all.length).toBeGreaterThanOrEqual(3);
    expect(await adminJson('runs', 'list', '--account', account.accountId, '--limit', '2')).toEqual(all.slice(0, 2));
  });

  it('are paused, resumed and stopped, each once', async () => {
    const { runId } = await enroll();
    const paused = await adminJson<Changed>('runs', 'pause', '--run', runId, '--reason', 'On holiday');
    expect(paused).toMatchObject({
      changed: true,
      workflow_run: { cadence_state: 'paused', pause_reason: 'On holiday', paused_by: 'user:command-line' },
    });
    expect((await adminJson<Changed>('runs', 'pause', '--run', runId)).changed).toBe(false);
    const resumed = await adminJson<Changed>('runs', 'resume', '--run', runId, '--policy', 'skip_missed');
    expect(resumed.changed).toBe(true);
    expect(resumed.workflow_run.cadence_state).not.toBe('paused');
    const stopped = await adminJson<Changed>('runs', 'stop', '--run', runId);
    expect(stopped).toMatchObject({ changed: true, workflow_run: { run_status: 'stopped' } });
    const again = await admin(['runs', 'pause', '--run', runId]);
    expect(again).toMatchObject({ code: 2, output: '', errors: `--run: run ${runId} has ended\n` });
  });

  it('that a person took over resume when the administrator resumes them', async () => {
    const { leadId, runId } = await enroll();
    await account.request('post', `/leads/${leadId}/automation/stop`).send({ workflow_run_id: runId });
    expect((await adminJson<Changed>('runs', 'resume', '--run', runId)).changed).toBe(true);
    expect((await account.request('get', `/leads/${leadId}/is_paused`)).body.paused).toBe(false);
  });
});

describe('messages with an unknown outcome', () => {
  it('are listed and settled', async () => {
    const { leadId, runId } = await enroll();
    const { cadence } = (await api.db('agent_runs').where({ id: runId }).first())!;
    const { step_key, visit, attempt } = JSON.parse(cadence);
    const [sent, failed, again] = [
      await insertMessage(leadId, runId, 'unknown'),
      await insertMessage(leadId, runId, 'unknown'),
      await insertMessage(leadId, runId, 'unknown', { step_key, visit, attempt }),
    ];
    const list = () =>
      adminJson<{ id: string }[]>(
        'messages',
        'list',
        '--account',
        account.accountId,
        '--status',
        'unknown',
        '--lead',
        leadId,
      );
    expect((await list()).map(({ id }) => id).sort()).toEqual([sent, failed, again].sort());
    const settle = (message: string, as: string) => adminJson('messages', 'settle', '--message', message, '--as', as);
    expect(await settle(sent, 'sent')).toMatchObject({ status: 'sent', settled_by: 'operator' });
    expect(await settle(failed, 'failed')).toMatchObject({ status: 'failed', failure: { code: 'resolved_failed' } });
    expect(await settle(again, 'resend')).toMatchObject({ status: 'queued' });
    expect(await list()).toEqual([]);
    expect(await adminJson('messages', 'show', '--message', sent)).toMatchObject({ id: sent, status: 'sent' });
    const twice = await admin(['messages', 'settle', '--message', sent, '--as', 'failed', '--json']);
    expect(twice.code).toBe(2);
    expect(JSON.parse(twice.errors)).toMatchObject({ code: 'NOT_MODIFIABLE', details: { status: 'sent' } });
  });
});

describe('the outbox', () => {
  it('is listed, and an instruction is parked and tried again', async () => {
    const other = await api.account();
    const id = newId();
    const now = new Date();
    // The relay must not claim it during the check.
    const row = { kind: 'wake', workflow_id: 'cadence/x', args: '{}', next_at: new Date(now.getTime() + 3_600_000) };
    await api.db('outbox').insert({ id, account_id: other.accountId, ...row, created_at: now });
    const list = (...more: string[]) =>
      adminJson<{ id: string }[]>('outbox', 'list', '--account', other.accountId, ...more);
    expect((await list()).map((each) => each.id)).toEqual([id]);
    expect(await adminJson('outbox', 'park', '--id', id)).toEqual({ parked: id });
    expect((await list('--parked')).map((each) => each.id)).toEqual([id]);
    expect(await list()).toEqual([]);
    expect((await admin(['outbox', 'park', '--id', id])).code).toBe(2);
    expect(await adminJson('outbox', 'retry', '--id', id)).toEqual({ retried: id });
    expect((await admin(['outbox', 'retry', '--id', id])).code).toBe(2);
    await api.db('outbox').where({ id }).delete();
  });
});

describe('jobs and meetings', () => {
  it('are listed and shown as the API answers them', async () => {
    const job = await account.request('post', '/background-jobs').send({
      name: 'Tag the old ones',
      steps: [{ action: { type: 'add_tag', params: { tags: ['old'] } } }],
    });
    expect(job.status).toBe(201);
    const lead = await account.request('post', '/leads').send({ first_name: 'Ada', email: `${newId()}@example.com` });
    const meeting = await account.request('post', '/meetings').send({
      lead_id: lead.body.lead.id,
      title: 'Talk',
      starts_at: '2030-01-01T10:00:00Z',
      duration_minutes: 30,
    });
    expect(meeting.status).toBe(201);
    const of = ['--account', account.accountId];
    expect(await adminJson('jobs', 'list', ...of)).toMatchObject([{ id: job.body.data.id, name: 'Tag the old ones' }]);
    expect(await adminJson('jobs', 'list', ...of, '--active', 'false')).toEqual([]);
    expect(await adminJson('jobs', 'show', '--job', job.body.data.id)).toMatchObject({ id: job.body.data.id });
    expect(await adminJson('meetings', 'list', ...of)).toMatchObject([{ id: meeting.body.meeting.id, title: 'Talk' }]);
    expect(await adminJson('meetings', 'show', '--meeting', meeting.body.meeting.id)).toMatchObject({ title: 'Talk' });
  });
});

describe('accounts and keys', () => {
  it('are made, and a revoked key is refused', async () => {
    const made = await adminJson<{ account_id: string; api_key: string }>('accounts', 'create', '--name', 'Acme');
    const key = await adminJson<{ key_id: string; api_key: string }>(
      ...['keys', 'create', '--account', made.account_id, '--scopes', 'leads:read'],
    );
    const listed = await adminJson<{ id: string }[]>('keys', 'list', '--account', made.account_id);
    expect(listed.map(({ id }) => id)).toContain(key.key_id);
    expect(JSON.stringify(listed)).not.toContain(key.api_key);
    await adminJson('keys', 'revoke', '--account', made.account_id, '--key', key.key_id);
    expect((await admin(['keys', 'revoke', '--account', made.account_id, '--key', key.key_id])).code).toBe(2);
  });
});

describe('what can’t be carried out', () => {
  const unknown = newId();
  it.each<[string, string[], string]>([
    ['a command that isn’t there', ['runs', 'dance'], 'Unknown command runs dance. Available: runs list, runs show'],
    ['an option of another command', ['runs', 'show', '--account', unknown], "Unknown option '--account'"],
    ['an option without its value', ['runs', 'show', '--run'], '--run requires a value'],
    ['a switch with a value', ['outbox', 'list', '--parked=yes'], "--parked doesn't take a value"],
    ['a missing option', ['messages', 'settle', '--message', unknown], '--as is required'],
    [
      'a word that isn’t one of its choices',
      ['messages', 'settle', '--message', unknown, '--as', 'gone'],
      '--as: must be one of sent',
    ],
    ['a run that isn’t there', ['runs', 'show', '--run', unknown], `--run: ID ${unknown} not found`],
    ['an id that is none', ['runs', 'show', '--run', 'x'], '--run: ID x not found'],
    ['an account that isn’t there', ['runs', 'list', '--account', unknown], `--account: account ${unknown} not found`],
    ['a number that is none', ['outbox', 'list', '--limit', 'all'], '--limit: must be a positive integer'],
    ['a word too many', ['runs', 'show', 'now', '--run', unknown], "runs show doesn't support now"],
    [
      'a file that isn’t there',
      ['agents', 'import', '/nowhere.json', '--account', unknown],
      `--account: account ${unknown} not found`,
    ],
  ])('%s is said on the error output, with code 2', async (_what, args, text) => {
    const { code, output, errors } = await admin([...args, '--json']);
    expect({ code, output }).toEqual({ code: 2, output: '' });
    expect(JSON.parse(errors).error).toContain(text);
  });

  it('names the field of a filter that the API refuses', async () => {
    const { code, errors } = await admin([
      'runs',
      'list',
      '--account',
      account.accountId,
      '--state',
      'happy',
      '--json',
    ]);
    expect(code).toBe(2);
    expect(JSON.parse(errors)).toMatchObject({ code: 'VALIDATION_ERROR', field: '/cadence_state' });
  });

  it('ends with 1 when the database is away', async () => {
    const { code, output } = await admin(['accounts', 'list', '--json'], 'mysql://las:las@127.0.0.1:1/none');
    expect({ code, output }).toEqual({ code: 1, output: '' });
  });

  it('prints nothing but JSON as a command of its own either, and ends with the same codes', async () => {
    const listed = await spawnAdmin(['accounts', 'list', '--json']);
    expect(listed.code).toBe(0);
    expect((JSON.parse(listed.output) as { id: string }[]).map(({ id }) => id)).toContain(account.accountId);
    expect(await spawnAdmin(['runs', 'show', '--run', 'x', '--json'])).toMatchObject({ code: 2, output: '' });
  });

  it('shows how commands are typed, with code 0, when it is asked', async () => {
    const { code, output } = await admin(['runs', '--help']);
    expect(code).toBe(0);
    expect(output).toContain('runs pause --run R [--reason R]');
    expect(output).not.toContain('keys create');
  });
});

describe('keys', () => {
  const create = (...options: string[]) => ['keys', 'create', '--account', account.accountId, ...options, '--json'];

  it.each(['automation:read', 'keys:manage'])(
    'are not given %s, which opens nothing yet, and the answer says what to do',
    async (scope) => {
      const { code, errors } = await admin(create('--scopes', `leads:read,${scope}`));
      expect(code).toBe(2);
      expect(JSON.parse(errors).error).toContain(`--scopes: ${scope} has no effect yet, omit it; valid scopes are *,`);
    },
  );

  it('that already have such a scope keep working, and keep it when they are regenerated', async () => {
    const older = await api.account({ scopes: ['leads:read', 'automation:read'] });
    expect((await older.request('get', '/leads')).status).toBe(200);
    const renew = ['keys', 'regenerate', '--account', older.accountId, '--key', older.keyId];
    const { api_key } = await adminJson<{ api_key: string }>(...renew);
    const me = await older.request('get', '/me').set('X-API-Key', api_key);
    expect(me.body.key.scopes).toEqual(['leads:read', 'automation:read']);
  });
});

describe('doctor', () => {
  interface Finding {
    check: string;
    state: string;
    detail: string;
  }
  const look = async (env: NodeJS.ProcessEnv) => {
    const { code, output } = await spawnAdmin(['doctor', '--json'], env);
    const found = JSON.parse(output) as Finding[];
    return { code, found, of: (check: string) => found.find((each) => each.check === check) };
  };

  it('looks at every part, and ends with 1 when one of them is not well', async () => {
    const { code, found, of } = await look({
      TEMPORAL_TASK_QUEUE_PREFIX: `t${newId().slice(-12)}-`,
      LAS_API_URL: 'http://127.0.0.1:1',
    });
    expect(found.map(({ check }) => check)).toEqual([
      ...['settings', 'database', 'schema', 'master secret', 'temporal', 'workers', 'outbox', 'mailboxes'],
      ...['system mail', 'attention', 'conversations', 'api'],
    ]);
    for (const check of ['settings', 'database', 'schema', 'temporal'])
      expect(of(check)).toMatchObject({ state: 'ok' });
    expect(of('workers')).toMatchObject({ state: 'failed', detail: expect.stringContaining('start a worker') });
    expect(of('api')?.state).toBe('failed');
    expect(code).toBe(1);
  });

  it('fails if the sender that was chosen for the emails of the instance is missing', async () => {
    const { code, of } = await look({ SYSTEM_MAIL_SENDER_ID: newId() });
    expect(of('system mail')).toMatchObject({
      state: 'failed',
      detail: expect.stringContaining("used instead: each account's own email senders"),
    });
    expect(code).toBe(1);
  });

  it('says it of Temporal and of the database when they are away', async () => {
    const { code, of } = await look({
      TEMPORAL_ADDRESS: '127.0.0.1:1',
      DATABASE_URL: 'mysql://las:las@127.0.0.1:1/none',
    });
    expect([of('temporal')?.state, of('database')?.state, of('schema')?.state]).toEqual(['failed', 'failed', 'failed']);
    expect(code).toBe(1);
  });
});

describe('functions', () => {
  it('are listed, deployed and run, and their runs are listed, as the API answers them', async () => {
    const source =
      'export default async (ctx, svc) => { await svc.tags.add(ctx.lead_id, [ctx.tag]); return ctx.event; };';
    const made = await account.request('post', '/cloud-functions').send({ name: 'Tag', source }).expect(201);
    const id = made.body.function.id as string;
    const { leadId } = await enroll();
    const listed = await adminJson<object[]>('functions', 'list', '--account', account.accountId);
    expect(listed).toMatchObject([{ id, name: 'Tag', version: 1, deployed_at: null }]);
    expect(await adminJson('functions', 'show', '--function', id)).toMatchObject({ id, source });
    expect(await adminJson('functions', 'deploy', '--function', id)).toEqual({
      version: 1,
      bytes: expect.any(Number),
      deployed_at: expect.any(String),
    });
    const run = (...more: string[]) => admin(['functions', 'run', '--function', id, '--lead', leadId, ...more]);
    const ran = await run('--ctx', '{"tag":"vip"}', '--event', 'message.received', '--label', 'try', '--json');
    expect(ran).toMatchObject({ code: 0, errors: '' });
    const { id: runId, ...shown } = JSON.parse(ran.output);
    expect(shown).toMatchObject({ status: 'success', result: 'message.received', sample_label: 'try', dry_run: true });
    expect(shown.effects).toMatchObject([{ type: 'add_tag', applied: false }]);
    expect(await run('--ctx', '{"tag":7}')).toMatchObject({ code: 1, errors: '' });
    const runs = await adminJson<{ id: string; status: string }[]>('functions', 'runs', '--function', id);
    expect(runs.map(({ status }) => status)).toEqual(['error', 'success']);
    const well = await adminJson<{ id: string }[]>('functions', 'runs', '--function', id, '--status', 'success');
    expect(well.map((one) => one.id)).toEqual([runId]);
    const table = await admin(['functions', 'runs', '--function', id]);
    expect(table.output).toContain(runId);
  });

  it('say what is wrong with what was typed, and where a function can’t be deployed', async () => {
    const made = await account.request('post', '/cloud-functions').send({ name: 'No', source: '\nexport default (' });
    const id = made.body.function.id as string;
    for (const ctx of ['{', '[]', '{"a":1,"a":2}']) {
      const answer = await admin(['functions', 'run', '--function', id, '--ctx', ctx]);
      expect(answer).toMatchObject({ code: 2, errors: expect.stringMatching(/^--ctx: /) });
    }
    expect(await admin(['functions', 'runs', '--function', newId()])).toMatchObject({ code: 2 });
    expect(await admin(['functions', 'runs', '--function', id, '--status', 'fine'])).toMatchObject({ code: 2 });
    for (const command of ['deploy', 'run']) {
      const failed = await admin(['functions', command, '--function', id]);
      expect(failed).toMatchObject({ code: 1, errors: expect.stringContaining('line 2') });
    }
  });
});
