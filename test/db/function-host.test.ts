import { beforeEach, describe, expect, it } from '@jest/globals';
import { putFunctionValue } from '../../db/functions/values.js';
import { type HostError, HostLimitError } from '../../functions/sandbox.js';
import { newId } from '../../runtime/ids.js';
import { createFunctionHost, type FunctionHostOptions } from '../../services/functions/host.js';
import type { FunctionLead } from '../../services/functions/run-leads.js';
import { publishAgent } from '../support/agents.js';
import { type TestAccount, useApi } from '../support/api.js';
import { openRun } from '../support/leads.js';
import { addBlock, addHost, addType, at } from '../support/meetings.js';
import { addLead } from '../support/messaging.js';

const api = useApi();
const NOW = new Date('2026-03-02T10:00:00.000Z');
let account: TestAccount;
let leadId: string;
let agentId: string;

beforeEach(async () => {
  account = await api.account();
  agentId = await publishAgent(api.db, account.accountId, []);
  const lead = await addLead(api.db, account.accountId, { first_name: 'Ada', metadata: '{"budget": 10}' });
  leadId = lead.id;
  await openRun(api.db, account.accountId, leadId, { agent_id: agentId });
});

const open = (changes: Partial<FunctionHostOptions> = {}) => {
  const host = createFunctionHost({
    db: api.db,
    account: { id: account.accountId, timezone: 'Europe/Madrid' },
    functionId: newId(),
    runId: 'run',
    agentId: null,
    lead: { id: leadId },
    now: NOW,
    dryRun: true,
    fetch: Object.assign(() => Promise.reject(new Error('Nothing is fetched.')), { close: async () => undefined }),
    allowedHosts: [],
    allowHttpWrites: false,
    secrets: { token: 'sk-marked-123', short: 'abc' },
    leads: { query: async () => ({ leads: [] }) },
    ...changes,
  });
  const call = (name: string, ...args: unknown[]) => host.call(name, args, new AbortController().signal);
  const lead = async (id?: string) => (await call('leads.get', id)) as FunctionLead;
  const codeOf = (name: string, ...args: unknown[]) =>
    call(name, ...args).then(
      () => 'answered',
      (error: HostError) => error.code,
    );
  return { host, call, lead, codeOf };
};

describe('leads', () => {
  it('are read whole, the run’s own where none is named', async () => {
    const { lead } = open();
    expect(await lead()).toMatchObject({
      id: leadId,
      first_name: 'Ada',
      metadata: { budget: 10 },
      tags: [],
      variables: {},
      engagement: { inbound_count: 0 },
      active_workflow_run: { workflow_id: agentId, human_takeover: false },
    });
    expect((await lead(leadId.toUpperCase())).id).toBe(leadId);
  });

  it('are not found when they are another account’s, unknown, removed, or no id at all', async () => {
    const other = await api.account();
    const theirs = await addLead(api.db, other.accountId);
    const removed = await addLead(api.db, account.accountId, { hidden: true });
    const { codeOf, host } = open();
    for (const id of [theirs.id, newId(), removed.id, '', 'x', `${leadId}'`]) {
      for (const [name, ...args] of [['leads.get'], ['tags.add', ['x']], ['leads.update', { company: 'x' }]]) {
        expect([id, name, await codeOf(name as string, id, ...args)]).toEqual([id, name, 'LEAD_NOT_FOUND']);
      }
    }
    expect(await codeOf('leads.get', 7)).toBe('VALIDATION_ERROR');
    expect(await open({ lead: null }).codeOf('leads.get')).toBe('LEAD_NOT_FOUND');
    expect(host.effects).toEqual([]);
  });

  it('may stand in the request and nowhere else', async () => {
    const { lead, call, host } = open({
      lead: { first_name: 'Grace', tags: ['Vip', { slug: 'new' }], metadata: { a: 1 }, phone: '+34600000000' },
    });
    await call('tags.add', null, ['Hot']);
    await call('leads.update', undefined, { company: 'Navy', metadata: { b: 2 } });
    expect(await lead()).toMatchObject({ first_name: 'Grace', company: 'Navy', metadata: { a: 1, b: 2 } });
    expect((await lead()).tags.map(({ slug }) => slug)).toEqual(['vip', 'new', 'hot']);
    expect(await host.leadAfter()).toMatchObject({ company: 'Navy' });
  });
});

