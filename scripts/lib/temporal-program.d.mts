/** Temporal's program on PATH or among those fetched earlier. */
export function findTemporal(): string | undefined;
