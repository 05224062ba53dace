import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  AuthenticationError,
  BadRequestError,
  GoneError,
  LeadAutomationClient,
  NotFoundError,
  PermissionDeniedError,
  PreconditionFailedError,
  RateLimitError,
} from '../../client/src/index.js';
import { addSender, publishAgent } from '../support/agents.js';
import { type TestAccount, useApi } from '../support/api.js';
import { insertMessage } from '../support/leads.js';

const api = useApi();
let server: import('node:http').Server;
let account: TestAccount;
let client: LeadAutomationClient;
let workflowId: string;

const clientOf = (apiKey: string) =>
  new LeadAutomationClient({ apiKey, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });

beforeAll(async () => {
  server = api.app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  account = await api.account();
  client = clientOf(account.apiKey);
  await addSender(api.db, account.accountId);
  workflowId = await publishAgent(api.db, account.accountId, [
    { key: 'hello', type: 'message', channel: 'email', subject: 'Hello', content: 'Hello {{ lead.first_name }}' },
    { key: 'again', type: 'message', channel: 'email', subject: 'Again', content: 'Still there?' },
  ]);
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const newLead = async (more: object = {}) => {
  const { lead } = await client.createLead({ first_name: 'Ana', email: 'ana@example.com', ...more });
  return lead;
};

describe('the client against the service', () => {
  it('creates a lead, enrols it without its first message, changes it and reads it back', async () => {
    const created = await client.createLead({
      first_name: 'Ana',
      email: 'ana@example.com',
      workflow_id: workflowId,
      metadata: { budget: 9000, plan: 'a' },
    });
    expect(created.workflow_run?.cadence.total_steps).toBe(2);
    const run = (await api.db('agent_runs').where({ id: created.workflow_run?.id }).first())!;
    expect(JSON.parse(run.cadence)).toMatchObject({ skip_first_message: true });

    const { lead } = await client.updateLead({
      lead_id: created.lead.id,
      company: 'Acme',
      metadata: { plan: null, seats: 12 },
      if_match: created.lead.version,
    });
    expect(lead).toMatchObject({ company: 'Acme', metadata: { budget: 9000, seats: 12 } });
    const read = await client.getLead({ lead_id: lead.id });
    expect(read.lead.metadata).toEqual({ budget: 9000, seats: 12 });
    expect(read.lead.active_workflow_run?.workflow_id).toBe(workflowId);
    expect(read).toMatchObject({ variables: {}, engagement: { outbound_count: 0 } });
    await expect(client.updateLead({ lead_id: lead.id, company: 'Late', if_match: 1 })).rejects.toBeInstanceOf(
      PreconditionFailedError,
    );
  });

  it('takes the good leads of many, and a thousand at once', async () => {
    const mixed = await client.createLeadsBulk({
      leads: [{ first_name: 'Ana' }, { first_name: '' }],
      defaults: { source: 'fair' },
    });
    expect(mixed).toMatchObject({ created: 1, failed: 1 });
    expect(mixed.results[1]).toMatchObject({ index: 1, success: false, field: '/first_name' });
    const leads = Array.from({ length: 1_000 }, (_, at) => ({ first_name: `Lead ${at}` }));
    expect(await client.createLeadsBulk({ leads })).toMatchObject({ created: 1_000, failed: 0 });
    await expect(client.createLeadsBulk({ leads: [{ first_name: '' }] })).rejects.toMatchObject({
      status: 400,
      body: { failed: 1 },
    });
  });

  it('makes one lead of one call that was sent twice', async () => {
    const options = { idempotencyKey: 'order-1042' };
    const first = await client.createLead({ first_name: 'Once' }, options);
    const second = await client.createLead({ first_name: 'Once' }, options);
    expect(second.lead.id).toBe(first.lead.id);
  });

  it('stops and resumes the automation of a run', async () => {
    const lead = await newLead({ email: 'run@example.com', workflow_id: workflowId });
    const about = { lead_id: lead.id };
    expect(await client.isLeadPaused(about)).toMatchObject({ paused: false });
    const stopped = await client.stopAutomation({ ...about, workflow_id: workflowId, reason: 'A call' });
    expect(stopped.cadence_paused).toBe(true);
    expect(await client.isLeadPaused({ ...about, workflow_id: workflowId })).toMatchObject({ paused: true });
    const resumed = await client.resumeAutomation({
      ...about,
      workflow_run_id: stopped.workflow_run_id,
      resume_cadence: true,
    });
    expect(resumed.cadence_resumed).toBe(true);
  });

  it('replaces tags, by id or by email', async () => {
    const lead = await newLead({ email: 'tags@example.com', tags: ['old'] });
    const synced = await client.syncLeadTags({ email: 'tags@example.com', tags: ['VIP', 'fair'] });
    expect(synced.lead_id).toBe(lead.id);
    expect(synced.added.map(({ slug }) => slug).sort()).toEqual(['fair', 'vip']);
    expect((await client.syncLeadTags({ lead_id: lead.id, tags: [] })).tags).toEqual([]);
  });

  it('goes through the pages of a history', async () => {
    const lead = await newLead({ email: 'history@example.com' });
    for (let at = 0; at < 5; at++) await insertMessage(api.db, account.accountId, lead.id, { content: `Text ${at}` });
    const page = await client.getLeadHistory({ lead_id: lead.id, types: 'message', limit: 2 });
    expect(page.history).toHaveLength(2);
    expect(page.pagination.has_more).toBe(true);
    const texts: unknown[] = [];
    for await (const item of client.getLeadHistory({ lead_id: lead.id, types: 'message', limit: 2 })) {
      if (item.type === 'message') texts.push(item.content);
    }
    expect(texts.sort()).toEqual(['Text 0', 'Text 1', 'Text 2', 'Text 3', 'Text 4']);
  });

  it('lists agents, campaigns and templates', async () => {
    await account.request('post', '/campaigns').send({ name: 'Spring' }).expect(201);
    expect((await client.listWorkflows()).workflows.map(({ id }) => id)).toEqual([workflowId]);
    expect((await client.listCampaigns({})).campaigns).toMatchObject([{ name: 'Spring', leads_count: 0 }]);
    expect(await client.listTemplates()).toMatchObject({ success: true, templates: [] });
  });

  it('sends a message to a lead', async () => {
    const lead = await newLead({ email: 'message@example.com' });
    const message = {
      lead_id: lead.id,
      workflow_id: workflowId,
      channel: 'email',
      subject: 'Hi',
      content: 'Hello',
    } as const;
    const sent = await client.sendMessage(message);
    expect(sent).toMatchObject({ success: true, channel: 'email', type: 'text', provider_message_id: null });
    expect((await api.db('messages').where({ id: sent.message_id }).first())!.lead_id).toBe(lead.id);
  });

  it('records a meeting for a lead known by its email address, with what was said in it', async () => {
    const lead = await newLead({ email: 'meeting@example.com' });
    const booked = {
      lead_email: 'meeting@example.com',
      title: 'Demo',
      starts_at: '2026-11-02T09:00:00Z',
      duration_minutes: 30,
      external_calendar_provider: 'calendly',
      external_event_id: 'event-1',
    };
    const first = await client.createMeeting(booked);
    expect(first).toMatchObject({ created: true, meeting: { lead_id: lead.id, title: 'Demo' } });
    const again = await client.createMeeting({ ...booked, title: 'Long demo' });
    expect(again).toMatchObject({ created: false, meeting: { id: first.meeting.id, title: 'Long demo' } });
    const noted = await client.createMeetingNotes({
      lead_email: 'meeting@example.com',
      meeting_date: '2026-11-02T09:10:00Z',
      summary: 'Wants an offer.',
      action_items: [{ text: 'Send the offer' }],
    });
    expect(noted).toMatchObject({ created: true, note: { meeting_id: first.meeting.id, lead_id: lead.id } });
    const titles: string[] = [];
    for await (const { title } of client.listLeadMeetings({ lead_id: lead.id, limit: 1 })) titles.push(title);
    expect(titles).toEqual(['Long demo']);
  });

  it('throws what the service refuses, by its status', async () => {
    await expect(clientOf('svc_live_unknown').getLead({ lead_id: 'x' })).rejects.toMatchObject({
      constructor: AuthenticationError,
      code: 'INVALID_API_KEY',
    });
    const reader = clientOf((await api.account({ scopes: ['leads:read'] })).apiKey);
    await expect(reader.createLead({ first_name: 'Ana' })).rejects.toBeInstanceOf(PermissionDeniedError);
    await expect(client.getLead({ lead_id: 'unknown' })).rejects.toMatchObject({
      constructor: NotFoundError,
      code: 'LEAD_NOT_FOUND',
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    await expect(client.createLead({ first_name: 'Ana', phone: '12' })).rejects.toMatchObject({
      constructor: BadRequestError,
      field: '/phone',
    });
    const lead = await newLead({ email: 'gone@example.com' });
    await account.request('post', `/leads/${lead.id}/erase`).expect(200);
    await expect(client.getLead({ lead_id: lead.id })).rejects.toBeInstanceOf(GoneError);
    const small = new LeadAutomationClient({
      apiKey: (await api.account({ rateLimit: 1 })).apiKey,
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      maxRetries: 0,
    });
    await caughtOnce(small);
    await expect(small.listCampaigns()).rejects.toBeInstanceOf(RateLimitError);
  });
});

/** Uses up a key that has one request a minute, even where the minute ends in between. */
async function caughtOnce(client: LeadAutomationClient): Promise<void> {
  await client.listCampaigns();
  const second = Date.now() % 60_000;
  if (second > 58_000) await client.listCampaigns().catch(() => undefined);
}
