import { describe, expect, it } from '@jest/globals';
import { sizeOfWait, WAIT_SIZES, waitOfShare } from '../../domain/values/waits.js';

const sizesOf = (seconds: readonly number[]) => {
  const sizes = new Map<number, number>();
  for (const each of seconds) {
    const size = sizeOfWait(each * 1000);
    sizes.set(size, (sizes.get(size) ?? 0) + 1);
  }
  return sizes;
};

describe('waits that are kept by size alone', () => {
  it('still tell how long each took, to within 10 %', () => {
    for (let seconds = 2; seconds < 10_000_000; seconds = Math.ceil(seconds * 1.37)) {
      const told = waitOfShare(sizesOf([seconds]), 0.5) ?? 0;
      // A second more or less, where whole seconds are coarser than that.
      expect(Math.abs(told - seconds)).toBeLessThanOrEqual(Math.max(0.1 * seconds, 1));
    }
  });

  it('tell the median and the ninth tenth of many', () => {
    const sizes = sizesOf(Array.from({ length: 1_000 }, (_, n) => (n + 1) * 10));
    expect(Math.abs((waitOfShare(sizes, 0.5) ?? 0) - 5_000)).toBeLessThan(500);
    expect(Math.abs((waitOfShare(sizes, 0.9) ?? 0) - 9_000)).toBeLessThan(900);
  });

  it('have a size however long or short they are, and tell nothing where there are none', () => {
    expect(sizeOfWait(0)).toBe(0);
    expect(sizeOfWait(Number.MAX_SAFE_INTEGER)).toBe(WAIT_SIZES - 1);
    expect(waitOfShare(new Map(), 0.5)).toBeNull();
  });
});