describe('writes', () => {
  it('are gathered as typed effects, in order, and change nothing', async () => {
    const { call, host } = open();
    await call('tags.add', leadId, 'Hot Lead');
    await call('fields.set', leadId, 'budget', 5000, { confidence: 0.8 });
    await call('notes.add', leadId, 'Called {{lead.first_name}}.');
    await call('tasks.create', leadId, { title: 'Call back', due_in_hours: 2 });
    await call('messages.send', leadId, { channel: 'email', subject: 'Hi', content: 'Hello' });
    await call('automation.stop', leadId, { reason: 'talks to us', auto_resume_after_minutes: 60 });
    expect(host.effects.map(({ seq, type, target, params }) => ({ seq, type, target: target.kind, params }))).toEqual([
      { seq: 1, type: 'add_tag', target: 'lead', params: { tags: ['Hot Lead'] } },
      {
        seq: 2,
        type: 'set_field',
        target: 'lead',
        params: { key: 'budget', value: 5000, value_text: '5000', confidence: 0.8 },
      },
      { seq: 3, type: 'add_note', target: 'lead', params: { text: 'Called {{lead.first_name}}.' } },
      {
        seq: 4,
        type: 'create_task',
        target: 'lead',
        params: { title: 'Call back', due_at: expect.stringMatching(/^2026-03-02T12:00:0/), assignee_id: null },
      },
      {
        seq: 5,
        type: 'send_message',
        target: 'lead',
        params: expect.objectContaining({ channel: 'email', content: 'Hello' }),
      },
      {
        seq: 6,
        type: 'stop_automation',
        target: 'run',
        params: expect.objectContaining({ reason: 'talks to us', lead_id: leadId }),
      },
    ]);
    expect(new Set(host.effects.map(({ idempotency_key }) => idempotency_key)).size).toBe(6);
    expect(host.effects.every(({ applied }) => !applied)).toBe(true);
    expect(await api.db('lead_tags').where({ lead_id: leadId })).toEqual([]);
    expect(await api.db('tasks').where({ lead_id: leadId })).toEqual([]);
  });

  it('can be WhatsApp files and buttons, checked as in POST /messages', async () => {
    const { call, host } = open();
    const action = { buttons: [{ type: 'reply', reply: { id: 'yes', title: 'Yes' } }] };
    const interactive = { type: 'button', header: null, body: { text: 'Shall we, {{lead.first_name}}?' }, action };
    const media = { type: 'image', link: 'https://example.com/a.png', caption: null };
    await call('messages.send', leadId, { channel: 'whatsapp', media });
    await call('messages.send', leadId, { channel: 'whatsapp', interactive });
    expect(host.effects.map(({ params }) => params)).toMatchObject([
      { media: { type: 'image', link: 'https://example.com/a.png' }, interactive: null },
      { media: null, interactive: { type: 'button', body: { text: 'Shall we, {{lead.first_name}}?' }, action } },
    ]);
    await expect(call('messages.send', leadId, { channel: 'email', subject: 'x', media })).rejects.toThrow(
      'media: is only supported for WhatsApp.',
    );
    await expect(
      call('messages.send', leadId, { channel: 'whatsapp', media: { type: 'sticker', id: '1', caption: 'x' } }),
    ).rejects.toThrow("media.caption: Files of type sticker can't have a caption.");
    await expect(
      call('messages.send', leadId, { channel: 'whatsapp', interactive: { ...interactive, action: {} } }),
    ).rejects.toThrow('interactive');
    expect(host.effects).toHaveLength(2);
  });

  it('are seen by later reads of the same run', async () => {
    const { call, lead, host } = open();
    await call('tags.add', leadId, ['Hot', 'New']);
    await call('tags.remove', leadId, ['new']);
    await call('leads.update', leadId, {
      last_name: 'Lovelace',
      email: 'ADA@Example.COM',
      metadata: { plan: 'pro', budget: null },
    });
    await call('fields.set', leadId, 'city', 'Madrid');
    await call('automation.stop', leadId);
    const seen = await lead();
    expect(seen).toMatchObject({ last_name: 'Lovelace', email: 'ADA@example.com', metadata: { plan: 'pro' } });
    expect(seen.metadata).not.toHaveProperty('budget');
    expect(seen.tags.map(({ slug }) => slug)).toEqual(['hot']);
    expect(seen.variables.city).toMatchObject({ value: 'Madrid' });
    expect(seen.active_workflow_run?.human_takeover).toBe(true);
    expect(await host.leadAfter()).toEqual(seen);
    expect(host.effects.find(({ type }) => type === 'update_lead')).toMatchObject({
      before: { last_name: null },
      after: { last_name: 'Lovelace', email: 'ADA@example.com' },
    });
  });

  it('move a status, and say so where it may not go there, or there is no run to move', async () => {
    const { call, lead, host } = open();
    await call('status.set', leadId, 'qualified', { reason: 'signed' });
    const refused = [
      ['contacted', "The status can't move back to an earlier one."],
      ['nowhere', 'The workflow has no status nowhere.'],
    ];
    for (const [key, skipped_reason] of refused) {
      expect(await call('status.set', leadId, key)).toMatchObject({ skipped_reason });
    }
    expect((await lead()).active_workflow_run?.current_status.key).toBe('qualified');
    const alone = await addLead(api.db, account.accountId);
    expect(await call('status.set', alone.id, 'won')).toMatchObject({
      skipped_reason: 'The lead has no open run of a workflow.',
    });
    expect(host.effects.at(-1)).toMatchObject({ skipped_reason: expect.any(String) });
  });

  it('that would change nothing are recorded with the reason', async () => {
    const { call, host } = open();
    await call('tags.add', leadId, ['hot']);
    expect(await call('tags.add', leadId, ['Hot'])).toMatchObject({
      skipped_reason: 'The lead already has these tags.',
    });
    expect(host.effects).toHaveLength(2);
  });

  it('are refused with the place of what is wrong', async () => {
    const { call, host } = open();
    const problem = (name: string, ...args: unknown[]) =>
      call(name, leadId, ...args).then(
        () => 'answered',
        (error: HostError) => `${error.code}: ${error.message}`,
      );
    expect(await problem('tags.add', 7)).toMatch(/^VALIDATION_ERROR: tags /);
    expect(await problem('messages.send', { channel: 'fax' })).toMatch(/^VALIDATION_ERROR: channel /);
    expect(await problem('tasks.create', {})).toMatch(/^VALIDATION_ERROR: title /);
    expect(await problem('tasks.create', { title: 'x', lead_id: newId() })).toMatch(/^VALIDATION_ERROR: lead_id /);
    expect(await problem('leads.update', { email: 'nobody' })).toMatch(/email/);
    expect(await problem('leads.update', { first_name: 5 })).toMatch(/^VALIDATION_ERROR: first_name /);
    expect(await problem('leads.update', { id: newId() })).toMatch(/^VALIDATION_ERROR: id /);
    expect(await problem('leads.update', {})).toMatch(/changes are empty/);
    expect(await problem('leads.update', 'x')).toMatch(/^VALIDATION_ERROR/);
    expect(await problem('notes.add', '')).toMatch(/^VALIDATION_ERROR: text /);
    expect(await problem('no.such')).toMatch(/^UNKNOWN_CALL/);
    expect(host.effects).toEqual([]);
  });

  it('end the run when they are too many', async () => {
    const { call, host } = open();
    for (let n = 0; n < 50; n += 1) await call('notes.add', leadId, `note ${n}`);
    await expect(call('notes.add', leadId, 'one more')).rejects.toBeInstanceOf(HostLimitError);
    expect(host.effects).toHaveLength(50);
  });
});

