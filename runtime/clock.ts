/** The source of time for code that acts, so that decisions can be tested at any moment. */
export interface Clock {
  now(): Date;
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => new Date() };
