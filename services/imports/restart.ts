import { listStuckImports, updateImport } from '../../db/imports/imports.js';
import { inWork, type WorkDependencies } from '../../db/work.js';
import { restartImports } from '../instructions/imports.js';

/** A piece of rows takes seconds, its retries come every half minute. */
const STUCK_MS = 5 * 60_000;
const AT_ONCE = 50;

/**
 * Restarts imports without progress for minutes, such as after their workflow was terminated. The rows record what is
 * done, so they continue where they stopped. This has no effect on a workflow that still runs. Returns the number of
 * restarted imports.
 */
export async function restartStuckImports(deps: WorkDependencies): Promise<number> {
  const found = await listStuckImports(deps.db, new Date(deps.clock.now().getTime() - STUCK_MS), AT_ONCE);
  if (found.length === 0) return 0;
  await inWork(deps, async (work) => {
    const { tx, now } = work;
    await restartImports(work, found);
    for (const { id } of found) await updateImport(tx, id, { updated_at: now });
  });
  return found.length;
}
