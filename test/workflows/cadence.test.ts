import { describe, expect, it } from '@jest/globals';
import { completeDefinition } from '../../domain/cadence/complete.js';
import type { CadenceStepRequest } from '../../schemas/cadence/cadence.js';
import { rebuildRuns } from '../../services/operations/rebuild-runs.js';
import { addSender, publishAgent } from '../support/agents.js';
import type { TestAccount } from '../support/api.js';
import { eventually, useService } from '../support/service.js';
import { workOn } from '../support/work.js';

const service = useService();

const mail = (subject: string, seconds = 0): CadenceStepRequest => ({
  type: 'message',
  subject,
  content: 'Hello {{lead.first_name}}',
  delay: { type: 'after', amount: seconds, unit: 'seconds' },
});

const enrolled = async (steps: CadenceStepRequest[], columns: object = {}) => {
  const account = await service.account();
  if (Object.keys(columns).length > 0) await service.db('accounts').where({ id: account.accountId }).update(columns);
  await addSender(service.db, account.accountId);
  const agentId = await publishAgent(service.db, account.accountId, steps);
  const answer = await account
    .request('post', '/leads')
    .send({ first_name: 'Ada', email: 'ada@example.com', workflow_id: agentId });
  expect(answer.status).toBe(201);
  return { account, agentId, leadId: answer.body.lead.id as string, runId: answer.body.workflow_run.id as string };
};

/** Once the run's first mail has left, and the next one waits for its hour. */
const waitsForSecond = (runId: string) =>
  eventually(async () => ((await runOf(runId))!.step_key === 'step_2' ? true : undefined));
/** Has what comes next in an hour come now. */
const hasten = (account: TestAccount, runId: string) =>
  account
    .request('post', '/workflow-runs/bulk')
    .send({ filter: { workflow_run_ids: [runId] }, operation: 'shift', shift_minutes: -60 })
    .expect(200);

const runOf = (id: string) => service.db('agent_runs').where({ id }).first();
const deliveries = (accountId: string) =>
  service.db('sandbox_deliveries').where({ account_id: accountId }).orderBy('id');
const untilStatus = (id: string, status: string) =>
  eventually(async () => {
    const run = await runOf(id);
    return run!.run_status === status ? run : undefined;
  });

