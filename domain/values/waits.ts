/** The resolution of waits: each bound is 2^(1/8) times the previous one, so a wait is accurate to 10 %. */
const PER_DOUBLING = 8;
const LAST = 24 * PER_DOUBLING;

/** The number of wait sizes: up to half a year, and longer. */
export const WAIT_SIZES = LAST + 1;

const boundOf = (size: number): number => 2 ** (size / PER_DOUBLING);

/** Returns the size of a wait, from 0 for a second or less. */
export const sizeOfWait = (ms: number): number =>
  ms <= 1000 ? 0 : Math.min(LAST, Math.ceil(Math.log2(ms / 1000) * PER_DOUBLING));

/**
 * Returns how many seconds a share of waits took at most, where there are `counts` of each size; null where there are
 * none. Within a size, waits are taken to lie evenly.
 */
export function waitOfShare(counts: ReadonlyMap<number, number>, share: number): number | null {
  const sizes = [...counts].filter(([, n]) => n > 0).sort(([a], [b]) => a - b);
  const all = sizes.reduce((sum, [, n]) => sum + n, 0);
  let before = 0;
  for (const [size, n] of sizes) {
    const part = (share * all - before) / n;
    if (part <= 1) return Math.round(size === 0 ? part : boundOf(size - 1 + part));
    before += n;
  }
  return null;
}
