import { describe, expect, it } from '@jest/globals';
import { inWork } from '../../../db/work.js';
import { newId } from '../../../runtime/ids.js';
import { captureForm } from '../../../services/conversations/capture-form.js';
import { addSender } from '../../support/agents.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { concurrently } from '../../support/concurrent.js';
import { castOf, leadOf, type Script, stageClock, visitorOf } from '../../support/conversations.js';
import { workOn } from '../../support/work.js';

const api = useApi({}, { clock: stageClock });
const MARK = 'Kept-for-nobody';

/** Returns the response to a request while its lead is being erased, which equals that of a slightly later request. */
const whileErased = (account: TestAccount, leadId: string, path: string, body: object) =>
  concurrently(
    api.db,
    (tx) => tx('leads').where({ id: leadId }).update({ erased_at: new Date() }),
    async () => (await account.request('post', path).send(body)).body.code,
  );

/** A lead in a chat with an agent. */
async function chatting() {
  const script = { agent: 'solar', lead: { first_name: 'Kim', enrolled: true } } as unknown as Script;
  const cast = await castOf(api, script);
  const { lead, run } = (await leadOf(api, cast, script))!;
  const visitor = visitorOf(api, cast, { lead: { id: lead.id, agentRunId: run!.id } });
  await visitor.send({ text: 'Hello' });
  const conversation = (await api.db('conversations').where({ lead_id: lead.id }).first())!;
  return { ...cast, lead, visitor, conversation };
}

describe('while a lead is erased', () => {
  it('no note is written about it', async () => {
    const account = await api.account();
    const { body } = await account.request('post', '/leads').send({ first_name: 'Ana' }).expect(201);
    const leadId = body.lead.id;
    expect(await whileErased(account, leadId, `/leads/${leadId}/notes`, { text: MARK })).toBe('LEAD_ERASED');
    expect(await api.db('lead_notes').where({ lead_id: leadId })).toEqual([]);
  });

  it('no message is queued for it', async () => {
    const account = await api.account();
    await addSender(api.db, account.accountId);
    const lead = { first_name: 'Ana', email: `${newId()}@example.com` };
    const { body } = await account.request('post', '/leads').send(lead).expect(201);
    const leadId = body.lead.id;
    const message = { lead_id: leadId, channel: 'email', subject: MARK, content: MARK };
    expect(await whileErased(account, leadId, '/messages', message)).toBe('LEAD_ERASED');
    expect(await api.db('messages').where({ lead_id: leadId })).toEqual([]);
  });

  it('nothing is written in its conversation', async () => {
    const { account, lead, conversation } = await chatting();
    const path = `/conversations/${conversation.id}/messages`;
    expect(await whileErased(account, lead.id, path, { text: MARK })).toBe('LEAD_ERASED');
    expect(await api.db('conversation_messages').where({ conversation_id: conversation.id, text: MARK })).toEqual([]);
  });
});

describe('a form that comes from the chat of a lead that was erased', () => {
  it('is not taken, and brings nothing of the lead back', async () => {
    const { account, lead, visitor } = await chatting();
    await account.request('post', `/leads/${lead.id}/erase`).expect(200);
    const form = { submissionId: newId(), fields: { first_name: MARK, email: 'kept@example.com', roof_area: '90' } };
    const taken = await inWork(workOn(api.db, stageClock.now), async (work) =>
      captureForm(work, await visitor.seat(), form),
    );
    expect(taken).toEqual({ outcome: 'away' });
    expect(JSON.stringify(await api.db('leads').where({ id: lead.id }))).not.toMatch(/kept/i);
    expect(await api.db('lead_variables').where({ lead_id: lead.id })).toEqual([]);
  });
});