describe('meetings', () => {
  it('are booked as an effect, with the reason where the slot can’t be had', async () => {
    const hostId = await addHost(account);
    const typeId = await addType(account, { hosts: [{ host_id: hostId }] });
    await addBlock(account, hostId, {
      kind: 'weekly',
      weekdays: ['mon'],
      starts: '09:00',
      ends: '12:00',
      timezone: 'UTC',
    });
    const { call, codeOf, host } = open({ now: new Date() });
    const booking = { meeting_type_id: typeId, host_id: hostId, starts_at: at('10:00') };
    expect(await call('meetings.book', leadId, booking)).toMatchObject({ type: 'book_meeting', skipped_reason: null });
    expect(await call('meetings.book', leadId, { ...booking, starts_at: at('20:00') })).toMatchObject({
      skipped_reason: "The host isn't free at this time.",
    });
    expect(host.effects[0]).toMatchObject({ params: { ...booking, workflow_id: agentId } });
    expect(await codeOf('meetings.book', leadId, { ...booking, host_id: newId() })).toBe('HOST_NOT_FOUND');
    expect(await codeOf('meetings.book', leadId, { ...booking, meeting_type_id: newId() })).toBe(
      'MEETING_TYPE_NOT_FOUND',
    );
    expect(await codeOf('meetings.book', leadId, { ...booking, starts_at: 'soon' })).toBe('INVALID_DATE');
    expect(await codeOf('meetings.book', leadId, { ...booking, to: 'x' })).toBe('VALIDATION_ERROR');
    expect(await api.db('meetings').where({ lead_id: leadId })).toEqual([]);
  });
});

