import { createHmac, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import type { ConversationRow } from '../../../db/tables.js';
import { inWork } from '../../../db/work.js';
import { advanceConversation } from '../../../services/conversations/advance.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { concurrently } from '../../support/concurrent.js';
import { castOf, stage, stageClock, visitorOf } from '../../support/conversations.js';
import { addLead, addRun } from '../../support/messaging.js';
import { addUser } from '../../support/users.js';
import { addWidget, openChat, proofFor, say, sendFrom, type TestChat, type TestWidget } from '../../support/widgets.js';
import { workOn } from '../../support/work.js';

const api = useApi({}, { clock: stageClock });
beforeEach(() => {
  stage.now = Date.now();
});
const HALF_AN_HOUR_MS = 30 * 60_000;
const EASY = { pow: { base_number: 1_000 } };

async function createFixture(more: object = {}) {
  const account = await api.account();
  const widget = await addWidget(api, account, { ...EASY, ...more });
  return { account, widget, chat: await openChat(api, widget) };
}
const rowOf = async ({ sessionId }: TestChat): Promise<ConversationRow> =>
  (await api
    .db('conversations')
    .where({ thread: `chat/${sessionId}` })
    .first())!;
const pageOf = async (chat: TestChat) => JSON.parse((await rowOf(chat)).page ?? 'null');

describe('a page', () => {
  const url = (path: string) => `https://shop.example.com/${path}`;

  it('that continues sends its current page and description with each turn', async () => {
    const { chat } = await createFixture();
    await say(api, chat, 'Hello', { page: { url: url('roofs?mail=a@b.c') }, client_prompt: 'Looks at roofs.' });
    expect(await pageOf(chat)).toMatchObject({ url: url('roofs'), client_prompt: 'Looks at roofs.' });
    await say(api, chat, 'And?', {
      page: { url: url('batteries'), title: 'Batteries' },
      client_prompt: 'At batteries.',
    });
    const told = { url: url('batteries'), title: 'Batteries', client_prompt: 'At batteries.' };
    expect(await pageOf(chat)).toMatchObject(told);
    await say(api, chat, 'Nothing is told with this');
    expect(await pageOf(chat)).toMatchObject(told);
    await say(api, chat, 'Nothing is said any more', { client_prompt: '' });
    expect(await pageOf(chat)).toMatchObject({ ...told, client_prompt: '' });
  });

  it('tells it also where the visitor has begun with the form', async () => {
    const fields = [{ key: 'email', label: 'E-mail', type: 'email', required: true }];
    const { chat } = await createFixture({ capture_form: { enabled: true, lead_creation_on_submit: true, fields } });
    const form = { submission_id: randomUUID(), fields: { email: 'ana@example.com' }, page: { url: url('') } };
    await sendFrom(api, chat, 'visitor', { ...form, pow: await proofFor(api, chat, 'visitor') }).expect(200);
    await say(api, chat, 'Hello', { client_prompt: 'Looks at roofs.', opening_message_shown: 'Hello!' });
    expect(await pageOf(chat)).toMatchObject({
      url: url(''),
      client_prompt: 'Looks at roofs.',
      opening_message: 'Hello!',
    });
  });

  it('keeps polling after a reply, because a person can write first, until the chat is closed', async () => {
    const { account, chat } = await createFixture();
    expect((await say(api, chat, 'Hello')).body).toMatchObject({ status: 'answered', poll_after_ms: 15_000 });
    const { id } = await rowOf(chat);
    const user = await addUser(api, account.accountId, 'operator');
    await user.request('post', `/conversations/${id}/messages`).send({ text: 'Eva here.' }).expect(201);
    const { body } = await supertest(api.app)
      .get(`/api/widget/v1/pending?key=${chat.key}&session_id=${chat.sessionId}`)
      .set(chat.headers)
      .expect(200);
    expect(body.messages.at(-1)).toMatchObject({ role: 'agent', text: 'Eva here.' });
    expect(body).toMatchObject({ human_active: true, next_poll_ms: 3_000 });
    expect((await say(api, chat, 'Thanks')).body).toMatchObject({ status: 'handoff', poll_after_ms: 3_000 });
    const { chat: another } = await createFixture();
    expect((await say(api, another, 'STOP')).body).toMatchObject({ done: true, poll_after_ms: null });
  });
});

describe('a turn that was taken', () => {
  it('is answered as it was then, however much else the visitor has asked for in the minute', async () => {
    const { chat } = await createFixture();
    const turn_id = randomUUID();
    const first = await say(api, chat, 'Hello', { turn_id });
    const ask = () =>
      supertest(api.app).get(`/api/widget/v1/pending?key=${chat.key}&session_id=${chat.sessionId}`).set(chat.headers);
    for (let n = 0; n < 100; n += 1) await ask();
    expect((await ask()).status).toBe(429);
    const again = await sendFrom(api, chat, 'turn', { turn_id, text: 'Hello' });
    expect([again.status, again.body.messages]).toEqual([200, first.body.messages]);
    expect((await sendFrom(api, chat, 'turn', { turn_id: randomUUID(), text: 'Hello' })).status).toBe(429);
  });
});

describe('a visitor whom the site’s server has signed', () => {
  const userOf = ({ identitySecret }: TestWidget, external_id: string) => ({
    external_id,
    hash: createHmac('sha256', identitySecret).update(external_id).digest('hex'),
  });
  const known = (account: TestAccount, external_id: string) =>
    addLead(api.db, account.accountId, { external_id: Buffer.from(external_id) });

  it('is the lead from its first message on, without a form, and no other visitor is', async () => {
    const { account, widget, chat } = await createFixture();
    const lead = await known(account, 'crm-7');
    const other = await known(account, 'crm-8');
    const user = userOf(widget, 'crm-7');
    const forged = await say(api, chat, 'Hello', { user: { ...user, external_id: 'crm-8' } });
    expect([forged.status, forged.body.field]).toEqual([400, '/user/hash']);
    expect((await say(api, chat, 'Hello', { user })).body).toMatchObject({ status: 'answered', lead_id: lead.id });
    expect(await rowOf(chat)).toMatchObject({ lead_id: lead.id, verified: true });
    expect(await api.db('conversations').where({ lead_id: other.id })).toEqual([]);
  });

  const FORM = {
    enabled: true,
    lead_creation_on_submit: true,
    fields: [{ key: 'email', label: 'E-mail', type: 'email', required: true }],
  };
  const sendForm = async (chat: TestChat, email: string, user?: object) => {
    const form = { submission_id: randomUUID(), fields: { email }, user, pow: await proofFor(api, chat, 'visitor') };
    return (await sendFrom(api, chat, 'visitor', form).expect(200)).body.lead_id as string;
  };
  const heardBy = async ({ key, headers }: TestChat): Promise<string[]> => {
    const { body } = await supertest(api.app).get(`/api/public/chat/config?key=${key}`).set(headers).expect(200);
    return body.history.map(({ text }: { text: string }) => text);
  };
  const chatOf = (lead_id: string) => api.db('conversations').where({ lead_id });

  it.each(['proven', 'typed'])('has a chat of its own where that of before is another lead’s (%s)', async (as) => {
    const { account, widget, chat } = await createFixture({ capture_form: FORM });
    const before = as === 'proven' ? userOf(widget, 'crm-7') : undefined;
    const firstId = before ? (await known(account, 'crm-7')).id : await sendForm(chat, 'ana@example.com');
    const other = await known(account, 'crm-8');
    const told = { client_prompt: 'Ana has plan gold.' };
    await say(api, chat, 'It is about my contract', { user: before, ...told });
    const [first] = await chatOf(firstId);
    const talk = await api.db('conversation_messages').where({ conversation_id: first!.id });
    const answer = await say(api, chat, 'Good evening', { user: userOf(widget, 'crm-8') });
    expect(answer.body).toMatchObject({ status: 'answered', lead_id: other.id });
    expect(await heardBy(chat)).toEqual(['Good evening', answer.body.messages[0].text]);
    expect(await pageOf(chat)).not.toHaveProperty('client_prompt');
    // Nothing of the first one is lost, and nothing came to it.
    expect(await api.db('conversation_messages').where({ conversation_id: first!.id })).toEqual(talk);
    expect(await chatOf(firstId)).toMatchObject([{ id: first!.id, page: first!.page }]);
    expect((await say(api, chat, 'And?', { user: userOf(widget, 'crm-8') })).body.lead_id).toBe(other.id);
    expect(await chatOf(other.id)).toHaveLength(1);
  });

  it('has one of its own also where it begins with the form, or where the account has no such lead', async () => {
    const { account, widget, chat } = await createFixture({ capture_form: FORM });
    const lead = await known(account, 'crm-7');
    const other = await known(account, 'crm-8');
    await say(api, chat, 'Hello', { user: userOf(widget, 'crm-7') });
    expect(await sendForm(chat, 'bob@example.com', userOf(widget, 'crm-8'))).toBe(other.id);
    const madeId = await sendForm(chat, 'cleo@example.com', userOf(widget, 'crm-9'));
    expect([lead.id, other.id]).not.toContain(madeId);
    const leads = await api.db('leads').where({ account_id: account.accountId }).orderBy('created_at');
    expect(leads.map(({ id, email }) => [id, email])).toEqual([
      [lead.id, lead.email],
      [other.id, 'bob@example.com'],
      [madeId, 'cleo@example.com'],
    ]);
    for (const { id } of leads) expect(await chatOf(id)).toHaveLength(1);
  });

  it('has a chat of its own where that of before is given to another lead at this moment', async () => {
    const { account, widget, chat } = await createFixture();
    const lead = await known(account, 'crm-7');
    const other = await known(account, 'crm-8');
    await say(api, chat, 'Hello');
    const { id } = await rowOf(chat);
    const answer = await concurrently(
      api.db,
      (tx) => tx('conversations').where({ id }).update({ lead_id: lead.id, verified: true }),
      () => say(api, chat, 'It is me', { user: userOf(widget, 'crm-8') }),
    );
    expect(answer.body.lead_id).toBe(other.id);
    expect(await chatOf(lead.id)).toMatchObject([{ id, verified: true }]);
    expect(await chatOf(other.id)).toHaveLength(1);
  });

  it('takes along what it typed before, where that was its own address', async () => {
    const { account, widget, chat } = await createFixture({ capture_form: FORM });
    await sendForm(chat, 'ana@example.com');
    const lead = await addLead(api.db, account.accountId, { email: 'ana@example.com' });
    const hash = createHmac('sha256', widget.identitySecret).update('ana@example.com').digest('hex');
    const answer = await say(api, chat, 'It is me', { user: { email: 'ana@example.com', hash } });
    expect(answer.body.lead_id).toBe(lead.id);
    expect(await chatOf(lead.id)).toMatchObject([{ id: (await rowOf(chat)).id, verified: true }]);
  });

  it('is a visitor as any other where no lead has this id, and has its own lead found by it later', async () => {
    const fields = [{ key: 'email', label: 'E-mail', type: 'email', required: true }];
    const { account, widget, chat } = await createFixture({
      capture_form: { enabled: true, lead_creation_on_submit: true, fields },
    });
    const user = userOf(widget, 'crm-9');
    expect((await say(api, chat, 'Hello', { user })).body).toMatchObject({ status: 'answered', lead_id: null });
    const form = { submission_id: randomUUID(), fields: { email: 'ana@example.com' }, user };
    const pow = await proofFor(api, chat, 'visitor');
    const { lead_id } = (await sendFrom(api, chat, 'visitor', { ...form, pow }).expect(200)).body;
    const next = await openChat(api, widget);
    expect((await say(api, next, 'Hello', { user })).body.lead_id).toBe(lead_id);
    expect(await api.db('leads').where({ account_id: account.accountId })).toHaveLength(1);
  });

  it('reaches the person who has the lead, and its chat reaches any assignee', async () => {
    const { account, widget, chat } = await createFixture();
    const lead = await known(account, 'crm-7');
    const run = await addRun(api.db, lead, widget.agentId);
    await say(api, chat, 'Hello');
    const eva = await addUser(api, account.accountId, 'operator');
    await eva
      .request('patch', `/inbox/${(await rowOf(chat)).id}`)
      .send({ assignee_id: eva.userId })
      .expect(200);
    const stop = { workflow_run_id: run.id };
    await account.request('post', `/leads/${lead.id}/automation/stop`).send(stop).expect(200);
    const answer = await say(api, chat, 'It is me', { user: userOf(widget, 'crm-7') });
    expect(answer.body).toMatchObject({ status: 'handoff', messages: [], lead_id: lead.id });
    expect(await rowOf(chat)).toMatchObject({ handler: 'person', agent_run_id: run.id });
    expect(await api.db('inbox_states').where({ account_id: account.accountId })).toMatchObject([
      { id: lead.id, assignee_id: eva.userId },
    ]);
  });
});

describe('a person who has the chat of a visitor', () => {
  it('keeps it for the agent’s rest period, and then the agent answers the unanswered messages', async () => {
    stage.now = Date.parse('2026-03-02T09:00:00Z');
    const cast = await castOf(api, { agent: 'solar' });
    const { account, agentId } = cast;
    const changed = { handoff: { auto_resume_after_minutes: 30 } };
    await account.request('patch', `/workflows/${agentId}`).send(changed).expect(200);
    await account.request('post', `/workflows/${agentId}/publish`).send({}).expect(201);
    const visitor = visitorOf(api, cast);
    await visitor.send({ text: 'I want to talk to a person please' });
    expect(await visitor.send({ text: 'I am Ana' })).toMatchObject({ outcome: 'handoff', messages: [] });
    const { id } = await visitor.seat();
    const resumeAt = new Date(stage.now + HALF_AN_HOUR_MS);
    // No further message is needed, because a workflow waits for that time.
    expect(await api.db('outbox').where({ workflow_id: `conversation/${id}` })).not.toEqual([]);
    const advance = () => inWork(workOn(api.db, stageClock.now), (work) => advanceConversation(work, id));
    expect(await advance()).toMatchObject({ plan: { sleepUntil: resumeAt.toISOString() } });
    stage.now = resumeAt.getTime();
    expect(await advance()).toEqual({ closed: true });
    expect(await visitor.seat()).toMatchObject({ handler: 'agent', owed: false, resume_at: null });
    const turns = await api.db('agent_turns').where({ conversation_id: id }).orderBy('turn_no');
    expect(turns.map(({ status, cause }) => [status, cause])).toEqual([
      ['handed_off', 'input'],
      ['silent', 'input'],
      ['answered', 'given_back'],
    ]);
  });
});
