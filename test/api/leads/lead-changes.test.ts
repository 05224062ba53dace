import { describe, expect, it } from '@jest/globals';
import { newId } from '../../../runtime/ids.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { insertMessage } from '../../support/leads.js';
import { addAgent, addLead } from '../../support/messaging.js';
import { addUser } from '../../support/users.js';

const api = useApi();

async function createFixture(leads: number, columns: object = {}) {
  const account = await api.account();
  const ids: string[] = [];
  for (let n = 0; n < leads; n += 1) ids.push((await addLead(api.db, account.accountId, columns)).id);
  return { account, ids };
}
const change = async (account: TestAccount, body: object) =>
  (await account.request('post', '/lead-changes').send(body).expect(200)).body;
const undo = async (account: TestAccount, id: string) =>
  (await account.request('post', `/lead-changes/${id}/undo`).expect(200)).body;
const leadOf = async (account: TestAccount, id = '') =>
  (await account.request('get', `/leads/${id}`).expect(200)).body.lead;
const tagsOf = async (account: TestAccount, id = '') =>
  (await leadOf(account, id)).tags.map(({ slug }: { slug: string }) => slug).sort();

describe('one change of many leads', () => {
  it('counts in its preview exactly what it then does, and changes nothing before', async () => {
    const { account, ids } = await createFixture(5);
    const tag = { operation: 'add_tags', tags: ['Hot'] };
    await change(account, { ...tag, lead_ids: ids.slice(0, 2) });
    const before = await api.db('events').where({ account_id: account.accountId }).count({ n: '*' }).first();
    const all = { ...tag, tags: ['hot'], filter: { q: 'Ada' } };
    const preview = await change(account, { ...all, preview: true });
    expect(preview).toMatchObject({ preview: true, lead_change: null, matched: 5, changed: 3, unchanged: 2 });
    expect(preview.leads.map(({ id }: { id: string }) => id).sort()).toEqual(ids.slice(2).sort());
    expect(await api.db('events').where({ account_id: account.accountId }).count({ n: '*' }).first()).toEqual(before);
    expect(await tagsOf(account, ids[4])).toEqual([]);
    const done = await change(account, all);
    expect(done).toMatchObject({ matched: 5, changed: 3, unchanged: 2, next_cursor: null });
    expect(done.lead_change).toMatchObject({ operation: 'add_tags', complete: true, undone: false });
    for (const id of ids) expect(await tagsOf(account, id)).toEqual(['hot']);
  });

  it('is taken back from the leads that it changed, and from no other', async () => {
    const { account, ids } = await createFixture(3);
    const [had = '', got = '', lost = ''] = ids;
    await change(account, { lead_ids: [had], operation: 'add_tags', tags: ['hot'] });
    const { lead_change } = await change(account, { lead_ids: ids, operation: 'add_tags', tags: ['hot', 'new'] });
    await change(account, { lead_ids: [lost], operation: 'remove_tags', tags: ['hot', 'new'] });
    const undone = await undo(account, lead_change.id);
    expect(undone).toMatchObject({
      complete: true,
      lead_change: { restored: 2, kept: 1, undone: true, undoable_until: null },
    });
    expect([await tagsOf(account, had), await tagsOf(account, got)]).toEqual([['hot'], []]);
    expect(await undo(account, lead_change.id)).toMatchObject({ lead_change: { restored: 2, kept: 1 } });
  });

  it('of owner, campaign and metadata restores the previous values, except those that were changed since then', async () => {
    const { account, ids } = await createFixture(2, { metadata: '{"plan":"basic","seats":3}' });
    const [one = '', two = ''] = ids;
    const { userId } = await addUser(api, account.accountId, 'operator');
    const other = await addUser(api, account.accountId, 'operator');
    const owned = await change(account, { lead_ids: ids, operation: 'set_owner', owner_id: userId });
    const marked = await change(account, {
      lead_ids: ids,
      operation: 'set_metadata',
      metadata: { plan: 'pro', seats: 3, vip: true },
    });
    expect(marked).toMatchObject({ changed: 2 });
    expect((await leadOf(account, one)).metadata).toEqual({ plan: 'pro', seats: 3, vip: true });
    await account.request('patch', `/leads/${two}`).send({ owner_id: other.userId }).expect(200);
    expect((await undo(account, owned.lead_change.id)).lead_change).toMatchObject({ restored: 1, kept: 1 });
    await undo(account, marked.lead_change.id);
    expect(await leadOf(account, one)).toMatchObject({ owner_id: null, metadata: { plan: 'basic', seats: 3 } });
    expect((await leadOf(account, two)).owner_id).toBe(other.userId);
  });

  it('enrols who may be enrolled, says why others weren’t, and ends these runs when it is taken back', async () => {
    const { account, ids } = await createFixture(3);
    const workflow_id = await addAgent(api, account);
    await change(account, { lead_ids: ids.slice(0, 1), operation: 'enroll', workflow_id });
    const body = { lead_ids: ids, operation: 'enroll', workflow_id };
    const preview = await change(account, { ...body, preview: true });
    expect(preview).toMatchObject({ changed: 2, refused: { ALREADY_ENROLLED: 1 } });
    const done = await change(account, body);
    expect(done).toMatchObject({ changed: 2, refused: { ALREADY_ENROLLED: 1 } });
    const open = () => api.db('agent_runs').where({ account_id: account.accountId, open_slot: 1 }).pluck('lead_id');
    expect((await open()).sort()).toEqual([...ids].sort());
    await undo(account, done.lead_change.id);
    expect(await open()).toEqual(ids.slice(0, 1));
  });

  it('names who undid it, and counts the messages that stay sent', async () => {
    const { account, ids } = await createFixture(2);
    const admin = await addUser(api, account.accountId, 'admin');
    const workflow_id = await addAgent(api, account);
    const { lead_change } = await change(account, { lead_ids: ids, operation: 'enroll', workflow_id });
    expect(lead_change).toMatchObject({ sent: 0, undone_by: null });
    const [runId] = await api.db('agent_runs').where({ lead_id: ids[0] }).pluck('id');
    // One of these failed, and one isn't of the run.
    for (const [agent_run_id, status] of [
      [runId, 'sent'],
      [runId, 'read'],
      [runId, 'failed'],
      [null, 'sent'],
    ])
      await insertMessage(api.db, account.accountId, ids[0] ?? '', { agent_run_id, status });
    await admin.request('post', `/lead-changes/${lead_change.id}/undo`).expect(200);
    const [listed] = (await account.request('get', '/lead-changes').expect(200)).body.lead_changes;
    expect(listed).toMatchObject({ undone: true, undone_by: `user:${admin.userId}`, sent: 2, restored: 2 });
  });

  it('continues page by page over more leads than fit in one transaction', async () => {
    const { account } = await createFixture(230);
    const done = await change(account, { filter: { source: 'api' }, operation: 'add_tags', tags: ['all'] });
    const matched = await api
      .db('leads')
      .where({ account_id: account.accountId, source: 'api' })
      .count({ n: '*' })
      .first();
    expect(done.matched).toBe(Number(matched?.n));
    const all = await change(account, { filter: { q: 'Ada' }, operation: 'add_tags', tags: ['all'] });
    expect(all.matched).toBe(230);
    expect(all.changed + done.changed).toBe(230);
    expect((await undo(account, all.lead_change.id)).lead_change.restored).toBe(all.changed);
  });

  it('counts in a preview all leads so far, also those of the requests before', async () => {
    const { account, ids } = await createFixture(3);
    // As where the time of one request was over behind the second of them.
    const cursor = Buffer.from(JSON.stringify([newId(), ids[1], 2, 1])).toString('base64url');
    const body = { lead_ids: ids, operation: 'add_tags', tags: ['counted'], preview: true, cursor };
    expect(await change(account, body)).toMatchObject({ matched: 3, changed: 2, unchanged: 1, next_cursor: null });
    expect(await tagsOf(account, ids[2])).toEqual([]);
  });

  it('deletes for those who may, and that doesn’t come back', async () => {
    const { account, ids } = await createFixture(2);
    const operator = await addUser(api, account.accountId, 'operator');
    const body = { lead_ids: ids, operation: 'delete' };
    await operator.request('post', '/lead-changes').send(body).expect(403);
    const { lead_change } = await change(account, body);
    expect(lead_change).toMatchObject({ changed: 2, undoable_until: null });
    await account.request('post', `/lead-changes/${lead_change.id}/undo`).expect(409);
    await account.request('get', `/leads/${ids[0]}`).expect(404);
  });

  it('names its leads one way, and what it needs', async () => {
    const { account, ids } = await createFixture(1);
    const refused = async (body: object) => {
      const { status, body: answer } = await account.request('post', '/lead-changes').send(body);
      return [status, answer.field];
    };
    expect(await refused({ operation: 'add_tags', tags: ['x'] })).toEqual([400, '/filter']);
    expect(await refused({ operation: 'add_tags', tags: ['x'], filter: {} })).toEqual([400, '/filter']);
    expect(await refused({ operation: 'add_tags', lead_ids: ids })).toEqual([400, '/tags']);
    expect((await refused({ operation: 'set_owner', owner_id: newId(), lead_ids: ids }))[0]).toBe(404);
    expect((await refused({ operation: 'enroll', workflow_id: newId(), lead_ids: ids }))[0]).toBe(404);
  });

  it('keeps nothing of a lead that was erased, and can’t be taken back after a day', async () => {
    const { account, ids } = await createFixture(2);
    const { lead_change } = await change(account, { lead_ids: ids, operation: 'set_metadata', metadata: { a: 1 } });
    await account.request('post', `/leads/${ids[0]}/erase`).expect(200);
    expect(await api.db('changed_leads').where({ lead_id: ids[0] })).toEqual([]);
    const old = new Date(Date.now() - 25 * 3_600_000);
    await api.db('lead_changes').where({ id: lead_change.id }).update({ created_at: old });
    await account.request('post', `/lead-changes/${lead_change.id}/undo`).expect(409);
  });
});

