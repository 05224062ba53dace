import { describe, expect, it } from '@jest/globals';
import { createKeyRing } from '../../api/middleware/keys.js';
import { apiKeyOf, makeApiKey } from '../../runtime/api-key.js';
import { systemClock } from '../../runtime/clock.js';
import { call } from './support/client.js';
import { expectInvariants } from './support/invariants.js';
import type { Program } from './support/program.js';
import { bound, inParallel, size } from './support/random.js';
import { mail, useRig } from './support/rig.js';

const rig = useRig({ name: 'guesses', workers: 1 });

const TRIES = size('TRIES', 10_000);
const ROUNDS = 10;

const median = (numbers: number[]): number => {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] as number;
};

/** A well-formed key that begins as `key` does, all but the last two of its random characters. */
function likeness(key: string, at: number): string {
  const last = `${at % 10}${Math.floor(at / 10) % 10}`;
  const body = key.slice('svc_live_'.length, -6 - last.length) + last;
  const guess = apiKeyOf('live', body);
  return guess === key ? likeness(key, at + 1) : guess;
}

describe('guessing an API key', () => {
  it('tells nothing by the time it takes: a key that begins like a valid one and a random one, ten thousand times each', async () => {
    const account = await rig.account([mail('Later', 3_600)]);
    const keys = createKeyRing(rig.db, systemClock);
    await keys.find(account.apiKey, '192.0.2.1');
    const kinds = { alike: (at: number) => likeness(account.apiKey, at), random: () => makeApiKey('live') };
    const differences: number[] = [];
    let caller = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const took: Record<keyof typeof kinds, number[]> = { alike: [], random: [] };
      for (let at = 0; at < TRIES / ROUNDS; at += 1) {
        // Each guess from an address of its own: after 20 of one address there would be a pause. Neither kind is first.
        for (const kind of at % 2 === 0 ? (['alike', 'random'] as const) : (['random', 'alike'] as const)) {
          const guess = kinds[kind](at);
          caller += 1;
          const begun = performance.now();
          const found = await keys.find(guess, `guesser-${caller}`);
          took[kind].push(performance.now() - begun);
          if (found) throw new Error('A guess was right.');
        }
      }
      const [alike, random] = [median(took.alike), median(took.random)];
      differences.push(Math.abs(alike - random) / Math.min(alike, random));
    }
    // Most rounds must be within five per cent; noise of the machine may spoil a few.
    expect(median(differences)).toBeLessThan(0.05);
  }, 600_000);

  it('by more than 20 bad keys a minute makes each wait a second, while a valid key of that address does not', async () => {
    const account = await rig.account([mail('Later', 3_600)]);
    const base = (rig.apis[0] as Program).url;
    const ask = (key: string) => call(base, 'GET', '/api/public/me', { headers: { 'X-API-Key': key } });
    // A minute's end would begin the count anew.
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
