import { describe, expect, it } from '@jest/globals';
import { inTransaction } from '../../db/connection.js';
import { claimIdempotencyKey, storeAnswer } from '../../db/idempotency.js';
import { insertInboundEvent } from '../../db/inbound/hooks.js';
import { insertIfNew } from '../../db/insert-rows.js';
import { insertSuppression } from '../../db/leads/suppressions.js';
import { openWork } from '../../db/work.js';
import { newId } from '../../runtime/ids.js';
import { makeTask } from '../../services/rules/make-task.js';
import { useApi } from '../support/api.js';

const api = useApi();
const NOW = new Date('2026-03-02T09:00:00Z');

describe('a row that is made once', () => {
  it('is made by one of many who insert it at once, who know it; it stays as that one made it', async () => {
    const name = newId();
    const made = await Promise.all(
      Array.from({ length: 12 }, async (_, seq) => ({
        seq,
        isNew: await inTransaction(api.db, (tx) => insertIfNew(tx, 'report_cursors', { name, seq }), 1),
      })),
    );
    const winners = made.filter(({ isNew }) => isNew);
    expect(winners).toHaveLength(1);
    expect(await api.db('report_cursors').where({ name }).first()).toMatchObject({ seq: winners[0]?.seq });
    await api.db('report_cursors').where({ name }).delete();
  });
});

const MANY = Array.from({ length: 20 }, (_, n) => n);

describe('what many ask for at once', () => {
  it('under one idempotency key is done by one and answered to the others, none of whom has to give way and ask again', async () => {
    const { accountId } = await api.account();
    const claim = { accountId, route: 'POST /leads', key: newId(), request: '{}' };
    const outcomes = await Promise.all(
      MANY.map((n) =>
        inTransaction(
          api.db,
          async (tx) => {
            const { outcome } = await claimIdempotencyKey(tx, NOW, claim);
            if (outcome === 'claimed') await storeAnswer(tx, claim, { status: 201, body: String(n), leadId: null });
            return outcome;
          },
          1,
        ),
      ),
    );
    expect(outcomes.sort()).toEqual(['claimed', ...Array(19).fill('replay')]);
  });

  it('with one event of a provider is taken in once, and none has to give way', async () => {
    const { accountId } = await api.account();
    const event = { accountId, provider: 'twilio' as const, eventId: newId(), type: 'message', payload: '{}' };
    const taken = await Promise.all(
      MANY.map(() => inTransaction(api.db, (tx) => insertInboundEvent(tx, NOW, event), 1)),
    );
    const [id, ...more] = taken.filter((one) => one !== undefined);
    expect(more).toEqual([]);
    expect(await api.db('inbound_events').where({ account_id: accountId }).pluck('id')).toEqual([id]);
  });
});

describe('an address that many suppress at once', () => {
  it('is suppressed once, for the strongest of their reasons', async () => {
    const { accountId } = await api.account();
    const address = { accountId, channel: 'email', address: 'ada@example.com' };
    const reasons = MANY.map((n) => (n % 2 === 0 ? 'opted_out' : 'complained'));
    const made = await Promise.all(
      reasons.map((reason) => inTransaction(api.db, (tx) => insertSuppression(tx, NOW, { ...address, reason }), 1)),
    );
    expect(made.filter(({ created }) => created)).toHaveLength(1);
    const rows = await api.db('suppressions').where({ account_id: accountId });
    expect(rows.map(({ id, reason }) => [id, reason])).toEqual([[made[0]?.row.id, 'complained']]);
  });
});

describe('the task of an effect', () => {
  it('that is done again is made once and told of once', async () => {
    const { accountId } = await api.account();
    const effect = Buffer.from(`effect/${newId()}`);
    const make = () =>
      inTransaction(api.db, (tx) =>
        makeTask(openWork(tx, NOW), {
          account_id: accountId,
          lead_id: null,
          title: 'Call',
          due_at: null,
          assignee_id: null,
          source_kind: 'job',
          source_id: null,
          runId: null,
          effectKey: effect,
          origin: { kind: 'job', id: newId() },
        }),
      );
    for (let n = 0; n < 3; n += 1) await make();
    const tasks = await api.db('tasks').where({ account_id: accountId });
    const events = await api.db('events').where({ account_id: accountId, type: 'task.created' });
    expect(tasks).toHaveLength(1);
    expect(events.map(({ data }) => JSON.parse(data).task_id)).toEqual([tasks[0]?.id]);
  });
});
