import { describe, expect, it } from '@jest/globals';
import { retryParked } from '../../db/outbox.js';
import { newId } from '../../runtime/ids.js';
import { listAttention } from '../../services/operations/attention.js';
import { publishAgent } from '../support/agents.js';
import { useApi } from '../support/api.js';
import { statementsOf } from '../support/statements.js';

const api = useApi();
const now = new Date();
const DAY_MS = 86_400_000;

async function park(accountId: string): Promise<string> {
  const id = newId();
  await api.db('outbox').insert({
    id,
    account_id: accountId,
    kind: 'start',
    workflow_id: 'cadence/x',
    args: '{}',
    next_at: now,
    parked_at: now,
    created_at: now,
  });
  return id;
}

describe('the attention list', () => {
  it('asks one statement where nothing waits, and reads only the kinds of which something does', async () => {
    const { accountId } = await api.account();
    const costs = () => statementsOf(api.db, () => listAttention(api.db, now, accountId));
    expect(await costs()).toHaveLength(1);
    const outbox = await park(accountId);
    expect(await costs()).toHaveLength(3);
    await api.db('outbox').where({ id: outbox }).delete();
  });

  it('shows every stuck item of an account with the command that fixes it, and nothing of others', async () => {
    const account = await api.account();
    const steps = [
      {
        type: 'message' as const,
        content: 'Hello',
        delay: { type: 'after' as const, amount: 3, unit: 'days' as const },
      },
    ];
    const agentId = await publishAgent(api.db, account.accountId, steps);
    const enroll = async () => {
      const answer = await account.request('post', '/leads').send({ first_name: 'Ada', workflow_id: agentId });
      return { leadId: answer.body.lead.id as string, runId: answer.body.workflow_run.id as string };
    };
    expect(await listAttention(api.db, now, account.accountId)).toEqual([]);

    const [failed, paused, overdue] = [await enroll(), await enroll(), await enroll()];
    const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
    await api
      .db('agent_runs')
      .where({ id: overdue.runId })
      .update({ wake_at: minutesAgo(11) });
    await api
      .db('agent_runs')
      .where({ id: failed.runId })
      .update({ cadence_state: 'failed', open_slot: null, ended_at: now });
    await api
      .db('agent_runs')
      .where({ id: paused.runId })
      .update({ paused_at: new Date(now.getTime() - 31 * DAY_MS) });
    const message = newId();
    await api.db('messages').insert({
      id: message,
      account_id: account.accountId,
      lead_id: paused.leadId,
      channel: 'email',
      direction: 'outbound',
      type: 'email',
      status: 'unknown',
      created_at: now,
      updated_at: now,
    });
    const outbox = await park(account.accountId);
    const [unworked, young] = [newId(), newId()];
    for (const [id, minutes] of [
      [unworked, 11],
      [young, 9],
    ] as const) {
      await api.db('inbound_events').insert({
        id,
        account_id: account.accountId,
        provider: 'imap',
        event_key: Buffer.alloc(32, id),
        type: 'reply',
        payload: '{}',
        received_at: minutesAgo(minutes),
      });
    }
    const items = await listAttention(api.db, now, account.accountId);
    const ids = [message, failed.runId, paused.runId, overdue.runId, outbox, unworked];
    expect(items.map((item) => item.id).sort()).toEqual(ids.sort());
    expect(items.every((item) => item.remedy.includes(item.id))).toBe(true);
    expect(await listAttention(api.db, now, (await api.account()).accountId)).toEqual([]);

    expect(await retryParked(api.db, now, outbox)).toBe(true);
    expect(await retryParked(api.db, now, outbox)).toBe(false);
    expect((await listAttention(api.db, now, account.accountId)).map((item) => item.id)).not.toContain(outbox);
    await api.db('outbox').where({ id: outbox }).delete();
  });
});