describe('a cadence on Temporal', () => {
  it('sends its steps in order, each once, and completes', async () => {
    const { account, runId } = await enrolled([mail('One'), mail('Two', 1), mail('Three', 1)]);
    const run = await untilStatus(runId, 'completed');
    const sent = await deliveries(account.accountId);
    expect(sent.map((delivery) => delivery.subject)).toEqual(['One', 'Two', 'Three']);
    expect(sent[0]!.body_text).toContain('Hello Ada');
    expect(run).toMatchObject({ cadence_state: 'completed', stop_reason: 'completed', open_slot: null });
    const messages = await service.db('messages').where({ agent_run_id: runId });
    expect(messages.map((message: { status: string }) => message.status)).toEqual(['sent', 'sent', 'sent']);
  });

  it('sends nothing after the response to a stop, and continues with the rest after a resume', async () => {
    const { account, leadId, runId, agentId } = await enrolled([mail('One'), mail('Two', 3_600)]);
    await waitsForSecond(runId);
    const stopped = await account.request('post', `/leads/${leadId}/automation/stop`).send({ workflow_id: agentId });
    expect(stopped.body).toMatchObject({ success: true, workflow_run_id: runId, cadence_paused: true, in_flight: [] });
    const paused = await account.request('get', `/leads/${leadId}/is_paused`);
    expect(paused.body).toMatchObject({ paused: true });
    const again = await account.request('post', `/leads/${leadId}/automation/stop`).send({ workflow_id: agentId });
    expect(again.body.already_stopped).toBe(true);

    const back = await account.request('post', `/leads/${leadId}/automation/resume`).send({ workflow_id: agentId });
    expect(back.body).toMatchObject({ cadence_resumed: false });
    expect((await runOf(runId))!.cadence_state).toBe('paused');
    expect(await deliveries(account.accountId)).toHaveLength(1);

    const resumed = await account
      .request('post', `/leads/${leadId}/automation/resume`)
      .send({ workflow_id: agentId, resume_cadence: true });
    expect(resumed.body).toMatchObject({ cadence_resumed: true });
    await hasten(account, runId);
    await untilStatus(runId, 'completed');
    expect((await deliveries(account.accountId)).map((sent) => sent.subject)).toEqual(['One', 'Two']);
  });

  it('continues from its stored step when Temporal has lost it', async () => {
    const { account, runId } = await enrolled([mail('One'), mail('Two', 3_600)]);
    await waitsForSecond(runId);
    await service.client.workflow.getHandle(`cadence/${runId}`).terminate('lost');
    expect(await rebuildRuns(workOn(service.db), account.accountId)).toBe(1);
    await hasten(account, runId);
    await untilStatus(runId, 'completed');
    expect((await deliveries(account.accountId)).map((sent) => sent.subject)).toEqual(['One', 'Two']);
  });

  it('holds while the account’s sending is off, and resumes when it is on again', async () => {
    const { account, runId } = await enrolled([mail('One')], { sending_enabled: false, sending_note: 'restore' });
    const held = await eventually(async () => {
      const run = await runOf(runId);
      return run!.hold_reason ? run : undefined;
    });
    expect(held).toMatchObject({ hold_reason: 'manual', hold_detail: 'restore' });
    expect(await deliveries(account.accountId)).toHaveLength(0);
    await service.db('accounts').where({ id: account.accountId }).update({ sending_enabled: true });
    await rebuildRuns(workOn(service.db), account.accountId);
    await untilStatus(runId, 'completed');
    expect(await deliveries(account.accountId)).toHaveLength(1);
  });

  it('takes branches and changes the lead by `set` steps', async () => {
    const { account, leadId, runId } = await enrolled([
      {
        key: 'tag',
        type: 'set',
        actions: [
          { type: 'add_tag', params: { tags: ['Warm'] } },
          { type: 'add_tag', params: { tags: ['Later'] }, delay_seconds: 1 },
        ],
      },
      {
        key: 'test',
        type: 'branch',
        conditions: [{ source: 'tag', operator: 'has', value: 'warm' }],
        then: 'yes',
        else: 'no',
      },
      { ...mail('No'), key: 'no' },
      { ...mail('Yes'), key: 'yes' },
    ]);
    await untilStatus(runId, 'completed');
    expect((await deliveries(account.accountId)).map((sent) => sent.subject)).toEqual(['Yes']);
    const lead = await account.request('get', `/leads/${leadId}`);
    expect(lead.body.lead.tags.map((tag: { slug: string }) => tag.slug).sort()).toEqual(['later', 'warm']);
    const events = await service
      .db('events')
      .where({ agent_run_id: runId, type: 'cadence.step_executed' })
      .orderBy('seq');
    expect(events.map(({ data }: { data: string }) => JSON.parse(data).step_key)).toEqual([
      'tag',
      'tag',
      'test',
      'yes',
    ]);
    const [begun = 0, done = 0] = events.map(({ created_at }: { created_at: Date }) => created_at.getTime());
    expect(done - begun).toBeGreaterThanOrEqual(1_000);
  });

  it('continues immediately when its awaited event happens', async () => {
    const account = await service.account();
    await addSender(service.db, account.accountId);
    const steps: CadenceStepRequest[] = [
      {
        key: 'reply',
        type: 'wait_until',
        any: ['message.received'],
        timeout: { type: 'after', amount: 1, unit: 'hours' },
      },
      { ...mail('Thanks'), key: 'thanks' },
    ];
    const { exit } = completeDefinition({ name: 'Test', cadence: { steps } }, 'UTC');
    const parts = { exit: { ...exit, on_reply: 'continue' as const } };
    const agentId = await publishAgent(service.db, account.accountId, steps, parts);
    const answer = await account
      .request('post', '/leads')
      .send({ first_name: 'Ada', email: 'ada@example.com', workflow_id: agentId });
    const [leadId, runId] = [answer.body.lead.id, answer.body.workflow_run.id];
    await eventually(async () => ((await runOf(runId))!.started_at ? true : undefined));
    await service.reply(account.accountId, leadId);
    await untilStatus(runId, 'completed');
    expect((await deliveries(account.accountId)).map((sent) => sent.subject)).toEqual(['Thanks']);
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
