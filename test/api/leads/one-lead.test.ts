import { describe, expect, it } from '@jest/globals';
import { newId } from '../../../runtime/ids.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { insertMessage, openRun } from '../../support/leads.js';

const api = useApi();
const create = async (account: TestAccount, lead: object = {}) => {
  const answer = await account.request('post', '/leads').send({ first_name: 'Ana', ...lead });
  expect(answer.status).toBe(201);
  return answer.body.lead as { id: string; version: number };
};
const eventsOf = (leadId: string) => api.db('events').where({ lead_id: leadId }).orderBy('seq').pluck('type');

describe('GET /leads/{id}', () => {
  it('answers the lead with variables and engagement, zero before anything happened', async () => {
    const account = await api.account();
    const { id } = await create(account);
    const answer = await account.request('get', `/leads/${id.toUpperCase()}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.etag).toBe('"1"');
    expect(answer.body.variables).toEqual({});
    expect(answer.body.engagement).toEqual({
      last_inbound_at: null,
      last_outbound_at: null,
      last_channel: null,
      inbound_count: 0,
      outbound_count: 0,
      delivered_count: 0,
      read_count: 0,
      opened_count: 0,
      clicked_count: 0,
      calls_count: 0,
      calls_answered: 0,
      whatsapp_window_expires_at: null,
    });
  });

  it('says by which clock it is written to: its own, its number’s, else the account’s', async () => {
    const account = await api.account({ timezone: 'Europe/Madrid' });
    const zoneOf = async (lead: object) => {
      const { id } = await create(account, lead);
      return (await account.request('get', `/leads/${id}`)).body.local_timezone;
    };
    expect(await zoneOf({ email: 'ana@example.com' })).toBe('Europe/Madrid');
    expect(await zoneOf({ phone: '+4915975161819' })).toBe('Europe/Berlin');
    expect(await zoneOf({ phone: '+4915975161820', timezone: 'Asia/Tokyo' })).toBe('Asia/Tokyo');
  });

  it('answers captured variables by key', async () => {
    const account = await api.account();
    const { id } = await create(account);
    const at = new Date('2026-03-01T09:00:00.123Z');
    const common = { lead_id: id, account_id: account.accountId, updated_at: at };
    await api.db('lead_variables').insert([
      { ...common, field_key: 'budget', value: '9000', value_text: '9000', confidence: 0.9 },
      { ...common, field_key: '__proto__', value: '"x"', value_text: 'x', confidence: 1 },
    ]);
    const answer = await account.request('get', `/leads/${id}`);
    expect(answer.body.variables.budget).toEqual({
      value: 9000,
      value_text: '9000',
      confidence: 0.9,
      updated_at: '2026-03-01T09:00:00.123Z',
    });
  });

  it('answers a foreign id exactly like an unknown or malformed one', async () => {
    const [mine, theirs] = [await api.account(), await api.account()];
    const { id } = await create(theirs);
    const bodies = [];
    for (const wanted of [id, newId(), 'malformed', 'é', '%00']) {
      const answer = await mine.request('get', `/leads/${wanted}`);
      expect([wanted, answer.status]).toEqual([wanted, 404]);
      bodies.push({ ...answer.body, request_id: '' });
    }
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    expect(bodies[0]).toMatchObject({ code: 'LEAD_NOT_FOUND', error: 'Not found' });
  });
});

describe('PATCH /leads/{id}', () => {
  describe('200', () => {
    it('changes what is given, clears what is null and keeps the rest', async () => {
      const account = await api.account();
      const lead = await create(account, { last_name: 'B', company: 'Acme', email: 'a@example.com', score: 1 });
      const answer = await account
        .request('patch', `/leads/${lead.id}`)
        .send({ company: 'New', last_name: null, score: 2, id: newId(), version: 99 });
      expect(answer.status).toBe(200);
      expect(answer.body.lead).toMatchObject({
        id: lead.id,
        first_name: 'Ana',
        last_name: null,
        company: 'New',
        email: 'a@example.com',
        metadata: { score: 2 },
        version: 2,
      });
      expect(answer.headers.etag).toBe('"2"');
      expect((await account.request('get', `/leads/${lead.id}`)).body.lead).toEqual(answer.body.lead);
      expect(await eventsOf(lead.id)).toEqual(['lead.created', 'lead.updated']);
    });

    it('merges metadata shallowly: given keys whole, null removes, the rest stays', async () => {
      const account = await api.account();
      const { id } = await create(account, { metadata: { keep: 1, nested: { a: 1, b: 2 }, gone: true } });
      const answer = await account
        .request('patch', `/leads/${id}`)
        .send({ metadata: { nested: { a: 9 }, gone: null, never: null, added: [1] } });
      expect(answer.body.lead.metadata).toEqual({ keep: 1, nested: { a: 9 }, added: [1] });
    });

    it('writes nothing when nothing differs', async () => {
      const account = await api.account();
      const lead = await create(account, { company: 'Acme', metadata: { a: { b: 1 } } });
      const answer = await account
        .request('patch', `/leads/${lead.id}`)
        .send({ company: 'Acme', metadata: { a: { b: 1 } }, consent: { email: 'unknown' } });
      expect(answer.body.lead.version).toBe(1);
      expect(await eventsOf(lead.id)).toEqual(['lead.created']);
    });

    it('changes consent with its log, its suppression and its event', async () => {
      const account = await api.account();
      const { id } = await create(account, { email: 'a@example.com' });
      const out = await account.request('patch', `/leads/${id}`).send({ consent: { email: 'opted_out' } });
      expect(out.body.lead).toMatchObject({ version: 2, consent: { email: 'opted_out', sms: 'unknown' } });
      expect(await api.db('suppressions').where({ account_id: account.accountId })).toHaveLength(1);
      const back = await account.request('patch', `/leads/${id}`).send({ consent: { email: 'opted_in' } });
      expect(back.body.lead).toMatchObject({ version: 3, consent: { email: 'opted_in' } });
      expect(await api.db('suppressions').where({ account_id: account.accountId })).toHaveLength(0);
      expect(await eventsOf(id)).toEqual(['lead.created', 'lead.opted_out', 'lead.opted_in']);
      expect(await api.db('consent_log').where({ lead_id: id }).orderBy('id').pluck('state')).toEqual([
        'opted_out',
        'opted_in',
      ]);
      expect((await account.request('get', `/leads/${id}`)).body.lead).toEqual(back.body.lead);
    });

    it('replaces the tags and moves the campaign, which null removes', async () => {
      const account = await api.account();
      const campaignId = newId();
      const now = new Date();
      const campaign = {
        id: campaignId,
        account_id: account.accountId,
        name: 'Spring',
        created_at: now,
        updated_at: now,
      };
      await api.db('campaigns').insert(campaign);
      const { id } = await create(account, { tags: ['Old', 'Kept'] });
      const answer = await account
        .request('patch', `/leads/${id}`)
        .send({ campaign_id: campaignId, tags: ['New', { id: newId(), name: 'kept', slug: 'kept' }] });
      expect(answer.body.lead.campaign).toEqual({ id: campaignId, name: 'Spring' });
      expect(answer.body.lead.tags.map((tag: { name: string }) => tag.name)).toEqual(['Kept', 'New']);
      const removed = await account.request('patch', `/leads/${id}`).send({ campaign_id: null });
      expect(removed.body.lead.campaign).toBeNull();
    });

    it('reads a national phone by the country of the lead', async () => {
      const account = await api.account({ country: 'ES' });
      const { id } = await create(account, { country: 'DE' });
      const answer = await account.request('patch', `/leads/${id}`).send({ phone: '0171 2345678' });
      expect(answer.body.lead.phone).toBe('+491712345678');
    });

    it('wakes the open runs of the lead', async () => {
      const account = await api.account();
      const { id } = await create(account);
      const runId = await openRun(api.db, account.accountId, id);
      await account.request('patch', `/leads/${id}`).send({ company: 'New' });
      expect(api.dispatched.at(-1)).toMatchObject({ kind: 'wake', workflowId: `cadence/${runId}` });
    });
  });

  describe('400', () => {
    it.each([
      ['/first_name', { first_name: null }],
      ['/first_name', { first_name: ' ' }],
      ['/metadata', { metadata: null }],
      ['/metadata', { metadata: { a: 'x'.repeat(70_000) } }],
      ['/email', { email: 'nothing' }],
      ['/phone', { phone: 'x' }],
      ['/timezone', { timezone: 'Nowhere' }],
      ['/owner_id', { owner_id: newId() }],
    ])('names the place %s (row %#)', async (field, body) => {
      const account = await api.account();
      const { id } = await create(account);
      const answer = await account.request('patch', `/leads/${id}`).send(body);
      expect([answer.status, answer.body.field]).toEqual([400, field]);
    });

    it('counts the whole metadata, not only what is added', async () => {
      const account = await api.account();
      const { id } = await create(account, { metadata: { a: 'x'.repeat(40_000) } });
      const answer = await account.request('patch', `/leads/${id}`).send({ metadata: { b: 'x'.repeat(40_000) } });
      expect([answer.status, answer.body.field]).toEqual([400, '/metadata']);
    });
  });

  describe('404', () => {
    it('answers foreign leads and campaigns like unknown ones', async () => {
      const [mine, theirs] = [await api.account(), await api.account()];
      const foreign = await create(theirs);
      const own = await create(mine);
      expect((await mine.request('patch', `/leads/${foreign.id}`).send({ company: 'X' })).status).toBe(404);
      const answer = await mine.request('patch', `/leads/${own.id}`).send({ campaign_id: newId() });
      expect([answer.status, answer.body.code]).toEqual([404, 'CAMPAIGN_NOT_FOUND']);
    });
  });

  describe('412', () => {
    it('refuses a change on top of another version than the one read', async () => {
      const account = await api.account();
      const { id } = await create(account);
      const patch = (match: string, company: string) =>
        account.request('patch', `/leads/${id}`).set('If-Match', match).send({ company });
      expect((await patch('"1"', 'A')).status).toBe(200);
      const late = await patch('"1"', 'B');
      expect([late.status, late.body.code]).toEqual([412, 'PRECONDITION_FAILED']);
      for (const match of ['"2"', 'W/"3"', '*', '"9", "5"']) expect((await patch(match, match)).status).toBe(200);
      expect((await patch('nonsense', 'C')).status).toBe(412);
    });
  });
});

describe('DELETE /leads/{id}', () => {
  it('hides the lead and ends its open runs', async () => {
    const account = await api.account();
    const { id } = await create(account, { email: 'a@example.com' });
    const runId = await openRun(api.db, account.accountId, id);
    const waiting = await insertMessage(api.db, account.accountId, id, { status: 'held' });
    expect((await account.request('delete', `/leads/${id}`)).status).toBe(204);
    expect((await api.db('messages').where({ id: waiting }).first())!.status).toBe('cancelled');
    for (const [method, path] of [
      ['get', `/leads/${id}`],
      ['patch', `/leads/${id}`],
      ['delete', `/leads/${id}`],
      ['get', `/leads/${id}/tags`],
      ['get', `/leads/${id}/history`],
    ] as const) {
      expect((await account.request(method, path).send(method === 'patch' ? {} : undefined)).status).toBe(404);
    }
    expect(await api.db('agent_runs').where({ id: runId }).first()).toMatchObject({
      open_slot: null,
      stop_reason: 'api',
    });
    expect(await eventsOf(id)).toEqual(['lead.created', 'workflow_run.stopped', 'lead.deleted']);
    const again = await account
      .request('post', '/leads')
      .send({ first_name: 'B', email: 'a@example.com', on_duplicate: 'reuse' });
    expect(again.body.deduplicated).toBe(false);
  });

  it('needs leads:delete', async () => {
    const account = await api.account({ scopes: ['leads:write', 'leads:read'] });
    const { id } = await create(account);
    expect((await account.request('delete', `/leads/${id}`)).status).toBe(403);
  });

  it('answers 404 for a foreign lead', async () => {
    const [mine, theirs] = [await api.account(), await api.account()];
    const { id } = await create(theirs);
    expect((await mine.request('delete', `/leads/${id}`)).status).toBe(404);
    expect((await theirs.request('get', `/leads/${id}`)).status).toBe(200);
  });
});
