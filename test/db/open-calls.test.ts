import { describe, expect, it } from '@jest/globals';
import { firstIdAt } from '../../runtime/ids.js';
import { type TestAccount, useApi } from '../support/api.js';
import { addLead } from '../support/messaging.js';
import { useActivities } from '../support/worker.js';

const api = useApi();
const activities = useActivities(api);
const HOUR_MS = 3_600_000;

async function addVoiceAgent(account: TestAccount): Promise<string> {
  const { body } = await account.request('post', '/voice-agents').send({ name: 'Eva', max_concurrent: 1 }).expect(201);
  const steps = [{ type: 'call', begin_message: 'Hello' }];
  const channels = { voice_agent_id: body.voice_agent.id };
  const made = await account.request('post', '/workflows').send({ name: 'Caller', channels, cadence: { steps } });
  return made.body.workflow.id;
}

/** A call that was asked for three hours ago and is due only now. */
async function askedLongAgo(account: TestAccount, leadId: string, workflow_id: string, nth: number): Promise<string> {
  const ask = { lead_id: leadId, workflow_id, channel: 'call', begin_message: 'Hello there' };
  const { body } = await account.request('post', '/messages').send(ask).expect(202);
  const id = firstIdAt(new Date(Date.now() - 3 * HOUR_MS)).slice(0, -12) + body.message_id.slice(-11) + nth;
  await api.db('messages').where({ id: body.message_id }).update({ id });
  await api.db('outgoing_messages').where({ message_id: body.message_id }).update({ message_id: id });
  return id;
}

async function callOneAfterTheOther(ids: string[]): Promise<unknown[]> {
  const stands: unknown[] = [];
  for (const messageId of ids) {
    await activities().advanceMessage({ messageId });
    const { status, hold_reason } = (await api.db('messages').where({ id: messageId }).first())!;
    stands.push([status, hold_reason]);
  }
  return stands;
}

describe('calls that were asked for hours before they are made', () => {
  it('take a line of their voice agent while they are under way', async () => {
    const account = await api.account({ country: 'ES' });
    const caller = await addVoiceAgent(account);
    const ids: string[] = [];
    for (const nth of [1, 2]) {
      const { id } = await addLead(api.db, account.accountId, { phone: `+3460011125${nth}` });
      ids.push(await askedLongAgo(account, id, caller, nth));
    }
    expect(await callOneAfterTheOther(ids)).toEqual([
      ['sent', null],
      ['held', 'sender_throttle'],
    ]);
  });

  it('keep other voice agents from calling the same lead at the same time', async () => {
    const account = await api.account({ country: 'ES' });
    const { id } = await addLead(api.db, account.accountId, { phone: '+34600111255' });
    const ids: string[] = [];
    for (const nth of [1, 2]) ids.push(await askedLongAgo(account, id, await addVoiceAgent(account), nth));
    expect(await callOneAfterTheOther(ids)).toEqual([
      ['sent', null],
      ['held', 'sender_throttle'],
    ]);
  });
});
