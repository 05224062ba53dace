import { describe, expect, it } from '@jest/globals';
import { createContest } from '../../runtime/turns.js';

interface Outcome {
  won: boolean;
}
const isLoss = ({ won }: Outcome) => !won;

/** A slot that the first to look gets, and how often it was looked at. */
function makeSlot() {
  let taken = false;
  let looks = 0;
  return {
    looks: () => looks,
    take: async (): Promise<Outcome> => {
      looks += 1;
      await new Promise((resolve) => setImmediate(resolve));
      const won = !taken;
      taken = true;
      return { won };
    },
  };
}

describe('a contest', () => {
  it('has one winner, and one look for all who came before it and lost', async () => {
    const contest = createContest();
    const slot = makeSlot();
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => contest('host', 'nine', slot.take, isLoss)));
    expect(outcomes.filter(({ won }) => won)).toHaveLength(1);
    expect(slot.looks()).toBe(2);
  });

  it('looks anew for whoever comes later, or wants something else', async () => {
    const contest = createContest();
    const [nine, ten] = [makeSlot(), makeSlot()];
    await Promise.all([contest('host', 'nine', nine.take, isLoss), contest('host', 'nine', nine.take, isLoss)]);
    await contest('host', 'nine', nine.take, isLoss);
    expect(nine.looks()).toBe(3);
    const outcomes = await Promise.all(
      [nine, ten, nine, ten].map((slot) => contest('host', slot === nine ? 'nine' : 'ten', slot.take, isLoss)),
    );
    expect(outcomes.map(({ won }) => won)).toEqual([false, true, false, false]);
  });

  it('goes on after work that failed', async () => {
    const contest = createContest();
    const failing = contest('host', 'nine', () => Promise.reject(new Error('no database')), isLoss);
    const slot = makeSlot();
    const next = contest('host', 'nine', slot.take, isLoss);
    await expect(failing).rejects.toThrow('no database');
    expect(await next).toEqual({ won: true });
  });
});
