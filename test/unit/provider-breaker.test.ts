import { describe, expect, it } from '@jest/globals';
import { admission, type ProviderCall, pauseMs, trips, withCall } from '../../domain/channels/provider-breaker.js';

const call = (failed: boolean, at = 0, retryAfterMs = 0): ProviderCall => ({ at, failed, retryAfterMs });
const seen = (outcomes: boolean[]) =>
  outcomes.reduce<ProviderCall[]>((calls, failed, at) => withCall(calls, call(failed, at)), []);
const many = (n: number, failed: boolean) => Array.from({ length: n }, () => failed);

describe('a sender is held back', () => {
  it('when half of its last 20 calls failed, and not before', () => {
    expect(trips(seen(many(9, true)))).toBe(false);
    expect(trips(seen(many(10, true)))).toBe(true);
    expect(trips(seen([...many(11, false), ...many(9, true)]))).toBe(false);
    expect(trips(seen([...many(50, false), ...many(10, true)]))).toBe(true);
  });

  it('only for its last 20 calls, and only for those of the last ten minutes', () => {
    expect(trips(seen([...many(9, true), ...many(11, false), ...many(9, true)]))).toBe(false);
    const old = seen(many(9, true));
    expect(trips(withCall(old, call(true, 599_000)))).toBe(true);
    expect(trips(withCall(old, call(true, 601_000)))).toBe(false);
  });

  it('longer each time up to ten minutes, and never for less than its provider asked for', () => {
    expect([1, 2, 3, 4, 5, 6, 60].map((trip) => pauseMs(trip, []))).toEqual([
      30_000, 60_000, 120_000, 240_000, 480_000, 600_000, 600_000,
    ]);
    expect(pauseMs(1, [call(true, 0, 45_000), call(true, 0, 90_000)])).toBe(90_000);
    expect(pauseMs(9, [call(true, 0, 3_600_000)])).toBe(3_600_000);
  });

  it.each([1e15, 1e300, Number.POSITIVE_INFINITY])(
    'at most a day, if a receiver requests a pause of %d ms',
    (asked) => {
      expect(pauseMs(1, [call(true, 0, asked)])).toBe(86_400_000);
    },
  );
});

describe('a message', () => {
  const held = { trips: 1, retryAt: 30_000, probeUntil: null };
  const until = (ms: number) => new Date(ms).toISOString();

  it('leaves when its sender is free', () => {
    expect(admission(undefined, 0, 0)).toEqual({ kind: 'free' });
  });

  it('waits for the end of the pause, each a little apart', () => {
    expect(admission(held, 29_999, 0)).toMatchObject({
      kind: 'hold',
      hold: { reason: 'provider_backoff', until: until(30_000) },
    });
    expect(admission(held, 0, 0.5)).toMatchObject({ hold: { until: until(35_000) } });
  });

  it('is tried when the pause is over, one at a time', () => {
    expect(admission(held, 30_000, 0.9)).toEqual({ kind: 'try', until: 50_000 });
    expect(admission({ ...held, probeUntil: 50_000 }, 30_001, 0)).toMatchObject({ hold: { until: until(50_000) } });
    expect(admission({ ...held, probeUntil: 50_000 }, 50_000, 0)).toEqual({ kind: 'try', until: 70_000 });
  });
});
