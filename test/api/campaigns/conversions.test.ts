import { describe, expect, it } from '@jest/globals';
import { loadLeadSnapshots } from '../../../db/leads/snapshots.js';
import { newId } from '../../../runtime/ids.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { addAgent, addLead, addRun, eventKinds } from '../../support/messaging.js';

const api = useApi();
const addType = async (account: TestAccount, body: object = {}) =>
  (
    await account
      .request('post', '/conversion-types')
      .send({ name: `Sale ${newId()}`, ...body })
      .expect(201)
  ).body.conversion_type;
const record = (account: TestAccount, body: object) => account.request('post', '/conversions').send(body);

async function createFixture(exit: object = {}) {
  const account = await api.account();
  const lead = await addLead(api.db, account.accountId);
  const agentId = await addAgent(api, account, { exit });
  const run = await addRun(api.db, lead, agentId);
  return { account, lead, agentId, run };
}

describe('conversion types', () => {
  it('are made, read, changed and removed', async () => {
    const account = await api.account();
    const fields = [{ key: 'plan', label: 'Plan', type: 'text' }];
    const type = await addType(account, { name: 'Sale', currency: 'EUR', fields });
    expect(type).toMatchObject({ name: 'Sale', category: 'final', currency: 'EUR', fields });
    const path = `/conversion-types/${type.id}`;
    const changed = await account.request('patch', path).send({ currency: null, category: 'intermediary' });
    expect(changed.body.conversion_type).toMatchObject({ name: 'Sale', currency: null, category: 'intermediary' });
    expect((await account.request('get', path)).body).toEqual(changed.body);
    await addType(account, { name: 'Won' });
    const { body } = await account.request('get', '/conversion-types').query({ category: 'intermediary' });
    expect(body.conversion_types.map(({ id }: { id: string }) => id)).toEqual([type.id]);
    expect((await account.request('delete', path)).status).toBe(204);
    expect((await account.request('get', path)).body.code).toBe('CONVERSION_TYPE_NOT_FOUND');
  });

  it('have names of their own and fields that stand once', async () => {
    const account = await api.account();
    const type = await addType(account, { name: 'Sale' });
    const again = await account.request('post', '/conversion-types').send({ name: 'Sale' });
    expect([again.status, again.body.code, again.body.field]).toEqual([409, 'NAME_TAKEN', '/name']);
    const field = { key: 'plan', label: 'Plan', type: 'text' };
    const twice = await account.request('patch', `/conversion-types/${type.id}`).send({ fields: [field, field] });
    expect([twice.status, twice.body.field]).toEqual([400, '/fields/1/key']);
    const money = await account.request('post', '/conversion-types').send({ name: 'Other', currency: 'euro' });
    expect([money.status, money.body.field]).toEqual([400, '/currency']);
  });

  it('stay while conversions are of them', async () => {
    const { account, lead } = await createFixture();
    const { id } = await addType(account);
    await record(account, { conversion_type_id: id, lead_id: lead.id }).expect(201);
    const answer = await account.request('delete', `/conversion-types/${id}`);
    expect([answer.status, answer.body.code]).toEqual([409, 'IN_USE']);
  });
});

