import { beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import type { Contract } from '../../../schemas/contract.js';
import type { ErrorCode } from '../../../schemas/error-codes.js';
import { errorBodyOf } from '../../../schemas/errors.js';
import { getLeadHistoryContract, listEventsContract } from '../../../schemas/events/history.js';
import { createLeadContract } from '../../../schemas/leads/create-leads.js';
import { listLeadsContract } from '../../../schemas/leads/list-leads.js';
import { eraseLeadContract, getLeadContract, updateLeadContract } from '../../../schemas/leads/one-lead.js';
import {
  addLeadTagsContract,
  listLeadTagsContract,
  listTagsContract,
  syncLeadTagsContract,
} from '../../../schemas/leads/tags.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { insertMessage, openRun } from '../../support/leads.js';

const api = useApi();
const ajv = new Ajv2020({ strict: false, allErrors: true });
(addFormatsModule as unknown as (target: Ajv2020) => void)(ajv);

/** Returns the differences between a response and its contract. */
function faults(contract: Contract, status: number, body: unknown): unknown[] {
  const success = contract.success[status];
  const schema = success ?? errorBodyOf(contract, (body as { code: ErrorCode }).code);
  const validate = ajv.compile(schema);
  return validate(body) ? [] : (validate.errors ?? []);
}

describe('answers about leads', () => {
  let account: TestAccount;
  let id: string;
  let tagId: string;
  beforeAll(async () => {
    account = await api.account();
    const created = await account
      .request('post', '/leads')
      .send({ first_name: 'A', email: 'a@example.com', tags: ['T'], consent: { sms: 'opted_in' }, x: { y: [1] } });
    id = created.body.lead.id;
    tagId = created.body.lead.tags[0].id;
    await openRun(api.db, account.accountId, id);
    for (const changes of [{}, { channel: 'call', type: 'call' }, { channel: 'call', failure_code: 'dial_busy' }]) {
      await insertMessage(api.db, account.accountId, id, changes);
    }
    await api.db('lead_variables').insert({
      lead_id: id,
      field_key: 'budget',
      account_id: account.accountId,
      value: '1',
      value_text: '1',
      confidence: 0.5,
      updated_at: new Date(),
    });
  });

  const requests: [Contract, 'get' | 'post' | 'put' | 'patch', () => string, number, (() => unknown)?][] = [
    [createLeadContract, 'post', () => '/leads', 201, () => ({ first_name: 'B' })],
    [createLeadContract, 'post', () => '/leads', 201, () => [{ first_name: 'B' }]],
    [createLeadContract, 'post', () => '/leads', 207, () => [{ first_name: 'B' }, {}]],
    [createLeadContract, 'post', () => '/leads', 400, () => [{}]],
    [createLeadContract, 'post', () => '/leads', 400, () => ({})],
    [
      createLeadContract,
      'post',
      () => '/leads',
      409,
      () => ({ first_name: 'A', email: 'a@example.com', on_duplicate: 'reject' }),
    ],
    [listLeadsContract, 'get', () => '/leads', 200],
    [listLeadsContract, 'get', () => '/leads?limit=0', 400],
    [getLeadContract, 'get', () => `/leads/${id}`, 200],
    [getLeadContract, 'get', () => '/leads/x', 404],
    [updateLeadContract, 'patch', () => `/leads/${id}`, 200, () => ({ company: 'X' })],
    [updateLeadContract, 'patch', () => `/leads/${id}`, 400, () => ({ phone: 'x' })],
    [getLeadHistoryContract, 'get', () => `/leads/${id}/history`, 200],
    [listLeadTagsContract, 'get', () => `/leads/${id}/tags`, 200],
    [addLeadTagsContract, 'post', () => `/leads/${id}/tags`, 201, () => ({ tag_id: tagId })],
    [syncLeadTagsContract, 'put', () => '/leads/tags', 200, () => ({ lead_id: id, tags: ['U'] })],
    [listTagsContract, 'get', () => '/tags?limit=1', 200],
    [listEventsContract, 'get', () => '/events', 200],
    [eraseLeadContract, 'post', () => `/leads/${id}/erase`, 200],
    [getLeadContract, 'get', () => `/leads/${id}`, 410],
  ];
  it.each(requests.map((request, row) => ({ request, name: `${request[0].operationId} ${request[3]}`, row })))(
    'fit their contract: $name ($row)',
    async ({ request: [contract, method, path, status, body] }) => {
      const answer = await account.request(method, path()).send(body?.() as object | undefined);
      expect(answer.status).toBe(status);
      expect(faults(contract, status, answer.body)).toEqual([]);
    },
  );
});
