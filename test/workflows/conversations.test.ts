import { describe, expect, it } from '@jest/globals';
import { openWork } from '../../db/work.js';
import { newId } from '../../runtime/ids.js';
import { wakeConversation } from '../../services/instructions/conversations.js';
import { addSender } from '../support/agents.js';
import { addChat } from '../support/conversations.js';
import { addHook, addLead, post } from '../support/messaging.js';
import { eventually, useService } from '../support/service.js';

const service = useService();
const NO_LOG = { add: () => undefined, flush: async () => undefined };

const AGENT = {
  name: 'Moving',
  fields: [
    { key: 'from_city', type: 'text', required: true, ask_prompt: 'From which city?' },
    { key: 'rooms', type: 'number', required: true, ask_prompt: 'How many rooms?', extract_hint: 'rooms' },
  ],
  cadence: { steps: [{ type: 'wait', delay: { type: 'after', amount: 30, unit: 'days' } }] },
  ai: { enabled: true, debounce_seconds: { email: 600 } },
};

describe('conversationWorkflow', () => {
  it('answers several mails once, after a pause, and is gone when nothing is due', async () => {
    const account = await service.account();
    await addSender(service.db, account.accountId);
    const made = await account.request('post', '/workflows').send(AGENT).expect(201);
    const agent = `/workflows/${made.body.workflow.id}`;
    await account.request('post', `${agent}/publish`).send({}).expect(201);
    const lead = await addLead(service.db, account.accountId);
    const hook = await addHook(account);
    const mail = (text: string) => {
      const ids = { event_id: newId(), message_id: `<${newId()}@example.com>` };
      return post(service, hook, { ...ids, type: 'reply', from: lead.email, subject: 'Moving', text }).expect(200);
    };
    for (const text of ['Hello,', 'we have 3 rooms', 'and move in May.']) await mail(text);
    const conversation = await eventually(async () => {
      const row = await service.db('conversations').where({ account_id: account.accountId }).first();
      return row && row.next_seq > 3 ? row : undefined;
    });
    expect(await service.db('agent_turns').where({ conversation_id: conversation.id })).toEqual([]);
    expect(conversation.due_at!.getTime()).toBeGreaterThan(Date.now());
    // Its ten minutes are over sooner than on the clock.
    const pending = await service.db.transaction(async (tx) => {
      const work = openWork(tx, new Date());
      await tx('conversations').where({ id: conversation.id }).update({ due_at: work.now });
      await wakeConversation(work, conversation, 'test');
      return work.instructions();
    });
    service.dispatcher.offer(pending);
    expect(await service.resultOf(`conversation/${conversation.id}`)).toBeNull();
    const { messages } = (await account.request('get', `/conversations/${conversation.id}/messages`).expect(200)).body;
    expect(messages.map(({ role }: { role: string }) => role)).toEqual(['user', 'user', 'user', 'bot']);
    const delivery = await eventually(() =>
      service.db('sandbox_deliveries').where({ account_id: account.accountId }).first(),
    );
    expect(delivery).toMatchObject({ subject: 'Re: Moving', to_address: lead.email });
    expect(delivery.body_text).toContain('From which city?');
    expect(JSON.parse(delivery.headers)).toMatchObject({ 'Auto-Submitted': 'auto-replied' });
    expect(await service.db('agent_turns').where({ conversation_id: conversation.id })).toHaveLength(1);
  });

  it('says in a chat what a person has planned, though no worker lives when its hour comes', async () => {
    const account = await service.account();
    const id = await addChat({ ...service, dispatched: [], requestLog: NO_LOG }, account);
    let planId = '';
    await service.replaceWorkers(async () => {
      const send_at = new Date(Date.now() + 500);
      const written = account.request('post', `/conversations/${id}/messages`);
      const { body } = await written.send({ text: 'Hello, this is Eva.', send_at: send_at.toISOString() }).expect(201);
      await eventually(async () => (Date.now() > send_at.getTime() ? true : undefined));
      expect(await service.db('planned_messages').where({ conversation_id: id })).toHaveLength(1);
      planId = body.message.id;
    });
    expect(await service.resultOf(`conversation/${id}`)).toBeNull();
    const { messages, planned } = (await account.request('get', `/conversations/${id}/messages`).expect(200)).body;
    expect(messages.at(-1)).toMatchObject({ id: planId, role: 'agent', text: 'Hello, this is Eva.' });
    expect(planned).toEqual([]);
  });
});
