import { describe, expect, it } from '@jest/globals';
import { newId } from '../../../runtime/ids.js';
import type { ConversationMessage } from '../../../schemas/conversations/messages.js';
import type { ReceiveResult } from '../../../services/conversations/receive.js';
import { useApi } from '../../support/api.js';
import { castOf, stageClock, visitorOf } from '../../support/conversations.js';
import { addWidget, openChat, proofFor, sendFrom } from '../../support/widgets.js';

const api = useApi({}, { clock: stageClock });

/** A chat with an agent that asks by forms. */
async function chatter(ai: object = {}) {
  const cast = await castOf(api, { agent: 'solar' }, { ai: { ask_by_form: true, ...ai } });
  const visitor = visitorOf(api, cast);
  return {
    cast,
    visitor,
    fill: (fields: Record<string, string>, variant: 'once' | 'twice' | 'kill' = 'once') =>
      visitor.send({ choice: { type: 'form', fields } }, variant),
    said: async () =>
      api
        .db('conversation_messages')
        .where({ conversation_id: (await visitor.seat()).id, role: 'user' })
        .orderBy('seq')
        .pluck('text'),
    lead: async () => (await api.db('leads').where({ account_id: cast.account.accountId }).first())!,
  };
}

const lastOf = (received: ReceiveResult): ConversationMessage => {
  if (received.outcome === 'reused') throw new Error('Taken before.');
  return received.messages.at(-1)!;
};
const formIn = (message: ConversationMessage) => message.actions.find((action) => action.type === 'form');

describe('what is missing', () => {
  it('is asked for at once by a form, and one by one where the agent has none', async () => {
    const { visitor } = await chatter();
    const asked = lastOf(await visitor.send({ text: 'Hi' }));
    expect(formIn(asked)?.fields.map(({ key, type, required }) => [key, type, required])).toEqual([
      ['first_name', 'text', true],
      ['email', 'email', true],
      ['roof_area', 'text', true],
    ]);
    expect(asked.text).toMatch(/What is your name\?\n\nOr fill in all of it below\.$/);
    const plain = visitorOf(api, (await chatter({ ask_by_form: false })).cast);
    expect(lastOf(await plain.send({ text: 'Hi' })).actions).toEqual([]);
  });

  it.each(['once', 'twice', 'kill'] as const)(
    'is known once it is filled in, and times are offered (%s)',
    async (variant) => {
      const { visitor, fill, said, lead } = await chatter();
      await visitor.send({ text: 'Hi' });
      const answered = lastOf(await fill({ first_name: 'Ana', email: 'ana@example.com', roof_area: '82,5' }, variant));
      expect(answered.actions).toMatchObject([{ type: 'book_meeting' }]);
      expect((await said()).at(-1)).toMatch(/: Ana\n.*: ana@example\.com\n.*: 82,5$/s);
      expect(await lead()).toMatchObject({ first_name: 'Ana', email: 'ana@example.com' });
      const kept = await api.db('lead_variables').where({ lead_id: (await lead()).id, field_key: 'roof_area' });
      expect(kept).toMatchObject([{ value: '82.5', set_by: 'agent' }]);
    },
  );

  it('is asked for again where an answer is none, in words where only that is left', async () => {
    const { visitor, fill } = await chatter();
    await visitor.send({ text: 'Hi' });
    const again = lastOf(await fill({ first_name: 'Ana', email: 'not an address', roof_area: '80' }));
    expect(again.text).toMatch(/e-mail/i);
    expect(formIn(again)).toBeUndefined();
  });

  it('takes nothing that was not asked, and no card numbers', async () => {
    const { visitor, fill, said, cast } = await chatter();
    await visitor.send({ text: 'Hi' });
    await fill({ first_name: '4111 1111 1111 1111', status: 'won', constructor: 'x' });
    const [, last] = await said();
    expect(last).not.toMatch(/4111|won/);
    const rows = await api.db('conversation_messages').where({ account_id: cast.account.accountId });
    expect(JSON.stringify(rows)).not.toMatch(/4111 1111/);
    const other = await chatter();
    await other.fill({ note: 'I never saw a form' });
    expect(await other.said()).toEqual(['I never saw a form']);
  });

  it('is sent as any turn is, and refused where nothing is filled in', async () => {
    const { cast } = await chatter();
    const chat = await openChat(api, await addWidget(api, cast.account, { workflow_id: cast.agentId }));
    const turn = async (action: object) =>
      sendFrom(api, chat, 'turn', { turn_id: newId(), action, pow: await proofFor(api, chat) });
    for (const fields of [{}, { email: '  ' }]) {
      expect((await turn({ type: 'form', fields })).status).toBe(400);
    }
    const { status, body } = await turn({ type: 'form', fields: { email: 'ana@example.com' } });
    expect([status, body.status, body.lead_id]).toEqual([200, 'answered', expect.any(String)]);
  });
});
