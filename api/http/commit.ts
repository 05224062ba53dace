import { inWork, type OpenWork, type WorkDependencies } from '../../db/work.js';

/**
 * Does one unit of work at the moment of a request, then tries at once what it wrote for Temporal. Every write of the
 * API is committed here. A deadlock runs `work` again, `attempts` times at most.
 */
export const commit = <T>(
  deps: WorkDependencies,
  now: Date,
  work: (work: OpenWork) => Promise<T>,
  attempts?: number,
): Promise<T> => inWork({ ...deps, clock: { now: () => now } }, work, attempts);
