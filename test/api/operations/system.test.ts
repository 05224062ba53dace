import { beforeAll, describe, expect, it } from '@jest/globals';
import { insertInboundEvent } from '../../../db/inbound/hooks.js';
import { noteHeldWork } from '../../../db/operations/held-work.js';
import { addParked } from '../../../db/outbox.js';
import { systemClock } from '../../../runtime/clock.js';
import { newId } from '../../../runtime/ids.js';
import { parkEvent } from '../../../services/inbound/process-event.js';
import { createAccountFixture } from '../../support/account-fixture.js';
import { addSender } from '../../support/agents.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { addLead, addMessage, workInbound } from '../../support/messaging.js';
import { addUser, type TestUser } from '../../support/users.js';

const SYSTEM_MAIL_SENDER_ID = newId();
const api = useApi({ SYSTEM_MAIL_SENDER_ID });
let account: TestAccount;
let owner: TestUser;
let operator: TestUser;
beforeAll(async () => {
  account = await api.account();
  await addSender(api.db, account.accountId);
  owner = await addUser(api, account.accountId, 'owner');
  operator = await addUser(api, account.accountId, 'operator');
});

const park = async (accountId: string) => {
  const args = { workflow: 'x' };
  await addParked(
    api.db,
    new Date(),
    { accountId, kind: 'start', workflowId: `cadence/${newId()}`, args },
    'It broke.',
  );
  return (await api.db('outbox').where({ account_id: accountId }).whereNotNull('parked_at').first())?.id ?? '';
};

describe('the state of the service', () => {
  it('is reported to those who manage the account, with its abandoned work', async () => {
    const id = await park(account.accountId);
    const { body } = await owner.request('get', '/system').expect(200);
    expect(body).toMatchObject({
      service: { node: process.version },
      outbox: { parked: [{ id, error: 'It broke.' }] },
    });
    expect(body.database.migration).toMatch(/^20/);
    await operator.request('get', '/system').expect(403);
    const other = await addUser(api, (await api.account()).accountId, 'owner');
    expect((await other.request('get', '/system').expect(200)).body.outbox.parked).toEqual([]);
    await other.request('post', `/outbox/${id}/retry`).expect(404);
    await operator.request('post', `/outbox/${id}/retry`).expect(403);
    await owner.request('post', `/outbox/${id}/retry`).expect(202);
    expect((await owner.request('get', '/system')).body.outbox).toMatchObject({ parked: [], waiting: 1 });
    await owner.request('post', `/outbox/${id}/retry`).expect(404);
  });
});

describe('what sends the emails of the service', () => {
  it('is named to the account of the chosen sender only', async () => {
    const other = await addUser(api, (await api.account()).accountId, 'owner');
    const mailOf = async (user: TestUser) => (await user.request('get', '/system').expect(200)).body.system_mail;
    expect(await mailOf(owner)).toEqual({ status: 'missing', email_sender_id: null });
    const id = await addSender(api.db, account.accountId, 2525);
    await api.db('email_senders').where({ id }).update({ id: SYSTEM_MAIL_SENDER_ID });
    expect(await mailOf(owner)).toEqual({ status: 'sender', email_sender_id: SYSTEM_MAIL_SENDER_ID });
    expect(await mailOf(other)).toEqual({ status: 'other_account', email_sender_id: null });
  });
});

describe('an event that came in and can’t be worked', () => {
  const received = async () => {
    const event = { accountId: account.accountId, provider: 'email', type: 'reply' } as const;
    const id = await insertInboundEvent(api.db, new Date(), { ...event, eventId: newId(), payload: '{}' });
    return id ?? '';
  };
  const parkedFor = (id: string) =>
    api
      .db('outbox')
      .where({ workflow_id: `inbound/${id}` })
      .whereNotNull('parked_at');

  it('is listed, and worked again by those who manage the account', async () => {
    const id = await received();
    await parkEvent({ db: api.db, clock: systemClock, dispatch: () => undefined }, id, 'TypeError');
    expect(await parkedFor(id)).toHaveLength(1);
    const listed = async () =>
      (await owner.request('get', '/system').expect(200)).body.inbound.events.find(
        (event: { id: string }) => event.id === id,
      );
    expect(await listed()).toMatchObject({ provider: 'email', type: 'reply', set_aside: true });
    const path = `/inbound-events/${id}/retry`;
    await operator.request('post', path).expect(403);
    const other = await addUser(api, (await api.account()).accountId, 'owner');
    await other.request('post', path).expect(404);
    await owner.request('post', path).expect(202);
    expect(await listed()).toMatchObject({ set_aside: false });
    // The new instruction replaces the parked one, so that they don't both process it.
    expect(await parkedFor(id)).toEqual([]);
    expect(api.dispatched.at(-1)).toMatchObject({
      workflowId: `inbound/${id}`,
      args: { workflow: 'inboundEventWorkflow', again: true, input: { inboundEventId: id } },
    });
    await api.db('inbound_events').where({ id }).update({ processed_at: new Date(), outcome: 'ignored' });
    expect((await owner.request('post', path).expect(409)).body.code).toBe('NOT_MODIFIABLE');
  });

  it('tells which provider sent something last, and which senders are held back', async () => {
    await received();
    const senderId = await addSender(api.db, account.accountId);
    const at = new Date();
    const held = { sender_id: senderId, account_id: account.accountId, trips: 1, last_code: 'smtp_421' };
    await api.db('sender_breakers').insert({ ...held, opened_at: at, retry_at: at });
    const { body } = await owner.request('get', '/system').expect(200);
    expect(body.inbound.providers).toEqual([{ provider: 'email', last_at: body.inbound.last_at }]);
    expect(body.breakers).toMatchObject([{ sender_id: senderId, code: 'smtp_421' }]);
    expect(body.database.pending).toEqual([]);
    // No Temporal is asked here.
    expect(body.queues).toBe('unknown');
  });
});

