import { describe, expect, it } from '@jest/globals';
import type { CadenceStepRequest } from '../../schemas/cadence.js';
import { addSender, publishAgent } from '../support/agents.js';
import { eventually, useService } from '../support/service.js';

const service = useService();

const mail = (subject: string, seconds = 0): CadenceStepRequest => ({
  type: 'message',
  subject,
  content: 'Hello {{lead.first_name}}',
  delay: { type: 'after', amount: seconds, unit: 'seconds' },
});

const enrolled = async (steps: CadenceStepRequest[]) => {
  const account = await service.account();
  await addSender(service.db, account.accountId);
  const agentId = await publishAgent(service.db, account.accountId, steps);
  const answer = await account
    .request('post', '/leads')
    .send({ first_name: 'Ada', email: 'ada@example.com', workflow_id: agentId });
  expect(answer.status).toBe(201);
  return { account, agentId, leadId: answer.body.lead.id as string, runId: answer.body.workflow_run.id as string };
};

const runOf = (id: string) => service.db('agent_runs').where({ id }).first();
const deliveries = (accountId: string) =>
  service.db('sandbox_deliveries').where({ account_id: accountId }).orderBy('created_at');
const untilStatus = (id: string, status: string) =>
  eventually(async () => {
    const run = await runOf(id);
    return run.run_status === status ? run : undefined;
  });

describe('a cadence on Temporal', () => {
  it('sends its steps in order, each once, and completes', async () => {
    const { account, runId } = await enrolled([mail('One'), mail('Two', 1), mail('Three', 1)]);
    const run = await untilStatus(runId, 'completed');
    const sent = await deliveries(account.accountId);
    expect(sent.map((delivery: { subject: string }) => delivery.subject)).toEqual(['One', 'Two', 'Three']);
    expect(sent[0].body_text).toContain('Hello Ada');
    expect(run).toMatchObject({ cadence_state: 'completed', stop_reason: 'completed', open_slot: null });
    const messages = await service.db('messages').where({ agent_run_id: runId });
    expect(messages.map((message: { status: string }) => message.status)).toEqual(['sent', 'sent', 'sent']);
  });

  it('costs at most 11 events a step, and 5 until the first timer is armed', async () => {
    const { runId } = await enrolled([mail('One', 1), mail('Two', 1), mail('Three', 1)]);
    await untilStatus(runId, 'completed');
    const handle = service.client.workflow.getHandle(`cadence/${runId}`);
    await handle.result();
    const { events = [] } = await handle.fetchHistory();
    const types = (events ?? []).map((event) => String(event.eventType));
    expect(types.length).toBeLessThanOrEqual(3 * 11 + 5);
    // Started, task scheduled, task started, task completed, timer started.
    expect((events ?? []).findIndex((event) => event.timerStartedEventAttributes)).toBe(4);
  });

  it('sends nothing after a stop was answered, and goes on with what is left after a resume', async () => {
    const { account, leadId, runId, agentId } = await enrolled([mail('One'), mail('Two', 2)]);
    await eventually(async () => ((await deliveries(account.accountId)).length === 1 ? true : undefined));
    const stopped = await account.request('post', `/leads/${leadId}/automation/stop`).send({ workflow_id: agentId });
    expect(stopped.body).toMatchObject({ success: true, workflow_run_id: runId, cadence_paused: true, in_flight: [] });
    const paused = await account.request('get', `/leads/${leadId}/is_paused`);
    expect(paused.body).toMatchObject({ paused: true });
    const again = await account.request('post', `/leads/${leadId}/automation/stop`).send({ workflow_id: agentId });
    expect(again.body.already_stopped).toBe(true);

    const back = await account.request('post', `/leads/${leadId}/automation/resume`).send({ workflow_id: agentId });
    expect(back.body).toMatchObject({ cadence_resumed: false });
    expect((await runOf(runId)).cadence_state).toBe('paused');
    expect(await deliveries(account.accountId)).toHaveLength(1);

    const resumed = await account
      .request('post', `/leads/${leadId}/automation/resume`)
      .send({ workflow_id: agentId, resume_cadence: true });
    expect(resumed.body).toMatchObject({ cadence_resumed: true });
    await untilStatus(runId, 'completed');
    expect((await deliveries(account.accountId)).map((sent: { subject: string }) => sent.subject)).toEqual([
      'One',
      'Two',
    ]);
  });

  it('explains itself in Temporal without names, addresses or texts', async () => {
    const { runId } = await enrolled([mail('Private subject'), mail('Two', 1)]);
    await untilStatus(runId, 'completed');
    const handle = service.client.workflow.getHandle(`cadence/${runId}`);
    await handle.result();
    const encoded = JSON.stringify(await handle.fetchHistory());
    const history = encoded.replaceAll(/"data":"([A-Za-z0-9+/=]+)"/g, (_match, data) =>
      Buffer.from(data, 'base64').toString('utf8'),
    );
    expect(['Ada', 'ada@example', 'Private subject', 'Hello'].filter((word) => history.includes(word))).toEqual([]);
    expect(['step 2 of 2', 'send email'].filter((word) => !history.includes(word))).toEqual([]);
  });
});
