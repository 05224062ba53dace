import { beforeAll, describe, expect, it } from '@jest/globals';
import { type TestAccount, useApi } from '../../support/api.js';

const api = useApi();
let account: TestAccount;

beforeAll(async () => {
  account = await api.account();
  const leads = [
    { first_name: 'Ana', email: 'a@example.com', company: 'Acme', metadata: { budget: 9, plan: { name: 'Sun' } } },
    { first_name: 'Ben', email: 'b@example.com', company: '', metadata: { budget: null, plan: {} }, tags: ['hot'] },
    { first_name: 'Cho', email: 'c@example.com', metadata: { budget: '' } },
    { first_name: 'Dan', email: 'd@example.com', metadata: { budget: 0, 'odd? "key"': 1 }, source: 'fair' },
  ];
  await account.request('post', '/leads').send({ leads }).expect(201);
  const ana = await api.db('leads').where({ account_id: account.accountId, first_name: 'Ana' }).first();
  await api.db('lead_variables').insert({
    lead_id: ana!.id,
    account_id: account.accountId,
    field_key: 'need',
    value: '"a roof"',
    value_text: 'a roof',
    confidence: 1,
    updated_at: new Date(),
    set_by: null,
  });
});

const lacking = async (variables: string[], more = '') => {
  const query = encodeURIComponent(variables.join(','));
  const { body } = await account.request('get', `/leads/lacking?variables=${query}${more}`).expect(200);
  return [body.leads, ...body.lacking.map(({ leads }: { leads: number }) => leads)];
};
const listed = async (variable: string) =>
  (await account.request('get', `/leads?lacks=${encodeURIComponent(variable)}&order=asc`).expect(200)).body.leads.map(
    ({ first_name }: { first_name: string }) => first_name,
  );

describe('leads that lack what a message reads', () => {
  it.each([
    ['lead.company', ['Ben', 'Cho', 'Dan']],
    ['lead.tags', ['Ana', 'Cho', 'Dan']],
    ['lead.full_name', []],
    ['metadata.budget', ['Ben', 'Cho']],
    ['lead.metadata.plan.name', ['Ben', 'Cho', 'Dan']],
    ['metadata.odd? "key"', ['Ana', 'Ben', 'Cho']],
    ['variables.need', ['Ben', 'Cho', 'Dan']],
    ['fields.need', ['Ben', 'Cho', 'Dan']],
  ])('are counted, and listed by the same word: %s', async (variable, names) => {
    expect(await lacking([variable])).toEqual([4, names.length]);
    expect((await listed(variable)).sort()).toEqual(names);
  });

  it('are those of which the preview says so', async () => {
    const leads = (await account.request('get', '/leads').expect(200)).body.leads;
    const reads = ['fields.need', 'lead.company', 'lead.metadata.plan.name', 'lead.tags', 'metadata.budget'];
    const content = reads.map((name) => `{{ ${name} }}`).join(' ');
    const missing: string[] = [];
    for (const { id } of leads) {
      const body = { channel: 'whatsapp', content: `${content} {{ account.name }}`, lead_id: id };
      const shown = (await account.request('post', '/messages/render').send(body).expect(200)).body;
      expect(shown.reads).toEqual(reads);
      missing.push(...shown.missing);
    }
    expect(await lacking(reads)).toEqual([4, ...reads.map((name) => missing.filter((each) => each === name).length)]);
  });

  it('are counted among those of a filter', async () => {
    expect(await lacking(['lead.company', 'lead.tags'], '&source=fair')).toEqual([1, 1, 1]);
    expect(await lacking(['lead.company'], '&tags_any=unknown')).toEqual([0, 0]);
  });

  it('are not asked for by what no lead lacks', async () => {
    const answer = await account.request('get', '/leads/lacking?variables=lead.company,lead.id').expect(400);
    expect(answer.body).toMatchObject({ code: 'VALIDATION_ERROR', field: '/variables' });
    expect(await listed('account.name')).toEqual([]);
  });
});
