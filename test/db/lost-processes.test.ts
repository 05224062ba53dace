import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { beginAttempt } from '../../db/operations/work-attempts.js';
import type { WorkAttemptRow } from '../../db/tables.js';
import { inWork } from '../../db/work.js';
import { newId } from '../../runtime/ids.js';
import { retryInboundEvent } from '../../services/inbound/process-event.js';
import { listAttention } from '../../services/operations/attention.js';
import { retryHeld } from '../../services/operations/retry-held.js';
import { type TestAccount, useApi } from '../support/api.js';
import { addChat } from '../support/conversations.js';
import { tried } from '../support/held-work.js';
import { FILE, sendCsv } from '../support/imports.js';
import { addDocument } from '../support/knowledge.js';
import { workOn } from '../support/work.js';
import { useActivities } from '../support/worker.js';

const api = useApi();
const activities = useActivities(api);

type Kind = Exclude<WorkAttemptRow['kind'], 'inbound_event'>;

/** A crash of the process leaves nothing but the counted attempt. */
async function loseProcesses(times: number, kind: WorkAttemptRow['kind'], id: string): Promise<void> {
  for (let n = 0; n < times; n += 1) await beginAttempt(api.db, new Date(), kind, id);
}
const attemptsAt = (id: string) => api.db('work_attempts').where({ id });
const heldOf = (id: string) => api.db('held_work').where({ id }).first();
const heldItems = async ({ accountId }: TestAccount) =>
  (await listAttention(api.db, new Date(), accountId)).filter(({ kind }) => kind === 'work_held');
const instructionsFor = async (workflowId: string) =>
  (await api.db('outbox').where({ workflow_id: workflowId })).length;

/** A piece of work of each kind: what does it, what shows that it was done, and its workflow. */
const WORK: Record<
  Kind,
  (
    account: TestAccount,
  ) => Promise<{ id: string; run(): Promise<unknown>; isDone(): Promise<boolean>; workflow: string }>
> = {
  async conversation(account) {
    const id = await addChat(api, account);
    await api
      .db('conversations')
      .where({ id })
      .update({ due_at: new Date(Date.now() - 60_000) });
    return {
      id,
      run: () => tried(1, () => activities().advanceConversation({ conversationId: id })),
      isDone: async () => (await api.db('conversations').where({ id }).first())?.due_at === null,
      workflow: `conversation/${id}`,
    };
  },
  async import(account) {
    const id = (await sendCsv(account, FILE)).body.import.id as string;
    return {
      id,
      run: () => tried(1, () => activities().importRows({ importId: id })),
      isDone: async () => (await api.db('imports').where({ id }).first())?.status === 'completed',
      workflow: `import/${id}`,
    };
  },
  async document(account) {
    const id = (await addDocument(account)).id as string;
    return {
      id,
      run: () => tried(1, () => activities().indexDocument({ documentId: id })),
      isDone: async () => (await api.db('knowledge_documents').where({ id }).first())?.status === 'ready',
      workflow: `knowledge/${id}`,
    };
  },
};

describe.each(Object.keys(WORK) as Kind[])('a %s that takes down its process', (kind) => {
  it('is tried again after two lost processes, and its attempts are forgotten once it is done', async () => {
    const account = await api.account();
    const work = await WORK[kind](account);
    await loseProcesses(2, kind, work.id);
    await work.run();
    expect(await work.isDone()).toBe(true);
    expect(await attemptsAt(work.id)).toEqual([]);
    expect(await heldItems(account)).toEqual([]);
  });

  it('is held after three, while others continue, until an operator releases it', async () => {
    const account = await api.account();
    const work = await WORK[kind](account);
    const other = await WORK[kind](await api.account());
    await loseProcesses(3, kind, work.id);
    await work.run();
    await work.run();
    await other.run();
    expect(await Promise.all([work.isDone(), other.isDone()])).toEqual([false, true]);
    expect(await heldOf(work.id)).toMatchObject({
      kind,
      account_id: account.accountId,
      fault: 'PROCESS_LOST',
      tries: 3,
    });
    expect(await heldItems(account)).toMatchObject([{ id: work.id, detail: `1 ${kind}: PROCESS_LOST, 3 attempts` }]);

    const before = await instructionsFor(work.workflow);
    expect(await retryHeld(workOn(api.db), { accountId: account.accountId }, new Date())).toBe(1);
    expect(await instructionsFor(work.workflow)).toBeGreaterThanOrEqual(Math.max(before, 1));
    await work.run();
    expect(await work.isDone()).toBe(true);
    expect(await heldItems(account)).toEqual([]);
  });
});

describe('work whose attempts are counted', () => {
  it('counts no failure as a lost process', async () => {
    const account = await api.account();
    const work = await WORK.import(account);
    const { columns_plan } = (await api.db('imports').where({ id: work.id }).first('columns_plan')) ?? {};
    await api.db('imports').where({ id: work.id }).update({ columns_plan: '{"broken": ' });
    for (let n = 0; n < 5; n += 1) await expect(work.run()).rejects.toThrow();
    expect(await attemptsAt(work.id)).toEqual([]);
    expect(await heldOf(work.id)).toBeUndefined();
    await api.db('imports').where({ id: work.id }).update({ columns_plan });
    await work.run();
    expect(await work.isDone()).toBe(true);
  });

  it('holds a conversation whose memory is unreadable once others succeed', async () => {
    const account = await api.account();
    const work = await WORK.conversation(account);
    await api
      .db('conversations')
      .where({ id: work.id })
      .update({ memory: '{"asked": ', answered_through: 0, heard_through: 0 });
    for (let n = 0; n < 3; n += 1) await (await WORK.conversation(await api.account())).run();
    await expect(work.run()).rejects.toThrow();
    const ninth = await tried(9, () => activities().advanceConversation({ conversationId: work.id }));
    expect(ninth).toEqual({ closed: true });
    expect(await heldItems(account)).toMatchObject([{ id: work.id, detail: expect.stringContaining('SyntaxError') }]);
    // The invariants of conversations hold again for the files that follow in this database.
    const answered = { memory: '{}', answered_through: 1, heard_through: 1 };
    await api.db('conversations').where({ id: work.id }).update(answered);
  });

  it('sets an inbound event aside after three lost processes', async () => {
    const account = await api.account();
    const id = newId();
    await api.db('inbound_events').insert({
      id,
      account_id: account.accountId,
      provider: 'email',
      event_key: createHash('sha256').update(id).digest(),
      type: 'other',
      payload: '{}',
      lead_id: null,
      outcome: null,
      received_at: new Date(),
      processed_at: null,
      emptied_at: null,
    });
    await loseProcesses(3, 'inbound_event', id);
    const work = () => tried(1, () => activities().processInboundEvent({ inboundEventId: id }));
    expect(await work()).toEqual({ outcome: 'failed' });
    expect(await attemptsAt(id)).toEqual([]);
    const items = await listAttention(api.db, new Date(), account.accountId);
    expect(items).toMatchObject([{ kind: 'instruction_parked' }]);
    await inWork(workOn(api.db), (opened) => retryInboundEvent(opened, account.accountId, id));
    expect(await work()).not.toEqual({ outcome: 'failed' });
  });
});
