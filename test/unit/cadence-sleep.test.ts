import { describe, expect, it } from '@jest/globals';
import { actingAt, shouldContinueAsNew, sleepMilliseconds } from '../../domain/flow/cadence.js';

const START = new Date('2026-03-06T16:00:00Z');

describe('the sleep of a run', () => {
  it('lasts until just before the plan’s instant, at most 30 days, and as long where there is none', () => {
    const now = START.getTime();
    expect(sleepMilliseconds('2026-03-06T16:00:05.000Z', now)).toBe(4950);
    expect(sleepMilliseconds('2026-03-06T15:00:00.000Z', now)).toBe(0);
    expect(sleepMilliseconds('2027-03-06T16:00:00.000Z', now)).toBe(30 * 86_400_000);
    expect(sleepMilliseconds(null, now)).toBe(30 * 86_400_000);
    expect(sleepMilliseconds('soon', now)).toBe(30 * 86_400_000);
  });
  it('continues as new after 2,000 events', () => {
    expect([shouldContinueAsNew(1999), shouldContinueAsNew(2000)]).toEqual([false, true]);
  });
});

describe('a run that wakes just ahead of its instant', () => {
  const due = new Date('2026-03-02T09:00:00.000Z');
  const ahead = (ms: number) => new Date(due.getTime() - ms);

  it('acts for that instant, and not for one that lies further ahead', () => {
    expect(actingAt(due, ahead(50))).toEqual(due);
    expect(actingAt(due, ahead(1_000))).toEqual(ahead(1_000));
  });

  it('acts now when it is late or waits for nothing', () => {
    expect(actingAt(due, ahead(-10))).toEqual(ahead(-10));
    expect(actingAt(null, due)).toEqual(due);
  });
});
