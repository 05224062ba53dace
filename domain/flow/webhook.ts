const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The delays before the attempts of a delivery, each after the previous one. */
export const DELIVERY_PAUSES_MS: readonly number[] = [
  ...[0, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS],
  ...[2 * HOUR_MS, 6 * HOUR_MS, 12 * HOUR_MS, 24 * HOUR_MS],
];
