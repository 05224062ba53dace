import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { createSuppressionContract, listSuppressionsContract } from '../../../schemas/leads/suppressions.js';
import { useApi } from '../../support/api.js';

const api = useApi();
const addFormats = addFormatsModule as unknown as (ajv: Ajv2020) => void;
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);

describe('suppressions', () => {
  it('hold an address once, whatever its case', async () => {
    const account = await api.account();
    const first = await account
      .request('post', '/suppressions')
      .send({ channel: 'email', address: 'Ada@Example.com', reason: 'asked us by phone' });
    expect(first.status).toBe(201);
    expect(first.body.suppression).toMatchObject({ channel: 'email', reason: 'asked us by phone' });
    const again = await account.request('post', '/suppressions').send({ channel: 'email', address: 'ada@example.com' });
    expect(again.status).toBe(200);
    expect(again.body.suppression).toEqual(first.body.suppression);
  });

  it('keep the addresses of leads that come opted out, also many at once and for every channel of a phone', async () => {
    const account = await api.account();
    const lead = (email: string, consent: object) => ({ first_name: 'Ana', email, phone: '+34600111222', consent });
    const bulk = [
      lead('one@example.com', { email: 'opted_out' }),
      lead('two@example.com', { whatsapp: 'opted_out', call: 'opted_out' }),
      lead('ONE@example.com', { email: 'opted_out' }),
      lead('three@example.com', { email: 'opted_in' }),
    ];
    await account.request('post', '/leads').send(bulk).expect(201);
    await account
      .request('post', '/leads')
      .send(lead('four@example.com', { email: 'opted_out' }))
      .expect(201);
    const { body } = await account.request('get', '/suppressions');
    const places = body.suppressions.map((each: { channel: string; address: string; reason: string }) =>
      [each.channel, each.address.toLowerCase(), each.reason].join(' '),
    );
    expect(places.sort()).toEqual([
      'call +34600111222 opted_out',
      'email four@example.com opted_out',
      'email one@example.com opted_out',
      'whatsapp +34600111222 opted_out',
    ]);
  });

  it('are answered as their contract says, also without the address of a person who was erased', async () => {
    const account = await api.account();
    const email = 'gone@example.com';
    const lead = (await account.request('post', '/leads').send({ first_name: 'Ana', email })).body.lead;
    const suppress = () => account.request('post', '/suppressions').send({ channel: 'email', address: email });
    const first = await suppress();
    await account.request('post', `/leads/${lead.id}/erase`).send().expect(200);
    const listed = await account.request('get', '/suppressions');
    const again = await suppress();
    expect([first.status, again.status]).toEqual([201, 200]);
    const { id } = first.body.suppression;
    expect(listed.body.suppressions).toMatchObject([{ id, address: '' }]);
    expect(again.body.suppression).toMatchObject({ id, address: '' });
    for (const [{ operationId, success }, { status, body }] of [
      [createSuppressionContract, first],
      [listSuppressionsContract, listed],
      [createSuppressionContract, again],
    ] as const) {
      const schema = (success as Record<number, object>)[status];
      expect([operationId, status, schema ? ajv.validate(schema, body) : 'undeclared']).toEqual([
        operationId,
        status,
        true,
      ]);
    }
    expect((await account.request('post', '/suppressions').send({ channel: 'email', address: '' })).status).toBe(400);
  });

  it('made by hand outlast the opt-out that was there before, and the opt-in that takes it back', async () => {
    const account = await api.account();
    const address = 'ana@example.com';
    const ana = { first_name: 'Ana', email: address, consent: { email: 'opted_out' } };
    const { lead } = (await account.request('post', '/leads').send(ana).expect(201)).body;
    const list = async () => (await account.request('get', '/suppressions')).body.suppressions;
    const [before] = await list();
    expect(before.reason).toBe('opted_out');
    const block = { channel: 'email', address, reason: 'asked us by phone' };
    const { suppression } = (await account.request('post', '/suppressions').send(block).expect(200)).body;
    expect(suppression).toEqual({ ...before, reason: 'asked us by phone' });
    const consent = (email: string) =>
      account.request('patch', `/leads/${lead.id}`).send({ consent: { email } }).expect(200);
    await consent('opted_in');
    await consent('opted_out');
    await consent('opted_in');
    expect(await list()).toEqual([suppression]);
  });

  it('read phone numbers by the country of the account', async () => {
    const account = await api.account({ country: 'ES' });
    const answer = await account.request('post', '/suppressions').send({ channel: 'sms', address: '600 11 12 22' });
    expect(answer.body.suppression).toMatchObject({ address: '+34600111222', reason: 'manual' });
    const wrong = await account.request('post', '/suppressions').send({ channel: 'call', address: '12345' });
    expect([wrong.status, wrong.body.code, wrong.body.field]).toEqual([400, 'INVALID_PHONE', '/address']);
  });

  it('are found by channel and address, and lifted by their own account only', async () => {
    const [account, other] = [await api.account(), await api.account()];
    const body = { channel: 'email', address: 'x@example.com', reason: 'manual' };
    const { id } = (await account.request('post', '/suppressions').send(body)).body.suppression;
    const find = async (query: string) =>
      (await account.request('get', `/suppressions?${query}`)).body.suppressions.length;
    expect(await find('address=X@example.com')).toBe(1);
    expect(await find('channel=email&address=x%40example.com')).toBe(1);
    expect(await find('channel=sms')).toBe(0);
    expect((await other.request('delete', `/suppressions/${id}`)).status).toBe(404);
    expect((await account.request('delete', `/suppressions/${id}`)).status).toBe(204);
    expect((await account.request('delete', `/suppressions/${id}`)).body.code).toBe('SUPPRESSION_NOT_FOUND');
    expect(await find('channel=email')).toBe(0);
  });

  it('refuse what is no address or channel', async () => {
    const account = await api.account();
    for (const body of [{ channel: 'email', address: 'nobody' }, { channel: 'fax', address: 'a@b.co' }, {}]) {
      expect((await account.request('post', '/suppressions').send(body)).status).toBe(400);
    }
  });
});
