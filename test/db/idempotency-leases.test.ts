import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Knex } from 'knex';
import { openDatabase } from '../../db/connection.js';
import {
  claimIdempotencyKey,
  noteProgress,
  releaseKey,
  storeLeasedAnswer,
  sweepIdempotencyKeys,
} from '../../db/idempotency.js';
import { newId } from '../../runtime/ids.js';
import { testConfig } from '../support/api.js';

let db: Knex;
beforeAll(() => {
  db = openDatabase({ url: testConfig().DATABASE_URL, poolSize: 2 });
});
afterAll(() => db.destroy());

const NOW = new Date('2026-03-02T10:00:00Z');
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

/** A key, and the work under it. */
function keyOf(request = 'a request') {
  const claim = { accountId: newId(), route: 'anything', key: 'k', request };
  return {
    claim,
    take: (at: Date, { token = newId(), as = request } = {}) =>
      claimIdempotencyKey(db, at, { ...claim, request: as }, { token, until: new Date(at.getTime() + 60_000) }),
    kept: async () => (await db('idempotency_keys').where({ account_id: claim.accountId })).length,
  };
}

describe('an idempotency key that is held by a lease', () => {
  it('is exclusive while the lease lasts, and then free for anyone', async () => {
    const key = keyOf();
    expect(await key.take(NOW)).toEqual({ outcome: 'claimed', progress: null });
    expect(await key.take(later(59))).toEqual({ outcome: 'running' });
    expect(await key.take(later(59), { as: 'another' })).toEqual({ outcome: 'reused' });
    expect(await key.take(later(61), { as: 'another' })).toEqual({ outcome: 'claimed', progress: null });
  });

  it('goes with what was done to the same request only, where the work stopped half way', async () => {
    const key = keyOf();
    const lease = { token: newId(), until: later(60) };
    await key.take(NOW, lease);
    expect(await noteProgress(db, key.claim, lease, '{"at":1}')).toBe(true);
    await releaseKey(db, key.claim, lease);
    expect(await key.take(later(1), { as: 'another' })).toEqual({ outcome: 'reused' });
    expect(await key.take(later(1))).toEqual({ outcome: 'claimed', progress: '{"at":1}' });
    expect(await noteProgress(db, key.claim, lease, '{"at":2}')).toBe(false);
    await storeLeasedAnswer(db, key.claim, lease, { status: 200, body: '"late"', leadId: null });
    expect(await key.take(later(62))).toEqual({ outcome: 'claimed', progress: '{"at":1}' });
  });

  it('is forgotten when its process was lost before it did anything', async () => {
    const lost = keyOf();
    const half = keyOf();
    const answered = keyOf();
    const lease = { token: newId(), until: later(60) };
    for (const key of [lost, half, answered]) await key.take(NOW, lease);
    await noteProgress(db, half.claim, lease, '{}');
    await storeLeasedAnswer(db, answered.claim, lease, { status: 200, body: '"done"', leadId: null });
    await sweepIdempotencyKeys(db, later(30));
    expect(await Promise.all([lost, half, answered].map((key) => key.kept()))).toEqual([1, 1, 1]);
    await sweepIdempotencyKeys(db, later(61));
    expect(await Promise.all([lost, half, answered].map((key) => key.kept()))).toEqual([0, 1, 1]);
    await sweepIdempotencyKeys(db, later(86_401));
    expect(await half.kept()).toBe(0);
  });
});
