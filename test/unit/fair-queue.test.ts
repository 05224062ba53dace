import { describe, expect, it } from '@jest/globals';
import { createFairQueue } from '../../functions/fair-queue.js';

/** A line for two things, and who was given one or refused, in the order it happened. */
function makeLine(maxWaiting = 100) {
  const line = createFairQueue<string>({ maxWaiting, maxWaitMs: 60_000, refusal: () => new Error('busy') });
  const told: string[] = [];
  const ask = (owner: string): void => {
    const free = line.takeFree(owner);
    if (free) told.push(owner);
    else
      line.wait(owner).then(
        () => told.push(owner),
        () => told.push(`${owner} refused`),
      );
  };
  for (const item of ['one', 'two']) line.offer(item);
  const end = (owner: string): void => {
    line.giveBack(owner);
    line.offer('one');
  };
  const heard = async (): Promise<string[]> => {
    await new Promise((resolve) => setImmediate(resolve));
    return told.splice(0);
  };
  return { line, ask, end, heard };
}

describe('what accounts share', () => {
  it('may all belong to one account without other waiting ones, and goes first to the one with the smaller share', async () => {
    const { ask, end, heard } = makeLine();
    for (let n = 0; n < 20; n += 1) ask('A');
    expect(await heard()).toEqual(['A', 'A']);
    end('A');
    expect(await heard()).toEqual(['A']);
    for (let n = 0; n < 3; n += 1) ask('B');
    end('A');
    expect(await heard()).toEqual(['B']);
    end('A');
    end('B');
    // Each has one place of the two, whatever the other still waits for.
    expect(await heard()).toEqual(['A', 'B']);
    end('B');
    expect(await heard()).toEqual(['B']);
    end('B');
    expect(await heard()).toEqual(['A']);
  });

  it('has a place in its line for an account that has few waiting when another has filled it', async () => {
    const { line, ask, end, heard } = makeLine(4);
    for (let n = 0; n < 7; n += 1) ask('A');
    expect(await heard()).toEqual(['A', 'A', 'A refused']);
    ask('B');
    expect(await heard()).toEqual(['A refused']);
    end('A');
    expect(await heard()).toEqual(['B']);
    line.refuseAll(new Error('closed'));
    expect(await heard()).toEqual(['A refused', 'A refused', 'A refused']);
  });
});
