import { beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { OPERATORS } from '../../../domain/rules/conditions/operators/index.js';
import type { LeadsReference } from '../../../schemas/functions/function-reference.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { addAgent } from '../../support/messaging.js';

const api = useApi();
let account: TestAccount;
let reference: LeadsReference;
let agentId: string;

const read = async (query = ''): Promise<LeadsReference> =>
  (await account.request('get', `/scheduled-functions/reference${query}`).expect(200)).body.leads_query;

/** Leads such as people have: each example finds some of them. */
const LEADS = [
  { first_name: 'ANA', last_name: 'GARCÍA', email: 'ana@acme.example', company: 'Acme', country: 'ES', tags: ['vip'] },
  { first_name: 'Bo', email: 'bo@acme.example', company: 'Acme', metadata: { budget: '15.000 €', vip: true } },
  {
    first_name: 'Cem',
    email: 'cem@example.com',
    metadata: { budget: '9k' },
    timezone: 'Europe/Madrid',
    source: 'fair',
  },
];

beforeAll(async () => {
  account = await api.account({ timezone: 'Europe/Madrid' });
  agentId = await addAgent(api, account);
  for (const lead of LEADS) await account.request('post', '/leads').send(lead).expect(201);
  await account.request('post', '/campaigns').send({ name: 'Spring' }).expect(201);
  await account.request('post', '/conversion-types').send({ name: 'Sale' }).expect(201);
  reference = await read();
});

describe('GET /scheduled-functions/reference', () => {
  it('tells the account’s own words', () => {
    expect(reference.account).toMatchObject({
      timezone: 'Europe/Madrid',
      workflows: [{ id: agentId, statuses: expect.arrayContaining([expect.objectContaining({ key: 'new' })]) }],
      tags: ['vip'],
      campaigns: [{ name: 'Spring' }],
      conversion_types: [{ name: 'Sale' }],
    });
    expect(reference.account.metadata_keys).toEqual([
      { key: 'budget', type: 'string', seen: 2 },
      { key: 'vip', type: 'boolean', seen: 1 },
    ]);
  });

  it('takes no parameters: whatever is sent is ignored', async () => {
    const other = await read('?anything=1&limit=none');
    expect({ ...other, cron: null }).toEqual({ ...reference, cron: null });
  });

  it('lists every operator that a query can use, each part of the query, and how much it may ask for', () => {
    const changes = ['changed', 'changed_to', 'changed_from'];
    expect(reference.operators.map(({ name }) => name).sort()).toEqual(
      Object.keys(OPERATORS)
        .filter((name) => !changes.includes(name))
        .sort(),
    );
    expect(reference.parameters.map(({ name }) => name)).toEqual([
      ...['where', 'match', 'q', 'workflow_id', 'status_keys', 'tags', 'limit', 'cursor', 'sort', 'order', 'include'],
    ]);
    expect(reference.limits).toMatchObject({ page: 200, total: 5000, timeout_ms: 3000 });
    expect(reference.call).toBe('svc.leads.query(query)');
    expect(reference.cron.example.next_runs).toHaveLength(3);
  });

  it('has the type of each key that isn’t a custom name', () => {
    for (const { source, keys, key_types, types } of reference.sources) {
      const known = keys.filter((key) => key !== '*');
      // The values of consents have one type.
      if (types.length > 1) expect([source, Object.keys(key_types).sort()]).toEqual([source, known.sort()]);
    }
    expect(reference.sources.find(({ source }) => source === 'lead')?.key_types).toMatchObject({
      country: 'string',
      created_at: 'date',
      deal_value: 'number',
    });
  });

  it('holds a schema that takes its examples and refuses what the service refuses', () => {
    const ajv = new Ajv2020({ strict: false });
    formats.default(ajv);
    const validate = ajv.compile(reference.schema);
    expect(reference.examples).toHaveLength(10);
    for (const { query } of reference.examples) expect(validate(query)).toBe(true);
    for (const wrong of [
      { limit: 201 },
      { sort: 'luck' },
      { where: [{ operator: 'eq', extra: 1 }] },
      { surprise: 1 },
    ]) {
      expect(validate(wrong)).toBe(false);
    }
  });
});

describe('the worked functions', () => {
  const make = async (source: string): Promise<string> =>
    (await account.request('post', '/cloud-functions').send({ name: 'Worked', source }).expect(201)).body.function.id;

  it('run on the leads that their queries find, as they stand', async () => {
    for (const { title, query, function: worked } of reference.examples) {
      const finder = await make(
        'export default async (ctx, svc) => (await svc.leads.query(ctx.input)).leads.map((lead) => lead.id);',
      );
      const found = await account
        .request('post', `/cloud-functions/${finder}/run`)
        .send({ ctx: { input: query } })
        .expect(200);
      expect([title, found.body.run.status, found.body.run.error]).toEqual([title, 'success', null]);
      const [leadId] = found.body.run.result;
      expect([title, typeof leadId]).toEqual([title, 'string']);
      const id = await make(worked.source);
      const answer = await account
        .request('post', `/cloud-functions/${id}/run`)
        .send({ ctx: { lead_id: leadId } })
        .expect(200);
      expect([worked.name, answer.body.run.status, answer.body.run.error]).toEqual([worked.name, 'success', null]);
      expect([worked.name, answer.body.run.has_result]).toEqual([worked.name, true]);
    }
  });

  it('change what they say when they are applied, once', async () => {
    const worked = reference.examples.find((example) => example.function.name === 'tidy-names');
    const id = await make(worked?.function.source ?? '');
    const { body } = await account.request('get', '/leads?q=ana@acme.example').expect(200);
    const leadId = body.leads[0].id;
    const ran = await account
      .request('post', `/cloud-functions/${id}/run`)
      .send({ ctx: { lead_id: leadId } })
      .expect(200);
    expect(ran.body.run).toMatchObject({
      lead_before: { first_name: 'ANA' },
      lead_after: { first_name: 'Ana', last_name: 'García' },
    });
    await account.request('post', `/cloud-functions/runs/${ran.body.run.id}/apply`).expect(200);
    const after = await account.request('get', `/leads/${leadId}`).expect(200);
    expect(after.body.lead).toMatchObject({ first_name: 'Ana', last_name: 'García' });
    expect((await account.request('post', `/cloud-functions/runs/${ran.body.run.id}/apply`)).status).toBe(409);
  });
});

describe('a query of leads', () => {
  const page = async (input: object) => {
    const source = 'export default async (ctx, svc) => svc.leads.query(ctx.input);';
    const created = await account.request('post', '/cloud-functions').send({ name: 'Q', source }).expect(201);
    const path = `/cloud-functions/${created.body.function.id}/run`;
    return (await account.request('post', path).send({ ctx: { input } }).expect(200)).body.run;
  };
  const names = (run: { result: { leads: { first_name: string }[] } }) =>
    run.result.leads.map(({ first_name }) => first_name.toLowerCase());

  it('goes through its pages, in both orders', async () => {
    const first = await page({ limit: 2 });
    expect(names(first)).toEqual(['ana', 'bo']);
    expect(first.result.has_more).toBe(true);
    const second = await page({ limit: 2, cursor: first.result.next_cursor });
    expect(names(second)).toEqual(['cem']);
    expect(second.result).toMatchObject({ has_more: false, next_cursor: null });
    expect(names(await page({ order: 'desc' }))).toEqual(['cem', 'bo', 'ana']);
  });

  it('filters by tags, conditions and any of them', async () => {
    expect(names(await page({ tags: ['vip'] }))).toEqual(['ana']);
    expect(names(await page({ tags: ['nobody'] }))).toEqual([]);
    const where = [
      { field: 'lead.source', operator: 'eq', value: 'fair' },
      { field: 'metadata.vip', operator: 'is_true' },
    ];
    expect(names(await page({ where, match: 'any' }))).toEqual(['bo', 'cem']);
    expect(names(await page({ where }))).toEqual([]);
    expect(names(await page({ workflow_id: agentId }))).toEqual([]);
  });

  it('tells the code what is wrong with it', async () => {
    for (const query of [
      { sort: 'luck' },
      { cursor: 'none' },
      { where: [{ field: 'lead.email', operator: 'regex', value: '(' }] },
    ]) {
      expect(await page(query)).toMatchObject({
        status: 'error',
        error: { message: expect.stringMatching(/sort|cursor|where/) },
      });
    }
  });
});
