import { beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../../runtime/ids.js';
import { addSender, publishAgent } from '../../support/agents.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { addLead } from '../../support/messaging.js';
import { sendUserMails } from '../../support/user-mails.js';
import { addUser, type TestUser } from '../../support/users.js';

const api = useApi();
let account: TestAccount;
let user: TestUser;
let senderId: string;
beforeAll(async () => {
  account = await api.account();
  user = await addUser(api, account.accountId, 'operator');
  senderId = await addSender(api.db, account.accountId);
});

const MAIL = { channel: 'email', subject: 'Hello {{ lead.first_name }}', content: 'Hi' };
const ask = (body: object) =>
  user.request('post', '/messages/test').send({ ...MAIL, lead: { first_name: 'Ana' }, ...body });
const testOf = async (id: string) => (await user.request('get', `/messages/test/${id}`).expect(200)).body.test;

describe('a test of a message', () => {
  it('goes to its requester as the lead would get it, and is not a message of the lead', async () => {
    const lead = await addLead(api.db, account.accountId, { first_name: 'Eva <i>' });
    const html = '<p>{{ lead.first_name }}</p><a href="{{ unsubscribe_url }}">Out</a>';
    const { body } = await ask({ lead: undefined, lead_id: lead.id, html }).expect(202);
    expect(body.test).toMatchObject({
      to: user.email,
      email_sender_id: senderId,
      whatsapp_number_id: null,
      status: 'queued',
      failure: null,
    });
    expect(api.dispatched.at(-1)).toMatchObject({
      workflowId: `user-mail/${body.test.id}`,
      args: { workflow: 'userMailWorkflow', input: { userMailId: body.test.id } },
    });
    const [mail, ...more] = await sendUserMails(api, account);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: { address: user.email }, subject: 'Hello Eva <i>', text: 'Hi' });
    expect(mail?.html).toContain('<p>Eva &lt;i&gt;</p>');
    expect(mail?.unsubscribe).toBeUndefined();
    expect(await testOf(body.test.id)).toMatchObject({ status: 'delivered', failure: null });
    expect(await sendUserMails(api, account)).toEqual([]);
    expect(await api.db('messages').where({ lead_id: lead.id })).toEqual([]);
    expect(await api.db('events').where({ lead_id: lead.id, type: 'message.sent' })).toEqual([]);
  });

  it('does not unsubscribe anyone who clicks in it', async () => {
    const lead = await addLead(api.db, account.accountId);
    await ask({ lead: undefined, lead_id: lead.id, content: 'Out: {{ unsubscribe_url }}' }).expect(202);
    const [mail] = await sendUserMails(api, account);
    const { pathname } = new URL(mail?.text.slice('Out: '.length) ?? '');
    expect(pathname).toMatch(/^\/u\//);
    expect(mail?.text).not.toContain(lead.id);
    await account.request('get', `/leads/${lead.id}`).expect(200);
    const { body } = await account.request('get', `/suppressions?channel=email`).expect(200);
    expect(body.suppressions.map(({ address }: { address: string }) => address)).not.toContain(lead.email);
  });

  it('leaves by the sender that is named, else by that of the agent', async () => {
    const [named, ofAgent] = [await addSender(api.db, account.accountId), await addSender(api.db, account.accountId)];
    const steps = [{ type: 'message' as const, subject: 'x', content: 'y' }];
    const workflow_id = await publishAgent(api.db, account.accountId, steps, {
      channels: { email_sender_id: ofAgent, whatsapp_number_id: null, voice_agent_id: null },
    });
    const senderOf = async (body: object) => (await ask(body).expect(202)).body.test.email_sender_id;
    expect(await senderOf({ workflow_id })).toBe(ofAgent);
    expect(await senderOf({ workflow_id, email_sender_id: named })).toBe(named);
    expect(await senderOf({})).toBe(senderId);
    expect((await ask({ email_sender_id: newId() }).expect(404)).body.code).toBe('SENDER_NOT_FOUND');
    await sendUserMails(api, account);
  });

  it('is refused with the text and line that can’t be rendered', async () => {
    const refused = await ask({ content: 'One\n{% if lead.company %}never closed' }).expect(400);
    expect(refused.body).toMatchObject({ code: 'VALIDATION_ERROR', field: '/content' });
    expect(refused.body.details.errors).toMatchObject([{ field: '/content', line: 2 }]);
    expect((await ask({ channel: 'call' }).expect(400)).body.field).toBe('/channel');
    const bare = await addUser(api, (await api.account()).accountId);
    const none = await bare.request('post', '/messages/test').send({ ...MAIL, lead: { first_name: 'Ana' } });
    expect([none.status, none.body.code]).toEqual([422, 'CHANNEL_NOT_CONFIGURED']);
  });

  it('tells only the requester why it was not sent', async () => {
    const { id } = (await ask({}).expect(202)).body.test;
    const refusal = { kind: 'refused_final', code: 'smtp_rejected', message: '550 no such user' } as const;
    await sendUserMails(api, account, { outcome: refusal });
    expect(await testOf(id)).toMatchObject({ status: 'failed', failure: expect.stringContaining('550 no such user') });
    const colleague = await addUser(api, account.accountId, 'owner');
    await colleague.request('get', `/messages/test/${id}`).expect(404);
    const viewer = await addUser(api, account.accountId, 'viewer');
    await viewer.request('post', '/messages/test').send(MAIL).expect(403);
  });

  it('is given up when it could not leave within the hour', async () => {
    const { id } = (await ask({}).expect(202)).body.test;
    const busy = { kind: 'refused_retry', code: 'busy', message: 'Later.' } as const;
    await sendUserMails(api, account, { outcome: busy });
    expect(await testOf(id)).toMatchObject({ status: 'queued', failure: 'The email was rejected: Later.' });
    const later = { now: () => new Date(Date.now() + 3_700_000) };
    expect(await sendUserMails(api, account, { clock: later })).toEqual([]);
    expect(await testOf(id)).toMatchObject({ status: 'failed', failure: "The message couldn't be sent in time." });
  });

  it('keeps nothing of its text once it has left, and nothing of a lead that is erased', async () => {
    const lead = await addLead(api.db, account.accountId);
    const tests = [await ask({ lead: undefined, lead_id: lead.id }), await ask({ lead: undefined, lead_id: lead.id })];
    const rows = () =>
      api
        .db('user_mails')
        .whereIn(
          'id',
          tests.map(({ body }) => body.test.id),
        )
        .select('content', 'status');
    expect(JSON.stringify(await rows())).not.toContain('Hello');
    await sendUserMails(api, account);
    expect(await rows()).toEqual(Array(2).fill({ content: null, status: 'delivered' }));
    await account.request('post', `/leads/${lead.id}/erase`).send({}).expect(200);
    expect(await rows()).toEqual([]);
  });
});