describe('GET /leads', () => {
  it('lists by owner, ids, and what a run does or is held by', async () => {
    const { account, ids } = await createFixture(3);
    const [one = '', two = ''] = ids;
    const { userId } = await addUser(api, account.accountId, 'operator');
    await change(account, { lead_ids: [one], operation: 'set_owner', owner_id: userId });
    const workflow_id = await addAgent(api, account);
    await change(account, { lead_ids: [two], operation: 'enroll', workflow_id });
    await api.db('agent_runs').where({ lead_id: two }).update({ cadence_state: 'held', hold_reason: 'frequency_cap' });
    const listed = async (query: string) =>
      (await account.request('get', `/leads?${query}`).expect(200)).body.leads.map(({ id }: { id: string }) => id);
    expect(await listed(`owner_id=${userId.toUpperCase()}`)).toEqual([one]);
    expect(await listed(`ids=${one},${two}`)).toEqual([two, one]);
    expect(await listed('cadence_state=held')).toEqual([two]);
    expect(await listed('hold_reason=frequency_cap')).toEqual([two]);
    expect(await listed('hold_reason=outside_window')).toEqual([]);
    await account.request('get', '/leads?cadence_state=dancing').expect(400);
    await account.request('get', '/leads?ids=one').expect(400);
    const { body } = await account.request('get', `/leads/count?owner_id=${userId}`).expect(200);
    expect(body.count).toBe(1);
  });
});
