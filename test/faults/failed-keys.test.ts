import { describe, expect, it } from '@jest/globals';
import { makeApiKey } from '../../runtime/api-key.js';
import { call } from './support/client.js';
import { expectInvariants } from './support/invariants.js';
import type { Program } from './support/program.js';
import { bound, inParallel } from './support/random.js';
import { mail, useRig } from './support/rig.js';

const rig = useRig({ name: 'guesses', workers: 1 });

describe('guessing an API key', () => {
  it('by more than 20 bad keys a minute makes each wait a second, while a valid key of that address does not', async () => {
    const account = await rig.account([mail('Later', 3_600)]);
    const base = (rig.apis[0] as Program).url;
    const ask = (key: string) => call(base, 'GET', '/api/public/me', { headers: { 'X-API-Key': key } });
    // The end of a minute would reset the count.
    const left = 60_000 - (Date.now() % 60_000);
    if (left < 15_000) await new Promise((resolve) => setTimeout(resolve, left));
    for (let n = 0; n < 20; n += 1) expect((await ask(makeApiKey('live'))).status).toBe(401);
    const slow = await inParallel(10, Array.from({ length: 10 }), () => ask(makeApiKey('live')));
    expect(new Set(slow.map(({ status }) => status))).toEqual(new Set([401]));
    expect(Math.min(...slow.map(({ ms }) => ms))).toBeGreaterThanOrEqual(990);
    const valid = await ask(account.apiKey);
    expect({ status: valid.status, soon: valid.ms < bound(700) }).toEqual({ status: 200, soon: true });
    await expectInvariants(rig);
  }, 180_000);
});
