import { beforeAll, describe, expect, it } from '@jest/globals';
import { insertEvents, type NewEvent } from '../../../db/events/events.js';
import { shareInterval } from '../../../domain/values/share.js';
import { countNextEvents } from '../../../services/operations/count-events.js';
import { mailStep, makeEnrolledLead, makePublishedAgent, makeSender } from '../../support/agent-requests.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { forgetCounts } from '../../support/counts.js';
import { addMessage } from '../../support/messaging.js';

const api = useApi();
const origin = { kind: 'system', id: null } as const;
const STEPS = [mailStep('One', { key: 'one' }), mailStep('Two', { key: 'two' })];

const countAll = async () => {
  while ((await countNextEvents({ db: api.db, now: new Date() })) > 0);
};

let account: TestAccount;
let workflowId: string;

/** A run of the agent, and what happens in it. */
async function enrol() {
  const { runId } = await makeEnrolledLead(account, workflowId, { skip_first_message: true });
  const run = (await api.db('agent_runs').where({ id: runId }).first())!;
  const lead = (await api.db('leads').where({ id: run.lead_id }).first())!;
  const tell = (type: NewEvent['type'], data: object) =>
    insertEvents(api.db, new Date(), [
      { accountId: run.account_id, leadId: lead.id, agentRunId: run.id, type, data: { ...data }, origin },
    ]);
  return {
    run,
    tell,
    send: async (step_key: string, variant: string, visit = 1) => {
      const { id } = await addMessage(api.db, lead, run, { status: 'sent', step_key, variant, visit });
      await tell('message.sent', { message_id: id, step_key, channel: 'email' });
      await tell('cadence.step_executed', { message_id: id, step_key, channel: 'email' });
      return id;
    },
    arrive: (id: string) => tell('message.delivered', { message_id: id, channel: 'email' }),
    convert: async () => tell('conversion.recorded', { workflow_id: workflowId, amount: 5, currency: 'EUR' }),
  };
}

const funnel = async (query = '') =>
  (await account.request('get', `/workflows/${workflowId}/funnel${query}`).expect(200)).body;
const stepOf = async (key: string, query = '') =>
  (await funnel(query)).steps.find((step: { step_key: string }) => step.step_key === key);

beforeAll(async () => {
  account = await api.account({ timezone: 'UTC' });
  await makeSender(account);
  workflowId = await makePublishedAgent(account, STEPS);
});

describe('the funnel', () => {
  it('counts a run once at each step that it reaches, waits at, skips or sends', async () => {
    const first = await enrol();
    await first.tell('cadence.step_scheduled', { step_key: 'one', channel: 'email' });
    await first.send('one', 'a');
    await first.send('one', 'a', 2);
    await first.tell('cadence.step_skipped', { step_key: 'two', reason: 'condition' });
    const second = await enrol();
    await second.tell('cadence.held', { step_key: 'one', reason: 'consent_missing' });
    await countAll();
    expect(await stepOf('one')).toMatchObject({ entered: 2, sent: 2 });
    expect(await stepOf('two')).toMatchObject({ entered: 1, sent: 0, skipped: 1 });
  });

  it('counts what was sent before a run’s first conversion for each variant once', async () => {
    const run = await enrol();
    await run.send('one', 'b');
    await run.send('one', 'b', 2);
    await run.convert();
    await run.send('two', 'late');
    await run.convert();
    await countAll();
    const { variants } = await stepOf('one');
    const { low, high } = shareInterval(1, 2);
    expect(variants).toContainEqual(
      expect.objectContaining({ key: 'b', sent: 2, converted: 1, converted_low: low, converted_high: high }),
    );
    expect(variants).toContainEqual(expect.objectContaining({ key: 'a', converted: 0 }));
    expect((await stepOf('two')).variants).toMatchObject([{ key: 'late', sent: 1, converted: 0 }]);
    const { rows } = (await account.request('get', '/reports/variants').expect(200)).body;
    expect(rows).toContainEqual(
      expect.objectContaining({ variant: 'b', conversion_share: { low, high }, reply_share: shareInterval(0, 2) }),
    );
  });

  it('is a file too: each step, and below it its variants with their intervals', async () => {
    const { text } = await account
      .request('get', `/workflows/${workflowId}/funnel`)
      .set('accept', 'text/csv')
      .expect(200);
    const lines = text.trim().split('\r\n');
    const { low, high } = shareInterval(1, 2);
    const replies = shareInterval(0, 2);
    const one = await stepOf('one');
    expect(lines.slice(0, 2)).toEqual([
      'step_key,variant,entered,sent,delivered,opened,clicked,replied,skipped,failed,here_now,held_now,' +
        'converted,share_low,share_high,converted_low,converted_high',
      ['one', '', one.entered, one.sent, one.delivered, 0, 0, 0, 0, 0, one.here_now, one.held_now].join(','),
    ]);
    expect(lines).toContain(`one,b,,2,,,,0,,,,,1,${replies.low},${replies.high},${low},${high}`);
  });

  it('tells versions apart, a message by the one that sent it', async () => {
    const run = await enrol();
    const message = await run.send('one', 'c');
    await account
      .request('patch', `/workflows/${workflowId}`)
      .send({ cadence: { steps: [...STEPS, mailStep('Three', { key: 'three' })] } })
      .expect(200);
    await account.request('post', `/workflows/${workflowId}/publish`).send({}).expect(201);
    const filter = { workflow_id: workflowId, workflow_run_ids: [run.run.id] };
    const move = { filter, operation: 'migrate' };
    const moved = await account.request('post', '/workflow-runs/bulk').send(move).expect(200);
    expect(moved.body).toMatchObject({ changed: 1 });
    await run.arrive(message);
    await run.send('three', 'd');
    await countAll();
    const variant = (variants: { key: string }[], key: string) => variants.find((each) => each.key === key);
    expect(variant((await stepOf('one', '?version=1')).variants, 'c')).toMatchObject({ sent: 1 });
    expect(await stepOf('one', '?version=1')).toMatchObject({ delivered: 1 });
    expect(await stepOf('one', '?version=2')).toMatchObject({ sent: 0, delivered: 0, entered: 0 });
    expect(await stepOf('three', '?version=2')).toMatchObject({ sent: 1, entered: 1 });
    expect((await funnel('?version=1')).steps.map((step: { step_key: string }) => step.step_key)).toEqual([
      'one',
      'two',
    ]);
    expect((await funnel()).version).toBeNull();
    await account.request('get', `/workflows/${workflowId}/funnel?version=3`).expect(400);
  });

  it('is the same after a rebuild', async () => {
    const before = await funnel();
    await forgetCounts(api.db);
    await countAll();
    const { as_of: _now, ...now } = await funnel();
    const { as_of: _then, ...then } = before;
    expect(now).toEqual(then);
  });
});
