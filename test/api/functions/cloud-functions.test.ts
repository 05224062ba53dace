import { describe, expect, it } from '@jest/globals';
import { newId } from '../../../runtime/ids.js';
import { useApi } from '../../support/api.js';

const api = useApi();
const SOURCE = 'export default async function (ctx, svc) { return 1; }';
const make = async (account: Awaited<ReturnType<typeof api.account>>, body: object = {}) =>
  (
    await account
      .request('post', '/cloud-functions')
      .send({ name: 'Score', source: SOURCE, ...body })
      .expect(201)
  ).body.function;

describe('POST /cloud-functions', () => {
  it('stores a function with everything it leaves out filled in', async () => {
    const account = await api.account();
    const answer = await account
      .request('post', '/cloud-functions')
      .send({ name: 'Score', source: SOURCE })
      .expect(201);
    expect(answer.body.function).toEqual({
      id: expect.any(String),
      name: 'Score',
      description: null,
      source: SOURCE,
      version: 1,
      deployed_at: null,
      timeout_ms: 5000,
      allowed_hosts: [],
      allow_http_writes: false,
      is_active: true,
      event: null,
      schedule: null,
      fires: [],
      last_run_at: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(answer.headers.etag).toBe('"1"');
  });

  it.each([
    [{ source: SOURCE }, '/name'],
    [{ name: 'X' }, '/source'],
    [{ name: 'X', source: SOURCE, timeout_ms: 30_001 }, '/timeout_ms'],
    [{ name: 'X', source: SOURCE, allowed_hosts: ['https://api.example.com'] }, '/allowed_hosts/0'],
    [{ name: 'X', source: SOURCE, allowed_hosts: ['127.0.0.1'] }, '/allowed_hosts/0'],
    [{ name: 'X', source: SOURCE, event: { kinds: [] } }, '/event/kinds'],
    [{ name: 'X', source: SOURCE, surprise: 1 }, '/surprise'],
  ])('answers 400 and names the field: %j', async (body, field) => {
    const account = await api.account();
    const answer = await account.request('post', '/cloud-functions').send(body).expect(400);
    expect(answer.body).toMatchObject({ code: 'VALIDATION_ERROR', field });
  });

  it.each(['lead.sneezed', 'lead.merged'])('answers 400 UNKNOWN_EVENT and lists the kinds for %s', async (kind) => {
    const account = await api.account();
    const body = { name: 'X', source: SOURCE, event: { kinds: [kind] } };
    const answer = await account.request('post', '/cloud-functions').send(body).expect(400);
    expect(answer.body).toMatchObject({ code: 'UNKNOWN_EVENT', field: '/event/kinds/0' });
    expect(answer.body.message).toContain('must be one of: lead.created, lead.updated, lead.deleted,');
  });
});

describe('a function’s life', () => {
  it('makes a version of each other source, and only of that', async () => {
    const account = await api.account();
    const { id } = await make(account);
    const change = (body: object) => account.request('patch', `/cloud-functions/${id}`).send(body).expect(200);
    expect((await change({ name: 'Renamed', source: SOURCE })).body.function.version).toBe(1);
    expect((await change({ source: `${SOURCE}\n` })).body.function.version).toBe(2);
    const { body } = await account.request('get', `/cloud-functions/${id}/versions?limit=1`).expect(200);
    expect(body.versions).toMatchObject([{ version: 2, source: `${SOURCE}\n`, deployed_at: null }]);
    const next = await account
      .request('get', `/cloud-functions/${id}/versions?limit=1&cursor=${body.pagination.next_cursor}`)
      .expect(200);
    expect(next.body.versions).toMatchObject([{ version: 1, source: SOURCE }]);
    expect(next.body.pagination.has_more).toBe(false);
  });

  it('rejects a change of an outdated version', async () => {
    const account = await api.account();
    const { id } = await make(account);
    const change = (tag: string) =>
      account.request('patch', `/cloud-functions/${id}`).set('If-Match', tag).send({ description: tag });
    await change('"1"').expect(200);
    expect((await change('"1"').expect(412)).body.code).toBe('PRECONDITION_FAILED');
  });

  it('is listed without its source, until it is deleted', async () => {
    const account = await api.account();
    const { id } = await make(account);
    const listed = await account.request('get', '/cloud-functions').expect(200);
    expect(listed.body.functions).toMatchObject([{ id, name: 'Score' }]);
    expect(listed.body.functions[0]).not.toHaveProperty('source');
    await account.request('delete', `/cloud-functions/${id}`).expect(204);
    expect((await account.request('get', `/cloud-functions/${id}`).expect(404)).body.code).toBe('FUNCTION_NOT_FOUND');
    expect((await account.request('get', '/cloud-functions').expect(200)).body.functions).toEqual([]);
  });

  it.each([newId(), 'no-id', '%00', 'a b', `${'x'.repeat(500)}`])('is 404 by the id %s', async (id) => {
    const account = await api.account();
    for (const [method, path] of [
      ['get', ''],
      ['post', '/deploy'],
      ['post', '/run'],
      ['get', '/runs'],
    ] as const) {
      const answer = await account.request(method, `/cloud-functions/${encodeURIComponent(id)}${path}`).expect(404);
      expect(answer.body.code).toBe('FUNCTION_NOT_FOUND');
    }
  });
});

describe('POST /cloud-functions/{id}/deploy', () => {
  it('compiles the current version once', async () => {
    const account = await api.account();
    const { id } = await make(account);
    const first = await account.request('post', `/cloud-functions/${id}/deploy`).expect(200);
    expect(first.body).toMatchObject({ success: true, version: 1, bytes: expect.any(Number) });
    const again = await account.request('post', `/cloud-functions/${id}/deploy`).expect(200);
    expect(again.body).toEqual(first.body);
    const read = await account.request('get', `/cloud-functions/${id}`).expect(200);
    expect(read.body.function.deployed_at).toBe(first.body.deployed_at);
  });

  it.each([
    ['compile', 'export default (', 1],
    ['policy', '\nimport x from "x";\nexport default () => x;', 2],
  ])('answers 500 FUNCTION_DEPLOY_FAILED with its stage and place: %s', async (stage, source, line) => {
    const account = await api.account();
    const { id } = await make(account, { source });
    const answer = await account.request('post', `/cloud-functions/${id}/deploy`).expect(500);
    expect(answer.body).toMatchObject({
      error: 'Deployment failed',
      code: 'FUNCTION_DEPLOY_FAILED',
      message: expect.stringContaining(`line ${line}`),
      details: { stage, line, column: expect.any(Number) },
    });
  });
});

describe('a function’s secrets', () => {
  it('are stored sealed and never answered', async () => {
    const account = await api.account();
    const { id } = await make(account);
    const value = `secret-${newId()}`;
    const path = `/cloud-functions/${id}/secrets`;
    const put = await account.request('put', `${path}/API_TOKEN`).send({ value }).expect(200);
    expect(put.body).toEqual({ success: true, secret: { name: 'API_TOKEN' } });
    const { text, body } = await account.request('get', path).expect(200);
    expect(body.secrets).toMatchObject([{ name: 'API_TOKEN' }]);
    expect(text).not.toContain(value);
    const [row] = await api.db('function_secrets').where({ function_id: id });
    expect(row!.value).not.toContain(value);
    await account.request('delete', `${path}/API_TOKEN`).expect(204);
    expect((await account.request('delete', `${path}/API_TOKEN`).expect(404)).body.code).toBe('SECRET_NOT_FOUND');
  });

  it('answers 400 for a name that is none', async () => {
    const account = await api.account();
    const { id } = await make(account);
    const answer = await account.request('put', `/cloud-functions/${id}/secrets/a.b`).send({ value: 'x' }).expect(400);
    expect(answer.body).toMatchObject({ code: 'VALIDATION_ERROR', field: '/name' });
  });
});

describe('PUT /cloud-functions/{id}/schedule', () => {
  it('tells the next runs, in its zone, and asks for the schedule', async () => {
    const account = await api.account({ timezone: 'Europe/Madrid' });
    const { id } = await make(account);
    const leads_query = { where: [{ field: 'lead.source', operator: 'eq', value: 'fair' }], tags: ['vip'] };
    const answer = await account
      .request('put', `/cloud-functions/${id}/schedule`)
      .send({ cron_expression: '0 9 * * *', leads_query, max_leads: 7 })
      .expect(200);
    const { schedule } = answer.body.function;
    expect(schedule).toMatchObject({
      cron_expression: '0 9 * * *',
      timezone: 'Europe/Madrid',
      leads_query,
      max_leads: 7,
    });
    expect(schedule.next_runs).toHaveLength(5);
    for (const at of schedule.next_runs) {
      expect(new Date(at).toLocaleTimeString('en-GB', { timeZone: 'Europe/Madrid' })).toBe('09:00:00');
    }
    expect(answer.body.warnings).toEqual([]);
    expect(api.dispatched.at(-1)).toMatchObject({ kind: 'schedule', args: { functionId: id } });
    await account.request('delete', `/cloud-functions/${id}/schedule`).expect(204);
    const read = await account.request('get', `/cloud-functions/${id}`).expect(200);
    expect(read.body.function.schedule).toBeNull();
  });

  it.each([
    [{}, 'VALIDATION_ERROR', '/cron_expression'],
    [{ cron_expression: '0 9 * *' }, 'INVALID_CRON', '/cron_expression'],
    [{ cron_expression: '@daily', timezone: 'Mars/Base' }, 'INVALID_TIMEZONE', '/timezone'],
    [{ cron_expression: '@daily', max_leads: 501 }, 'VALIDATION_ERROR', '/max_leads'],
    [{ cron_expression: '@daily', leads_query: { sort: 'luck' } }, 'VALIDATION_ERROR', '/leads_query/sort'],
    [
      { cron_expression: '@daily', leads_query: { where: [{ field: 'lead.email', operator: 'smells' }] } },
      'UNKNOWN_OPERATOR',
      '/leads_query/where/0/operator',
    ],
    [
      { cron_expression: '@daily', leads_query: { where: [{ field: 'lead.email', operator: 'regex', value: '(' }] } },
      'INVALID_REGEX',
      '/leads_query/where/0/value',
    ],
  ])('answers 400 and names the field: %j', async (body, code, field) => {
    const account = await api.account();
    const { id } = await make(account);
    const answer = await account.request('put', `/cloud-functions/${id}/schedule`).send(body).expect(400);
    expect(answer.body).toMatchObject({ code, field });
  });
});