describe('values', () => {
  it('are read from the function’s own store, the run’s own writes first, none after their time', async () => {
    const functionId = newId();
    const row = { account_id: account.accountId, function_id: functionId, created_at: NOW, updated_at: NOW };
    await putFunctionValue(api.db, { ...row, name: 'kept', value: '{"n":1}', expires_at: null });
    await putFunctionValue(api.db, { ...row, name: 'gone', value: '1', expires_at: new Date(NOW.getTime() - 1) });
    await putFunctionValue(api.db, { ...row, name: 'kept', value: '{"n":2}', expires_at: null });
    const { call, codeOf, host } = open({ functionId });
    expect(await call('kv.get', 'kept')).toEqual({ n: 2 });
    expect(await call('kv.get', 'gone')).toBeNull();
    await call('kv.set', 'kept', [3], { ttl_seconds: 60 });
    expect(await call('kv.get', 'kept')).toEqual([3]);
    expect(host.effects[0]).toMatchObject({ type: 'set_value', target: { kind: 'function', id: functionId } });
    expect(await open().call('kv.get', 'kept')).toBeNull();
    expect(await codeOf('kv.set', 'a b', 1)).toBe('VALIDATION_ERROR');
    expect(await codeOf('kv.set', 'a', 'x'.repeat(20_000))).toBe('VALIDATION_ERROR');
  });
});

describe('secrets, logs and time', () => {
  it('gives secrets in plain and keeps them out of logs', async () => {
    const { call, codeOf, host } = open();
    expect(await call('secrets.get', 'token')).toBe('sk-marked-123');
    for (const name of ['none', 'constructor', '__proto__', 7])
      expect(await codeOf('secrets.get', name)).toBe('SECRET_NOT_FOUND');
    await call('log', 'warn', 'token sk-marked-123', { token: ['sk-marked-123'] });
    await call('log', 'shout', 'x'.repeat(5_000), { long: 'y'.repeat(5_000) });
    expect(host.logs[0]).toEqual({
      ts: expect.stringMatching(/^2026-03-02T10:00:0/),
      level: 'warn',
      message: 'token [secret]',
      data: { token: ['[secret]'] },
    });
    expect(host.logs[1]).toMatchObject({ level: 'info', data: '(too long)' });
    expect(host.logs[1]?.message).toHaveLength(2048);
  });

  it('reckons with calendars, over a change of clocks too', async () => {
    const { call, codeOf } = open();
    expect(await call('time.now')).toMatch(/^2026-03-02T10:00:0/);
    expect(await call('time.add', '2026-03-28T09:00:00Z', { days: 1 })).toBe('2026-03-29T08:00:00.000Z');
    expect(await call('time.add', '2026-03-28T09:00:00Z', { hours: 24 })).toBe('2026-03-29T09:00:00.000Z');
    expect(await call('time.zoned', '2026-03-02T23:30:00Z')).toMatchObject({
      zone: 'Europe/Madrid',
      date: '2026-03-03',
      time: '00:30',
      weekday: 'tue',
      offset_minutes: 60,
    });
    expect(await codeOf('time.zoned', '2026-03-02T23:30:00Z', 'Mars/Base')).toBe('INVALID_TIMEZONE');
    expect(await codeOf('time.add', 'soon', { days: 1 })).toBe('INVALID_DATE');
    expect(await codeOf('time.add', '2026-03-02T23:30:00Z', { lives: 1 })).toBe('VALIDATION_ERROR');
  });
});

it('lets queries see the run’s own writes', async () => {
  const other = await addLead(api.db, account.accountId, { company: 'Other' });
  const { call } = open({
    leads: {
      query: async () => ({
        leads: [
          { id: leadId, company: null },
          { id: other.id, company: 'Other' },
        ],
        has_more: false,
      }),
    },
  });
  await call('leads.update', leadId, { company: 'Mine' });
  expect(await call('leads.query', {})).toEqual({
    leads: [
      { id: leadId, company: 'Mine' },
      { id: other.id, company: 'Other' },
    ],
    has_more: false,
  });
});
