import { beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../../runtime/ids.js';
import type { Role } from '../../../schemas/roles.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { addAgent, addLead, addRun } from '../../support/messaging.js';
import { addUser } from '../../support/users.js';

const api = useApi();
let account: TestAccount;
beforeAll(async () => {
  account = await api.account();
});

const DUE = '2031-03-04T08:30:00.000Z';
const add = (body: object, key?: string) => {
  const request = account.request('post', '/tasks');
  return (key === undefined ? request : request.set('Idempotency-Key', key)).send(body);
};
const listed = async (query: object) => (await account.request('get', '/tasks').query(query).expect(200)).body.tasks;

describe('POST /tasks', () => {
  it('creates an open task, which is listed with its lead and its assignee', async () => {
    const lead = await addLead(api.db, account.accountId);
    const { userId } = await addUser(api, account.accountId, 'operator');
    const body = { title: 'Call about the roof', lead_id: lead.id, due_at: DUE, assignee_id: userId };
    const { status, body: answer } = await add(body);
    expect([status, answer.success]).toEqual([201, true]);
    expect(answer.task).toMatchObject({ ...body, status: 'open', background_job_id: null, completed_at: null });
    expect(await listed({ lead_id: lead.id })).toEqual([answer.task]);
    expect(await listed({ assignee_id: userId, status: 'open' })).toEqual([answer.task]);
    const done = await account.request('patch', `/tasks/${answer.task.id}`).send({ status: 'done' }).expect(200);
    expect(done.body.task).toMatchObject({ title: body.title, status: 'done', completed_at: expect.any(String) });
  });

  it('needs no more than what is to be done', async () => {
    const { body } = await add({ title: 'Order paper' }).expect(201);
    const nothing = { lead_id: null, due_at: null, assignee_id: null };
    expect(body.task).toMatchObject({ title: 'Order paper', ...nothing });
    expect((await add({ title: 'Order ink', lead_id: null, due_at: null })).body.task).toMatchObject(nothing);
  });

  it('is assigned to the lead’s owner unless another assignee, or none, is set', async () => {
    const { userId: owner_id } = await addUser(api, account.accountId);
    const { id: lead_id } = await addLead(api.db, account.accountId, { owner_id });
    const assignee = async (more: object) => (await add({ title: 'Call', lead_id, ...more })).body.task.assignee_id;
    expect(await assignee({})).toBe(owner_id);
    expect(await assignee({ assignee_id: null })).toBeNull();
  });

  it('makes one task for an idempotency key', async () => {
    const [body, key] = [{ title: 'Call once', due_at: DUE }, newId()];
    const first = await add(body, key).expect(201);
    const again = await add(body, key).expect(201);
    expect(again.body).toEqual(first.body);
    expect(await api.db('tasks').where({ account_id: account.accountId, title: 'Call once' })).toHaveLength(1);
    expect((await add({ ...body, title: 'Call twice' }, key)).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('emits an event of the lead with its author', async () => {
    const lead = await addLead(api.db, account.accountId);
    const user = await addUser(api, account.accountId, 'operator');
    const { body } = await user.request('post', '/tasks').send({ title: 'Call', lead_id: lead.id }).expect(201);
    const { body: told } = await account.request('get', '/events').query({ lead_id: lead.id, types: 'task.created' });
    expect(told.events).toMatchObject([
      { data: { task_id: body.task.id, assignee_id: null }, origin: { kind: 'user', id: user.userId } },
    ]);
    const { body: history } = await account.request('get', `/leads/${lead.id}/history`).expect(200);
    expect(history.history).toContainEqual(
      expect.objectContaining({ title: 'Task added', activity_type: 'task.created' }),
    );
    const audited = { account_id: account.accountId, operation: 'createTask', resource_id: body.task.id };
    expect(await api.db('audit_entries').where(audited)).toHaveLength(1);
  });

  it('has the lead’s cadence look again, which may wait for it', async () => {
    const lead = await addLead(api.db, account.accountId);
    const run = await addRun(api.db, lead, await addAgent(api, account));
    await add({ title: 'Call', lead_id: lead.id }).expect(201);
    expect(api.dispatched).toContainEqual(
      expect.objectContaining({ kind: 'wake', args: expect.objectContaining({ agentRunId: run.id }) }),
    );
  });

  it.each<[Role, number]>([
    ['operator', 201],
    ['viewer', 403],
  ])('may be asked for by roles that change leads: %s %s', async (role, status) => {
    const user = await addUser(api, account.accountId, role);
    expect((await user.request('post', '/tasks').send({ title: 'Call' })).status).toBe(status);
  });
});

describe('a task that can’t be made', () => {
  it('names the field that is wrong, and leaves nothing', async () => {
    const other = await api.account();
    const theirs = await addLead(api.db, other.accountId);
    const stranger = await addUser(api, other.accountId);
    const title = 'Refused';
    const refused = async (body: object) => {
      const { status, body: answer } = await add({ title, ...body });
      return [status, answer.code, answer.field];
    };
    expect(await refused({ title: ' \n' })).toEqual([400, 'VALIDATION_ERROR', '/title']);
    expect((await add({ title: ' ' })).body.message).toBe('/title must not be blank.');
    expect(await refused({ title: 'x'.repeat(501) })).toEqual([400, 'VALIDATION_ERROR', '/title']);
    expect(await refused({ due_at: 'tomorrow' })).toEqual([400, 'VALIDATION_ERROR', '/due_at']);
    expect(await refused({ due_at: '1999-01-01T00:00:00Z' })).toEqual([400, 'INVALID_DATE', '/due_at']);
    expect(await refused({ assignee_id: stranger.userId })).toEqual([400, 'VALIDATION_ERROR', '/assignee_id']);
    expect(await refused({ lead_id: newId() })).toEqual([404, 'LEAD_NOT_FOUND', '/lead_id']);
    expect(await refused({ lead_id: theirs.id })).toEqual([404, 'LEAD_NOT_FOUND', '/lead_id']);
    expect(await api.db('tasks').where({ title })).toEqual([]);
  });

  it('is one of a lead that was erased, whose tasks say nothing any more', async () => {
    const lead = await addLead(api.db, account.accountId);
    const key = newId();
    const body = { title: 'Call Ana about her roof', lead_id: lead.id };
    const { body: made } = await add(body, key).expect(201);
    await account.request('post', `/leads/${lead.id}/erase`).expect(200);
    const late = await add(body);
    expect([late.status, late.body.code, late.body.field]).toEqual([410, 'LEAD_ERASED', '/lead_id']);
    expect((await add(body, key)).status).toBe(410);
    expect(await api.db('tasks').where({ lead_id: lead.id })).toMatchObject([{ id: made.task.id, title: 'Erased' }]);
  });
});
