import { expect, it } from '@jest/globals';
import { STARTS } from '../../dashboard/jobs/starts.js';
import { useApi } from '../support/api.js';
import { addType } from '../support/meetings.js';

const api = useApi();

it('every beginning of a job is one that the API takes as it stands, and names only what is there', async () => {
  const account = await api.account();
  const meetingTypeId = await addType(account, { name: 'Call' });
  const made = await account.request('post', '/conversion-types').send({ name: 'Sale' }).expect(201);
  const known = { meetingTypeId, conversionTypeId: made.body.conversion_type.id };
  const refused: unknown[] = [];
  for (const [name, { body }] of Object.entries(STARTS)) {
    const { status, body: answer } = await account
      .request('post', '/background-jobs')
      .send({ ...body(known), name, is_active: false });
    if (status !== 201) refused.push([name, answer]);
  }
  expect(refused).toEqual([]);
  const lacking = Object.keys(STARTS).filter((name) => STARTS[name]?.body({}) === undefined);
  expect(lacking).toEqual(['missed', 'paid']);
});
