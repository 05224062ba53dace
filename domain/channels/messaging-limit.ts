/** Meta's word for a messaging limit, and Twilio's. */
const TIER = /^(?:TIER_)?([1-9]\d{0,6})(K?)(?: Customers\/24hr)?$/i;

/**
 * Returns to how many leads a number may write first in 24 hours, by the provider's word for its messaging limit;
 * undefined where that is without limit or not known.
 */
export function firstContactsADay(tier: string | null): number | undefined {
  const [, digits, thousands] = TIER.exec(tier ?? '') ?? [];
  return digits === undefined ? undefined : Number(digits) * (thousands ? 1_000 : 1);
}

/** Names a limit that Meta gives as a count by the word for it; -1 is without limit. */
export function tierOfCount(count: number): string | null {
  if (!Number.isInteger(count) || count === 0) return null;
  if (count < 0) return 'TIER_UNLIMITED';
  return count % 1_000 === 0 ? `TIER_${count / 1_000}K` : `TIER_${count}`;
}

/** Messages a second of a number that Meta has set up as usual, and of one that it has raised. */
export const STANDARD_THROUGHPUT = 80;
export const HIGH_THROUGHPUT = 1_000;

/** Returns a number's messages per second after Meta reported its level. A value set by an operator stays. */
export const throughputAfter = (current: number, reported: number | null): number =>
  reported !== null && [STANDARD_THROUGHPUT, HIGH_THROUGHPUT].includes(current) ? reported : current;
