import { dropUnwaitedRuns, listLostRuns } from '../../db/functions/runs.js';
import { inWork, type WorkDependencies } from '../../db/work.js';
import { startFunctionRuns } from '../instructions/functions.js';

const MINUTE_MS = 60_000;
/** A run that hasn't been made after this long is lost. */
const LOST_MS = 5 * MINUTE_MS;
/** A fire makes its runs one after the other, so the last ones wait for the others. */
const FIRE_MS = 6 * 60 * MINUTE_MS;
const BATCH = 100;

/**
 * Repairs lost runs. Runs whose request was given up are dropped, and the others are requested again. A workflow that
 * still exists ignores the request. Returns the number of requested runs.
 */
export async function restartLostRuns(deps: WorkDependencies): Promise<number> {
  const { db, clock } = deps;
  const before = (ms: number) => new Date(clock.now().getTime() - ms);
  await dropUnwaitedRuns(db, before(LOST_MS));
  const lost = await listLostRuns(db, { single: before(LOST_MS), ofFires: before(FIRE_MS) }, BATCH);
  if (lost.length === 0) return 0;
  await inWork(deps, (work) =>
    startFunctionRuns(work, lost, 0, 'One run of a cloud function, taken up again', { again: true }),
  );
  return lost.length;
}
