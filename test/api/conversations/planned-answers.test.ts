import { beforeEach, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { listOverdueConversations } from '../../../db/conversations/conversations.js';
import type { ConversationRow } from '../../../db/tables.js';
import { inWork } from '../../../db/work.js';
import { newId } from '../../../runtime/ids.js';
import { advanceConversation } from '../../../services/conversations/advance.js';
import { useApi } from '../../support/api.js';
import { castOf, doneBy, leadOf, type Script, stage, stageClock, takeIn } from '../../support/conversations.js';
import { addLead, addRun } from '../../support/messaging.js';
import { addUser } from '../../support/users.js';
import { addWidget, openChat, say } from '../../support/widgets.js';
import { useActivities } from '../../support/worker.js';

const api = useApi({}, { clock: stageClock });
const activities = useActivities(api);
beforeEach(() => {
  stage.now = Date.now();
});
const MINUTE_MS = 60_000;
const soon = (ms = MINUTE_MS) => new Date(stage.now + ms).toISOString();
const TEXT = 'Hello, this is Eva.';

/** The actions of users in one conversation, and its state. */
async function operatorOf(accountId: string, find: () => Promise<ConversationRow | undefined>) {
  const { id } = (await find())!;
  const account = { accountId };
  const user = await addUser(api, accountId, 'operator');
  const act = (what: string, body: object = {}) => user.request('post', `/conversations/${id}/${what}`).send(body);
  const read = async () => (await user.request('get', `/conversations/${id}/messages`).expect(200)).body;
  return {
    id,
    user,
    account,
    act,
    read,
    row: async () => (await find())!,
    plan: async (send_at = soon(), text = TEXT) =>
      (await act('messages', { text, send_at }).expect(201)).body.message as { id: string; seq: number },
    cancel: (message: string) => act(`messages/${message}/cancel`),
    texts: async () => (await read()).messages.map(({ text }: { text: string }) => text) as string[],
    /** Lets a time pass, and what is due then be done. */
    after: async (ms: number, variant: 'once' | 'twice' | 'kill' = 'once') => {
      stage.now += ms;
      await doneBy(api.db, variant, (deps) => inWork(deps, (work) => advanceConversation(work, id)));
    },
    sent: () =>
      api
        .db('events')
        .where({ account_id: accountId, type: 'message.sent' })
        .where('data', 'like', `%${id}%`)
        .pluck('data'),
  };
}

/** A visitor's chat in which a person is asked for. */
async function chat() {
  const account = await api.account();
  const widget = await addWidget(api, account, { pow: { base_number: 1_000 } });
  const visitor = await openChat(api, widget);
  await say(api, visitor, 'I want to talk to a person please');
  await say(api, visitor, 'Is anybody there?');
  const find = () =>
    api
      .db('conversations')
      .where({ thread: `chat/${visitor.sessionId}` })
      .first();
  const pending = async () =>
    (
      await supertest(api.app)
        .get(`/api/widget/v1/pending?key=${visitor.key}&session_id=${visitor.sessionId}`)
        .set(visitor.headers)
        .expect(200)
    ).body.messages.map(({ text }: { text: string }) => text) as string[];
  return { ...(await operatorOf(account.accountId, find)), visitor, pending };
}

describe('what a person writes in a chat to be said later', () => {
  it('is seen by people of the account only, and said once its hour has come', async () => {
    const fixture = await chat();
    const sent = (await fixture.sent()).length;
    const message = await fixture.plan();
    expect(message).toMatchObject({ role: 'agent', text: TEXT, message_status: 'queued', send_at: soon() });
    expect(await fixture.row()).toMatchObject({
      handler: 'person',
      taken_by: `user:${fixture.user.userId}`,
      owed: true,
    });
    expect(JSON.stringify((await say(api, fixture.visitor, 'Hello?')).body)).not.toContain(TEXT);
    await fixture.after(MINUTE_MS - 1_000);
    expect(await fixture.pending()).not.toContain(TEXT);
    expect(await fixture.texts()).not.toContain(TEXT);
    expect((await fixture.read()).planned).toMatchObject([{ id: message.id, text: TEXT }]);
    await fixture.after(1_000, 'twice');
    expect((await fixture.pending()).at(-1)).toBe(TEXT);
    const { messages, planned } = await fixture.read();
    expect(messages.at(-1)).toMatchObject({ id: message.id, role: 'agent', message_status: null, send_at: null });
    expect(planned).toEqual([]);
    expect(await fixture.row()).toMatchObject({
      handler: 'person',
      owed: false,
      awaited_since: null,
      planned_at: null,
    });
    expect((await fixture.sent()).slice(sent)).toHaveLength(1);
  });

  it('is said once, wherever the process that says it is killed', async () => {
    const fixture = await chat();
    await fixture.plan();
    await fixture.plan(soon(2 * MINUTE_MS), 'And this.');
    await fixture.after(MINUTE_MS, 'kill');
    await fixture.after(MINUTE_MS, 'kill');
    expect((await fixture.texts()).slice(-2)).toEqual([TEXT, 'And this.']);
  });

  it('is found by who looks after what was missed', async () => {
    const fixture = await chat();
    await fixture.plan();
    const missed = async (ms: number) =>
      (await listOverdueConversations(api.db, new Date(stage.now + ms), 1_000)).map(({ id }) => id);
    expect(await missed(MINUTE_MS - 1)).not.toContain(fixture.id);
    expect(await missed(MINUTE_MS + 1)).toContain(fixture.id);
  });

  it('is never said once it was cancelled, and the visitor waits as before', async () => {
    const fixture = await chat();
    const before = await fixture.row();
    const { id } = await fixture.plan();
    const { body } = await fixture.cancel(id).expect(200);
    expect(body.message).toMatchObject({ id, text: TEXT, message_status: 'cancelled', send_at: null });
    expect(await fixture.row()).toMatchObject({
      owed: before.owed,
      awaited_since: before.awaited_since,
      planned_at: null,
    });
    await fixture.after(MINUTE_MS);
    expect(await fixture.texts()).not.toContain(TEXT);
    expect((await fixture.cancel(id).expect(404)).body).toMatchObject({ code: 'MESSAGE_NOT_FOUND' });
  });

  it('can’t be cancelled once it was said', async () => {
    const fixture = await chat();
    const { id } = await fixture.plan();
    await fixture.after(MINUTE_MS);
    expect((await fixture.cancel(id).expect(409)).body).toMatchObject({ code: 'NOT_MODIFIABLE' });
    const { messages } = await fixture.read();
    expect((await fixture.cancel(messages[0].id).expect(409)).body).toMatchObject({ code: 'NOT_MODIFIABLE' });
  });

  it('is either said or cancelled where both happen at once', async () => {
    const fixture = await chat();
    for (let round = 0; round < 12; round += 1) {
      const text = `Round ${round}`;
      const { id } = await fixture.plan(soon(), text);
      stage.now += MINUTE_MS;
      const advance = doneBy(api.db, 'once', (deps) => inWork(deps, (work) => advanceConversation(work, fixture.id)));
      const [{ status }] = await Promise.all([fixture.cancel(id), advance]);
      await fixture.after(0);
      expect([status, (await fixture.texts()).includes(text)]).toEqual(status === 200 ? [200, false] : [409, true]);
    }
  });

  it('is said though the chat was given back, which stays with the agent', async () => {
    const fixture = await chat();
    await fixture.plan();
    await fixture.act('give-back', { answer_unanswered: false }).expect(200);
    await fixture.after(MINUTE_MS);
    expect((await fixture.texts()).at(-1)).toBe(TEXT);
    expect(await fixture.row()).toMatchObject({ handler: 'agent', taken_by: null });
  });

  it('opens a chat that was closed, where it stood, for the person who had it', async () => {
    const fixture = await chat();
    await fixture.plan();
    await fixture.act('close').expect(200);
    const { context_from } = await fixture.row();
    await fixture.after(MINUTE_MS);
    expect((await fixture.texts()).at(-1)).toBe(TEXT);
    expect(await fixture.row()).toMatchObject({ status: 'open', handler: 'person', context_from });
  });

  it('is said at once where its instant is over, and refused outside the years that there are', async () => {
    const fixture = await chat();
    await fixture.plan(soon(-1_000));
    expect((await fixture.texts()).at(-1)).toBe(TEXT);
    const wrong = { text: 'Later', send_at: '2101-01-01T00:00:00Z' };
    expect((await fixture.act('messages', wrong).expect(400)).body).toMatchObject({
      code: 'INVALID_DATE',
      field: '/send_at',
    });
    await fixture.act('messages', { text: 'Later', send_at: 'tomorrow' }).expect(400);
  });

  it('is not planned behind what was not read', async () => {
    const fixture = await chat();
    const [first] = (await fixture.read()).messages;
    const body = { text: TEXT, send_at: soon(), after_message_id: first.id };
    await fixture.act('messages', body).expect(409);
    expect((await fixture.read()).planned).toEqual([]);
  });

  it('goes with the lead that is erased, and is said to one who only opted out of messages', async () => {
    for (const [act, isSaid] of [
      ['erase', false],
      ['opt-out', true],
    ] as const) {
      const cast = await castOf(api, { agent: 'solar' });
      const { accountId, request } = cast.account;
      const lead = await addLead(api.db, accountId, { first_name: 'Kim', email: `${newId()}@example.com` });
      await addRun(api.db, lead, cast.agentId);
      const widget = await addWidget(api, cast.account, { pow: { base_number: 1_000 } });
      const visitor = await openChat(api, widget);
      await say(api, visitor, 'Hello');
      const find = () => api.db('conversations').where({ account_id: accountId }).first();
      await api.db('conversations').where({ account_id: accountId }).update({ lead_id: lead.id });
      const fixture = await operatorOf(accountId, find);
      await fixture.plan();
      if (act === 'erase') await request('post', `/leads/${lead.id}/erase`).expect(200);
      else
        await request('patch', `/leads/${lead.id}`)
          .send({ consent: { email: 'opted_out' } })
          .expect(200);
      await fixture.after(MINUTE_MS);
      expect((await fixture.texts()).includes(TEXT)).toBe(isSaid);
      expect(await api.db('planned_messages').where({ account_id: accountId })).toEqual([]);
    }
  });
});

/** A lead whose mail a person answers. */
async function mails() {
  const lead = { first_name: 'Jonas', email: 'jonas@example.de' };
  const script = { agent: 'umzug', channel: 'email', lead } as unknown as Script;
  const cast = await castOf(api, script);
  await leadOf(api, cast, script);
  const { accountId } = cast.account;
  const payload = {
    event_id: newId(),
    type: 'reply',
    message_id: `<${newId()}@example.de>`,
    from: lead.email,
    subject: 'Umzug',
    text: 'Wir ziehen um.',
  };
  await takeIn(api, accountId, { provider: 'email', type: 'reply', payload }, 'once');
  const fixture = await operatorOf(accountId, () => api.db('conversations').where({ account_id: accountId }).first());
  await fixture.act('take-over').expect(200);
  await api.db('conversations').where({ id: fixture.id }).update({ owed: true });
  const message = async () => (await api.db('messages').where({ account_id: accountId, content: TEXT }).first())!;
  return { ...fixture, cast, message };
}

describe('what a person writes in a conversation by mail to be sent later', () => {
  it('leaves as every message does, and only then the lead waits no more', async () => {
    const fixture = await mails();
    const planned = await fixture.plan();
    expect(planned).toMatchObject({ message_status: 'queued', send_at: soon() });
    expect(await fixture.row()).toMatchObject({ handler: 'person', owed: true });
    const { id } = await fixture.message();
    await activities().advanceMessage({ messageId: id });
    expect(await fixture.message()).toMatchObject({ status: 'queued' });
    await api.db('outgoing_messages').where({ message_id: id }).update({ due_at: new Date() });
    await activities().advanceMessage({ messageId: id });
    expect(await fixture.message()).toMatchObject({ status: 'sent', subject: 'Re: Umzug' });
    expect(await fixture.row()).toMatchObject({ owed: false });
    expect((await fixture.read()).messages.at(-1)).toMatchObject({
      id: planned.id,
      message_status: 'sent',
      send_at: null,
    });
    await fixture.cancel(planned.id).expect(409);
  });

  it('is cancelled by its place in the conversation, and the lead waits as before', async () => {
    const fixture = await mails();
    const { id } = await fixture.plan();
    const { body } = await fixture.cancel(id).expect(200);
    expect(body.message).toMatchObject({ id, message_status: 'cancelled', send_at: null });
    expect(await fixture.message()).toMatchObject({ status: 'cancelled' });
    expect(await fixture.row()).toMatchObject({ owed: true });
    await fixture.cancel(id).expect(409);
  });
});