describe('POST /conversions', () => {
  it('is put down to the open run, told as an event, and ends the cadence', async () => {
    const { account, lead, agentId, run } = await createFixture();
    const type = await addType(account, { currency: 'EUR' });
    const body = { conversion_type_id: type.id, lead_id: lead.id, amount: 1234.5, notes: 'Signed.' };
    const { status, body: answer } = await record(account, body);
    expect(status).toBe(201);
    expect(answer.conversion).toMatchObject({
      ...body,
      conversion_type: { id: type.id, name: type.name, category: 'final' },
      currency: 'EUR',
      workflow_run_id: run.id,
      workflow_id: agentId,
      metadata: {},
    });
    expect(await api.db('agent_runs').where({ id: run.id }).first()).toMatchObject({
      run_status: 'stopped',
      stop_reason: 'converted',
    });
    expect(await eventKinds(api.db, lead.id)).toContain('conversion.recorded');
    const { body: events } = await account.request('get', '/events').query({ types: 'conversion.recorded' });
    expect(events.events[0].data).toMatchObject({
      conversion_id: answer.conversion.id,
      amount: 1234.5,
      category: 'final',
    });
  });

  it('continues if the agent says so, and if it is only an intermediate goal', async () => {
    const going = await createFixture({ on_conversion: 'continue' });
    const sale = await addType(going.account);
    await record(going.account, { conversion_type_id: sale.id, lead_id: going.lead.id }).expect(201);
    const stepping = await createFixture();
    const demo = await addType(stepping.account, { category: 'intermediary' });
    await record(stepping.account, { conversion_type_id: demo.id, lead_id: stepping.lead.id }).expect(201);
    for (const { run } of [going, stepping]) {
      expect(await api.db('agent_runs').where({ id: run.id }).first()).toMatchObject({ open_slot: 1 });
    }
  });

  it('is put down to a run that just ended, but not to one of long ago, nor to another lead’s', async () => {
    const { account, lead, run } = await createFixture();
    const type = await addType(account);
    const send = (more: object = {}) => record(account, { conversion_type_id: type.id, lead_id: lead.id, ...more });
    await send();
    const late = await send();
    expect(late.body.conversion.workflow_run_id).toBe(run.id);
    await api
      .db('agent_runs')
      .where({ id: run.id })
      .update({ ended_at: new Date(Date.now() - 40 * 86_400_000) });
    expect((await send()).body.conversion.workflow_run_id).toBeNull();
    expect((await send({ workflow_run_id: run.id })).body.conversion.workflow_run_id).toBe(run.id);
    const other = await addRun(api.db, await addLead(api.db, account.accountId), run.agent_id);
    const foreign = await send({ workflow_run_id: other.id });
    expect([foreign.status, foreign.body.code, foreign.body.field]).toEqual([404, 'RUN_NOT_FOUND', '/workflow_run_id']);
  });

  it('of an earlier day is put down to the run of that day, not to one that began later', async () => {
    const { account, lead, run } = await createFixture();
    const type = await addType(account);
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
    const creditedAt = async (days: number) => {
      const body = { conversion_type_id: type.id, lead_id: lead.id, converted_at: ago(days).toISOString() };
      return (await record(account, body).expect(201)).body.conversion.workflow_run_id;
    };
    const span = { open_slot: null, run_status: 'completed' as const, enrolled_at: ago(90), ended_at: ago(50) };
    await api.db('agent_runs').where({ id: run.id }).update(span);
    const open = await addRun(api.db, lead, await addAgent(api, account, { exit: { on_conversion: 'continue' } }));
    await api
      .db('agent_runs')
      .where({ id: open.id })
      .update({ enrolled_at: ago(1) });
    expect(await creditedAt(0)).toBe(open.id);
    expect(await creditedAt(10)).toBeNull();
    expect(await creditedAt(40)).toBe(run.id);
    expect(await creditedAt(60)).toBe(run.id);
    expect(await creditedAt(100)).toBeNull();
  });

  it('ends no enrolment that started after it, so last year’s sales can be reported safely', async () => {
    const { account, lead, run } = await createFixture({ on_conversion: 'stop' });
    const type = await addType(account);
    const stopped = async () => (await api.db('agent_runs').where({ id: run.id }).first())!.stop_reason;
    await api.db('agent_runs').where({ id: run.id }).update({ enrolled_at: new Date() });
    const body = { conversion_type_id: type.id, lead_id: lead.id };
    await record(account, { ...body, converted_at: new Date(Date.now() - 10 * 86_400_000).toISOString() }).expect(201);
    expect(await stopped()).toBeNull();
    await record(account, body).expect(201);
    expect(await stopped()).toBe('converted');
  });

  it('is recorded once for an idempotency key', async () => {
    const { account, lead } = await createFixture();
    const body = { conversion_type_id: (await addType(account)).id, lead_id: lead.id, amount: 5 };
    const send = () => record(account, body).set('Idempotency-Key', 'sale-1');
    const answers = await Promise.all([send(), send(), send()]);
    expect(new Set(answers.map((answer) => answer.body.conversion?.id)).size).toBe(1);
    expect((await account.request('get', '/conversions')).body.total).toBe(1);
  });

  it('refuses unknown leads and types, values of another type, and times out of reach, by name', async () => {
    const { account, lead } = await createFixture();
    const type = await addType(account, { fields: [{ key: 'seats', label: 'Seats', type: 'number' }] });
    const good = { conversion_type_id: type.id, lead_id: lead.id };
    const cases: [object, number, string, string | undefined][] = [
      [{ conversion_type_id: newId() }, 404, 'CONVERSION_TYPE_NOT_FOUND', '/conversion_type_id'],
      [{ lead_id: newId() }, 404, 'LEAD_NOT_FOUND', undefined],
      [{ metadata: { seats: 'five' } }, 400, 'VALIDATION_ERROR', '/metadata/seats'],
      [{ amount: 1e15 }, 400, 'VALIDATION_ERROR', '/amount'],
      [{ converted_at: '1999-01-01T00:00:00Z' }, 400, 'INVALID_DATE', '/converted_at'],
      [{ worth: 5 }, 400, 'VALIDATION_ERROR', '/worth'],
    ];
    for (const [change, status, code, field] of cases) {
      const answer = await record(account, { ...good, ...change });
      expect([answer.status, answer.body.code, answer.body.field]).toEqual([status, code, field]);
    }
    expect((await record(account, { ...good, metadata: { seats: 5, more: 'yes' } })).status).toBe(201);
  });
});

