import { describe, expect, it } from '@jest/globals';
import type { CadenceStepRequest } from '../../schemas/cadence/cadence.js';
import { addSender, publishAgent } from '../support/agents.js';
import { eventually } from '../support/eventually.js';
import { useService } from '../support/service.js';

const service = useService();
const STEPS = 3;

const mail = (seconds: number): CadenceStepRequest => ({
  type: 'message',
  subject: 'Hello',
  content: 'Hello {{lead.first_name}}',
  delay: { type: 'after', amount: seconds, unit: 'seconds' },
});

const enroll = async (steps: CadenceStepRequest[]) => {
  const account = await service.account();
  await addSender(service.db, account.accountId);
  const workflow_id = await publishAgent(service.db, account.accountId, steps);
  const lead = { first_name: 'Ada', email: 'ada@example.com', workflow_id };
  const answer = await account.request('post', '/leads').send(lead).expect(201);
  return service.client.workflow.getHandle(`cadence/${answer.body.workflow_run.id}`);
};

describe('what a cadence costs Temporal', () => {
  it('takes at most 5 events and 3 state transitions until the first timer is armed', async () => {
    const handle = await enroll([mail(3_600)]);
    const history = await eventually(async () => {
      const { events = [] } = await handle.fetchHistory().catch(() => ({ events: [] }));
      return events?.some((event) => event.timerStartedEventAttributes) ? events : undefined;
    });
    expect(history.length).toBeLessThanOrEqual(5);
    const { raw } = await handle.describe();
    expect(Number(raw.workflowExecutionInfo?.stateTransitionCount)).toBeLessThanOrEqual(3);
  });

  it('takes at most 11 events and 7 state transitions for each step', async () => {
    const handle = await enroll(Array.from({ length: STEPS }, () => mail(1)));
    await service.resultOf(handle.workflowId);
    const { raw } = await handle.describe();
    const info = raw.workflowExecutionInfo;
    // The run's own start and end are not a step's.
    expect(Number(info?.historyLength)).toBeLessThanOrEqual(5 + STEPS * 11);
    expect(Number(info?.stateTransitionCount)).toBeLessThanOrEqual(3 + STEPS * 7);
  });

  it('takes no more where the clock of the workers is two seconds behind', async () => {
    service.setBack(2_000);
    const handle = await enroll(Array.from({ length: STEPS }, () => mail(1)));
    await service.resultOf(handle.workflowId);
    const { raw } = await handle.describe();
    expect(Number(raw.workflowExecutionInfo?.historyLength)).toBeLessThanOrEqual(5 + STEPS * 11);
    service.setBack(0);
  });
});