describe('work that is held because it failed again and again', () => {
  it('is tried again where it stood, by those who manage the account', async () => {
    const { runId } = await createAccountFixture(api, account, '').enrolled();
    await api.db('agent_runs').where({ id: runId }).update({ cadence_state: 'held', hold_reason: 'error' });
    const failed = { agent_id: null, step_key: null, fault: 'TypeError', tries: 9, build: 'another' };
    await noteHeldWork(api.db, new Date(), { kind: 'run', id: runId, account_id: account.accountId, ...failed });
    await operator.request('post', '/held-work/retry').expect(403);
    const other = await addUser(api, (await api.account()).accountId, 'owner');
    expect((await other.request('post', '/held-work/retry').expect(202)).body).toMatchObject({ retried: 0 });
    const { body } = await owner.request('post', '/held-work/retry').expect(202);
    expect(body).toEqual({ success: true, retried: 1, more: false });
    expect(api.dispatched.at(-1)).toMatchObject({ kind: 'wake', workflowId: `cadence/${runId}` });
  });
});

describe('a lead in the sandbox', () => {
  /** A message that the sandbox has delivered. */
  async function delivered(channel: 'email' | 'whatsapp') {
    const phone = `+3461${String(Date.now()).slice(-7)}`;
    const lead = await addLead(api.db, account.accountId, { phone });
    const id = newId();
    const header = channel === 'email' ? `<${id}@example.com>` : `sandbox-${id}`;
    const to = channel === 'email' ? (lead.email ?? '') : phone;
    const columns = { id, channel, status: 'sent', sent_at: new Date(), to_address: to } as const;
    await addMessage(api.db, lead, null, { ...columns, provider_message_id: Buffer.from(header) });
    await api.db('sandbox_deliveries').insert({
      id: newId(),
      account_id: account.accountId,
      message_id: id,
      channel,
      to_address: to,
      from_address: channel === 'email' ? 'Sales <sales@example.com>' : '+34600000001',
      subject: 'Hello',
      body_text: 'Hello',
      body_html: null,
      calendar: null,
      headers: '{}',
      created_at: new Date(),
    });
    return { lead, id };
  }
  const act = (body: object) => operator.request('post', '/sandbox/replies').send(body);

  it.each(['email', 'whatsapp'] as const)('answers and reads on %s as any other does', async (channel) => {
    const { lead, id } = await delivered(channel);
    await act({ message_id: id, kind: 'read' }).expect(202);
    await act({ message_id: id, kind: 'reply', text: 'How much is it?' }).expect(202);
    await workInbound(api.db, account.accountId);
    const [answer] = await api.db('messages').where({ lead_id: lead.id, direction: 'inbound' });
    expect(answer).toMatchObject({ channel, content: 'How much is it?', in_reply_to: id });
    expect((await api.db('messages').where({ id }).first())?.read_at).not.toBeNull();
    const { body } = await operator.request('get', '/inbox').expect(200);
    expect(body.entries[0]).toMatchObject({ id: lead.id, last_message: { preview: 'How much is it?' } });
  });

  it('lets a mail bounce, which ends mails to its address', async () => {
    const { lead, id } = await delivered('email');
    await act({ message_id: id, kind: 'bounce' }).expect(202);
    await workInbound(api.db, account.accountId);
    const { body } = await account.request('get', `/suppressions?channel=email`).expect(200);
    expect(body.suppressions.map(({ address }: { address: string }) => address)).toContain(lead.email);
  });

  it('does nothing with what the sandbox did not deliver', async () => {
    const lead = await addLead(api.db, account.accountId);
    const { id } = await addMessage(api.db, lead, null, { status: 'sent' });
    await act({ message_id: id, kind: 'read' }).expect(409);
    await act({ message_id: newId(), kind: 'read' }).expect(404);
    const whatsapp = await delivered('whatsapp');
    await act({ message_id: whatsapp.id, kind: 'bounce' }).expect(400);
    await act({ message_id: whatsapp.id, kind: 'reply' }).expect(400);
  });
});

describe('POST /leads/query as a file', () => {
  it('has all leads that meet the query, for those who may take them along', async () => {
    const other = await api.account();
    const ids = await Promise.all(Array.from({ length: 3 }, async () => (await addLead(api.db, other.accountId)).id));
    await addLead(api.db, other.accountId, { first_name: '=cmd()' });
    const file = await other.request('post', '/leads/query').set('accept', 'text/csv').send({ limit: 1 }).expect(200);
    expect(file.headers['content-type']).toContain('text/csv');
    const lines = file.text.trim().split(/\r?\n/);
    expect(lines).toHaveLength(5);
    for (const id of ids) expect(file.text).toContain(id);
    expect(file.text).not.toContain(',=cmd()');
    const user = await addUser(api, other.accountId, 'operator');
    await user.request('post', '/leads/query').set('accept', 'text/csv').send({}).expect(403);
  });
});
