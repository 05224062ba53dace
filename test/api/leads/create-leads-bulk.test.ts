import { describe, expect, it } from '@jest/globals';
import { useApi } from '../../support/api.js';
import { statementsOf } from '../../support/statements.js';

const api = useApi();
const many = (n: number, make: (i: number) => object = () => ({})) =>
  Array.from({ length: n }, (_, i) => ({ first_name: `Lead ${i}`, email: `lead${i}@example.com`, ...make(i) }));
const stored = (accountId: string) => api.db('leads').where({ account_id: accountId }).orderBy('id');

describe('POST /leads with several leads', () => {
  describe('201', () => {
    it('takes a thousand leads in order with at most twelve statements', async () => {
      const account = await api.account({ country: 'ES' });
      await account.request('get', '/leads');
      let answer:
        | { status: number; body: { created: number; failed: number; results: { lead_id: string }[] } }
        | undefined;
      const statements = await statementsOf(api.db, async () => {
        answer = await account
          .request('post', '/leads')
          .set('Idempotency-Key', 'thousand')
          .send(many(1_000, (i) => ({ phone: `6001${String(i).padStart(5, '0')}`, tags: ['All', `T${i % 3}`] })));
      });
      expect(answer?.status).toBe(201);
      expect(answer?.body).toMatchObject({ created: 1_000, failed: 0 });
      expect(statements.length).toBeLessThanOrEqual(12);
      const rows = await stored(account.accountId);
      expect(rows.map((row) => row.id)).toEqual(answer?.body.results.map((result) => result.lead_id));
      expect(rows.map((row) => row.first_name)).toEqual(many(1_000).map((lead) => lead.first_name));
    });

    it('fills in defaults, which a lead’s own values override', async () => {
      const account = await api.account();
      const answer = await account.request('post', '/leads').send({
        leads: [{ first_name: 'A' }, { first_name: 'B', source: 'own', metadata: { plan: 'own' } }],
        defaults: { source: 'fair', metadata: { plan: 'default', year: 2026 } },
      });
      expect(answer.status).toBe(201);
      const rows = await stored(account.accountId);
      expect(rows.map((row) => [row.source, JSON.parse(row.metadata)])).toEqual([
        ['fair', { plan: 'default', year: 2026 }],
        ['own', { plan: 'own', year: 2026 }],
      ]);
    });

    it('overrides a default by a lead’s own value wherever the two stand, and by nothing that means absent', async () => {
      const account = await api.account();
      const answer = await account.request('post', '/leads').send({
        leads: [
          { first_name: 'A', budget: 5000 },
          { first_name: 'B', metadata: { year: 2025 } },
          { first_name: 'C', company: null, metadata: null },
        ],
        defaults: { company: 'Acme', metadata: { budget: 0 }, year: 2026 },
      });
      expect(answer.status).toBe(201);
      const rows = await stored(account.accountId);
      expect(rows.map((row) => [row.company, JSON.parse(row.metadata)])).toEqual([
        ['Acme', { budget: 5000, year: 2026 }],
        ['Acme', { budget: 0, year: 2025 }],
        ['Acme', { budget: 0, year: 2026 }],
      ]);
    });

    it('answers the same request under one idempotency key once, also when both come at the same time', async () => {
      const account = await api.account();
      const send = () => account.request('post', '/leads').set('Idempotency-Key', 'same').send(many(200));
      const [first, second] = await Promise.all([send(), send()]);
      const third = await send();
      expect([first.status, second.status, third.status]).toEqual([201, 201, 201]);
      expect(second.body).toEqual(first.body);
      expect(third.body).toEqual(first.body);
      expect(third.headers['idempotent-replayed']).toBe('true');
      expect(await stored(account.accountId)).toHaveLength(200);
    });

    it('takes eight megabytes', async () => {
      const account = await api.account();
      const answer = await account
        .request('post', '/leads')
        .send(many(120, () => ({ metadata: { note: '"'.repeat(30_000) } })));
      expect(answer.status).toBe(201);
      expect(answer.body.created).toBe(120);
    });

    it('finds duplicates within the batch and against the account by each lead’s own policy', async () => {
      const account = await api.account();
      const known = await account.request('post', '/leads').send({ first_name: 'Known', email: 'known@example.com' });
      const answer = await account.request('post', '/leads').send({
        leads: [
          { first_name: 'New', email: 'new@example.com' },
          { first_name: 'New again', email: 'NEW@example.com', company: 'Acme' },
          { first_name: 'Known', email: 'known@example.com', title: 'CEO' },
          { first_name: 'Known', email: 'Known@Example.com', title: 'CTO', metadata: { n: 1 } },
          { first_name: 'Twin', email: 'known@example.com', on_duplicate: 'create' },
          { first_name: 'As it is', email: 'new@example.com', on_duplicate: 'reuse' },
        ],
        defaults: { on_duplicate: 'update' },
      });
      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject({ created: 2, updated: 3, reused: 1, failed: 0 });
      const ids = answer.body.results.map((result: { lead_id: string }) => result.lead_id);
      expect(ids[1]).toBe(ids[0]);
      expect(ids[2]).toBe(known.body.lead.id);
      expect(ids[3]).toBe(known.body.lead.id);
      expect(ids[5]).toBe(ids[0]);
      expect(answer.body.results[4].warnings).toEqual(['duplicate_lead']);
      const row = await api.db('leads').where({ id: known.body.lead.id }).first();
      expect(row).toMatchObject({ title: 'CTO', version: 2, metadata: '{"n":1}' });
      const first = await api.db('leads').where({ id: ids[0] }).first();
      expect(first).toMatchObject({ first_name: 'New again', company: 'Acme', version: 1 });
    });

    it('leaves a known lead the consents that are named last, also where they are those it has', async () => {
      const account = await api.account();
      const twice = (name: string, ...states: string[]) =>
        states.map((state) => ({
          first_name: name,
          email: `${name}@example.com`,
          consent: { email: state },
          on_duplicate: 'update',
        }));
      await account
        .request('post', '/leads')
        .send([...twice('out', 'opted_out'), ...twice('in', 'opted_in')])
        .expect(201);
      await account
        .request('post', '/leads')
        .send([...twice('out', 'opted_in', 'opted_out'), ...twice('in', 'opted_out', 'opted_in')])
        .expect(201);
      const rows = await stored(account.accountId);
      expect(rows.map((row) => [row.first_name, row.consent_email, row.version])).toEqual([
        ['out', 'opted_out', 1],
        ['in', 'opted_in', 1],
      ]);
      const { body } = await account.request('get', '/suppressions');
      expect(body.suppressions).toMatchObject([{ channel: 'email', address: 'out@example.com' }]);
      expect(await api.db('events').where({ account_id: account.accountId, type: 'lead.opted_in' })).toHaveLength(1);
    });

    it('knows a lead by what it has after the leads before in the batch, not by what they replaced', async () => {
      const account = await api.account();
      const [old, moved] = ['+34600111222', '+34600333444'];
      const known = { first_name: 'Ana', external_id: '1', phone: old };
      const first = await account.request('post', '/leads').send(known).expect(201);
      const answer = await account.request('post', '/leads').send({
        leads: [
          { first_name: 'Ana', external_id: '1', phone: moved },
          { first_name: 'Bo', external_id: '2', phone: old },
          { first_name: 'Cy', external_id: '3', phone: '+34600555666' },
          { first_name: 'Cy', external_id: '3', phone: '+34600777888' },
          { first_name: 'Di', external_id: '4', phone: '+34600555666' },
        ],
        defaults: { on_duplicate: 'update' },
      });
      expect(answer.body).toMatchObject({ created: 3, updated: 2, failed: 0 });
      const rows = await stored(account.accountId);
      expect(rows[0]!.id).toBe(first.body.lead.id);
      expect(rows.map((row) => [row.first_name, row.external_id!.toString(), row.phone])).toEqual([
        ['Ana', '1', moved],
        ['Bo', '2', old],
        ['Cy', '3', '+34600777888'],
        ['Di', '4', '+34600555666'],
      ]);
    });

    it('finds a lead of the batch by an address that another one gave up', async () => {
      const account = await api.account();
      const phone = '+34600111222';
      await account.request('post', '/leads').send({ first_name: 'Ana', external_id: '1', phone }).expect(201);
      const answer = await account.request('post', '/leads').send({
        leads: [
          { first_name: 'Bo', phone, on_duplicate: 'create' },
          { first_name: 'Ana', external_id: '1', phone: '+34600333444' },
          { first_name: 'Bob', phone },
        ],
        defaults: { on_duplicate: 'update' },
      });
      expect(answer.body).toMatchObject({ created: 1, updated: 2, failed: 0 });
      expect((await stored(account.accountId)).map((row) => [row.first_name, row.phone])).toEqual([
        ['Ana', '+34600333444'],
        ['Bob', phone],
      ]);
    });

    it('updates a thousand known leads with a fixed number of statements', async () => {
      const account = await api.account();
      await account.request('post', '/leads').send(many(1_000));
      const statements = await statementsOf(api.db, () =>
        account
          .request('post', '/leads')
          .send(many(1_000, (i) => ({ company: `Company ${i}`, on_duplicate: 'update' }))),
      );
      expect(statements.length).toBeLessThanOrEqual(12);
      const rows = await stored(account.accountId);
      expect(rows).toHaveLength(1_000);
      expect(rows.every((row) => row.version === 2 && row.company !== null)).toBe(true);
    });
  });

  describe('207', () => {
    it('takes the valid leads and says by index what is wrong with the others', async () => {
      const account = await api.account();
      await account.request('post', '/leads').send({ first_name: 'Known', email: 'known@example.com' });
      const answer = await account
        .request('post', '/leads')
        .send([
          { first_name: 'Good' },
          { last_name: 'No first name' },
          { first_name: 'Bad', email: 'nothing' },
          { first_name: 'Bad', workflow_id: '0190a000-0000-7000-8000-000000000000' },
          { first_name: 'Known', email: 'known@example.com', on_duplicate: 'reject' },
          { first_name: 'Good', phone: '+34600111222' },
        ]);
      expect(answer.status).toBe(207);
      expect(answer.body).toMatchObject({ success: true, created: 2, failed: 4 });
      expect(
        answer.body.results.map((result: { index: number; success: boolean; code?: string; field?: string }) => [
          result.index,
          result.success,
          result.code,
          result.field,
        ]),
      ).toEqual([
        [0, true, undefined, undefined],
        [1, false, 'VALIDATION_ERROR', '/first_name'],
        [2, false, 'VALIDATION_ERROR', '/email'],
        [3, false, 'WORKFLOW_NOT_FOUND', '/workflow_id'],
        [4, false, 'DUPLICATE_LEAD', '/email'],
        [5, true, undefined, undefined],
      ]);
      expect(await stored(account.accountId)).toHaveLength(3);
    });
  });

  describe('400', () => {
    it('writes nothing when no lead is valid', async () => {
      const account = await api.account();
      const answer = await account.request('post', '/leads').send([{ first_name: '' }, { email: 'x' }]);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ success: false, created: 0, failed: 2, code: 'VALIDATION_ERROR' });
      expect(answer.body.results).toHaveLength(2);
      expect(answer.body.details.errors[0].field).toBe('/0/first_name');
      expect(await stored(account.accountId)).toHaveLength(0);
    });

    it.each([
      ['an empty array', [], ''],
      ['an array of something else', [{ first_name: 'A' }, 7], '/1'],
      ['an array of arrays', [[]], '/0'],
      ['leads that are no array', { leads: {} }, '/leads'],
      ['an unknown key next to leads', { leads: [{ first_name: 'A' }], other: 1 }, '/other'],
      ['defaults that are no object', { leads: [{ first_name: 'A' }], defaults: [] }, '/defaults'],
      ['a text', 'leads', ''],
      ['a number', 7, ''],
    ])('refuses %s', async (_, body, field) => {
      const account = await api.account();
      const answer = await account
        .request('post', '/leads')
        .set('Content-Type', 'application/json')
        .send(JSON.stringify(body));
      expect(answer.status).toBe(400);
      expect(answer.body.field).toBe(field);
    });
  });

  describe('413', () => {
    it('refuses more than a thousand leads', async () => {
      const account = await api.account();
      const answer = await account.request('post', '/leads').send(many(1_001));
      expect(answer.status).toBe(413);
      expect(answer.body.code).toBe('TOO_MANY_LEADS');
    });

    it('refuses more than eight megabytes', async () => {
      const account = await api.account();
      const answer = await account.request('post', '/leads').send([{ first_name: 'A', note: 'x'.repeat(8_400_000) }]);
      expect(answer.status).toBe(413);
      expect(answer.body.code).toBe('PAYLOAD_TOO_LARGE');
    });
  });
});
