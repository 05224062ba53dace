/** Returns until when a message may leave that is handed to its provider now, in Unix milliseconds. */
export const inTime = (withinMs = 8_000): number => Date.now() + withinMs;
