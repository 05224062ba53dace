import { describe, expect, it } from '@jest/globals';
import { newId } from '../../../runtime/ids.js';
import { listAttention } from '../../../services/operations/attention.js';
import { useApi } from '../../support/api.js';
import { castOf, settle, stage, stageClock, takeIn, visitorOf } from '../../support/conversations.js';
import { addLead, addRun } from '../../support/messaging.js';
import { addUser } from '../../support/users.js';
import { useActivities } from '../../support/worker.js';

const api = useApi({}, { clock: stageClock });
const activities = useActivities(api);

/** A lead that was promised a person in a chat, and whose mail addresses are known. */
async function promised() {
  // A sign-in uses the wall clock.
  stage.now = Date.now();
  const cast = await castOf(api, { agent: 'solar' });
  const { accountId, request } = cast.account;
  const lead = await addLead(api.db, accountId, { first_name: 'Kim', email: `${newId()}@example.com` });
  const run = await addRun(api.db, lead, cast.agentId);
  const visitor = visitorOf(api, cast, { lead: { id: lead.id, agentRunId: run.id } });
  await visitor.send({ text: 'I want to talk to a person please' });
  const chat = async () => (await api.db('conversations').where({ lead_id: lead.id, channel: 'chat' }).first())!;
  return {
    cast,
    lead,
    visitor,
    chat,
    request,
    user: await addUser(api, accountId, 'operator'),
    mail: { channel: 'email', lead_id: lead.id, subject: 'Your roof', content: 'Hello, this is Eva.' },
    awaited: async () =>
      (await listAttention(api.db, new Date(stage.now + 3_600_000), accountId)).filter(({ kind }) =>
        ['conversation_awaits_person', 'conversation_owed'].includes(kind),
      ),
  };
}

describe('a lead that was promised a person', () => {
  it('waits no more once a person has written to it on another channel', async () => {
    const { user, mail, awaited, chat, visitor } = await promised();
    await visitor.send({ text: 'Is anybody there?' });
    expect(await awaited()).toHaveLength(1);
    await user.request('post', '/messages').send(mail).expect(202);
    expect(await awaited()).toEqual([]);
    expect(await chat()).toMatchObject({ handler: 'person', owed: false, awaited_since: null });
    await visitor.send({ text: 'Thanks, and by phone?' });
    expect(await awaited()).toMatchObject([{ kind: 'conversation_owed' }]);
  });

  it('waits no more once a person has written to it in another conversation', async () => {
    const { cast, lead, user, awaited, chat } = await promised();
    const payload = {
      event_id: newId(),
      type: 'reply',
      message_id: `<${newId()}@example.com>`,
      from: lead.email,
      to: 'sales@example.com',
      subject: 'Roof',
      text: 'I would rather write a mail.',
    };
    await takeIn(api, cast.account.accountId, { provider: 'email', type: 'reply', payload }, 'once');
    await settle(api, cast.account.accountId, 'once');
    const { id } = (await api.db('conversations').where({ lead_id: lead.id, channel: 'email' }).first())!;
    expect((await awaited()).map(({ id }) => id)).toContain((await chat()).id);
    await user.request('post', `/conversations/${id}/messages`).send({ text: 'Hello, this is Eva.' }).expect(201);
    expect(await awaited()).toEqual([]);
  });

  it('keeps waiting if only a program wrote, or if a message is scheduled for later', async () => {
    const { request, user, mail, awaited, lead } = await promised();
    await request('post', '/messages').send(mail).expect(202);
    const send_at = new Date(stage.now + 86_400_000).toISOString();
    await user
      .request('post', '/messages')
      .send({ ...mail, send_at })
      .expect(202);
    expect(await awaited()).toMatchObject([{ kind: 'conversation_awaits_person' }]);
    const { id } = (await api.db('messages').where({ lead_id: lead.id }).orderBy('id', 'desc').first())!;
    await request('post', '/messages')
      .send({ ...mail, after_message_id: id })
      .expect(202);
    expect(await awaited()).toEqual([]);
  });

  it('waits no more once an answer by mail has left, which continues the thread of what it wrote', async () => {
    const { cast, lead, user, awaited } = await promised();
    const header = `<${newId()}@example.com>`;
    const payload = {
      event_id: newId(),
      type: 'reply',
      message_id: header,
      from: lead.email,
      to: 'sales@example.com',
      subject: 'Roof',
      text: 'I would rather write a mail.',
    };
    await takeIn(api, cast.account.accountId, { provider: 'email', type: 'reply', payload }, 'once');
    const { id: in_reply_to } = (await api.db('messages').where({ lead_id: lead.id, direction: 'inbound' }).first())!;
    const send_at = new Date(stage.now).toISOString();
    const answer = { lead_id: lead.id, channel: 'email', content: 'Hello, this is Eva.', in_reply_to, send_at };
    const { body } = await user.request('post', '/messages').send(answer).expect(202);
    expect(await awaited()).not.toEqual([]);
    await activities().advanceMessage({ messageId: body.message_id });
    expect(await awaited()).toEqual([]);
    const delivery = (await api.db('sandbox_deliveries').where({ message_id: body.message_id }).first())!;
    expect(delivery.subject).toBe('Re: Roof');
    expect(JSON.parse(delivery.headers)).toMatchObject({ 'In-Reply-To': header, References: header });
  });

  it('keeps waiting if the message was rejected', async () => {
    const { user, lead, awaited } = await promised();
    const body = { channel: 'whatsapp', lead_id: lead.id, content: 'Hello' };
    expect((await user.request('post', '/messages').send(body)).status).toBeGreaterThanOrEqual(400);
    expect(await awaited()).toHaveLength(1);
  });
});
