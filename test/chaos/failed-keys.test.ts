import { describe, expect, it } from '@jest/globals';
import { createKeyRing } from '../../api/http/auth/keys.js';
import { apiKeyOf, makeApiKey } from '../../runtime/api-key.js';
import { systemClock } from '../../runtime/clock.js';
import { size } from '../faults/support/random.js';
import { mail, useRig } from '../faults/support/rig.js';

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
});
