import { describe, expect, it } from '@jest/globals';
import type { Knex } from 'knex';
import { createKeyRing } from '../../api/http/auth/keys.js';

describe('a key ring', () => {
  it('lets no more than forty guesses wait at once, so that they leave room for the requests of others', async () => {
    const now = new Date();
    // A key of an invalid form is rejected without a query.
    const keys = createKeyRing((() => {}) as unknown as Knex, { now: () => now });
    const guess = () => keys.find('no key at all', '192.0.2.1');
    for (let n = 0; n < 20; n += 1) expect(await guess()).toBeUndefined();
    let refused = 0;
    const guesses = Array.from({ length: 250 }, async () => {
      const found = await guess();
      refused += 1;
      return found;
    });
    await new Promise(setImmediate);
    expect(refused).toBeGreaterThanOrEqual(210);
    expect(await Promise.all(guesses)).toEqual(Array(250).fill(undefined));
  });
});
