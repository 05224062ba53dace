import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CadenceStepRequest } from '../../schemas/cadence.js';
import { addSender, publishAgent } from '../support/agents.js';
import { eventually, useService } from '../support/service.js';
import { json, startVoiceServer, type VoiceServer } from '../support/voice-server.js';

const service = useService({ VOICE_ALLOW_PRIVATE: 'true' });
let server: VoiceServer;
beforeAll(async () => {
  server = await startVoiceServer(({ body }, response) => json(response, 201, { call_id: `p-${body.call_id}` }));
});
afterAll(() => server.close());

const STEPS: CadenceStepRequest[] = [
  {
    key: 'ring',
    type: 'call',
    begin_message: 'Hello {{ lead.first_name }}',
    attempts: { max: 2, spacing_minutes: [60] },
  },
  { key: 'mail', type: 'message', subject: 'After the call', content: 'Hi' },
];

async function enrolled(phone: string, voiceAgent: Record<string, unknown>) {
  const account = await service.account({ country: 'ES' });
  await addSender(service.db, account.accountId);
  const made = await account.request('post', '/voice-agents').send({ name: 'Eva', ...voiceAgent });
  expect(made.status).toBe(201);
  const agentId = await publishAgent(service.db, account.accountId, STEPS);
  const enroll = async (to = phone) => {
    const lead = { first_name: 'Ada', email: `ada-${to.slice(1)}@example.com`, phone: to, workflow_id: agentId };
    const answer = await account.request('post', '/leads').send(lead);
    expect(answer.status).toBe(201);
    return { leadId: answer.body.lead.id as string, runId: answer.body.workflow_run.id as string };
  };
  return { account, ...(await enroll()), enroll };
}

const run = (id: string) => service.db('agent_runs').where({ id }).first();

describe('a cadence that calls', () => {
  it('goes on when the call was answered, and the conversation stands in the history', async () => {
    const { account, leadId, runId } = await enrolled('+34600111255', {});
    await eventually(async () => ((await run(runId)).run_status === 'completed' ? true : undefined));
    const { body } = await account.request('get', `/leads/${leadId}/history?types=call,call_missed,message`);
    expect(body.history).toMatchObject([
      {
        type: 'call',
        call_status: 'ended',
        duration_seconds: 42,
        transcript: [{ role: 'agent', text: 'Hello Ada' }, { role: 'user' }, { role: 'agent' }],
      },
      { type: 'message', channel: 'email', subject: 'After the call' },
    ]);
    expect(
      await service.db('sandbox_deliveries').where({ account_id: account.accountId, channel: 'call' }),
    ).toHaveLength(1);
  });

  it('waits for its next attempt when nobody answered', async () => {
    const { account, leadId, runId } = await enrolled('+34600111200', {});
    const waiting = await eventually(async () => {
      const row = await run(runId);
      const cadence = JSON.parse(row.cadence);
      return cadence.attempt === 2 && cadence.hold === null ? { row, cadence } : undefined;
    });
    expect(waiting.row).toMatchObject({ run_status: 'running', step_key: 'ring' });
    const inAnHour = Date.parse(waiting.cadence.due_at) - Date.now();
    expect(inAnHour).toBeGreaterThan(55 * 60_000);
    const { body } = await account.request('get', `/leads/${leadId}/history?types=call_missed`);
    expect(body.history).toMatchObject([{ disconnection_reason: 'dial_no_answer' }]);
  });

  it('makes no more calls at once than its voice agent may, and says what the others wait for', async () => {
    const url = `${server.url}/calls`;
    const { runId, enroll } = await enrolled('+34600111256', { provider: 'generic', url, max_concurrent: 1 });
    await eventually(async () => (JSON.parse((await run(runId)).cadence).attempt === 2 ? true : undefined));
    const calls = server.seen.length;
    const second = await enroll('+34600111257');
    const held = await eventually(async () => {
      const row = await run(second.runId);
      return row.hold_reason === 'sender_throttle' ? row : undefined;
    });
    expect(held.hold_detail).toBe('The voice agent makes at most 1 calls at once.');
    expect(server.seen.length).toBe(calls);
  });
});
