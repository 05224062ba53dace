import { dropUnwaitedRuns, listLostRuns } from '../../db/functions/runs.js';
import { inWork, type WorkDependencies } from '../../db/work.js';
import { startFunctionRuns } from '../instructions/functions.js';

const MINUTE_MS = 60_000;
/** A run that is still to be made after this long has nobody who makes it. */
const LOST_MS = 5 * MINUTE_MS;
/** A fire makes its runs one after the other, so the last ones wait for the others. */
const FIRE_MS = 6 * 60 * MINUTE_MS;
const BATCH = 100;

/**
 * Looks after runs that nobody makes any more: those whose request was given up are forgotten, the others are asked
 * for again; a workflow that is still there takes no notice. Answers how many were asked for again.
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
