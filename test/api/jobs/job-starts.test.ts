import { expect, it } from '@jest/globals';
import { JOB_TEMPLATES } from '../../../dashboard/features/jobs/job-templates.js';
import { useApi } from '../../support/api.js';
import { addType } from '../../support/meetings.js';

const api = useApi();

it('every template of a job is accepted by the API unchanged, and references only existing items', async () => {
  const account = await api.account();
  const meetingTypeId = await addType(account, { name: 'Call' });
  const made = await account.request('post', '/conversion-types').send({ name: 'Sale' }).expect(201);
  const known = { meetingTypeId, conversionTypeId: made.body.conversion_type.id };
  const refused: unknown[] = [];
  for (const [name, { body }] of Object.entries(JOB_TEMPLATES)) {
    const { status, body: answer } = await account
      .request('post', '/background-jobs')
      .send({ ...body(known), name, is_active: false });
    if (status !== 201) refused.push([name, answer]);
  }
  expect(refused).toEqual([]);
  const lacking = Object.keys(JOB_TEMPLATES).filter((name) => JOB_TEMPLATES[name]?.body({}) === undefined);
  expect(lacking).toEqual(['missed', 'paid']);
});
