import { describe, expect, it } from '@jest/globals';
import { inTransaction } from '../../db/connection.js';
import { type Limited, reserveUsage, settleUsage } from '../../db/models/usage.js';
import { newId } from '../../runtime/ids.js';
import { useApi } from '../support/api.js';
import { statementsOf } from '../support/statements.js';

const api = useApi();
const CALL = { tokens: 100, micros: 10 };

/** A conversation's own limit with those of its agent and its account, which all calls share. */
const limitsWith = (shared: readonly Limited[], accountId: string): Limited[] => [
  { subjectId: newId(), day: 'all', accountId, limit: { tokens: 1_000, micros: null } },
  ...shared,
];

function sharedLimits(accountId: string, tokens: number | null, micros: number | null): Limited[] {
  const day = '2026-03-02';
  return [
    { subjectId: newId(), day, accountId, limit: { tokens, micros: null } },
    { subjectId: accountId, day, accountId, limit: { tokens: null, micros } },
  ];
}

const usageOf = (limits: readonly Limited[]) =>
  Promise.all(limits.map(({ subjectId }) => api.db('ai_usage').where({ subject_id: subjectId }).first()));

/** Reserves in a transaction that is not run again. */
const reserveOnce = (limits: readonly Limited[], call = CALL) =>
  inTransaction(api.db, (tx) => reserveUsage(tx, limits, call), 1);

describe('what calls of a model may use up', () => {
  it('is reserved and settled by many at once, none of which has to give way and begin again', async () => {
    const { accountId } = await api.account();
    const shared = sharedLimits(accountId, 1_000_000, 1_000_000);
    const each = Array.from({ length: 40 }, () => limitsWith(shared, accountId));
    await reserveOnce(limitsWith(shared, accountId));
    const call = async (limits: readonly Limited[]) => {
      expect(await reserveOnce(limits)).toBeUndefined();
      await inTransaction(
        api.db,
        (tx) => settleUsage(tx, limits, { reserved: CALL, used: { tokens: 30, micros: 3 } }),
        1,
      );
    };
    await Promise.all(each.map(call));
    expect(await usageOf(shared)).toEqual(
      shared.map(() =>
        expect.objectContaining({
          calls: 40,
          tokens: 1_200,
          cost_micros: 120,
          // The one before them is still under way.
          reserved_tokens: 100,
          reserved_micros: 10,
        }),
      ),
    );
  });

  it('takes one statement to reserve with all limits, and one to settle', async () => {
    const { accountId } = await api.account();
    const limits = limitsWith(sharedLimits(accountId, 1_000, 1_000), accountId);
    const reserved = await statementsOf(api.db, () => reserveUsage(api.db, limits, CALL));
    const settled = await statementsOf(api.db, () => settleUsage(api.db, limits, { reserved: CALL, used: CALL }));
    expect([reserved, settled].map(({ length }) => length)).toEqual([1, 1]);
  });

  it('is never more than there is room for, by tokens or by cost, and the full limit is named', async () => {
    const { accountId } = await api.account();
    for (const [tokens, micros, place] of [
      [550, null, 1],
      [null, 55, 2],
    ] as const) {
      const shared = sharedLimits(newId(), tokens, micros);
      const refused = await Promise.all(
        Array.from({ length: 12 }, async () => {
          const limits = limitsWith(shared, accountId);
          const full = await reserveOnce(limits);
          const [own] = await usageOf(limits);
          expect(own === undefined).toBe(full !== undefined);
          return full && limits.indexOf(full);
        }),
      );
      expect(refused.filter((full) => full === undefined)).toHaveLength(5);
      expect(new Set(refused.filter((full) => full !== undefined))).toEqual(new Set([place]));
      expect((await usageOf(shared)).map((row) => row?.reserved_tokens)).toEqual([500, 500]);
    }
  });

  it('has no room for a call that is larger than the whole of it', async () => {
    const { accountId } = await api.account();
    const [first, second] = sharedLimits(accountId, 99, 1_000) as [Limited, Limited];
    expect(await reserveOnce([second, first])).toBe(first);
    expect(await usageOf([first, second])).toEqual([undefined, undefined]);
  });
});
