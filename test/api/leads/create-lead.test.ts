import { describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { newId } from '../../../runtime/ids.js';
import { createUser } from '../../../services/accounts/accounts.js';
import { undoNextLeads } from '../../../services/imports/undo.js';
import { useApi } from '../../support/api.js';
import { imported } from '../../support/imports.js';
import { statementsOf } from '../../support/statements.js';
import { workOn } from '../../support/work.js';

const api = useApi();
const unknownId = '0190a000-0000-7000-8000-000000000000';

describe('POST /leads', () => {
  describe('201', () => {
    it('needs a first name only and answers every field, null where there is nothing', async () => {
      const account = await api.account();
      const answer = await account.request('post', '/leads').send({ first_name: ' Ana ' });
      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject({ success: true, workflow_run: null, deduplicated: false, warnings: [] });
      const { id, created_at, updated_at, ...lead } = answer.body.lead;
      expect(lead).toEqual({
        first_name: 'Ana',
        last_name: null,
        email: null,
        phone: null,
        source: 'api',
        company: null,
        title: null,
        timezone: null,
        country: null,
        owner_id: null,
        external_id: null,
        deal_value: null,
        deal_currency: null,
        consent: { whatsapp: 'unknown', email: 'unknown', call: 'unknown', sms: 'unknown' },
        metadata: {},
        tags: [],
        campaign: null,
        active_workflow_run: null,
        version: 1,
      });
      expect(created_at).toBe(updated_at);
      expect(answer.headers.etag).toBe('"1"');
      const read = await account.request('get', `/leads/${id}`);
      expect(read.body.lead).toEqual(answer.body.lead);
    });

    it('stores addresses in one form: E.164 by the country of the lead, else of the account', async () => {
      const account = await api.account({ country: 'ES' });
      const first = await account.request('post', '/leads').send({ first_name: 'A', phone: '600 11 12 22' });
      expect(first.body.lead.phone).toBe('+34600111222');
      const second = await account
        .request('post', '/leads')
        .send({ first_name: 'B', phone: '0171 2345678', country: 'Germany', email: ' Ana.B@EXAMPLE.com ' });
      expect(second.body.lead).toMatchObject({ phone: '+491712345678', country: 'DE', email: 'Ana.B@example.com' });
    });

    it('keeps the extension of a phone number in metadata until the number changes', async () => {
      const account = await api.account();
      const created = await account
        .request('post', '/leads')
        .send({ first_name: 'A', phone: '+1 (212) 555-0123 ext. 45', metadata: { plan: 'gold' } });
      expect(created.status).toBe(201);
      expect(created.body.lead).toMatchObject({
        phone: '+12125550123',
        metadata: { plan: 'gold', phone_extension: '45' },
      });
      const changed = await account
        .request('patch', `/leads/${created.body.lead.id}`)
        .send({ phone: '+5215512345678' });
      expect(changed.body.lead).toMatchObject({ phone: '+525512345678', metadata: { plan: 'gold' } });
      expect(changed.body.lead.metadata).not.toHaveProperty('phone_extension');
    });

    it('moves unknown keys into metadata, where an explicit value wins', async () => {
      const account = await api.account();
      const answer = await account.request('post', '/leads').send({
        first_name: 'A',
        budget: 9000,
        client_id: unknownId,
        plan: 'outside',
        metadata: { plan: 'inside', nested: { a: [1, null] } },
      });
      expect(answer.status).toBe(201);
      expect(answer.body.lead.metadata).toEqual({
        budget: 9000,
        client_id: unknownId,
        plan: 'inside',
        nested: { a: [1, null] },
      });
    });

    it('ignores what only answers carry, so that a lead read back can be sent again', async () => {
      const account = await api.account();
      const first = await account.request('post', '/leads').send({ first_name: 'A', tags: ['VIP'] });
      const again = await account.request('post', '/leads').send(first.body.lead);
      expect(again.status).toBe(201);
      expect(again.body.lead.id).not.toBe(first.body.lead.id);
      expect(again.body.lead.metadata).toEqual({});
      expect(again.body.lead.tags).toEqual(first.body.lead.tags);
    });

    it('takes null as absent', async () => {
      const account = await api.account();
      const answer = await account.request('post', '/leads').send({
        first_name: 'A',
        email: null,
        phone: null,
        source: null,
        metadata: null,
        tags: null,
        workflow_id: null,
        on_duplicate: null,
        consent: null,
      });
      expect(answer.status).toBe(201);
      expect(answer.body.lead.source).toBe('api');
    });

    it('writes consents into the consent log and tells of them', async () => {
      const account = await api.account();
      const answer = await account
        .request('post', '/leads')
        .send({ first_name: 'A', consent: { email: 'opted_in', sms: 'opted_out' } });
      const { id } = answer.body.lead;
      expect(answer.body.lead.consent).toMatchObject({ email: 'opted_in', sms: 'opted_out', call: 'unknown' });
      const log = await api.db('consent_log').where({ lead_id: id }).orderBy('channel').select('channel', 'state');
      expect(log.map((row) => ({ ...row }))).toEqual([
        { channel: 'email', state: 'opted_in' },
        { channel: 'sms', state: 'opted_out' },
      ]);
      const events = await api.db('events').where({ lead_id: id }).orderBy('seq').pluck('type');
      expect(events).toEqual(['lead.created', 'lead.opted_in', 'lead.opted_out']);
    });

    it('makes a lead with at most seven statements, counter included', async () => {
      const account = await api.account({ country: 'ES' });
      const send = (n: number) =>
        account
          .request('post', '/leads')
          .send({ first_name: 'A', email: `a${n}@example.com`, phone: `60011122${n}`, external_id: `x${n}` });
      await send(1);
      const statements = await statementsOf(api.db, () => send(2));
      expect(statements).toHaveLength(4);
    });

    it('dates a lead by its id', async () => {
      const account = await api.account();
      const answer = await account.request('post', '/leads').send({ first_name: 'A' });
      const { id, created_at } = answer.body.lead;
      expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(Date.parse(created_at));
    });
  });

  describe('on_duplicate', () => {
    it('makes a second lead by default and warns', async () => {
      const account = await api.account();
      await account.request('post', '/leads').send({ first_name: 'A', email: 'a@example.com' });
      const second = await account.request('post', '/leads').send({ first_name: 'B', email: 'A@Example.com' });
      expect(second.status).toBe(201);
      expect(second.body).toMatchObject({ deduplicated: false, warnings: ['duplicate_lead'] });
    });

    it('reuses the known lead as it is', async () => {
      const account = await api.account();
      const first = await account.request('post', '/leads').send({ first_name: 'A', email: 'a@example.com' });
      const second = await account
        .request('post', '/leads')
        .send({ first_name: 'B', email: 'A@EXAMPLE.COM', on_duplicate: 'reuse' });
      expect(second.status).toBe(201);
      expect(second.body).toMatchObject({ deduplicated: true, warnings: [] });
      expect(second.body.lead).toEqual(first.body.lead);
    });

    it('updates the known lead, merging its metadata', async () => {
      const account = await api.account();
      const first = await account
        .request('post', '/leads')
        .send({ first_name: 'A', company: 'Old', phone: '+34600111222', metadata: { a: 1, b: 2 } });
      const second = await account.request('post', '/leads').send({
        first_name: 'A',
        phone: '+34 600 111 222',
        company: 'New',
        metadata: { b: null, c: 3 },
        tags: ['Known'],
        on_duplicate: 'update',
      });
      expect(second.body.lead).toMatchObject({ id: first.body.lead.id, company: 'New', metadata: { a: 1, c: 3 } });
      expect(second.body.lead.tags).toHaveLength(1);
      expect(second.body.deduplicated).toBe(true);
      const read = await account.request('get', `/leads/${first.body.lead.id}`);
      expect(read.body.lead).toEqual(second.body.lead);
    });

    it('tells whose lead it was and is, whichever way it gets another owner', async () => {
      const account = await api.account();
      const addUser = async (name: string) => {
        const user = { name, email: `${newId()}@example.com`, role: 'owner', password: 'a long password' } as const;
        return (await createUser(api.db, new Date(), { accountId: account.accountId, ...user })).userId;
      };
      const [one, two] = [await addUser('One'), await addUser('Two')];
      const lead = { first_name: 'A', email: 'a@example.com' };
      const { id } = (await account.request('post', '/leads').send({ ...lead, owner_id: one })).body.lead;
      const update = (body: object) =>
        account
          .request('post', '/leads')
          .send({ ...lead, on_duplicate: 'update', ...body })
          .expect(201);
      await update({ owner_id: two });
      await update({ owner_id: two, company: 'Same owner' });
      await account.request('patch', `/leads/${id}`).send({ owner_id: null }).expect(200);
      const done = await imported(api, account, `First Name,Email,Owner id\nA,a@example.com,${one}\n`);
      expect(done).toMatchObject({ updated: 1, warnings: 0 });
      await account.request('post', `/imports/${done.id}/undo`).expect(202);
      await undoNextLeads(workOn(api.db), done.id);
      const events = await api.db('events').where({ lead_id: id, type: 'lead.owner_changed' }).orderBy('seq');
      expect(events.map(({ data }) => JSON.parse(data))).toEqual([
        { from: one, to: two, owner_id: two },
        { from: two, to: null, owner_id: null },
        { from: null, to: one, owner_id: one },
        { from: one, to: null, owner_id: null },
      ]);
    });

    it('matches by external id before email before phone and says when they disagree', async () => {
      const account = await api.account();
      const a = await account.request('post', '/leads').send({ first_name: 'A', external_id: 'crm-1' });
      const b = await account.request('post', '/leads').send({ first_name: 'B', email: 'b@example.com' });
      const c = await account.request('post', '/leads').send({ first_name: 'C', phone: '+34600111222' });
      const reuse = (body: object) =>
        account.request('post', '/leads').send({ first_name: 'X', on_duplicate: 'reuse', ...body });
      const all = await reuse({ external_id: 'crm-1', email: 'b@example.com', phone: '+34600111222' });
      expect(all.body).toMatchObject({ lead: { id: a.body.lead.id }, warnings: ['ambiguous_match'] });
      const two = await reuse({ external_id: 'crm-9', email: 'b@example.com', phone: '+34600111222' });
      expect(two.body.lead.id).toBe(b.body.lead.id);
      const one = await reuse({ phone: '+34600111222' });
      expect(one.body).toMatchObject({ lead: { id: c.body.lead.id }, warnings: [] });
      // External ids are compared byte by byte.
      const other = await reuse({ external_id: 'CRM-1' });
      expect(other.body.deduplicated).toBe(false);
    });

    it('tells accents in addresses apart, unlike the database', async () => {
      const account = await api.account();
      await account.request('post', '/leads').send({ first_name: 'A', email: 'jose@example.com' });
      const other = await account
        .request('post', '/leads')
        .send({ first_name: 'A', email: 'josé@example.com', on_duplicate: 'reuse' });
      expect(other.body.deduplicated).toBe(false);
      const found = await account.request('get', '/leads?email=jose%40example.com');
      expect(found.body.leads).toHaveLength(1);
    });

    it('makes one lead of fifty that come at once with reuse', async () => {
      const account = await api.account();
      // A machine that is busy elsewhere may answer 503: nothing was done then, and the client comes again.
      const send = async (): Promise<Response> => {
        const answer = await account
          .request('post', '/leads')
          .send({ first_name: 'A', email: 'one@example.com', phone: '+34600111222', on_duplicate: 'reuse' });
        return answer.status === 503 ? send() : answer;
      };
      const answers = await Promise.all(Array.from({ length: 50 }, send));
      expect(answers.map((answer) => answer.status)).toEqual(Array(50).fill(201));
      expect(new Set(answers.map((answer) => answer.body.lead.id)).size).toBe(1);
      expect(answers.filter((answer) => !answer.body.deduplicated)).toHaveLength(1);
      expect(await api.db('leads').where({ account_id: account.accountId })).toHaveLength(1);
    });

    it('does not match leads of other accounts', async () => {
      const [one, other] = [await api.account(), await api.account()];
      await one.request('post', '/leads').send({ first_name: 'A', email: 'a@example.com' });
      const answer = await other
        .request('post', '/leads')
        .send({ first_name: 'A', email: 'a@example.com', on_duplicate: 'reject' });
      expect(answer.status).toBe(201);
    });
  });

  describe('409', () => {
    it('rejects a known lead and names it', async () => {
      const account = await api.account();
      const first = await account.request('post', '/leads').send({ first_name: 'A', email: 'a@example.com' });
      const second = await account
        .request('post', '/leads')
        .send({ first_name: 'B', email: 'a@example.com', on_duplicate: 'reject' });
      expect(second.status).toBe(409);
      expect(second.body).toMatchObject({ code: 'DUPLICATE_LEAD', details: { lead_id: first.body.lead.id } });
    });
  });

  describe('400', () => {
    it.each([
      ['/first_name', 'VALIDATION_ERROR', {}],
      ['/first_name', 'VALIDATION_ERROR', { first_name: '' }],
      ['/first_name', 'VALIDATION_ERROR', { first_name: ' \n ' }],
      ['/first_name', 'VALIDATION_ERROR', { first_name: 7 }],
      ['/first_name', 'VALIDATION_ERROR', { first_name: 'A'.repeat(201) }],
      ['/email', 'VALIDATION_ERROR', { first_name: 'A', email: 'no address' }],
      ['/phone', 'INVALID_PHONE', { first_name: 'A', phone: '12' }],
      ['/phone', 'INVALID_PHONE', { first_name: 'A', phone: 'call me' }],
      ['/timezone', 'INVALID_TIMEZONE', { first_name: 'A', timezone: 'Mars/Base' }],
      ['/timezone', 'INVALID_TIMEZONE', { first_name: 'A', timezone: '+02:00' }],
      ['/country', 'VALIDATION_ERROR', { first_name: 'A', country: 'Atlantis' }],
      ['/owner_id', 'VALIDATION_ERROR', { first_name: 'A', owner_id: unknownId }],
      ['/workflow_id', 'VALIDATION_ERROR', { first_name: 'A', workflow_id: 'x' }],
      ['/force_first_message', 'VALIDATION_ERROR', { first_name: 'A', force_first_message: 'Hi' }],
      ['/on_duplicate', 'VALIDATION_ERROR', { first_name: 'A', on_duplicate: 'merge' }],
      ['/consent/email', 'VALIDATION_ERROR', { first_name: 'A', consent: { email: 'yes' } }],
      ['/consent/fax', 'VALIDATION_ERROR', { first_name: 'A', consent: { fax: 'opted_in' } }],
      ['/tags/0', 'VALIDATION_ERROR', { first_name: 'A', tags: [' '] }],
      ['/tags/0', 'VALIDATION_ERROR', { first_name: 'A', tags: ['x'.repeat(65)] }],
      ['/metadata', 'VALIDATION_ERROR', { first_name: 'A', metadata: [] }],
      ['/metadata', 'VALIDATION_ERROR', { first_name: 'A', metadata: { a: 'x'.repeat(65_536) } }],
    ])('names the place %s with %s (row %#)', async (field, code, body) => {
      const account = await api.account();
      const answer = await account.request('post', '/leads').send(body);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ code, field });
      expect(answer.body.details.errors.length).toBeGreaterThan(0);
      expect(await api.db('leads').where({ account_id: account.accountId })).toHaveLength(0);
    });
  });

  describe('404', () => {
    it('answers foreign references exactly like unknown ones', async () => {
      const [mine, theirs] = [await api.account(), await api.account()];
      const campaignId = await campaignOf(theirs.accountId);
      const send = (body: object) => mine.request('post', '/leads').send({ first_name: 'A', ...body });
      const foreign = await send({ campaign_id: campaignId });
      const unknown = await send({ campaign_id: unknownId });
      expect(foreign.status).toBe(404);
      expect(foreign.body).toMatchObject({ code: 'CAMPAIGN_NOT_FOUND', field: '/campaign_id' });
      expect({ ...foreign.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' });
      const agent = await send({ workflow_id: unknownId });
      expect(agent.status).toBe(404);
      expect(agent.body).toMatchObject({ code: 'WORKFLOW_NOT_FOUND', field: '/workflow_id' });
      expect(await api.db('leads').where({ account_id: mine.accountId })).toHaveLength(0);
    });
  });

  describe('403', () => {
    it('needs leads:write', async () => {
      const account = await api.account({ scopes: ['leads:read'] });
      const answer = await account.request('post', '/leads').send({ first_name: 'A' });
      expect(answer.status).toBe(403);
      expect(answer.body.details).toEqual({ required_scopes: ['leads:write'] });
    });
  });
});

async function campaignOf(accountId: string): Promise<string> {
  const id = crypto.randomUUID();
  const now = new Date();
  await api.db('campaigns').insert({ id, account_id: accountId, name: 'C', created_at: now, updated_at: now });
  return id;
}
