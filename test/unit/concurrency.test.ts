import { describe, expect, it } from '@jest/globals';
import { createBatcher, createKeyedMutex } from '../../runtime/concurrency.js';

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
    const contest = createKeyedMutex();
    const slot = makeSlot();
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => contest('host', 'nine', slot.take, isLoss)));
    expect(outcomes.filter(({ won }) => won)).toHaveLength(1);
    expect(slot.looks()).toBe(2);
  });

  it('checks again for later callers, and for callers who want something else', async () => {
    const contest = createKeyedMutex();
    const [nine, ten] = [makeSlot(), makeSlot()];
    await Promise.all([contest('host', 'nine', nine.take, isLoss), contest('host', 'nine', nine.take, isLoss)]);
    await contest('host', 'nine', nine.take, isLoss);
    expect(nine.looks()).toBe(3);
    const outcomes = await Promise.all(
      [nine, ten, nine, ten].map((slot) => contest('host', slot === nine ? 'nine' : 'ten', slot.take, isLoss)),
    );
    expect(outcomes.map(({ won }) => won)).toEqual([false, true, false, false]);
  });

  it('continues after work that failed', async () => {
    const contest = createKeyedMutex();
    const failing = contest('host', 'nine', () => Promise.reject(new Error('no database')), isLoss);
    const slot = makeSlot();
    const next = contest('host', 'nine', slot.take, isLoss);
    await expect(failing).rejects.toThrow('no database');
    expect(await next).toEqual({ won: true });
  });
});

describe('a gathering', () => {
  const PATIENCE = { patienceMs: 5_000, atOnce: 100 };
  const soon = () => new Promise((resolve) => setImmediate(resolve));

  it('serves those who come while work is on its way by the next piece, each with its own answer', async () => {
    const pieces: number[][] = [];
    const double = createBatcher<number, number>(async (_, items) => {
      pieces.push([...items]);
      await soon();
      return items.map((item) => 2 * item);
    }, PATIENCE);
    expect(await Promise.all([1, 2, 3].map((item) => double('key', item)))).toEqual([2, 4, 6]);
    expect(pieces).toEqual([[1], [2, 3]]);
    expect(await double('key', 4)).toBe(8);
  });

  it('never does more at once than it may, and keys apart', async () => {
    const pieces: string[] = [];
    const work = createBatcher<number, number>(
      async (key, items) => {
        pieces.push(`${key}${items.length}`);
        await soon();
        return items;
      },
      { ...PATIENCE, atOnce: 2 },
    );
    await Promise.all([1, 2, 3, 4].map((item) => work('a', item)).concat(work('b', 5)));
    expect(pieces.sort()).toEqual(['a1', 'a1', 'a2', 'b1']);
  });

  it('fails those of the batch that failed, and continues with the next', async () => {
    let pieces = 0;
    const work = createBatcher<number, number>(async (_, items) => {
      pieces += 1;
      await soon();
      if (pieces === 1) throw new Error('no database');
      return items;
    }, PATIENCE);
    const [first, second] = await Promise.allSettled([work('key', 1), work('key', 2)]);
    expect(first).toMatchObject({ status: 'rejected', reason: { message: 'no database' } });
    expect(second).toEqual({ status: 'fulfilled', value: 2 });
  });

  it('lets no caller wait for work that hangs', async () => {
    let pieces = 0;
    const work = createBatcher<number, number>(
      (_, items) => {
        pieces += 1;
        return pieces === 1 ? new Promise(() => undefined) : Promise.resolve(items);
      },
      { patienceMs: 10, atOnce: 100 },
    );
    void work('key', 1);
    expect(await work('key', 2)).toBe(2);
  });
});