describe('GET /conversions', () => {
  it('filters, pages and counts all that match', async () => {
    const { account, lead, agentId, run } = await createFixture({ on_conversion: 'continue' });
    await api
      .db('agent_runs')
      .where({ id: run.id })
      .update({ enrolled_at: new Date('2026-02-01T10:00:00Z') });
    const [sale, demo] = [await addType(account), await addType(account)];
    const other = await addLead(api.db, account.accountId);
    const at = (day: number) => `2026-03-0${day}T10:00:00.000Z`;
    for (const day of [1, 2, 3]) {
      await record(account, { conversion_type_id: sale.id, lead_id: lead.id, converted_at: at(day) });
    }
    await record(account, { conversion_type_id: demo.id, lead_id: other.id, converted_at: at(4) });
    const list = async (query: Record<string, string>) =>
      (await account.request('get', '/conversions').query(query)).body;
    const first = await list({ lead_id: lead.id, limit: '2' });
    expect([first.total, first.conversions.length, first.pagination.has_more]).toEqual([3, 2, true]);
    const second = await list({ lead_id: lead.id, limit: '2', cursor: first.pagination.next_cursor });
    expect([second.total, second.conversions.length, second.pagination.has_more]).toEqual([3, 1, false]);
    expect((await list({ conversion_type_id: demo.id })).total).toBe(1);
    expect((await list({ workflow_id: agentId })).total).toBe(3);
    expect((await list({ converted_after: at(1), converted_before: at(4) })).total).toBe(2);
    const { id } = first.conversions[0];
    expect((await account.request('delete', `/conversions/${id}`)).status).toBe(204);
    expect((await account.request('delete', `/conversions/${id}`)).body.code).toBe('CONVERSION_NOT_FOUND');
    expect((await list({ lead_id: lead.id })).total).toBe(2);
  });
});

describe('what decisions know of conversions', () => {
  it('is how many, how much, when and of which types', async () => {
    const { account, lead } = await createFixture();
    const read = async () =>
      (await loadLeadSnapshots(api.db, { accountId: account.accountId, leadIds: [lead.id] }))[0]?.conversions;
    expect(await read()).toEqual({ count: 0, total_amount: 0, last_at: null, types: [] });
    const [sale, demo] = [await addType(account), await addType(account)];
    for (const [type, amount, day] of [
      [sale, 10.25, 1],
      [sale, 20, 3],
      [demo, undefined, 2],
    ] as const) {
      const converted_at = `2026-03-0${day}T10:00:00.000Z`;
      await record(account, { conversion_type_id: type.id, lead_id: lead.id, amount, converted_at }).expect(201);
    }
    const known = await read();
    expect(known).toMatchObject({ count: 3, total_amount: 30.25, last_at: '2026-03-03T10:00:00.000Z' });
    expect([...(known?.types ?? [])].sort()).toEqual([sale.id, sale.name, demo.id, demo.name].sort());
  });
});
