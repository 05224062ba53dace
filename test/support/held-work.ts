import { expect } from '@jest/globals';
import { asyncLocalStorage, Context } from '@temporalio/activity';
import { newId } from '../../runtime/ids.js';
import { listAttention } from '../../services/operations/attention.js';
import { retryHeld } from '../../services/operations/retry-held.js';
import { addSender, publishAgent } from './agents.js';
import type { TestApi } from './api.js';
import { workOn } from './work.js';
import { useActivities } from './worker.js';

/** A lead's text that no JSON parser takes, and that no error may quote. */
export const BROKEN = '{"note": Lovelace}';
export const WHAT = 'work on hold after repeated failures';

/** Does an activity as its `attempt`th try. */
export const tried = <T>(attempt: number, work: () => Promise<T>): Promise<T> => {
  const info = { attempt, scheduledTimestampMs: Date.now(), currentAttemptScheduledTimestampMs: Date.now() };
  return asyncLocalStorage.run(Object.assign(Object.create(Context.prototype), { info }) as Context, work);
};

/** Makes what tests of held work look at and do. */
export function useHeldWork(api: TestApi) {
  const activities = useActivities(api);
  const advance = (agentRunId: string, attempt = 1) =>
    tried(attempt, () => activities().advanceCadence({ agentRunId }));
  const runOf = async (id: string) => (await api.db('agent_runs').where({ id }).first())!;
  const heldOf = (id: string) => api.db('held_work').where({ id }).first();
  const breakLead = (id: string) => api.db('leads').where({ id }).update({ metadata: BROKEN });
  const mendLead = (id: string) => api.db('leads').where({ id }).update({ metadata: '{}' });
  const wakesOf = async (accountId: string, workflowId: string) =>
    (await api.db('outbox').where({ account_id: accountId, workflow_id: workflowId, kind: 'wake' })).length;
  const attention = async (accountId: string) =>
    (await listAttention(api.db, new Date(), accountId)).filter(({ what }) => what === WHAT);
  /** As if another build had held it. */
  const heldByAnother = (id: string) => api.db('held_work').where({ id }).update({ build: 'another', woken_at: null });
  const retryAll = (accountId: string, notOf?: string) => retryHeld(workOn(api.db), { accountId, notOf }, new Date());

  async function createFixture() {
    const account = await api.account();
    await addSender(api.db, account.accountId);
    const agentId = await publishAgent(api.db, account.accountId, [
      { key: 'hello', type: 'message', channel: 'email', subject: 'Hello', content: 'Hello' },
      {
        key: 'after',
        type: 'message',
        channel: 'email',
        subject: 'After',
        content: 'After',
        delay: { type: 'after', amount: 1, unit: 'days' },
      },
    ]);
    const enroll = async () => {
      const lead = { first_name: 'Ada', email: `${newId()}@example.com`, workflow_id: agentId };
      const { body } = await account.request('post', '/leads').send(lead).expect(201);
      return { leadId: body.lead.id as string, runId: body.workflow_run.id as string };
    };
    return { account, agentId, enroll };
  }

  /** A run that is held: three others have gone on, and its own lead breaks its step. */
  async function heldRun(fixture: Awaited<ReturnType<typeof createFixture>>) {
    const run = await fixture.enroll();
    await breakLead(run.leadId);
    await expect(advance(run.runId, 8)).rejects.toThrow();
    await advance(run.runId, 9);
    return run;
  }
  return {
    activities,
    advance,
    attention,
    breakLead,
    heldByAnother,
    heldOf,
    heldRun,
    mendLead,
    retryAll,
    runOf,
    createFixture: createFixture,
    wakesOf,
  };
}
