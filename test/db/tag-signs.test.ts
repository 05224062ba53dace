import { expect, it } from '@jest/globals';
import { up } from '../../db/migrations/20261128_1700_tag_signs.js';
import { newId } from '../../runtime/ids.js';
import { useApi } from '../support/api.js';

const api = useApi();

it('gives earlier tags the slugs that keep their signs, unless another tag has one', async () => {
  const { accountId } = await api.account();
  const tag = (name: string, slug: string) => ({
    id: newId(),
    account_id: accountId,
    name,
    slug,
    created_at: new Date(),
  });
  await api.db('tags').insert([tag('C++', 'c'), tag('Hot Lead', 'hot-lead'), tag('C#', 'c-2'), tag('c#', 'c#')]);
  const slugs = () => api.db('tags').where({ account_id: accountId }).orderBy('slug').pluck('slug');
  for (let run = 0; run < 2; run += 1) {
    await up(api.db);
    expect(await slugs()).toEqual(['c#', 'c++', 'c-2', 'hot-lead']);
  }
});
